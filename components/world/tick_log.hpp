#pragma once

#include <jounce/components/base/entity.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// A hash of the states of all characters in one tick. A tick is identified by its length and its
/// number since the start of time: kinds may have different rates, and every level of detail has
/// ticks of its own.
struct tick_hash {
    double seconds = 0;    ///< how long the tick lasts
    std::int64_t tick = 0; ///< it ends at `tick * seconds`
    std::uint64_t hash = 0;
    std::int32_t characters = 0; ///< that took part

    friend bool operator==(const tick_hash&, const tick_hash&) = default;
};

/// Whether ticks are hashed, to find the first one in which two runs differ. In the registry's
/// context; `enabled` is the host's.
struct tick_log {
    bool enabled = false;

    /// One character after one tick.
    struct entry {
        double seconds = 0;
        std::int64_t tick = 0;
        entt::entity who{};
        std::uint64_t hash = 0;
    };
    std::vector<entry> entries;    ///< scratch of `tick_hashes`
    std::vector<tick_hash> hashes; ///< what it returned last
};

} // namespace jounce
