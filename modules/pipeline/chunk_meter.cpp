#include <jounce/modules/pipeline/chunk_meter.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/systems/pose/tick_range.hpp>

#include <bit>
#include <cstddef>

namespace jounce {
namespace {

std::uint64_t ticks_in_frame(const solver& of, const character_kind& kind, std::int32_t level,
                             const frame_clock& clock, const time_control& control) {
    if (of.tick_seconds == nullptr || level >= frozen_level || shows_clips_alone(kind)) {
        return 0;
    }
    const tick_range range = ticks_of(of.tick_seconds(kind), level, clock, control.max_ticks);
    return static_cast<std::uint64_t>(range.last - range.first + 1);
}

} // namespace

std::uint64_t chunk_meter::look_at(const block& home, const stage_list& stages,
                                   const frame_clock& clock, const time_control& control) {
    if (home.kind.get() != kind_ || home.level != level_) {
        settle(stages, clock, control);
        kind_ = home.kind.get();
        solver_ = home.solver;
        level_ = home.level;
        systems_ = stages.systems_for(home);
    }
    characters_ += static_cast<std::uint64_t>(std::popcount(home.active));
    ++counts.blocks;
    return systems_;
}

void chunk_meter::settle(const stage_list& stages, const frame_clock& clock,
                         const time_control& control) {
    if (kind_ == nullptr) {
        return;
    }
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const any_system& system = stages[s].system;
        if ((systems_ >> s & 1U) != 0 && system.elements != nullptr) {
            elements[s] += characters_ * system.elements(*kind_);
        }
    }
    counts.bones += characters_ * kind_->rig.parents.size();
    counts.springs += characters_ * solver_->springs(*kind_);
    counts.at_level[static_cast<std::size_t>(level_)] += characters_;
    counts.ticks += characters_ * ticks_in_frame(*solver_, *kind_, level_, clock, control);
    kind_ = nullptr;
    characters_ = 0;
}

frame_counters add_up(std::span<const chunk_meter> chunks, const stage_list& stages,
                      system_stats& to) noexcept {
    chunk_meter sum;
    for (const chunk_meter& chunk : chunks) {
        for (std::size_t s = 0; s < stages.size(); ++s) {
            sum.ns[s] += chunk.ns[s];
            sum.elements[s] += chunk.elements[s];
        }
        sum.counts += chunk.counts;
    }
    for (std::size_t s = 0; s < stages.size(); ++s) {
        to.add(static_cast<system_id>(stages[s].row), sum.ns[s], sum.elements[s]);
    }
    return sum.counts;
}

} // namespace jounce
