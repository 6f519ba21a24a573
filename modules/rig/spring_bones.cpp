#include <jounce/modules/rig/spring_bones.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>

namespace jounce {

std::vector<std::int32_t> spring_bones(const character_kind& kind) {
    std::vector<std::int32_t> out;
    for (const basic_spring<float>& spring : kind.springs.springs) {
        out.push_back(spring.bone);
    }
    for (const stable_spring<float>& spring : kind.springs.stable.springs) {
        out.push_back(spring.bone);
    }
    for (const vrm_spring<float>& spring : kind.springs.vrm.springs) {
        out.push_back(spring.bone);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

double extent_of(const rig& bones) {
    vec3<double> least = cast<double>(bones.rest_head.front());
    vec3<double> most = least;
    for (const auto* ends : {&bones.rest_head, &bones.rest_tail}) {
        for (const vec3<float>& end : *ends) {
            const vec3<double> p = cast<double>(end);
            least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z)};
            most = {std::max(most.x, p.x), std::max(most.y, p.y), std::max(most.z, p.z)};
        }
    }
    return length(most - least);
}

} // namespace jounce
