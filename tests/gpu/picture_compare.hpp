#pragma once

#include "../../demos/common/device.hpp"

#include <cstddef>

namespace gpu_test {

/// Share of pixels in which some channel differs by more than `tolerance` of 255; 1 if sizes differ.
double share_of_different_pixels(const demo::image& a, const demo::image& b, int tolerance);

/// What an eye would see: pictures are blurred over 3 x 3 pixels, which forgives edges drawn half a
/// pixel aside, and split into lightness and two colour differences. A pixel counts if its lightness
/// is off by more than 4 % or a colour difference by more than 5 % of their ranges. Returns the share of
/// those pixels; 1 if sizes differ.
double visible_difference(const demo::image& a, const demo::image& b);

} // namespace gpu_test
