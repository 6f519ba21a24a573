#pragma once

#include <jounce/components/base/lanes.hpp>

#include <cstring>
#include <span>

namespace jounce::replay {

/// Whether all eight characters have the same bits.
template <class Real> bool same_in_all_lanes(std::span<lane<Real>> values) {
    for (const lane<Real>& value : values) {
        for (int i = 1; i < lane_count; ++i) {
            // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): bits are compared
            if (std::memcmp(&value.v[0], &value.v[i], sizeof(Real)) != 0) {
                return false;
            }
        }
    }
    return true;
}

} // namespace jounce::replay
