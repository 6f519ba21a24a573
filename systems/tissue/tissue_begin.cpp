#include <jounce/systems/tissue/tissue_frame_kernels.hpp>

#include <jounce/systems/simd/rotation_math.hpp>
#include <jounce/systems/tissue/tissue_contacts.hpp>
#include <jounce/systems/tissue/tissue_curve.hpp>
#include <jounce/systems/tissue/tissue_space.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

template <class Real> JOUNCE_INLINE bool moves(const environment_lanes<Real>& now) {
    const num<Real> zero = splat(Real(0));
    const rotation<Real> turn = load(now.turn);
    const vec<Real> shift = load(now.shift);
    const num<Real> most = turn.x.abs()
                               .max(turn.y.abs())
                               .max(turn.z.abs())
                               .max(shift.x.abs()
                                        .max(shift.y.abs())
                                        .max(shift.z.abs())
                                        .max((load(now.growth) - splat(Real(1))).abs()));
    return any(~less_equal<Real>(most, zero));
}

/// A joint, from the rest pose to the model.
template <class Real>
JOUNCE_INLINE affine_lanes<Real> joint_at(const tissue_joint<Real>& joint,
                                          const basic_bone_transforms<Real>& bones) {
    const std::size_t bone = static_cast<std::size_t>(joint.bone);
    const lane_transform<Real>& at = bones.bones.data()[bone];
    const matrix<Real> linear = bones.linear.empty() ? load(at.scale) * to_matrix(load(at.rotation))
                                                     : load(bones.linear.data()[bone]);
    return {linear * splat(joint.inverse_bind.linear),
            linear * splat(joint.inverse_bind.translation) + load(at.translation)};
}

template <class Real> JOUNCE_INLINE mask<Real> is_usable(const affine_lanes<Real>& a) {
    const auto sum = [](const vec<Real>& v) {
        return num<Real>(v.x.abs() + v.y.abs() + v.z.abs());
    };
    return less<Real>(sum(a.linear.column[0]) + sum(a.linear.column[1]) + sum(a.linear.column[2]) +
                          sum(a.shift),
                      splat(Real(1e12)));
}

/// What reactive bones do in the model space before, in the present one.
template <class Real>
void carry_bones(const tissue_view<Real>& block, const space_change<Real>& change,
                 const rotation<Real>& turn) {
    for (reactive_bone_past<Real>& bone : block.state.bones) {
        store(bone.now.turn, turn * load(bone.now.turn) * conjugate(turn));
        store(bone.now.shift, change.linear * load(bone.now.shift));
        store(bone.before.turn, turn * load(bone.before.turn) * conjugate(turn));
        store(bone.before.shift, change.linear * load(bone.before.shift));
    }
    for (lane_vec3<Real>& velocity : block.state.velocities) {
        store(velocity, change.linear * load(velocity));
    }
}

/// Between the corrections of two ticks, and only a share of that.
template <class Real>
JOUNCE_INLINE void show(reactive_bone_past<Real>& bone, const num<Real>& shown,
                        const num<Real>& weight) {
    const vec<Real> shift = mix(load(bone.before.shift), load(bone.now.shift), shown);
    const rotation<Real> turn = mix(load(bone.before.turn), load(bone.now.turn), shown);
    store(bone.shown.shift, weight * shift);
    store(bone.shown.turn, mix(no_turn<Real>(), turn, weight));
}

/// Lanes whose last ticks are not where joints come from: these are taken from the curve of the frames instead, and
/// what hangs on the joints is carried along.
template <class Real>
void restart(const tissue_view<Real>& block, const tissue_place<Real>& at,
             const lane<Real>& which) {
    const mask<Real> chosen = less<Real>(splat(Real(0)), load(which));
    const basic_tissue_set<Real>& set = block.set;
    tissue_joint_past<Real>* past = block.state.joints.data();
    lane_mat3<Real>* turns = block.scratch.turns.data();
    turn_blends<Real>(set, turns, [&](std::size_t j) { return load(past[j].tick.linear); });
    for (std::size_t h = 0; h < static_cast<std::size_t>(set.handle_count); ++h) {
        // Into the axes of the rest pose, and out of them below.
        tissue_handle<Real>& handle = block.state.handles.data()[h];
        const vec<Real> velocity = load(handle.velocity);
        const matrix<Real> turn = load(turns[set.blend_of[h]]);
        store(handle.velocity, where<Real>(chosen, back(turn, velocity), velocity));
    }
    for (std::size_t j = 0; j < set.joints.size(); ++j) {
        const affine_lanes<Real> now = load(block.scratch.joints.data()[j]);
        const affine_lanes<Real> frame = load(past[j].frame);
        const affine_lanes<Real> before = load(past[j].frame_before);
        store(past[j].tick, where<Real>(chosen, curve<Real>(now, frame, before, at.last_share),
                                        load(past[j].tick)));
        store(past[j].tick_before,
              where<Real>(chosen, curve<Real>(now, frame, before, at.last_share - at.step),
                          load(past[j].tick_before)));
    }
    turn_blends<Real>(set, turns, [&](std::size_t j) { return load(past[j].tick.linear); });
    for (std::size_t h = 0; h < static_cast<std::size_t>(set.handle_count); ++h) {
        tissue_handle<Real>& handle = block.state.handles.data()[h];
        const matrix<Real> turn = load(turns[set.blend_of[h]]);
        const vec<Real> velocity = load(handle.velocity);
        store(handle.velocity, where<Real>(chosen, turn * velocity, velocity));
        store(handle.turned, where<Real>(chosen, turn * load(handle.now), load(handle.turned)));
    }
}

} // namespace

