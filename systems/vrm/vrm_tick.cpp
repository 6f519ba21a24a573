#include <jounce/systems/vrm/vrm_tick.hpp>

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/pose/space_motion.hpp>
#include <jounce/systems/vrm/vrm_space.hpp>
#include <jounce/systems/vrm/vrm_turn_out.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Tails farther from the origin than this, m, are mistakes of a pose; state never holds them.
template <class Real> constexpr Real farthest = Real(1e9);

/// The local pose of a walked bone when the tick ends.
template <class Real>
JOUNCE_INLINE local_frame<Real> local_at(const vrm_view<Real>& block, std::size_t place,
                                         std::size_t bone, const num<Real>& share) {
    const local_bone<Real> mixed =
        mix<Real>(block.walk.past.data()[place], block.local.bones.data()[bone], share);
    local_frame<Real> out = {mixed.turn, mixed.head, mixed.scale, {}};
    if (block.rig.is_affine) {
        out.stretch = mix<Real>(load(block.walk.past_stretch.data()[place]),
                                load(block.local.stretch.data()[bone]), share);
    }
    return out;
}

/// A bone that no spring moves, between where the frame began and where it ends.
template <class Real>
JOUNCE_INLINE bone_frame<Real> animated_at(const vrm_view<Real>& block, std::size_t place,
                                           std::size_t bone, const num<Real>& share) {
    const local_bone<Real> mixed =
        mix<Real>(block.walk.past.data()[place], block.rigid.bones.data()[bone], share);
    bone_frame<Real> out = {mixed.turn, mixed.head, mixed.scale, {}};
    if (block.rig.is_affine) {
        out.linear = load<Real>(mix<Real>(block.walk.past_linear.data()[place],
                                          block.rigid.linear.data()[bone], share));
    }
    return out;
}

template <class Real>
JOUNCE_INLINE bone_frame<Real> parent_of(const vrm_view<Real>& block, const vrm_bone& walked) {
    return walked.parent >= 0 ? frame_now<Real>(block, walked.parent) : no_frame<Real>();
}

/// A bone under its parent as it is now; the head of a spring as its last tick has turned it.
template <class Real>
JOUNCE_INLINE bone_frame<Real> posed_at(const vrm_view<Real>& block, std::size_t place,
                                        const num<Real>& share) {
    const vrm_bone& walked = block.set.walk.data()[place];
    const std::size_t bone = static_cast<std::size_t>(walked.bone);
    if (walked.animated) {
        return animated_at<Real>(block, place, bone, share);
    }
    local_frame<Real> local = local_at<Real>(block, place, bone, share);
    if (walked.spring >= 0) {
        local.turn = splat(block.rig.rest_local.data()[bone].rotation) *
                     load(block.state.springs.data()[walked.spring].turn);
    }
    return under(block.rig.is_affine, parent_of<Real>(block, walked), local);
}

/// Moves springs along rigidly, in the lanes that say so: every bone bent as it was, in the pose of
/// now, every tail as fast as it was. A pass of its own, because a tail must be where it is before any
/// bone above it takes its step.
template <class Real>
JOUNCE_APART void carry_along(const vrm_view<Real>& block, const vrm_world<Real>& world) {
    const bool is_affine = block.rig.is_affine;
    const std::size_t count = block.set.walk.size();
    for (std::size_t w = 0; w < count; ++w) {
        const vrm_bone& walked = block.set.walk.data()[w];
        if (!walked.in_ticks) {
            continue;
        }
        const bone_frame<Real> before = frame_now<Real>(block, static_cast<std::int32_t>(w));
        bone_frame<Real> frame = posed_at<Real>(block, w, world.share);
        if (walked.spring >= 0) {
            const vrm_spring<Real>& spring = block.set.springs.data()[walked.spring];
            vrm_spring_state<Real>& state = block.state.springs.data()[walked.spring];
            const tail_space<Real> space(block, world, spring, frame);
            const vec<Real> tail = load(state.tail);
            const vec<Real> tail_before = load(state.tail_before);
            const vec<Real> way = space.into_model(tail) - space.into_model(tail_before);
            const vec<Real> held = frame.head + outward(is_affine, frame, splat(spring.tail));
            store(state.tail, where<Real>(world.carried, space.from_model(held), tail));
            store(state.tail_before,
                  where<Real>(world.carried, space.from_model(held - way), tail_before));
        }
        frame.turn = where<Real>(world.carried, frame.turn, before.turn);
        frame.head = where<Real>(world.carried, frame.head, before.head);
        frame.scale = where<Real>(world.carried, frame.scale, before.scale);
        if (is_affine) {
            for (int c = 0; c < 3; ++c) {
                frame.linear.column[c] =
                    where<Real>(world.carried, frame.linear.column[c], before.linear.column[c]);
            }
        }
        store_frame<Real>(block.walk.now.data()[w],
                          is_affine ? block.walk.now_linear.data() + w : nullptr, frame);
    }
}

