#pragma once

#include "gpu_fixture.hpp"
#include "painted_balls.hpp"

#include <jounce/modules/bgfx/skin_renderer.hpp>

namespace gpu_test {

/// Balls in the sun, a row of every kind of surface and one of glass before them.
demo::image draw_paints(jounce::render::skin_route route);

} // namespace gpu_test