template <class Real>
void tissue_begin(const tissue_view<Real>& block, const basic_bone_transforms<Real>& bones,
                  const environment_lanes<Real>& now, const tissue_place<Real>& at) noexcept {
    tissue_lanes<Real>& lanes = block.state.lanes.front();
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    const num<Real> known = load(lanes.known);
    const bool is_moved = moves(now);
    const space_change<Real> change = change_of(now);
    const mask<Real> starts =
        less<Real>(zero, load(now.jump)) | less<Real>(known, splat(Real(0.5)));
    const mask<Real> has_no_speed = ~starts & less<Real>(known, splat(Real(1.5)));
    const mask<Real> same_tick = less_equal<Real>((load(lanes.tick) - at.seconds).abs(), zero);
    // Frames before are written back only where they change: there are more of them than a cache holds.
    const bool is_written = is_moved || any(starts | has_no_speed);
    mask<Real> usable = less_equal<Real>(zero, zero);
    for (std::size_t j = 0; j < block.set.joints.size(); ++j) {
        tissue_joint_past<Real>& past = block.state.joints.data()[j];
        affine_lanes<Real> frame = load(past.frame);
        affine_lanes<Real> before = load(past.frame_before);
        if (is_moved) {
            frame = change(frame);
            before = change(before);
            store(past.tick, change(load(past.tick)));
            store(past.tick_before, change(load(past.tick_before)));
        }
        affine_lanes<Real> end = joint_at(block.set.joints[j], bones);
        const mask<Real> good = is_usable(end);
        usable = usable & good;
        end = where<Real>(good, end, frame);
        store(block.scratch.joints.data()[j], end);
        if (!is_written) {
            continue;
        }
        frame = where<Real>(starts, end, frame);
        // Of a character that was just placed the speed is that of this frame.
        before = where<Real>(starts, end, before);
        before = where<Real>(has_no_speed,
                             by_column<Real>([](const vec<Real>& a, const vec<Real>& b)
                                                 JOUNCE_INLINED { return Real(2) * a - b; },
                                             frame, end),
                             before);
        store(past.frame, frame);
        store(past.frame_before, before);
    }
    if (is_moved) {
        for (std::size_t h = 0; h < static_cast<std::size_t>(block.set.handle_count); ++h) {
            tissue_handle<Real>& handle = block.state.handles.data()[h];
            store(handle.turned, change.linear * load(handle.turned));
            store(handle.velocity, change.linear * load(handle.velocity));
        }
        carry_bones(block, change, load(now.turn));
    }
    for (reactive_lanes<Real>& reactive : block.state.reactive) {
        store<Real>(reactive.runs, only_where<Real>(~starts, load(reactive.runs)));
    }
    mask<Real> restarts = starts | has_no_speed | ~same_tick;
    if (at.skipped) {
        restarts = less_equal<Real>(zero, zero);
    }
    if (any(restarts)) {
        lane<Real> which;
        store(which, only_where<Real>(restarts, one));
        restart<Real>(block, at, which);
    }
    store<Real>(lanes.known, only_where<Real>(usable, where<Real>(starts, one, splat(Real(2)))));
    store<Real>(lanes.tick, splat(at.seconds));
    if (!block.set.probes.empty()) {
        find_reach(block, bones, now);
    }
}

template <class Real>
void tissue_end(const tissue_view<Real>& block, const lane<Real>& weight, Real shown,
                basic_displacements<Real>& out) noexcept {
    const num<Real> share = load(weight);
    for (std::size_t h = 0; h < static_cast<std::size_t>(block.set.handle_count); ++h) {
        const tissue_handle<Real>& handle = block.state.handles.data()[h];
        const vec<Real> before = load(handle.before);
        store(out.handles.data()[h], share * (before + shown * (load(handle.now) - before)));
    }
    for (reactive_bone_past<Real>& bone : block.state.bones) {
        show<Real>(bone, splat(shown), share);
    }
    for (std::size_t j = 0; j < block.set.joints.size(); ++j) {
        tissue_joint_past<Real>& past = block.state.joints.data()[j];
        past.frame_before = past.frame;
        past.frame = block.scratch.joints.data()[j];
    }
    // Without probes nothing says where colliders are, and nothing asks.
    for (std::size_t c = 0; !block.set.probes.empty() && c < block.set.colliders.size(); ++c) {
        block.state.colliders.data()[c] = block.scratch.obstacles.data()[c].end;
    }
}

JOUNCE_DEFINED(tissue_begin)
JOUNCE_DEFINED(tissue_end)

} // namespace jounce::JOUNCE_LEVEL
