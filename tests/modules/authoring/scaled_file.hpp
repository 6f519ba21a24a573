#pragma once

// The same model in another unit.

#include "modules/bake/swing_file.hpp"

#include <optional>

namespace jounce_test {

/// All lengths in the file times a factor: nodes, vertices, bind matrices, clips, and the shapes of VRM
/// colliders, which lie in the frames of nodes. Settings of VRM joints are metres and stay.
swing_file with_lengths_times(swing_file model, double factor);

/// The same by a node above the scene that is scaled, as modelling programs export it.
swing_file under_scaled_root(swing_file model, double factor);

/// The Fox of the assets, which is in centimetres; none where they are not at hand.
std::optional<swing_file> fox();

} // namespace jounce_test
