#pragma once

#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/tick_slots.hpp>
#include <jounce/components/world/tick_log.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce {

/// Fowler, Noll, Vo: the eight characters side by side.
template <class State> std::array<std::uint64_t, lane_count> hash_lanes(State& state) {
    std::array<std::uint64_t, lane_count> hashes;
    hashes.fill(0xcbf29ce484222325U);
    visit_lanes(state, [&](std::span<lane<float>> all) {
        for (const lane<float>& value : all) {
            for (std::size_t i = 0; i < hashes.size(); ++i) {
                const std::uint64_t word = std::bit_cast<std::uint32_t>(value.v[i]);
                hashes[i] = (hashes[i] ^ word) * 0x100000001b3U;
            }
        }
    });
    return hashes;
}

/// Adds the state after a tick to the log of its block, if there is room.
template <class State> void log_tick(tick_slots& slots, std::int64_t tick, State& state) {
    const std::size_t place = static_cast<std::size_t>(slots.count);
    if (place < slots.lanes.size()) {
        slots.first = place == 0 ? tick : slots.first;
        slots.lanes[place] = hash_lanes(state);
        ++slots.count;
    }
}

} // namespace jounce
