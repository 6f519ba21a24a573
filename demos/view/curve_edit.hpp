#pragma once

#include <jounce/modules/tuning/tuning_curve.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace viewer {

using curve_keys = std::vector<jounce::curve_key>;

/// @{ Changes of the keys of a curve that keep it one: positions ascend, there are 1 to `max_curve_keys`. Positions
/// and factors are rounded to hundredths.
/// @return false: it cannot be done, nothing has changed
bool move_key(curve_keys& keys, std::size_t index, double position, double factor);
/// Adds a key on the curve or off it; `added` is where.
bool add_key(curve_keys& keys, double position, double factor, std::size_t& added);
bool remove_key(curve_keys& keys, std::size_t index);
/// @}

/// How high a picture of a curve is: above its highest key, 2 at least.
double curve_height(const curve_keys& keys);

/// The key that is nearest to a place of the picture, if it is near enough.
/// @param width, height  of the picture, in pixels; reach too
std::optional<std::size_t> key_at(const curve_keys& keys, double x, double y, double width,
                                  double height, double reach);

} // namespace viewer
