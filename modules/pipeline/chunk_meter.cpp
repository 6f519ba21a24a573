#include <jounce/modules/pipeline/chunk_meter.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/systems/pose/tick_range.hpp>

#include <bit>
#include <cstddef>

namespace jounce {
namespace {

/// Bit per system that has work with a kind.
std::uint32_t systems_for(const character_kind& kind) {
    std::uint32_t out = 0;
    each_system([&](auto which) {
        using system = std::tuple_element_t<which(), all_systems>;
        bool has_work = true;
        if constexpr (requires { system::concerns(kind); }) {
            has_work = system::concerns(kind);
        }
        out |= has_work ? 1U << which() : 0U;
    });
    return out;
}

std::uint64_t ticks_in_frame(const character_kind& kind, std::int32_t level,
                             const frame_clock& clock, const time_control& control) {
    double seconds = 0;
    if (kind.springs.solver == solver_kind::stable && level < frozen_level) {
        seconds = static_cast<double>(kind.springs.stable.tick_seconds);
    } else if (kind.springs.solver == solver_kind::vrm) {
        seconds = static_cast<double>(kind.springs.vrm.tick_seconds);
    } else {
        return 0;
    }
    const tick_range range = ticks_of(seconds, level, clock, control.max_ticks);
    return static_cast<std::uint64_t>(range.last - range.first + 1);
}

} // namespace

std::uint32_t chunk_meter::look_at(const block& home, const frame_clock& clock,
                                   const time_control& control) {
    if (home.kind.get() != kind_ || home.level != level_) {
        settle(clock, control);
        kind_ = home.kind.get();
        level_ = home.level;
        concerned_ = systems_for(*home.kind);
    }
    characters_ += static_cast<std::uint64_t>(std::popcount(home.active));
    ++counts.blocks;
    return concerned_;
}

void chunk_meter::settle(const frame_clock& clock, const time_control& control) {
    if (kind_ == nullptr) {
        return;
    }
    each_system([&](auto which) {
        using system = std::tuple_element_t<which(), all_systems>;
        if constexpr (!std::is_same_v<system, sample_system>) { // counts who plays by itself
            elements[which()] += characters_ * system::elements(*kind_);
        }
    });
    const spring_set& springs = kind_->springs;
    counts.bones += characters_ * kind_->rig.parents.size();
    counts.springs += characters_ * (springs.springs.size() + springs.stable.springs.size() +
                                     springs.vrm.springs.size());
    counts.at_level[static_cast<std::size_t>(level_)] += characters_;
    counts.ticks += characters_ * ticks_in_frame(*kind_, level_, clock, control);
    kind_ = nullptr;
    characters_ = 0;
}

frame_counters add_up(std::span<const chunk_meter> chunks, system_stats& to) noexcept {
    chunk_meter sum;
    for (const chunk_meter& chunk : chunks) {
        for (std::size_t s = 0; s < system_count; ++s) {
            sum.ns[s] += chunk.ns[s];
            sum.elements[s] += chunk.elements[s];
        }
        sum.counts += chunk.counts;
    }
    for (std::size_t s = 0; s < system_count; ++s) {
        to.add(static_cast<system_id>(s), sum.ns[s], sum.elements[s]);
    }
    return sum.counts;
}

} // namespace jounce
