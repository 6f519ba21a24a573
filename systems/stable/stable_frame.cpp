#include <jounce/systems/stable/stable_frame.hpp>

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/stable/displace.hpp>
#include <jounce/systems/stable/place_kind_colliders.hpp>
#include <jounce/systems/stable/tick.hpp>

#include <algorithm>
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
    for (std::int64_t t = range.first; t <= range.last; ++t) {
        const std::size_t i = static_cast<std::size_t>(t - range.first);
        const std::size_t begin = options.ahead.size() * i / ticks;
        at.ahead = options.ahead.subspan(begin, options.ahead.size() * (i + 1) / ticks - begin);
        at.share = static_cast<Real>(range.share(t, clock));
        if (at.has_force) {
            std::fill(force.begin(), force.end(), lane_vec3<Real>{});
            options.force(options.user, block.state, force);
        }
        tick(block, at);
        if (block.set.chains_collide && options.grid != nullptr) {
            part_chains(block, options);
        }
        if (options.after != nullptr) {
            options.after(options.user, t);
        }
        at.share_before = at.share;
        at.first = false;
        at.skipped = false;
    }
    finish_frame(block, at.share_before, range.first <= range.last, at.seconds);
    return static_cast<Real>(range.shown);
}

template float run_ticks(const stable_view<float>&, const frame_clock&,
                         const tick_options<float>&) noexcept;
template double run_ticks(const stable_view<double>&, const frame_clock&,
                          const tick_options<double>&) noexcept;

} // namespace jounce
