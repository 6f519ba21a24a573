#pragma once

#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>

#include <filesystem>
#include <vector>

namespace jounce::replay {

// Each reads a folder that it does not trust: sizes are bounded, shapes checked, numbers finite.
// Errors name the file, the place in it (JSON pointer, or array and index), the cause and a remedy.

/// `case.json` and the arrays beside it.
result<golden_case> read_case(const std::filesystem::path& folder);

/// `run.json`, the arrays beside it, and what it names in the folder above: input, mesh, weights.
result<golden_case> read_run(const std::filesystem::path& folder);

struct unit_cases {
    golden_segments segments;
    std::vector<golden_case> trajectories; ///< of a single spring bone
};

/// `unit.json` and the arrays beside it.
result<unit_cases> read_units(const std::filesystem::path& folder);

} // namespace jounce::replay
