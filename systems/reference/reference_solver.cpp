#include <jounce/systems/reference/reference_solver.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/systems/reference/integrate_system.hpp>
#include <jounce/systems/reference/project_system.hpp>
#include <jounce/systems/reference/reference_pose_system.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace jounce {
namespace {

constexpr std::array reference_components = {component_of<reference_state>(),
                                             component_of<dynamic_pose>()};
constexpr std::array reference_systems = {system_of<integrate_system>(),
                                          system_of<project_system>()};

kind_difference compare_reference(const spring_set& a, const spring_set& b) {
    const auto same_spring = [](const basic_spring<float>& x, const basic_spring<float>& y) {
        return x.bone == y.bone && x.slot == y.slot && x.first_child == y.first_child &&
               x.child_count == y.child_count;
    };
    const auto same_bone = [](const auto& x, const auto& y) { return x.bone == y.bone; };
    const bool same = std::ranges::equal(a.springs, b.springs, same_spring) &&
                      std::ranges::equal(a.affected, b.affected, same_bone);
    return same ? kind_difference::none : kind_difference::springs;
}

bool push(entt::registry& registry, const character& at, std::int32_t bone,
          const vec3<float>& impulse) {
    const auto& springs = registry.get<block>(at.block).kind->springs.springs;
    const auto found =
        std::ranges::find_if(springs, [&](const auto& spring) { return spring.bone == bone; });
    if (found == springs.end()) {
        return false;
    }
    lane_vec3<float>& velocity = registry.get<reference_state>(at.block)
                                     .particles[static_cast<std::size_t>(found - springs.begin())]
                                     .velocity;
    set_lane(velocity, at.lane, get_lane(velocity, at.lane) + (1 / found->mass) * impulse);
    return true;
}

} // namespace

const solver& describe_reference_solver() {
    static constexpr solver all = {
        .id = reference_solver,
        .components = reference_components,
        .systems = reference_systems,
        .pose = system_of<reference_pose_system>(),
        .springs = [](const character_kind& kind) { return kind.springs.springs.size(); },
        .compare = compare_reference,
        .push = push,
    };
    return all;
}

} // namespace jounce
