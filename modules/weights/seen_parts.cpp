#include <jounce/modules/weights/seen_parts.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace jounce::weights {
namespace {

/// Coarse meshes are refined until they have about so many vertices: heat needs room to flow.
constexpr std::size_t fine_enough = 20'000;
constexpr int most_refined = 4;

clean_surface refined_for_heat(const clean_surface& mesh) {
    int times = 0;
    for (std::size_t count = 4 * mesh.positions.size();
         count <= fine_enough && times < most_refined; count *= 4) {
        ++times;
    }
    return refined(mesh, times);
}

} // namespace

std::optional<seen_parts> look_for_bones(const clean_surface& mesh,
                                         std::span<const bone_segment> bones,
                                         const bind_options& options) {
    seen_parts out;
    out.fine = refined_for_heat(mesh);
    std::optional<heat_sources> sources =
        find_sources(out.fine, bones, options.needs_visibility, options.work,
                     {"looking for visible bones", 0.05, 0.5});
    if (!sources) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> sees(mesh.part_count(), 0);
    out.repaired.assign(mesh.part_count(), 0);
    for (std::size_t v = 0; v < out.fine.positions.size(); ++v) {
        const std::uint32_t part = out.fine.part_of[v];
        const bool is_heated = std::isfinite(sources->distance[v]);
        sees[part] |= is_heated ? 1 : 0;
        out.repaired[part] += !is_heated && v < mesh.positions.size() ? 1U : 0U;
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
        sources = find_sources(out.fine, bones, false, options.work,
                               {"looking for near bones", 0.5, 0.6});
        if (!sources) {
            return std::nullopt;
        }
    }
    out.sources = *std::move(sources);
    return out;
}

bind_report report_of(const surface& given, const clean_surface& mesh,
                      std::span<const part_rule> rule, std::span<const std::size_t> repaired) {
    bind_report out;
    out.parts.resize(mesh.part_count());
    out.degenerate = mesh.degenerate;
    out.duplicate = mesh.duplicate;
    out.flipped = mesh.flipped;
    out.non_manifold = mesh.sides.non_manifold;
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
        out.parts[part].rule = rule[part];
        out.parts[part].repaired = repaired[part];
        out.parts[part].is_closed = mesh.is_closed[part] != 0;
        out.isolated += mesh.is_solid[part] == 0 ? out.parts[part].vertices : 0;
    }
    std::sort(out.parts.begin(), out.parts.end(), [](const part_report& a, const part_report& b) {
        return a.first_vertex < b.first_vertex;
    });
    return out;
}

} // namespace jounce::weights
