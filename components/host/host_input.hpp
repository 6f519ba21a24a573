#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jounce {

/// Input of the host that jounce checks when it reads it. A field is bad if one of its numbers is
/// not finite or so large that it can only be a mistake. docs/integration.md says what is used
/// instead.
enum class host_field : std::uint8_t {
    // Of a character.
    local_pose,
    placement_position,
    placement_rotation,
    placement_scale,
    centre_space,
    control_weight,
    control_fade,
    control_follow,
    control_teleport,
    control_wind,
    clip_time,
    clip_speed,
    clip_weight,
    clip_fade,
    morph_weights,
    force_hook,
    tissue_weight,
    collider_place, ///< a good collider, beyond reach in the space of this character
    // Of the world; these have no kind.
    collider_body,
    collider_at,
    gravity,
    wind,
    time_step,
    time_scale,
};
inline constexpr std::size_t host_field_count = 24; ///< fields that are checked

/// As the host writes it: "placement.scale".
inline const char* name_of(host_field field) noexcept {
    constexpr std::array<const char*, host_field_count> names = {
        "local_pose",
        "placement.position",
        "placement.rotation",
        "placement.scale",
        "centre_space",
        "spring_control.weight",
        "spring_control.fade_seconds",
        "spring_control.follow",
        "spring_control.teleport_distance, _speed or _angle",
        "spring_control.wind",
        "clip_layer.time",
        "clip_layer.speed",
        "clip_layer.weight",
        "clip_layer.fade_to or fade_rate",
        "morph_weights",
        "force_hook",
        "tissue_control.weight",
        "world_collider in the space of the character",
        "world_collider.body",
        "world_collider.at",
        "world_forces.gravity",
        "world_forces.wind, turbulence or gust_length",
        "dt",
        "time_control.scale",
    };
    return names[static_cast<std::size_t>(field)];
}

/// In which lanes of a block a field was bad in this frame.
struct host_faults {
    std::array<std::uint8_t, host_field_count> lanes{}; ///< [field], bit per lane
    bool any = false;                                   ///< some lane of some field

    /// Adds lanes in which a field was bad, a bit each.
    void note(host_field field, std::uint32_t in_lanes) noexcept {
        lanes[static_cast<std::size_t>(field)] |= static_cast<std::uint8_t>(in_lanes);
        any = any || in_lanes != 0;
    }
};

/// Lengths beyond this, in metres or a model's own units, are mistakes.
inline constexpr float longest_length = 1e9F;

} // namespace jounce
