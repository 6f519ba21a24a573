#include <jounce/modules/pipeline/block_runner.hpp>

#include <jounce/modules/pipeline/fit_scratch.hpp>
#include <jounce/modules/pipeline/look_ahead.hpp>
#include <jounce/modules/pipeline/thread_choice.hpp>
#include <jounce/modules/profiling/clock.hpp>
#include <jounce/modules/profiling/zone.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/palette.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace jounce {

block_runner::block_runner(entt::registry& registry, stage_list stages, const crowd_index& index,
                           profiler& profile, host_input_watch& watch)
    : registry_(&registry), index_(index), profile_(profile), watch_(watch),
      clock_(context<frame_clock>(registry)), control_(context<time_control>(registry)),
      blocks_(registry.view<const block>()), stages_(std::move(stages)), meters_(1) {}

void block_runner::follow_registry(entt::registry& now) {
    registry_ = &now;
    stages_ = stage_list(now);
    stages_.take_rows(profile_.stats());
}

void block_runner::begin_frame() {
    is_measured_ = profile_.is_measuring();
    is_traced_ = profile_.is_tracing();
    at_work_ = stages_.at_work();
}

void block_runner::begin_followers() {
    followers_->is_computing = true;
    for (const auto& [id, follower] : followers_->all) {
        if (follower.begin != nullptr) {
            follower.begin(follower.self);
        }
    }
}

void block_runner::fit_meters(std::size_t count) { meters_.assign(count, {}); }

void block_runner::clear_meters() { std::fill(meters_.begin(), meters_.end(), chunk_meter{}); }

void block_runner::fit_scratch(schedule order, bool may_stream) {
    if (order == schedule::by_system) {
        fit_for_each_block(index_, scratch_);
        return;
    }
    fit_for_any_block(index_, meters_.size() * blocks_per_batch, scratch_);
    // Followers read at once what a batch shows.
    const bool streams = may_stream && followers_->all.empty();
    for (frame_scratch& one : scratch_) {
        one.streams = streams;
    }
}

/// One system over the blocks from first to last. Where one system ends the next begins, so that the
/// clock is read once for both.
/// @param scratch  one for each of them
/// @return when it ended
std::uint64_t block_runner::run_range(std::size_t stage, chunk_meter& to, frame_scratch* scratch,
                                      std::size_t first, std::size_t last, std::uint64_t start) {
    const jounce::stage& now = stages_[stage];
    JOUNCE_NAMED_ZONE(now.system.name);
    system_counts counts;
    counts.is_measured = is_measured();
    now.system.run(now.self.get(), std::span(index_.blocks).subspan(first, last - first), scratch,
                   std::uint64_t{1} << stage, counts);
    to.elements[stage] += counts.elements;
    if (!is_measured()) {
        return 0;
    }
    to.counts.contacts += counts.contacts;
    const std::uint64_t end = now_ns();
    to.ns[stage] += end - start;
    if (is_traced()) {
        profile_.trace().add({start, end, clock_.frame, static_cast<std::uint32_t>(first),
                              static_cast<std::uint32_t>(last - first),
                              static_cast<system_id>(now.row)});
    }
    return end;
}

void block_runner::run_stage(std::size_t stage, std::size_t chunk, std::size_t chunks) {
    const std::size_t count = index_.blocks.size();
    const std::size_t first = count * chunk / chunks;
    const std::size_t last = is_disturbed() ? first : count * (chunk + 1) / chunks;
    chunk_meter& to = meters_[chunk];
    frame_scratch* scratch = scratch_.data() + first;
    const std::uint64_t start = is_measured() ? now_ns() : 0;
    if (stage == 0) {
        to.at_work = look_at(to, scratch, first, last);
        to.settle(stages_, clock_, control_);
    }
    if ((to.at_work >> stage & 1U) != 0) { // others neither cost anything nor stand in a trace
        run_range(stage, to, scratch, first, last, start);
    }
    if (stage + 1 == stages_.size()) {
        finish(first, last, scratch);
    }
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
        const std::uint64_t at_work = look_at(to, scratch, first, last);
        const std::span next = std::span(index_.blocks).subspan(last, likely_end - last);
        for (std::uint64_t left = at_work; left != 0; left &= left - 1) {
            const std::size_t stage = static_cast<std::size_t>(std::countr_zero(left));
            if (stages_[stage].system.fetches_ahead) {
                look_ahead(*registry_, next, count, {scratch, last - first});
            }
            now = run_range(stage, to, scratch, first, last, now);
        }
        finish(first, last, scratch);
        if (!followers_->all.empty()) {
            now = is_measured() ? now_ns() : 0; // its time must not count for the next system
        }
        first = last;
    }
    if (scratch->streams) {
        finish_streams();
    }
    to.settle(stages_, clock_, control_);
}

/// Blocks have been through all systems.
void block_runner::finish(std::size_t first, std::size_t last, frame_scratch* scratch) {
    watch_.take(first, last, scratch);
    for (const auto& [id, follower] : followers_->all) {
        if (follower.visit != nullptr) {
            follower.visit(follower.self, first, last);
        }
    }
}

/// Counts blocks that are about to be computed, and notes which systems visit each.
/// @return bit per system that has work with any of them
std::uint64_t block_runner::look_at(chunk_meter& to, frame_scratch* scratch, std::size_t first,
                                    std::size_t last) const {
    std::uint64_t at_work = 0;
    for (std::size_t i = first; i < last; ++i) {
        const block& home = blocks_.get<const block>(index_.blocks[i]);
        const std::uint64_t systems = to.look_at(home, stages_, clock_, control_) & at_work_;
        scratch[i - first].systems = systems;
        scratch[i - first].moment.playing = 0; // sample does not run if no one plays
        at_work |= systems;
    }
    return at_work;
}

} // namespace jounce