template <class Real> class vrm_spring_tick {
public:
    JOUNCE_INLINE vrm_spring_tick(const vrm_view<Real>& block, const vrm_world<Real>& world)
        : block_(block), world_(world), is_affine_(block.rig.is_affine) {}

    /// @param local  of the head, animated; its rotation is not used
    /// @return the head after the tick
    JOUNCE_INLINE bone_frame<Real> run(const vrm_bone& walked, const bone_frame<Real>& parent,
                                       const local_frame<Real>& local) const {
        const std::size_t bone = static_cast<std::size_t>(walked.bone);
        const std::size_t s = static_cast<std::size_t>(walked.spring);
        const vrm_spring<Real>& spring = block_.set.springs.data()[s];
        vrm_spring_state<Real>& state = block_.state.springs.data()[s];
        const transform<Real>& rest = block_.rig.rest_local.data()[bone];
        const rotation<Real> rest_turn = splat(rest.rotation);
        const vec<Real> axis = splat(spring.axis);
        const rotation<Real> turn_before = load(state.turn);

        local_frame<Real> posed = local;
        posed.turn = rest_turn;
        const bone_frame<Real> straight = under(is_affine_, parent, posed);
        bone_frame<Real> bent = straight;
        if (spring.centre_is_head) {
            posed.turn = rest_turn * turn_before;
            bent = under(is_affine_, parent, posed);
        }
        const tail_space<Real> space(block_, world_, spring, bent);
        const vec<Real> tail = space.into_model(world_.carried, load(state.tail));
        const vec<Real> before = space.into_model(world_.carried, load(state.tail_before));

        const vec<Real> rest_direction = rotate(straight.turn, axis);
        const num<Real> hit_radius =
            spring.hit_radius *
            (spring.hit_scales ? radius_growth(is_affine_, straight) : world_.unit);
        const vrm_reach<Real> reach = {spring,
                                       straight.head,
                                       length(outward(is_affine_, straight, splat(spring.tail))),
                                       rest_direction,
                                       hit_radius,
                                       straight.turn * splat(spring.limit_frame)};
        const num<Real> step = block_.set.tick_seconds * world_.unit;
        const vec<Real> pull = rotate(world_.upright, splat(spring.pull));
        vec<Real> next = tail + spring.keep * (tail - before) +
                         num<Real>(step * spring.stiffness) * rest_direction + step * pull;
        next = push_out<Real>(block_, spring, reach, world_.unit, reach(next));

        // How far the head turns is seen in its frame at rest, whatever the animation does to it.
        const bone_frame<Real> rest_frame =
            under(is_affine_, parent, rest_local(bone, rest_turn, rest));
        const vec<Real> towards = inward_direction(is_affine_, rest_frame, next - rest_frame.head);
        rotation<Real> turn = shortest_arc(axis, unit_or<Real>(towards, axis));

        const vec<Real> kept_before = where<Real>(world_.still, before, tail);
        next = where<Real>(world_.still, tail, next);
        turn = where<Real>(world_.still, turn_before, turn);
        // Whatever the pose was, state holds no mistake of it.
        const mask<Real> sane = less_equal<Real>(dot(next, next) + dot(kept_before, kept_before),
                                                 splat(farthest<Real> * farthest<Real>));
        turn = where<Real>(sane, turn, no_turn<Real>());
        posed.turn = rest_turn * turn;
        store(state.turn_before, turn_before);
        store(state.turn, turn);
        keep_tail(state.tail, sane, space.from_model(next));
        keep_tail(state.tail_before, sane, space.from_model(kept_before));
        return under(is_affine_, parent, posed);
    }

private:
    JOUNCE_INLINE void keep_tail(lane_vec3<Real>& to, const mask<Real>& sane,
                                 const vec<Real>& p) const {
        const num<Real> zero = splat(Real(0));
        store(to, where<Real>(sane, p, vec<Real>{zero, zero, zero}));
    }
    JOUNCE_INLINE local_frame<Real> rest_local(std::size_t bone, const rotation<Real>& turn,
                                               const transform<Real>& rest) const {
        local_frame<Real> out = {turn, splat(rest.translation), splat(rest.scale), {}};
        if (is_affine_) {
            out.stretch = splat(block_.rig.rest_stretch.data()[bone]);
        }
        return out;
    }

    const vrm_view<Real>& block_;
    const vrm_world<Real>& world_;
    bool is_affine_;
};

} // namespace

