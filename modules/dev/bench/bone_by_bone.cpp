#include <jounce/modules/dev/bench/bone_by_bone.hpp>

#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/clean_up.hpp>
#include <jounce/modules/weights/intrinsic.hpp>
#include <jounce/modules/weights/sources.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace jounce::bench {
namespace {

using sparse = Eigen::SparseMatrix<double>;

sparse heat_matrix(const weights::laplacian& flow, const Eigen::VectorXd& gain) {
    std::vector<Eigen::Triplet<double>> entries;
    for (const weights::laplace_edge& edge : flow.edges) {
        const auto a = static_cast<int>(edge.a);
        const auto b = static_cast<int>(edge.b);
        entries.emplace_back(a, a, edge.weight);
        entries.emplace_back(b, b, edge.weight);
        entries.emplace_back(a, b, -edge.weight);
        entries.emplace_back(b, a, -edge.weight);
    }
    for (int v = 0; v < gain.size(); ++v) {
        entries.emplace_back(v, v, gain[v]);
    }
    sparse out(gain.size(), gain.size());
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

/// Heat that each vertex takes from its bones: its area, over the square of their distance.
Eigen::VectorXd heat_gain(const weights::laplacian& flow, const weights::heat_sources& sources,
                          double strength) {
    Eigen::VectorXd out(static_cast<int>(flow.area.size()));
    for (std::size_t v = 0; v < flow.area.size(); ++v) {
        const double far = sources.distance[v];
        out[static_cast<int>(v)] = std::isfinite(far) ? strength * flow.area[v] / (far * far) : 0.0;
    }
    return out;
}

/// What one bone gives.
Eigen::VectorXd heat_of(std::int32_t bone, const weights::heat_sources& sources,
                        const Eigen::VectorXd& gain) {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(gain.size());
    for (std::size_t v = 0; v + 1 < sources.first.size(); ++v) {
        const std::size_t begin = sources.first[v];
        const std::size_t end = sources.first[v + 1];
        for (std::size_t i = begin; i < end; ++i) {
            if (sources.bones[i] == bone) {
                const auto row = static_cast<int>(v);
                out[row] = gain[row] / static_cast<double>(end - begin);
            }
        }
    }
    return out;
}

} // namespace

weights::weight_table bind_bone_by_bone(const weights::surface& mesh,
                                        std::span<const weights::bone_segment> bones,
                                        const weights::bind_options& options,
                                        std::size_t unknowns) {
    const weights::clean_surface coarse = weights::clean(mesh);
    weights::clean_surface fine = coarse;
    while (fine.positions.size() < unknowns) {
        fine = weights::refined(std::move(fine), 1);
    }
    const std::optional<weights::heat_sources> sources = weights::find_sources(
        fine, bones, options.needs_visibility, options.work, {"looking for visible bones", 0, 0.5});
    if (!sources) {
        return {};
    }
    const weights::laplacian flow = weights::make_laplacian(fine);
    const Eigen::VectorXd gain = heat_gain(flow, *sources, options.heat);
    const sparse matrix = heat_matrix(flow, gain);
    std::int32_t bone_count = 0;
    for (const weights::bone_segment& one : bones) {
        bone_count = std::max(bone_count, one.bone + 1);
    }
    std::vector<Eigen::VectorXd> solved(static_cast<std::size_t>(bone_count));
    const auto solve = [&](std::size_t begin, std::size_t end) {
        for (std::size_t bone = begin; bone < end; ++bone) {
            const Eigen::SimplicialLDLT<sparse> solver(matrix);
            solved[bone] = solver.solve(heat_of(static_cast<std::int32_t>(bone), *sources, gain));
        }
    };
    if (!work::share_work(options.work, {"bone by bone", 0.5, 1}, solved.size(), 1, solve)) {
        return {};
    }
    weights::weight_table table;
    std::vector<weights::bone_weight> row;
    for (const std::uint32_t vertex : coarse.vertex_of) {
        row.clear();
        for (std::int32_t bone = 0; bone < bone_count; ++bone) {
            const double weight = solved[static_cast<std::size_t>(bone)][static_cast<int>(vertex)];
            if (weight > 0) {
                row.push_back({bone, weight});
            }
        }
        table.add(row);
    }
    weights::tidy(table, options.influences, options.threshold);
    return table;
}

} // namespace jounce::bench
