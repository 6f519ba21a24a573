#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jounce {

/// The work of one frame, counted while its systems ran.
struct frame_counters {
    static constexpr std::size_t levels = 4; ///< of detail: full, half, quarter rate, frozen

    std::uint64_t blocks = 0;
    std::uint64_t bones = 0;    ///< of all characters, animated or not
    std::uint64_t springs = 0;  ///< of all characters, frozen ones too
    std::uint64_t ticks = 0;    ///< summed over characters
    std::uint64_t contacts = 0; ///< springs pushed by colliders, in every tick (stable solver)
    std::array<std::uint64_t, levels> at_level{}; ///< characters

    /// Characters of all levels.
    std::uint64_t characters() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : at_level) {
            sum += count;
        }
        return sum;
    }
    /// Adds the counts of another part of the frame.
    frame_counters& operator+=(const frame_counters& other) {
        blocks += other.blocks;
        bones += other.bones;
        springs += other.springs;
        ticks += other.ticks;
        contacts += other.contacts;
        for (std::size_t level = 0; level < levels; ++level) {
            at_level[level] += other.at_level[level];
        }
        return *this;
    }
    friend bool operator==(const frame_counters&, const frame_counters&) = default;
};

} // namespace jounce
