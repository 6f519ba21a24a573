#include <jounce/systems/vrm/vrm_solver.hpp>

#include <jounce/components/block/carried_motion.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/vrm_state.hpp>
#include <jounce/systems/hash_words.hpp>
#include <jounce/systems/vrm/vrm_pose_system.hpp>
#include <jounce/systems/vrm/vrm_tick_system.hpp>

#include <algorithm>
#include <array>

namespace jounce {
namespace {

constexpr std::array vrm_components = {component_of<vrm_state>(), component_of<vrm_walk>(),
                                       component_of<frame_environment>(),
                                       component_of<carried_motion>()};
constexpr std::array vrm_systems = {system_of<vrm_tick_system>()};

kind_difference compare_vrm(const spring_set& a, const spring_set& b) {
    const auto same_spring = [](const vrm_spring<float>& x, const vrm_spring<float>& y) {
        return x.bone == y.bone && x.centre == y.centre && x.centre_is_head == y.centre_is_head;
    };
    const auto same_walk = [](const vrm_bone& x, const vrm_bone& y) {
        return x.bone == y.bone && x.animated == y.animated;
    };
    const auto same_bone = [](const auto& x, const auto& y) { return x.bone == y.bone; };
    if (!std::ranges::equal(a.vrm.springs, b.vrm.springs, same_spring) ||
        !std::ranges::equal(a.vrm.walk, b.vrm.walk, same_walk)) {
        return kind_difference::springs;
    }
    return std::ranges::equal(a.vrm.colliders, b.vrm.colliders, same_bone)
               ? kind_difference::none
               : kind_difference::colliders;
}

void hash_vrm(const entt::registry& registry, const character& at, lane_reader visit) {
    visit_fresh(visit);
    read_lanes(registry.get<vrm_state>(at.block), visit);
}

} // namespace

const solver& describe_vrm_solver() {
    static constexpr solver all = {
        .id = vrm_solver,
        .components = vrm_components,
        .systems = vrm_systems,
        .pose = system_of<vrm_pose_system>(),
        .springs = [](const character_kind& kind) { return kind.springs.vrm.springs.size(); },
        .feels_world = true,
        .logs_ticks = true,
        .tick_seconds =
            [](const character_kind& kind) {
                return static_cast<double>(kind.springs.vrm.tick_seconds);
            },
        .hash = hash_vrm,
        .compare = compare_vrm,
    };
    return all;
}

} // namespace jounce
