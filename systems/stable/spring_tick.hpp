#pragma once

// One spring in one tick. For tick.cpp only.

#include <jounce/systems/simd/fetch_ahead.hpp>
#include <jounce/systems/stable/advance.hpp>
#include <jounce/systems/stable/bounds.hpp>
#include <jounce/systems/stable/contacts.hpp>
#include <jounce/systems/stable/recoil.hpp>
#include <jounce/systems/stable/tick.hpp>
#include <jounce/systems/stable/tick_world.hpp>
#include <jounce/systems/stable/walk.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace jounce::JOUNCE_LEVEL {
// Without a name, as in a source: the compiler sees all callers and inlines more.
namespace {

/// If a frame carries its bone faster than this, m/s in the world, it has jumped, not moved.
template <class Real> constexpr Real fastest_drive = Real(1e5);

/// Accelerations beyond this, in bone lengths per second squared, are mistakes.
template <class Real> constexpr Real largest_acceleration = Real(1e9);

template <class Real, class Set> class spring_tick {
public:
    JOUNCE_INLINE spring_tick(const stable_view<Real, Set>& block, const tick_place<Real>& at,
                              const tick_world<Real>& world, fetch_ahead& fetched)
        : block_(block), at_(at), world_(world), fetched_(fetched) {}

    /// @param frozen  the same bone under ancestors that have not swung since the last tick. `Below`
    /// says whether there are any; without, the bone itself.
    /// A function of its own, with its bone in memory: inlined into the walk, twice, it left no
    /// register to either.
    template <bool Below, bool Affine, bool Ordinary>
    [[gnu::noinline]] void run(std::size_t place, const walked_bone& walked,
                               const following_bone<Real>& bone,
                               const following_bone<Real>& frozen) const {
        const std::size_t s = static_cast<std::size_t>(walked.spring);
        const auto& spring = block_.set.springs.data()[s];
        const spring_form form = Ordinary ? ordinary_form : form_of(spring);
        spring_state<Real>& state = block_.state.springs.data()[s];
        const spring_frame<Real> frame = frame_of<Affine>(spring, bone);
        const vec<Real> axis = value(spring.axis);
        state.before = state.deflection;
        const split_vector<Real> y0 = split(axis, load(state.before));
        const bent_bone<Real> bent0 = bend(spring, form, y0);
        const matrix<Real> to_bone = to_matrix(conjugate(frame.turn * bent0.turn));

        // Motion that the moving frame would give the tail if its deflection did not change.
        const vec<Real> follows = bone.head + frame.size * rotate(frame.turn, bent0.tail);
        const vec<Real> from = load(state.position);
        const vec<Real> travelled = follows - carry(world_, from);
        const mask<Real> jumped = beyond(travelled);
        const vec<Real> imposed = world_.rate * travelled;
        vec<Real> rigid_drive = imposed;
        vec<Real> drive = imposed;
        if constexpr (Below) {
            const spring_frame<Real> frame0 = frame_of<Affine>(spring, frozen);
            const vec<Real> follows0 = frozen.head + frame0.size * rotate(frame0.turn, bent0.tail);
            rigid_drive = world_.rate * (follows0 - carry(world_, from));
            // Effect of its ancestors' swing, as far as the spring is not carried along with it.
            drive = rigid_drive + rest_of(spring.inherit) * (imposed - rigid_drive);
            if (walked.has_springs_below) {
                leave<Affine>(block_.scratch.frozen, place, spring, form, frozen, frame0, bent0);
            }
        } else if (walked.has_springs_below) {
            leave<Affine>(block_.scratch.frozen, place, spring, form, bone, frame, bent0);
        }
        fetched_.step();
        // Velocity relative to the frame: the tail lags by what the frame gains. `own` is the same
        // if its ancestors had kept their swing.
        const vec<Real> velocity = world_.turning * load(state.velocity);
        const vec<Real> swing_before = world_.turning * load(state.coupling);
        vec<Real> relative = velocity - drive;
        vec<Real> own_relative = velocity - swing_before - rigid_drive;
        const mask<Real> rare = jumped | world_.still;
        if (Below || walked.has_springs_below) {
            const vec<Real> gained =
                rigid_drive - (world_.turning * load(state.drive) - swing_before);
            own_relative =
                own_relative - pass_recoil<Below, Real>(block_.scratch, place, walked, spring, form,
                                                        loose_share(spring, y0), bone.head, follows,
                                                        only_where<Real>(~rare, gained));
        }
        if (any(rare)) [[unlikely]] {
            const num<Real> zero = splat(Real(0));
            const vec<Real> nothing = {zero, zero, zero};
            // A jump is no motion of the frame; its ancestors swing on nevertheless.
            const vec<Real> swing =
                shorten<Real>(drive - rigid_drive, fastest_drive<Real> * world_.unit);
            drive = where<Real>(jumped, swing, drive);
            rigid_drive = where<Real>(jumped, nothing, rigid_drive);
            const vec<Real> before = velocity - world_.turning * load(state.drive);
            relative = where<Real>(jumped, before + (swing_before - drive), relative);
            own_relative = where<Real>(jumped, before, own_relative);
            // A paused spring is carried along and gains no speed relative to its frame.
            relative = where<Real>(world_.still, before, relative);
            // Nothing lies between the places before a jump and after it.
            store(state.position, where<Real>(jumped, follows, from));
        }
        store(state.drive, drive);
        store(state.coupling, drive - rigid_drive);

        fetched_.step();
        // Into the bone's frame, in bone lengths.
        const num<Real> fastest = value(spring.max_speed) * frame.inverse_size.abs();
        const vec<Real> rate = shorten<Real>(frame.inverse_size * (to_bone * relative), fastest);
        const vec<Real> push = push_on(spring, s, to_bone, frame, from, drive);
        const auto& step = spring.steps[static_cast<std::size_t>(at_.level)];
        const split_motion<Real> still = advance_still(spring, step, y0, push);
        split_motion<Real> free = advance(spring, step, still, rate);
        if (Below && is_bounded(spring)) {
            const vec<Real> own =
                shorten<Real>(frame.inverse_size * (to_bone * own_relative), fastest);
            free = no_more_energy<Real>(spring, free, advance(spring, step, still, own));
        }
        spring_motion<Real> next = within_bounds(spring, form, free, fastest);
        next = rest_if_tiny<Real>(next, Real(1) / world_.rate);
        if constexpr (!is_side_by_side<spring_of_set>) {
            if (form.pinned) {
                next = pinned(spring, bone, frame, rigid_tail_of(s));
            }
        }
        vec<Real> deflection =
            spring.fixed_length ? next.deflection.across : joined(axis, next.deflection);
        if (world_.has_still) [[unlikely]] {
            next = {{where<Real>(world_.still, y0.along, next.deflection.along),
                     where<Real>(world_.still, y0.across, next.deflection.across)},
                    where<Real>(world_.still, rate, next.rate)};
            // To the bit: taken apart and joined it would differ by rounding, more with every tick.
            deflection = where<Real>(world_.still, load(state.before), deflection);
        }

        fetched_.step();
        bent_bone<Real> bent = bend(spring, form, next.deflection);
        vec<Real> tail = bone.head + frame.size * rotate(frame.turn, bent.tail);
        vec<Real> speed = drive + frame.size * rotate(frame.turn * bent.turn, next.rate);
        const vec<Real> came_from = load(state.position);
        if (is_near_colliders<Real>(block_.colliders, spring, bone.head, came_from, tail)) {
            meeting<Real> met;
            describe<Real>(met, bone.head, tail, frame, deflection, bent);
            store(met.from, came_from);
            store(met.velocity, speed);
            met.rate = world_.rate;
            if (resolve_contacts<Real>(block_.colliders, spring, met)) {
                count_contacts<Real>(met, block_.colliders);
                deflection = load(met.deflection);
                bent = bent_of(met);
                tail = load(met.tail);
                speed = load(met.velocity);
            }
        }
        store(state.deflection, deflection);
        store(state.velocity, within_reason(speed));
        store(state.position, within_reason(tail));
        leave<Affine>(block_.scratch.now, place, spring, form, bone, frame, bent);
    }

    /// Rigs that shear are few: for them there is no second way for ordinary springs.
    template <bool Below, bool Affine>
    JOUNCE_INLINE void run(std::size_t place, const walked_bone& walked,
                           const following_bone<Real>& bone,
                           const following_bone<Real>& frozen) const {
        if constexpr (is_side_by_side<spring_of_set>) {
            run<Below, Affine, true>(place, walked, bone, frozen);
        } else {
            const stable_spring<Real>& spring =
                block_.set.springs.data()[static_cast<std::size_t>(walked.spring)];
            // NOLINTNEXTLINE(bugprone-branch-clone): the branches are one where rigs shear
            if (!Affine && is_ordinary(spring)) {
                run<Below, Affine, !Affine>(place, walked, bone, frozen);
            } else {
                run<Below, Affine, false>(place, walked, bone, frozen);
            }
        }
    }

private:
    using spring_of_set = std::remove_cvref_t<decltype(std::declval<Set>().springs[0])>;

    /// Whether it takes part in its ancestors' swing only so far: see `no_more_energy`.
    JOUNCE_INLINE static bool is_bounded(const stable_spring<Real>& spring) {
        return spring.inherit < Real(1);
    }
    JOUNCE_INLINE static bool is_bounded(const strand_spring<Real>& spring) {
        return spring.is_bounded;
    }
    /// Share of a tail's speed relative to its bone that turns the bone in the tick: all of it,
    /// except for what a stiff spring takes back and for the difference between a turn and its
    /// deflection.
    JOUNCE_INLINE num<Real> loose_share(const spring_of_set& spring,
                                        const split_vector<Real>& y) const {
        const auto all =
            world_.rate * value(spring.steps[static_cast<std::size_t>(at_.level)].bend.yv);
        return all / (splat(Real(1)) + Real(0.0625) * dot(y.across, y.across));
    }
    /// Lanes in which the path is not motion: marked so, too fast for motion, or not a number.
    JOUNCE_INLINE mask<Real> beyond(const vec<Real>& travelled) const {
        const num<Real> longest = (fastest_drive<Real> / world_.rate) * world_.unit;
        const mask<Real> sane = less_equal<Real>(dot(travelled, travelled), longest * longest);
        return ~sane | world_.carried;
    }
    /// State is always finite, whatever the pose was.
    JOUNCE_INLINE vec<Real> within_reason(const vec<Real>& a) const {
        return shorten<Real>(a, splat(Real(1e9)));
    }
    JOUNCE_INLINE vec<Real> rigid_tail_of(std::size_t s) const {
        return mix<Real>(load(block_.history.tails.data()[s]), load(block_.rigid.tails.data()[s]),
                         world_.share);
    }
    JOUNCE_INLINE vec<Real> push_on(const spring_of_set& spring, std::size_t s,
                                    const matrix<Real>& to_bone, const spring_frame<Real>& frame,
                                    const vec<Real>& place, const vec<Real>& drive) const {
        vec<Real> push = value(spring.gravity) * world_.gravity - value(spring.drag) * drive;
        if (at_.has_wind) {
            push = push + value(spring.drag) * wind_at(block_.environment.lanes.front(), place);
        }
        if (at_.has_force) {
            const num<Real> per_newton = value(spring.inverse_mass) * world_.unit;
            push = push + per_newton * load(block_.scratch.force.data()[s]);
        }
        return shorten<Real>(frame.inverse_size * (to_bone * push),
                             splat(largest_acceleration<Real>));
    }
    /// Where the animation has the tail, as far as the bone reaches from its dynamic head.
    JOUNCE_INLINE spring_motion<Real> pinned(const stable_spring<Real>& spring,
                                             const following_bone<Real>& bone,
                                             const spring_frame<Real>& frame,
                                             const vec<Real>& rigid_tail) const {
        const vec<Real> arm =
            frame.inverse_size * rotate(conjugate(frame.turn), rigid_tail - bone.head);
        const num<Real> zero = splat(Real(0));
        const vec<Real> axis = splat(spring.axis);
        return {split(axis, within_bounds<Real>(spring, unbend(spring, arm))), {zero, zero, zero}};
    }

    const stable_view<Real, Set>& block_;
    const tick_place<Real>& at_;
    const tick_world<Real>& world_;
    fetch_ahead& fetched_;
};

} // namespace
} // namespace jounce::JOUNCE_LEVEL
