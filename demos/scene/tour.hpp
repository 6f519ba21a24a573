#pragma once

#include "settings.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace demo {

/// A stop of the tour that a demo without a person at it makes.
struct tour_stop {
    std::string_view name;
    void (*prepare)(settings& to);
    float yaw = 0; ///< of the camera, beyond home
};

/// Every stop, or the one of an exhibition by name.
std::span<const tour_stop> tour_of(std::string_view stage);

} // namespace demo
