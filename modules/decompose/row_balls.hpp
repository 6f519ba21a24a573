#pragma once

#include <jounce/modules/decompose/sequence_table.hpp>

#include <cstdint>
#include <vector>

namespace jounce::decompose {

/// Rows of a table in balls, so that those near a place are found without a look at all of them. Nothing is lost by it:
/// a row whose distance from its ball's centre differs too much from the place's is too far away (triangle inequality).
class row_balls {
public:
    row_balls(std::size_t frames, float radius) : radius_(radius), centres_(0, frames) {}

    /// Puts a row into the nearest ball, or makes it the centre of a new one.
    void add(const sequence_table& rows, std::size_t row);
    /// The rows that may be within `limit` of a row of `from`, ascending. None that is within it is missing.
    void find(const sequence_table& from, std::size_t row, float limit,
              std::vector<std::uint32_t>& out) const;

private:
    struct member {
        std::uint32_t row = 0;
        float distance = 0; ///< from the centre
    };
    struct ball {
        std::vector<member> members;
        float farthest = 0;
    };

    float radius_;
    sequence_table centres_;
    std::vector<ball> balls_;
};

} // namespace jounce::decompose
