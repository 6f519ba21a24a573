#include <jounce/modules/pipeline/block_runner.hpp>

#include <jounce/modules/pipeline/fit_scratch.hpp>
#include <jounce/modules/pipeline/look_ahead.hpp>
#include <jounce/modules/pipeline/thread_choice.hpp>
#include <jounce/modules/profiling/clock.hpp>
#include <jounce/modules/profiling/zone.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/palette.hpp>

#include <algorithm>
#include <span>
#include <type_traits>

namespace jounce {

block_runner::block_runner(entt::registry& registry, const crowd_index& index, profiler& profile,
                           host_input_watch& watch)
    : registry_(&registry), index_(index), profile_(profile), watch_(watch),
      clock_(context<frame_clock>(registry)), control_(context<time_control>(registry)),
      blocks_(registry.view<const block>()), systems_(make_systems(registry)), meters_(1) {}

void block_runner::follow_registry(entt::registry& now) {
    registry_ = &now;
    systems_ = make_systems(now);
}

void block_runner::begin_frame() {
    is_measured_ = profile_.is_measuring();
    is_traced_ = profile_.is_tracing();
}

void block_runner::fit_meters(std::size_t count) { meters_.assign(count, {}); }

void block_runner::clear_meters() { std::fill(meters_.begin(), meters_.end(), chunk_meter{}); }

void block_runner::fit_scratch(schedule order, bool may_stream) {
    if (order == schedule::by_system) {
        fit_for_each_block(index_, scratch_);
        return;
    }
    fit_for_any_block(index_, meters_.size() * blocks_per_batch, scratch_);
    // A follower reads at once what a batch shows.
    const bool streams = may_stream && follower_.visit == nullptr;
    for (frame_scratch& one : scratch_) {
        one.streams = streams;
    }
}

/// One system over the blocks from first to last. Where one system ends the next begins, so that the
/// clock is read once for both.
/// @param scratch  one for each of them
/// @return when it ended
template <std::size_t System>
std::uint64_t block_runner::run_range(chunk_meter& to, frame_scratch* scratch, std::size_t first,
                                      std::size_t last, std::uint64_t start) {
    using system_type = system_at<System>;
    JOUNCE_ZONE(system_type::name.data());
    const system_type& system = std::get<System>(systems_);
    for (std::size_t i = first; i < last; ++i) {
        const entt::entity e = index_.blocks[i];
        if constexpr (std::is_same_v<system_type, sample_system>) {
            if (const std::size_t playing = system(e, scratch[i - first]); playing > 0) {
                to.elements[System] += playing * system.elements(*blocks_.get<const block>(e).kind);
            }
        } else if constexpr (requires { system(e, scratch[0]); }) {
            system(e, scratch[i - first]);
        } else {
            system(e);
        }
    }
    if (!is_measured()) {
        return 0;
    }
    if constexpr (std::is_same_v<system_type, tick_system>) {
        for (std::size_t i = first; i < last; ++i) {
            to.counts.contacts += system.contacts(index_.blocks[i]);
        }
    }
    const std::uint64_t end = now_ns();
    to.ns[System] += end - start;
    if (is_traced()) {
        profile_.trace().add({start, end, clock_.frame, static_cast<std::uint32_t>(first),
                              static_cast<std::uint32_t>(last - first),
                              static_cast<system_id>(System)});
    }
    return end;
}

template <std::size_t System> void block_runner::run_chunk(std::size_t chunk, std::size_t chunks) {
    const std::size_t count = index_.blocks.size();
    const std::size_t first = count * chunk / chunks;
    const std::size_t last = is_disturbed() ? first : count * (chunk + 1) / chunks;
    chunk_meter& to = meters_[chunk];
    const std::uint64_t start = is_measured() ? now_ns() : 0;
    if constexpr (System == 0) {
        look_at(to, first, last);
        to.settle(clock_, control_);
    }
    run_range<System>(to, scratch_.data() + first, first, last, start);
    if constexpr (System + 1 == system_count) {
        finish(first, last, scratch_.data() + first);
    }
}

void block_runner::run_system(std::size_t system, std::size_t chunk, std::size_t chunks) {
    each_system([&](auto which) {
        if (which() == system) {
            run_chunk<which()>(chunk, chunks);
        }
    });
}

void block_runner::run_blocks(std::size_t thread, std::size_t piece, std::size_t pieces,
                              std::size_t part_end) {
    const std::size_t count = index_.blocks.size();
    const std::size_t end = piece_begin(piece + 1, pieces, count, blocks_per_batch);
    std::size_t first = piece_begin(piece, pieces, count, blocks_per_batch);
    const std::size_t likely_end = piece_begin(part_end, pieces, count, blocks_per_batch);
    chunk_meter& to = meters_[thread];
    frame_scratch* scratch = scratch_.data() + thread * blocks_per_batch;
    std::uint64_t now = is_measured() ? now_ns() : 0;
    while (first < end && !is_disturbed()) {
        const std::size_t last = std::min(first + blocks_per_batch, end);
        const std::uint32_t concerned = look_at(to, first, last);
        const std::span next = std::span(index_.blocks).subspan(last, likely_end - last);
        each_system([&](auto system) {
            if ((concerned >> system() & 1U) != 0) {
                if constexpr (std::is_same_v<system_at<system()>, tick_system>) {
                    look_ahead(*registry_, next, count, {scratch, last - first});
                }
                now = run_range<system()>(to, scratch, first, last, now);
            }
        });
        finish(first, last, scratch);
        if (follower_.visit != nullptr) {
            now = is_measured() ? now_ns() : 0; // what it took is not the next system's
        }
        first = last;
    }
    if (scratch->streams) {
        finish_streams();
    }
    to.settle(clock_, control_);
}

/// Blocks have been through all systems.
void block_runner::finish(std::size_t first, std::size_t last, frame_scratch* scratch) {
    watch_.take(first, last, scratch);
    if (follower_.visit != nullptr) {
        follower_.visit(follower_.self, first, last);
    }
}

/// Counts blocks that are about to be computed.
/// @return bit per system that has work with any of them
std::uint32_t block_runner::look_at(chunk_meter& to, std::size_t first, std::size_t last) const {
    std::uint32_t concerned = 0;
    for (std::size_t i = first; i < last; ++i) {
        concerned |= to.look_at(blocks_.get<const block>(index_.blocks[i]), clock_, control_);
    }
    constexpr std::uint32_t sample_bit = 1; // it is the first
    return std::get<sample_system>(systems_).has_players() ? concerned : concerned & ~sample_bit;
}

} // namespace jounce