template <class Real>
void vrm_tick(const vrm_view<Real>& block, const tick_place<Real>& at) noexcept {
    const environment_lanes<Real>& now = block.environment.lanes.front();
    carried_lanes<Real>& carried_over = block.carried.lanes.front();
    add_motion<Real>(now, carried_over, at.share_before, at.share);
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    const num<Real> jump = jump_of<Real>(now, carried_over);
    const mask<Real> jumps = less<Real>(zero, jump);
    // A character's first tick is where its springs start: no time has passed for them yet.
    const num<Real> starts =
        where<Real>(less_equal<Real>(splat(Real(jump_of_start)), jump), one, zero);
    const num<Real> still = at.first ? load(now.still).max(starts) : load(now.still);
    const num<Real> carried = at.skipped ? one : at.first ? jump.max(still) : still;
    const vrm_world<Real> world = {load(carried_over.turn), load(carried_over.shift),
                                   load(carried_over.growth), load(now.upright), load(now.unit),
                                   // A character that jumps is at its new pose from the start.
                                   where<Real>(jumps, one, splat(at.share)),
                                   less<Real>(zero, carried), less<Real>(zero, still)};
    forget_motion(carried_over);
    if (any<Real>(world.carried)) {
        carry_along<Real>(block, world);
    }
    for (const std::int32_t late : block.set.late) {
        const std::size_t index = static_cast<std::size_t>(late);
        place_vrm_collider<Real>(block, index,
                                 frame_now<Real>(block, block.set.colliders.data()[index].place),
                                 world.unit);
    }
    const vrm_spring_tick<Real> one_spring(block, world);
    const bool is_affine = block.rig.is_affine;
    const std::size_t count = block.set.walk.size();
    for (std::size_t w = 0; w < count; ++w) {
        const vrm_bone& walked = block.set.walk.data()[w];
        if (!walked.in_ticks) {
            continue;
        }
        const bone_frame<Real> frame =
            walked.spring >= 0
                ? one_spring.run(
                      walked, parent_of<Real>(block, walked),
                      local_at<Real>(block, w, static_cast<std::size_t>(walked.bone), world.share))
                : posed_at<Real>(block, w, world.share);
        store_frame<Real>(block.walk.now.data()[w],
                          is_affine ? block.walk.now_linear.data() + w : nullptr, frame);
        const std::size_t first = static_cast<std::size_t>(walked.first_collider);
        const std::size_t end = first + static_cast<std::size_t>(walked.collider_count);
        for (std::size_t c = first; c < end; ++c) {
            place_vrm_collider<Real>(block, c, frame, world.unit);
        }
    }
}

template <class Real>
void finish_vrm_frame(const vrm_view<Real>& block, Real share_done, bool had_ticks) noexcept {
    const environment_lanes<Real>& now = block.environment.lanes.front();
    carried_lanes<Real>& carried_over = block.carried.lanes.front();
    add_motion<Real>(now, carried_over, share_done, Real(1));
    store<Real>(carried_over.jump, had_ticks ? splat(Real(0)) : jump_of<Real>(now, carried_over));
    const std::size_t count = block.set.walk.size();
    for (std::size_t w = 0; w < count; ++w) {
        const vrm_bone& walked = block.set.walk.data()[w];
        const std::size_t bone = static_cast<std::size_t>(walked.bone);
        block.walk.past.data()[w] =
            walked.animated ? block.rigid.bones.data()[bone] : block.local.bones.data()[bone];
        if (block.rig.is_affine) {
            block.walk.past_stretch.data()[w] = block.local.stretch.data()[bone];
            block.walk.past_linear.data()[w] = block.rigid.linear.data()[bone];
        }
    }
}

JOUNCE_DEFINED(vrm_tick)
JOUNCE_DEFINED(finish_vrm_frame)

} // namespace jounce::JOUNCE_LEVEL
