#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jounce::binding {

/// Joints that vertices are bound to. All arrays have one entry per joint unless said otherwise.
struct skeleton {
    std::vector<std::int32_t> nodes; ///< of the file
    std::vector<std::string> names;
    std::vector<std::int32_t> parents; ///< the nearest joint above, or -1
    std::vector<vec3<double>> heads;
    std::vector<std::optional<vec3<double>>> tails; ///< where given; else the children tell

    std::size_t size() const { return nodes.size(); }
};

} // namespace jounce::binding
