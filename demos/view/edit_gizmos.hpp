#pragma once

#include "choices.hpp"
#include "frames.hpp"
#include "stage.hpp"

#include "common/line_drawer.hpp"

#include <cstdint>

namespace viewer {

/// Bones, springs, colliders and helpers of the edited character, as `choices` wants them.
void draw_gizmos(demo::line_drawer& to, const choices& how, stage& on);

/// A disc that faces the eye.
void draw_disc(demo::line_drawer& to, const place& at, double radius, const view_axes& eye,
               std::uint32_t colour);

} // namespace viewer
