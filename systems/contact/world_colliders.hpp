#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/world_collider_list.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

/// Copies the position of one character's collider at one time to another time.
void copy_lane(const lane_collider<float>& from, lane_collider<float>& to, int lane);

/// Makes room in a block for the world's colliders after those of its kind. Allocates only when the
/// list has changed.
void fit_world_colliders(const world_collider_list& world, std::size_t of_kind,
                         block_colliders& to);

/// A collider that touches nothing, in all lanes.
lane_collider<float> nowhere();

/// From the world to the model space of a character.
struct model_space {
    quat<double> back;
    double unit = 1; ///< model units in a metre
    vec3<double> origin;
};
model_space model_space_of(const placement& character) noexcept; ///< where it stands

/// Puts one collider of the world into the model space of one character.
/// @param at  of the collider's frame in the world
/// @return whether it is within reason there; else it touches nothing
bool place_in_model(const collider& body, const placement& at, const model_space& in,
                    lane_collider<float>& out, int lane) noexcept;

/// Puts the world's colliders into the model space of one character.
/// @param is_new  the character (or the list) has no frame before: nothing has moved yet
/// @return whether all are within reason there; those that are not touch nothing in this frame
bool place_world_colliders(const world_collider_list& world, std::size_t of_kind,
                           const placement& character, bool is_new, block_colliders& to,
                           int lane) noexcept;

} // namespace jounce
