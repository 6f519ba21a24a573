#include <jounce/systems/stable/stable_frame.hpp>

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/stable/displace.hpp>
#include <jounce/systems/stable/place_kind_colliders.hpp>
#include <jounce/systems/stable/run_strands.hpp>
#include <jounce/systems/stable/tick.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace jounce {
namespace {

template <class Real> bool has_wind(const basic_frame_environment<Real>& all) {
    const lane_vec3<Real>& wind = all.lanes.front().wind;
    bool blows = false;
    for (int lane = 0; lane < lane_count; ++lane) {
        blows = blows || wind.x.v[lane] != 0 || wind.y.v[lane] != 0 || wind.z.v[lane] != 0;
    }
    return blows;
}

/// Lets the chains of each character push each other apart.
template <class Real>
void part_chains(const stable_view<Real>& block, const tick_options<Real>& options) noexcept {
    const std::size_t count = block.set.springs.size();
    for (std::size_t s = 0; s < count; ++s) {
        block.scratch.parted[s] = block.state.springs[s].position;
        block.scratch.parted_velocity[s] = block.state.springs[s].velocity;
    }
    separate<Real>({block.set.radii, block.set.chains}, {block.scratch.parted.data(), count},
                   {block.scratch.parted_velocity.data(), count}, options.active_lanes,
                   *options.grid);
    displace(block);
}

/// How the block computes its chains side by side, or null: one after the other.
template <class Real> const strand_plan<Real>* plan_of(const tick_options<Real>& options) {
    if (options.strands == nullptr || options.room == nullptr || options.force != nullptr ||
        options.after != nullptr || options.active_lanes == 0) {
        return nullptr;
    }
    return options.strands->for_characters(std::popcount(options.active_lanes));
}

/// The block with another set of springs to visit.
template <class Real>
stable_view<Real> with_set(const stable_view<Real>& block, const basic_stable_set<Real>& set) {
    return {block.rig,         set,           block.local,     block.rigid, block.history,
            block.environment, block.carried, block.colliders, block.state, block.scratch,
            block.shown};
}

} // namespace

template <class Real>
Real run_ticks(const stable_view<Real>& block, const frame_clock& clock,
               const tick_options<Real>& options) noexcept {
    block.colliders.contacts = {};
    place_kind_colliders(block);
    const tick_range range = ticks_of(static_cast<double>(block.set.tick_seconds), options.level,
                                      clock, options.max_ticks);
    tick_place<Real> at;
    at.level = options.level;
    at.skipped = range.skipped;
    at.seconds = static_cast<Real>(clock.dt);
    at.has_force = options.force != nullptr;
    at.has_wind = has_wind(block.environment);
    const std::size_t ticks =
        static_cast<std::size_t>(std::max<std::int64_t>(range.last - range.first + 1, 1));
    // Scratch may be longer than this kind needs.
    const std::span<lane_vec3<Real>> force(block.scratch.force.data(), block.set.springs.size());
    std::span<const std::byte> ahead = options.ahead;
    const auto each_tick = [&](auto&& compute) {
        tick_place<Real> now = at;
        for (std::int64_t t = range.first; t <= range.last; ++t) {
            const std::size_t i = static_cast<std::size_t>(t - range.first);
            const std::size_t begin = ahead.size() * i / ticks;
            now.ahead = ahead.subspan(begin, ahead.size() * (i + 1) / ticks - begin);
            now.share = static_cast<Real>(range.share(t, clock));
            compute(now, t);
            now.share_before = now.share;
            now.first = false;
            now.skipped = false;
        }
        ahead = {}; // once is enough
        return now;
    };
    const strand_plan<Real>* plan = plan_of(options);
    const stable_view<Real> rest = with_set(block, plan != nullptr ? plan->rest : block.set);
    const bool had_ticks = range.first <= range.last;
    if (plan != nullptr) {
        for (const basic_strand_set<Real>& strands : plan->strands) {
            const strand_lanes who =
                lanes_of_strands(strands.chains, options.active_lanes, plan->characters);
            const strand_view<Real> lanes = gather_strands(block, strands, who, *options.room);
            const tick_place<Real> end = each_tick(
                [&](const tick_place<Real>& now, std::int64_t) { tick_strands(lanes, now); });
            scatter_strands(strands, *options.room, who, block);
            if (!plan->takes_all()) {
                continue;
            }
            finish_strands(lanes, at.seconds);
            scatter_rates(strands, *options.room, who, block);
            if (&strands == &plan->strands.back()) {
                scatter_frame(*options.room, who, block);
                finish_frame(rest, end.share_before, had_ticks, at.seconds); // of the anchors
                return static_cast<Real>(range.shown);
            }
        }
    }
    at = each_tick([&](const tick_place<Real>& now, std::int64_t t) {
        if (now.has_force) {
            std::fill(force.begin(), force.end(), lane_vec3<Real>{});
            options.force(options.user, block.state, force);
        }
        tick(rest, now);
        if (block.set.chains_collide && options.grid != nullptr) {
            part_chains(block, options);
        }
        if (options.after != nullptr) {
            options.after(options.user, t);
        }
    });
    finish_frame(block, at.share_before, had_ticks, at.seconds);
    return static_cast<Real>(range.shown);
}

template float run_ticks(const stable_view<float>&, const frame_clock&,
                         const tick_options<float>&) noexcept;
template double run_ticks(const stable_view<double>&, const frame_clock&,
                          const tick_options<double>&) noexcept;

} // namespace jounce
