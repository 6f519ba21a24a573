#include <jounce/modules/weights/bind_surface.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/clean_up.hpp>
#include <jounce/modules/weights/heat.hpp>
#include <jounce/modules/weights/joint_curves.hpp>
#include <jounce/modules/weights/place_math.hpp>
#include <jounce/modules/weights/sources.hpp>
#include <jounce/modules/weights/triangle_tree.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::weights {
namespace {

/// Coarse meshes are refined until they have about so many vertices: heat needs room to flow.
constexpr std::size_t fine_enough = 20'000;
constexpr int most_refined = 4;

error cancelled() { return {errors::cancelled, "binding was cancelled"}; }

result<void> check(const surface& mesh, std::span<const bone_segment> bones,
                   const bind_options& options) {
    if (bones.empty()) {
        return error{errors::no_bones, "there are no bones to bind to; give at least one segment"};
    }
    for (std::size_t b = 0; b < bones.size(); ++b) {
        if (bones[b].bone < 0) {
            return error{errors::bad_index, "segment " + std::to_string(b) + " names bone " +
                                                std::to_string(bones[b].bone)};
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
    int times = 0;
    for (std::size_t count = 4 * mesh.positions.size();
         count <= fine_enough && times < most_refined; count *= 4) {
        ++times;
    }
    const clean_surface fine = refined(mesh, times);
    std::optional<heat_sources> sources =
        find_sources(fine, bones, options.needs_visibility, options.work,
                     {"looking for visible bones", 0.05, 0.5});
    if (!sources) {
        return std::nullopt;
    }
    solved_surface out;
    out.unknowns = fine.positions.size();
    std::vector<std::uint8_t> sees(mesh.part_count(), 0);
    out.repaired.assign(mesh.part_count(), 0);
    for (std::size_t v = 0; v < fine.positions.size(); ++v) {
        const bool is_heated = std::isfinite(sources->distance[v]);
        sees[fine.part_of[v]] |= is_heated ? 1 : 0;
        out.repaired[fine.part_of[v]] += !is_heated && v < mesh.positions.size() ? 1U : 0U;
    }
    const bool any = std::find(sees.begin(), sees.end(), 1) != sees.end();
    for (std::size_t part = 0; part < mesh.part_count(); ++part) {
        const part_rule blind = any ? part_rule::borrowed : part_rule::distance;
        out.rule.push_back(mesh.is_solid[part] == 0 ? part_rule::nearest
                           : sees[part] != 0        ? part_rule::visible
                                                    : blind);
        out.repaired[part] = sees[part] != 0 ? out.repaired[part] : 0;
    }
    if (!any) {
        sources =
            find_sources(fine, bones, false, options.work, {"looking for near bones", 0.5, 0.6});
    }
    if (!sources) {
        return std::nullopt;
    }
    const laplacian flow = make_laplacian(fine);
    std::optional<weight_table> weights =
        diffuse_heat(fine, flow, *sources, bone_count, mesh.positions.size(), options.heat,
                     options.work, {"diffusing heat", 0.6, 1});
    if (!weights) {
        return std::nullopt;
    }
    out.weights = *std::move(weights);
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

bind_report report_of(const surface& given, const clean_surface& mesh,
                      const solved_surface& solved) {
    bind_report out;
    out.parts.resize(mesh.part_count());
    out.degenerate = mesh.degenerate;
    out.duplicate = mesh.duplicate;
    out.flipped = mesh.flipped;
    out.non_manifold = mesh.sides.non_manifold;
    out.solved = solved.unknowns;
    for (std::uint32_t v = 0; v < given.positions.size(); ++v) {
        if (mesh.vertex_of[v] == no_vertex) {
            ++out.not_finite;
            continue;
        }
        part_report& part = out.parts[mesh.part_of[mesh.vertex_of[v]]];
        part.first_vertex = part.vertices == 0 ? v : part.first_vertex;
        ++part.vertices;
    }
    out.welded = given.positions.size() - out.not_finite - mesh.positions.size();
    for (const triangle& t : mesh.triangles) {
        ++out.parts[mesh.part_of[t[0]]].triangles;
    }
    for (std::size_t part = 0; part < mesh.part_count(); ++part) {
        out.parts[part].rule = solved.rule[part];
        out.parts[part].repaired = solved.repaired[part];
        out.parts[part].is_closed = mesh.is_closed[part] != 0;
        out.isolated += mesh.is_solid[part] == 0 ? out.parts[part].vertices : 0;
    }
    std::sort(out.parts.begin(), out.parts.end(), [](const part_report& a, const part_report& b) {
        return a.first_vertex < b.first_vertex;
    });
    return out;
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
    out.report = report_of(mesh, cleaned, *solved);
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

} // namespace jounce::weights
