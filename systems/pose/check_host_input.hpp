#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/components/host/host_input.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/world_forces.hpp>

#include <span>

namespace jounce {

/// @{ Whether input of the host can be used: all of it is finite and in range. Cheap, for every
/// frame.
bool is_usable(const placement& at) noexcept;
bool is_usable(const centre_space& centre) noexcept;
bool is_usable(const spring_control& control) noexcept;
bool is_usable(const clip_layer& layer) noexcept;
bool is_usable(std::span<const float> weights) noexcept;
bool is_usable(const collider& body) noexcept;
bool has_usable_gravity(const world_forces& forces) noexcept;
bool has_usable_wind(const world_forces& forces) noexcept;
/// @}

/// @{
/// Notes which fields cannot be used. For the rare frames in which `is_usable` is false.
void note_faults(const placement& at, std::uint32_t lane_bit, host_faults& to) noexcept;
void note_faults(const spring_control& control, std::uint32_t lane_bit, host_faults& to) noexcept;
void note_faults(const clip_layer& layer, std::uint32_t lane_bit, host_faults& to) noexcept;
/// @}

/// @{ The same input with every bad number replaced as if the host had not written it.
spring_control usable(const spring_control& control) noexcept;
world_forces usable(const world_forces& forces) noexcept;
/// @}

} // namespace jounce
