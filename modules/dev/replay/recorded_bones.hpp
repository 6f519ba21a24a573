#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/dev/replay/replay.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::replay {

/// The largest number of an array, without its sign.
double largest(const golden_array& of);

/// A bone as the animation of a two-way record has it, from the rest pose to the world: bones hang on each other at
/// their joints.
affine<double> animated_bone(const golden_reactive& recorded, std::size_t step, std::size_t bone);

/// What came of a step of a two-way run.
struct reactive_result {
    std::vector<vec3<double>> centres;
    std::vector<mat3<double>> turns;
    vec3<double> momentum, angular, reaction;
};

/// Compares the bones of a two-way run with its record.
class recorded_bones {
public:
    explicit recorded_bones(const golden_tissue& recorded);

    void note(const reactive_result& found, std::int64_t step);
    /// Places and turns within the share of metres and radians, momentum and reaction within that of the largest.
    bool is_within(double share) const;

    std::vector<array_error> errors; ///< bone_position, bone_rotation, momentum, reaction

private:
    const golden_reactive* recorded_;
    std::vector<double> sizes_; ///< of what the errors are shares of
};

} // namespace jounce::replay
