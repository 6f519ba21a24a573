#pragma once

#include "../../demos/common/device.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace gpu_test {

/// One picture of a scene in the ways that a comparison needs.
struct picture_set {
    demo::image on_black, on_white;
    demo::image objects; ///< in their `object_colour`
};

/// How an object looks in two pictures.
struct object_difference {
    std::size_t index = 0;
    std::size_t pixels = 0; ///< where both show it
    double overlap = 0;     ///< of its outlines, as though nothing had holes: intersection by union
    std::array<double, 3> ours{}, theirs{}; ///< mean colours, sRGB, 0 to 255
    /// Of the mean colours: the channel that is off most, as a share of the other's brightest channel (of 32 at least,
    /// for what is nearly black).
    double colour = 0;
};

struct picture_difference {
    double overlap = 0;                     ///< of the silhouettes: intersection by union
    std::vector<object_difference> objects; ///< those that are large enough to have a mean colour
    /// Pixels in both that show an object which the list does not have.
    std::size_t unknown = 0;

    double worst_colour() const;
    double worst_overlap() const; ///< of objects
};

/// A pixel belongs to the silhouette if at least half of the background is hidden: its colour on black and on white
/// says how much. Sizes must be the same.
picture_difference compare(const picture_set& ours, const picture_set& theirs,
                           std::size_t object_count);

/// Ours, theirs, and four times their difference, side by side.
demo::image side_by_side(const demo::image& ours, const demo::image& theirs);

} // namespace gpu_test
