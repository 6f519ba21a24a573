#pragma once

#include <jounce/modules/dev/replay/compare.hpp>
#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::replay {

enum class precision : std::uint8_t { f32, f64 };

/// What came of a replay. Errors are lengths in the case's own unit.
struct report {
    std::string name;
    std::string isa; ///< level that the kernels ran on
    precision with = precision::f32;
    std::int64_t frames = 0;
    double extent = 0;
    double deviation = 0;          ///< of the recorded springs from the animation, over the extent
    double tolerance = 0;          ///< of all but the masses
    double max_error_bones = 0;    ///< heads and tails, rigid and dynamic
    double max_error_masses = 0;   ///< fixed and free masses, velocities times dt
    double max_error_rst = 0;      ///< transforms, as what they do near their bone
    double max_error_vertices = 0; ///< 0 where the case has no mesh
    double max_error_flesh = 0;    ///< displacements of flesh; 0 where the case has none
    bool lanes_agree = true;       ///< eight characters doing the same had the same bits
    bool pass = false;
    std::vector<array_error> arrays;
};

/// How far a replay may be from the record.
/// Doubles: 1e-9, whatever the size. Floats: 2e-4 of the extent; a case whose springs leave the
/// animation by more than `blow_up` extents amplifies every rounding, and gets 5e-3. Masses are not
/// seen: anchors integrate the error of the tails, and get twice as much.
double tolerance(precision with, double extent, double deviation, quantity what);
inline constexpr double blow_up = 20;

/// Steps a case with the active instruction-set level and compares every frame.
result<report> replay_case(const golden_case& recorded, precision with);

/// Makes transforms of recorded segments and compares them.
result<report> replay_segments(const golden_segments& recorded, precision with);

} // namespace jounce::replay
