#pragma once

#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/dev/replay/stepper.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::replay {

/// The largest difference from one recorded array, as a length, and where it was.
struct array_error {
    std::string name;
    quantity what = quantity::rigid_bones;
    double max_error = 0;
    std::int64_t frame = 0;
    std::size_t element = 0; ///< bone, spring or vertex: the array's second index

    void note(double error, std::int64_t at_frame, std::size_t at_element);
};

/// How far apart a transform and the recorded 3x4 matrix put the bone's head and three points
/// within the bone's reach: a length, as the other errors are, and no entry of the matrix escapes
/// it.
double matrix_error(const affine<double>& ours, std::span<const double, 12> rows,
                    const vec3<double>& head, double reach);

/// Compares the frame that was just stepped with everything that was recorded of it. `errors` has
/// an entry per expectation.
template <class Real>
void compare_frame(const golden_case& recorded, double extent, const stepper<Real>& replayed,
                   std::int64_t frame, std::vector<array_error>& errors);

} // namespace jounce::replay
