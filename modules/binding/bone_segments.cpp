#include <jounce/modules/binding/bone_segments.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>

namespace jounce::binding {
namespace {

/// Heads that are nearer than this to each other are at one place.
double nearest_heads(const skeleton& of) {
    double size = 0;
    for (const vec3<double>& head : of.heads) {
        size = std::max(size, length(head - of.heads.front()));
    }
    return 1e-6 * size;
}

/// The end of a bone without children: as far again as from the joint before it.
vec3<double> straight_on(const skeleton& of, std::size_t joint, double near) {
    for (std::int32_t above = of.parents[joint]; above >= 0; above = of.parents[at(above)]) {
        const vec3<double> way = of.heads[joint] - of.heads[at(above)];
        if (length(way) > near) {
            return of.heads[joint] + way;
        }
    }
    return of.heads[joint];
}

} // namespace

std::vector<weights::bone_segment> segments_of(const skeleton& of,
                                               std::span<const std::uint8_t> used) {
    std::vector<std::vector<std::size_t>> children(of.size());
    for (std::size_t j = 0; j < of.size(); ++j) {
        if (of.parents[j] >= 0) {
            children[at(of.parents[j])].push_back(j);
        }
    }
    const double near = nearest_heads(of);
    std::vector<weights::bone_segment> out;
    for (std::size_t j = 0; j < of.size(); ++j) {
        if (used[j] == 0) {
            continue;
        }
        const auto bone = static_cast<std::int32_t>(j);
        if (of.tails[j]) {
            out.push_back({bone, of.heads[j], *of.tails[j]});
            continue;
        }
        bool has_stand_in = false;
        const std::size_t before = out.size();
        for (const std::size_t child : children[j]) {
            if (length(of.heads[child] - of.heads[j]) > near) {
                out.push_back({bone, of.heads[j], of.heads[child]});
            } else {
                has_stand_in = has_stand_in || used[child] != 0;
            }
        }
        if (out.size() == before && !has_stand_in) {
            out.push_back({bone, of.heads[j], straight_on(of, j, near)});
        }
    }
    return out;
}

} // namespace jounce::binding
