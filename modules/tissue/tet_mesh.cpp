#include <jounce/modules/tissue/tet_mesh.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace jounce::tissue {

tet_shape shape_of(const tet_mesh& mesh, std::size_t tet) {
    const tetrahedron& at = mesh.tets[tet];
    const vec3<double>& origin = mesh.nodes[at[0]];
    const mat3<double> edges = {
        {mesh.nodes[at[1]] - origin, mesh.nodes[at[2]] - origin, mesh.nodes[at[3]] - origin}};
    tet_shape out;
    const double six = determinant(edges);
    out.volume = six / 6;
    if (six == 0) {
        return out;
    }
    const mat3<double> turned = cofactors(edges);
    for (std::size_t i = 0; i < 3; ++i) {
        out.gradients[i + 1] = (1 / six) * turned.column[i];
        out.gradients[0] = out.gradients[0] - out.gradients[i + 1];
    }
    return out;
}

vec3<double> centre_of(const tet_mesh& mesh, std::size_t tet) {
    vec3<double> sum;
    for (const std::uint32_t node : mesh.tets[tet]) {
        sum = sum + mesh.nodes[node];
    }
    return 0.25 * sum;
}

std::vector<tet_facet> facets_of(const tet_mesh& mesh) {
    std::vector<std::pair<std::array<std::uint32_t, 3>, std::uint32_t>> sides;
    sides.reserve(4 * mesh.tets.size());
    for (std::uint32_t t = 0; t < mesh.tets.size(); ++t) {
        for (std::size_t without = 0; without < 4; ++without) {
            std::array<std::uint32_t, 3> nodes{};
            for (std::size_t i = 0, to = 0; i < 4; ++i) {
                if (i != without) {
                    nodes[to++] = mesh.tets[t][i];
                }
            }
            std::sort(nodes.begin(), nodes.end());
            sides.emplace_back(nodes, t);
        }
    }
    std::sort(sides.begin(), sides.end());
    std::vector<tet_facet> out;
    for (std::size_t i = 0; i < sides.size();) {
        std::size_t end = i + 1;
        while (end < sides.size() && sides[end].first == sides[i].first) {
            ++end;
        }
        out.push_back({sides[i].first, {sides[i].second, sides[end - i > 1 ? i + 1 : i].second}});
        i = end;
    }
    return out;
}

std::vector<std::uint8_t> find_outer_nodes(const tet_mesh& mesh,
                                           const std::vector<tet_facet>& facets) {
    std::vector<std::uint8_t> out(mesh.nodes.size(), 0);
    for (const tet_facet& facet : facets) {
        if (facet.tets[0] == facet.tets[1]) {
            for (const std::uint32_t node : facet.nodes) {
                out[node] = 1;
            }
        }
    }
    return out;
}

std::vector<std::uint32_t> find_tet_parts(const tet_mesh& mesh,
                                          const std::vector<tet_facet>& facets) {
    std::vector<std::uint32_t> above(mesh.tets.size());
    std::iota(above.begin(), above.end(), 0U);
    const auto root = [&](std::uint32_t t) {
        while (above[t] != t) {
            above[t] = above[above[t]];
            t = above[t];
        }
        return t;
    };
    for (const tet_facet& facet : facets) {
        const std::uint32_t a = root(facet.tets[0]), b = root(facet.tets[1]);
        above[std::max(a, b)] = std::min(a, b);
    }
    std::vector<std::uint32_t> out(mesh.tets.size());
    std::uint32_t parts = 0;
    for (std::uint32_t t = 0; t < mesh.tets.size(); ++t) {
        const std::uint32_t first = root(t);
        out[t] = first == t ? parts++ : out[first];
    }
    return out;
}

} // namespace jounce::tissue
