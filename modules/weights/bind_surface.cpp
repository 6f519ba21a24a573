#include <jounce/modules/weights/bind_surface.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/clean_up.hpp>
#include <jounce/modules/weights/heat.hpp>
#include <jounce/modules/weights/joint_curves.hpp>
#include <jounce/modules/weights/place_math.hpp>
#include <jounce/modules/weights/seen_parts.hpp>
#include <jounce/modules/weights/sources.hpp>
#include <jounce/modules/weights/triangle_tree.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::weights {
namespace {

error cancelled() { return {errors::cancelled, "binding was cancelled"}; }

result<void> check(const surface& mesh, std::span<const bone_segment> bones,
                   const bind_options& options) {
    if (bones.empty()) {
        return error{errors::no_bones, "there are no bones to bind to; give at least one segment"};
    }
    for (std::size_t b = 0; b < bones.size(); ++b) {
        if (bones[b].bone < 0 || bones[b].bone >= max_bones) {
            return error{errors::bad_index, "segment " + std::to_string(b) + " names bone " +
                                                std::to_string(bones[b].bone) + "; 0 to " +
                                                std::to_string(max_bones - 1) + " are allowed"};
        }
        if (!is_finite(bones[b].head) || !is_finite(bones[b].tail)) {
            return error{errors::no_bones, "segment " + std::to_string(b) + " of bone " +
                                               std::to_string(bones[b].bone) +
                                               " is not finite; give it a head and a tail"};
        }
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        if (mesh.triangles[i] >= mesh.positions.size()) {
            return error{errors::bad_index, "triangle " + std::to_string(i / 3) + " names vertex " +
                                                std::to_string(mesh.triangles[i]) + " of " +
                                                std::to_string(mesh.positions.size())};
        }
    }
    if (std::none_of(mesh.positions.begin(), mesh.positions.end(), is_finite)) {
        return error{errors::no_vertices, "the mesh has no vertex with a place"};
    }
    if (options.influences < 1 || options.influences > 64 || !(options.threshold >= 0) ||
        !(options.threshold <= 0.5) || !(options.heat > 0) || !(options.heat <= 1e6) ||
        !(options.curve_radius >= 0)) {
        return error{errors::out_of_range,
                     "influences must be 1 to 64, threshold 0 to 0.5, heat above 0 to 1e6, "
                     "curve_radius 0 or more"};
    }
    const std::uint64_t bytes =
        bytes_to_bind(mesh.positions.size(), mesh.triangles.size() / 3, bones.size(), options);
    if (bytes > options.max_bytes) {
        return error{errors::too_large, "binding would take about " + std::to_string(bytes >> 20U) +
                                            " MiB; allow more by max_bytes, or bind the mesh in "
                                            "parts"};
    }
    return {};
}

/// Weights of the clean surface's vertices, and the rule of each part.
struct solved_surface {
    weight_table weights;
    std::vector<part_rule> rule; ///< [part]
    std::vector<std::size_t> repaired;
    std::size_t unknowns = 0;
};

/// Parts that see no bone take the weights of the nearest place on a part that does.
void borrow(const clean_surface& mesh, solved_surface& solved) {
    std::vector<triangle> lenders;
    for (const triangle& t : mesh.triangles) {
        if (solved.rule[mesh.part_of[t[0]]] == part_rule::visible) {
            lenders.push_back(t);
        }
    }
    const triangle_tree tree(mesh.positions, std::move(lenders));
    weight_table all;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        std::vector<bone_weight> row(solved.weights.of(v).begin(), solved.weights.of(v).end());
        if (solved.rule[mesh.part_of[v]] == part_rule::borrowed) {
            row.clear();
            if (const std::optional<surface_point> near = tree.nearest(mesh.positions[v])) {
                for (std::size_t c = 0; c < 3; ++c) {
                    for (const bone_weight& one :
                         solved.weights.of(tree.triangles()[near->triangle][c])) {
                        row.push_back({one.bone, near->share[c] * one.weight});
                    }
                }
                merge_bones(row);
            }
        }
        all.add(row);
    }
    solved.weights = std::move(all);
}

