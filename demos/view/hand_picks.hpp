#pragma once

#include "choices.hpp"
#include "handles.hpp"
#include "skin_pick.hpp"
#include "stage.hpp"

#include <cstdint>
#include <optional>

namespace viewer {

/// What the eye sees through a pixel.
view_ray ray_at(const demo::camera& eye, float x, float y, std::uint32_t width,
                std::uint32_t height);

/// The place of the character under the pointer that a drag takes it by: of its skin, or of a bone of one without.
std::optional<place> body_under(skin_picker& skin, const view_ray& ray, const choices& to,
                                stage& on, std::uint32_t height);

/// A click: picks a collider by its rim, else a bone, by its line where bones are shown and by the skin that it moves
/// where they are not; or does what `choices::click` says. Beside everything it picks nothing.
void click(skin_picker& skin, const view_ray& ray, choices& to, stage& on, std::uint32_t height);

/// Selects a bone, and says so; -1: none.
void select_bone(std::int32_t bone, choices& to, stage& on);
/// Selects a collider of the settings, and says so.
void select_collider(std::size_t index, choices& to, stage& on);

} // namespace viewer
