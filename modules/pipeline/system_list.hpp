#pragma once

#include <jounce/systems/animation/constrain_system.hpp>
#include <jounce/systems/animation/sample_system.hpp>
#include <jounce/systems/pose/fk_system.hpp>
#include <jounce/systems/pose/palette_system.hpp>
#include <jounce/systems/pose/pose_system.hpp>
#include <jounce/systems/pose/prepare_system.hpp>
#include <jounce/systems/reference/integrate_system.hpp>
#include <jounce/systems/reference/project_system.hpp>
#include <jounce/systems/stable/tick_system.hpp>
#include <jounce/systems/vrm/vrm_tick_system.hpp>

#include <jounce/modules/profiling/system_stats.hpp>

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace jounce {

/// The whole pipeline, in order. Characters that play clips find work in sample, kinds with constraints
/// in constrain; kinds of the reference solver in integrate and project, those of the stable solver in
/// prepare and tick, those of the VRM solver in prepare and vrm_tick.
using all_systems =
    std::tuple<sample_system, constrain_system, fk_system, prepare_system, integrate_system,
               project_system, tick_system, vrm_tick_system, pose_system, palette_system>;
inline constexpr std::size_t system_count = std::tuple_size_v<all_systems>;
template <std::size_t Index> using system_at = std::tuple_element_t<Index, all_systems>;

/// All of them, for the blocks of a registry.
inline all_systems make_systems(entt::registry& registry) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return all_systems{system_at<I>(registry)...};
    }
    (std::make_index_sequence<system_count>{});
}

template <class Visit> void each_system(Visit&& visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (visit(std::integral_constant<std::size_t, I>{}), ...);
    }
    (std::make_index_sequence<system_count>{});
}

inline constexpr auto system_descriptions = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<system_stats::description, system_count>{
        {{system_at<I>::name, system_at<I>::element}...}};
}
(std::make_index_sequence<system_count>{});

} // namespace jounce
