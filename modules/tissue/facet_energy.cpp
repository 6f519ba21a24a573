#include <jounce/modules/tissue/facet_energy.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

namespace jounce::tissue {

Eigen::SparseMatrix<double> facet_energy(const tet_mesh& mesh,
                                         const std::vector<tet_facet>& facets) {
    std::vector<tet_shape> shapes;
    shapes.reserve(mesh.tets.size());
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        shapes.push_back(shape_of(mesh, t));
    }
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(25 * facets.size());
    std::vector<std::pair<std::uint32_t, double>> row;
    for (const tet_facet& facet : facets) {
        if (facet.tets[0] == facet.tets[1]) {
            continue;
        }
        const vec3<double>& a = mesh.nodes[facet.nodes[0]];
        const vec3<double> normal =
            0.5 * cross(mesh.nodes[facet.nodes[1]] - a, mesh.nodes[facet.nodes[2]] - a);
        row.clear();
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            const std::uint32_t tet = facet.tets[side];
            for (std::size_t i = 0; i < 4; ++i) {
                const double share = (side == 0 ? 1 : -1) * dot(normal, shapes[tet].gradients[i]);
                std::size_t at = 0;
                while (at < row.size() && row[at].first != mesh.tets[tet][i]) {
                    ++at;
                }
                if (at == row.size()) {
                    row.emplace_back(mesh.tets[tet][i], 0.0);
                }
                row[at].second += share;
            }
        }
        const double scale =
            4 / (std::abs(shapes[facet.tets[0]].volume) + std::abs(shapes[facet.tets[1]].volume));
        for (const auto& [i, left] : row) {
            for (const auto& [j, right] : row) {
                entries.emplace_back(static_cast<int>(i), static_cast<int>(j),
                                     left * right * scale);
            }
        }
    }
    const int count = static_cast<int>(mesh.nodes.size());
    Eigen::SparseMatrix<double> out(count, count);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

} // namespace jounce::tissue
