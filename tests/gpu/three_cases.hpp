#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gpu_test {

/// When a picture is taken.
struct three_moment {
    std::int32_t clip = -1; ///< -1: at rest
    double share = 0;       ///< of the clip's duration
};

/// A file to be drawn by two renderers.
struct three_case {
    std::string name;
    std::filesystem::path file;
    bool flat = false; ///< without light
    /// Where the camera is, as the model's middle sees it. Not straight ahead: edges along rows of pixels belong to
    /// either side by rounding.
    jounce::vec3<float> from = {0.023F, 0.017F, 1};
    std::vector<three_moment> moments = {{}};
};

/// Files that are written into a folder, with everything that a surface can have, and those of the demo.
std::vector<three_case> made_cases(const std::filesystem::path& folder);
/// Files that are in a folder; those missing are left out.
std::vector<three_case> asset_cases(const std::filesystem::path& folder);

} // namespace gpu_test