std::optional<solved_surface> solve_heat(const clean_surface& mesh,
                                         std::span<const bone_segment> bones,
                                         std::int32_t bone_count, const bind_options& options) {
    std::optional<seen_parts> seen = look_for_bones(mesh, bones, options);
    if (!seen) {
        return std::nullopt;
    }
    const laplacian flow = make_laplacian(seen->fine);
    std::optional<weight_table> weights =
        diffuse_heat(seen->fine, flow, seen->sources, bone_count, mesh.positions.size(),
                     options.heat, options.work, {"diffusing heat", 0.6, 1});
    if (!weights) {
        return std::nullopt;
    }
    solved_surface out = {*std::move(weights), std::move(seen->rule), std::move(seen->repaired),
                          seen->fine.positions.size()};
    borrow(mesh, out);
    return out;
}

std::optional<solved_surface> solve(const clean_surface& mesh, std::span<const bone_segment> bones,
                                    std::int32_t bone_count, const bind_options& options) {
    if (options.method == bind_method::heat) {
        return solve_heat(mesh, bones, bone_count, options);
    }
    std::optional<weight_table> weights =
        options.method == bind_method::nearest
            ? bind_by_nearest(mesh.positions, bones, options.work)
            : bind_by_curves(mesh.positions, bones,
                             {options.method == bind_method::curves_narrow, options.curve_radius},
                             options.work);
    if (!weights) {
        return std::nullopt;
    }
    return solved_surface{
        *std::move(weights),
        std::vector<part_rule>(mesh.part_count(), options.method == bind_method::nearest
                                                      ? part_rule::nearest
                                                      : part_rule::distance),
        std::vector<std::size_t>(mesh.part_count(), 0), 0};
}

/// Rows that are empty or that rounding has spoilt take the nearest bone.
void fill_gaps(const clean_surface& mesh, std::span<const bone_segment> bones,
               solved_surface& solved) {
    weight_table all;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        std::vector<bone_weight> row(solved.weights.of(v).begin(), solved.weights.of(v).end());
        double sum = 0;
        for (const bone_weight& one : row) {
            sum += one.weight;
        }
        if (!std::isfinite(sum) || !(sum > 0)) {
            const auto nearest = std::min_element(
                bones.begin(), bones.end(), [&](const bone_segment& a, const bone_segment& b) {
                    return length(nearest_on(a, mesh.positions[v]) - mesh.positions[v]) <
                           length(nearest_on(b, mesh.positions[v]) - mesh.positions[v]);
                });
            row = {{nearest->bone, 1}};
        }
        all.add(row);
    }
    solved.weights = std::move(all);
}

} // namespace

result<bound_surface> bind_surface(const surface& mesh, std::span<const bone_segment> bones,
                                   const bind_options& options) {
    if (const result<void> good = check(mesh, bones, options); !good) {
        return good.error();
    }
    if (options.work.progress && !options.work.progress("cleaning", 0)) {
        return cancelled();
    }
    std::int32_t bone_count = 0;
    for (const bone_segment& one : bones) {
        bone_count = std::max(bone_count, one.bone + 1);
    }
    const clean_surface cleaned = clean(mesh);
    std::optional<solved_surface> solved = solve(cleaned, bones, bone_count, options);
    if (!solved) {
        return cancelled();
    }
    fill_gaps(cleaned, bones, *solved);
    bound_surface out;
    out.report = report_of(mesh, cleaned, solved->rule, solved->repaired);
    out.report.solved = solved->unknowns;
    out.report.bytes =
        bytes_to_bind(mesh.positions.size(), mesh.triangles.size() / 3, bones.size(), options);
    tidy(solved->weights, options.influences, options.threshold);
    const bone_weight first{bones.front().bone, 1};
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        out.weights.add(cleaned.vertex_of[v] == no_vertex
                            ? std::span<const bone_weight>(&first, 1)
                            : solved->weights.of(cleaned.vertex_of[v]));
    }
    return out;
}

result<bind_report> parts_of(const surface& mesh, std::span<const bone_segment> bones,
                             const bind_options& options) {
    if (const result<void> good = check(mesh, bones, options); !good) {
        return good.error();
    }
    const clean_surface cleaned = clean(mesh);
    const std::optional<seen_parts> seen = look_for_bones(cleaned, bones, options);
    if (!seen) {
        return cancelled();
    }
    return report_of(mesh, cleaned, seen->rule, seen->repaired);
}

} // namespace jounce::weights
