#include <jounce/modules/tissue/place_handles.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/farthest_points.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace jounce::tissue {
namespace {

/// Parts whose known nodes span less than this share of their size, squared, are flat.
constexpr double least_span = 1e-6;

std::vector<std::uint32_t> nearest_nodes(const tet_mesh& mesh,
                                         const std::vector<std::uint32_t>& candidates,
                                         std::span<const vec3<double>> places) {
    std::vector<std::uint32_t> out;
    for (const vec3<double>& at : places) {
        const auto nearer = [&](std::uint32_t a, std::uint32_t b) {
            return length(mesh.nodes[a] - at) < length(mesh.nodes[b] - at);
        };
        const std::uint32_t node = *std::min_element(candidates.begin(), candidates.end(), nearer);
        if (std::find(out.begin(), out.end(), node) == out.end()) {
            out.push_back(node);
        }
    }
    return out;
}

/// The least extent of points in any direction, squared, as a share of the largest.
double span_of(const tet_mesh& mesh, const std::vector<std::uint32_t>& nodes) {
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (const std::uint32_t n : nodes) {
        middle += Eigen::Vector3d(mesh.nodes[n].x, mesh.nodes[n].y, mesh.nodes[n].z);
    }
    middle /= static_cast<double>(nodes.size());
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (const std::uint32_t n : nodes) {
        const Eigen::Vector3d off =
            Eigen::Vector3d(mesh.nodes[n].x, mesh.nodes[n].y, mesh.nodes[n].z) - middle;
        spread += off * off.transpose();
    }
    const Eigen::Vector3d found =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(spread, Eigen::EigenvaluesOnly)
            .eigenvalues();
    return found[2] > 0 ? found[0] / found[2] : 0;
}

} // namespace

result<placed_handles> place_handles(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                     std::span<const std::uint32_t> bone_nodes,
                                     const handle_wish& wish) {
    std::vector<std::uint8_t> is_held(mesh.nodes.size(), 0), is_handle(mesh.nodes.size(), 0);
    for (const std::uint32_t node : bone_nodes) {
        is_held[node] = 1;
    }
    const std::vector<std::uint8_t> is_outer = find_outer_nodes(mesh, facets);
    std::vector<std::uint32_t> candidates;
    std::vector<double> density;
    for (std::uint32_t n = 0; n < mesh.nodes.size(); ++n) {
        if (is_outer[n] != 0 && is_held[n] == 0) {
            candidates.push_back(n);
            density.push_back(wish.density.empty() ? 1 : std::max(0.0, wish.density[n]));
        }
    }
    placed_handles out;
    if (!candidates.empty()) {
        out.handles = wish.places.empty()
                          ? farthest_points(mesh.nodes, candidates, wish.count, density)
                          : nearest_nodes(mesh, candidates, wish.places);
    }
    for (const std::uint32_t node : out.handles) {
        is_handle[node] = 1;
    }
    const std::vector<std::uint32_t> part_of = find_tet_parts(mesh, facets);
    const std::uint32_t parts =
        part_of.empty() ? 0 : *std::max_element(part_of.begin(), part_of.end()) + 1;
    std::vector<std::vector<std::uint32_t>> nodes_of(parts);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        nodes_of[part_of[t]].insert(nodes_of[part_of[t]].end(), mesh.tets[t].begin(),
                                    mesh.tets[t].end());
    }
    for (std::vector<std::uint32_t>& nodes : nodes_of) {
        std::sort(nodes.begin(), nodes.end());
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        std::vector<std::uint32_t> known;
        for (const std::uint32_t n : nodes) {
            if (is_held[n] != 0 || is_handle[n] != 0) {
                known.push_back(n);
            }
        }
        if (known.size() < 4 || !(span_of(mesh, known) > least_span)) {
            ++out.stiff_parts;
            for (const std::uint32_t n : nodes) {
                is_held[n] = 1;
                is_handle[n] = 0;
            }
        }
    }
    std::erase_if(out.handles, [&](std::uint32_t n) { return is_handle[n] == 0; });
    for (std::uint32_t n = 0; n < is_held.size(); ++n) {
        if (is_held[n] != 0) {
            out.held.push_back(n);
        }
    }
    for (std::size_t c = 0; c < candidates.size(); ++c) {
        if (density[c] > 0 && is_held[candidates[c]] == 0) {
            out.candidates.push_back(candidates[c]);
        }
    }
    if (out.handles.empty()) {
        return error{errors::no_handles,
                     "there is no room for handles: bones hold all of the flesh's outside, or the "
                     "painted density is zero; make bones thinner, cells smaller, or ask for more "
                     "handles"};
    }
    return out;
}

} // namespace jounce::tissue
