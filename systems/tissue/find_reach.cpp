#include <jounce/systems/tissue/tissue_contacts.hpp>

#include <jounce/systems/contact/collider_motion.hpp>
#include <jounce/systems/contact/place_collider.hpp>
#include <jounce/systems/tissue/tissue_space.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

template <class Real> JOUNCE_INLINE num<Real> size_of(const vec<Real>& p) {
    return p.x.abs() + p.y.abs() + p.z.abs();
}

template <class Real>
JOUNCE_INLINE void choose(const mask<Real>& condition, const lane_collider<Real>& from,
                          lane_collider<Real>& to) {
    store(to.a, where<Real>(condition, load(from.a), load(to.a)));
    store(to.b, where<Real>(condition, load(from.b), load(to.b)));
    store(to.half, where<Real>(condition, load(from.half), load(to.half)));
    store(to.rotation, where<Real>(condition, load(from.rotation), load(to.rotation)));
    store(to.radius, where<Real>(condition, load(from.radius), load(to.radius)));
    store(to.radius_b, where<Real>(condition, load(from.radius_b), load(to.radius_b)));
}

/// Where a collider of the character is at both ends of the frame.
template <class Real>
void place_own(const tissue_view<Real>& block, std::size_t c,
               const basic_bone_transforms<Real>& bones, const environment_lanes<Real>& now) {
    const bone_collider& from = block.set.colliders[c];
    tissue_obstacle<Real>& to = block.scratch.obstacles.data()[c];
    to.traits = {from.body.shape, from.body.inside, from.body.groups};
    to.own = static_cast<std::int32_t>(c);
    const num<Real> zero = splat(Real(0));
    const vec<Real> none = {zero, zero, zero};
    // Numbers that a shape does not use are part of the state all the same.
    store(to.end.rotation, rotation<Real>{zero, zero, zero, splat(Real(1))});
    store(to.end.half, none);
    place_on_bone<Real>(from.body, bones.bones.data()[static_cast<std::size_t>(from.bone)], to.end);
    const mask<Real> good =
        less<Real>(size_of(load(to.end.a)) + size_of(load(to.end.b)) + size_of(load(to.end.half)) +
                       load(to.end.radius) + load(to.end.radius_b),
                   splat(Real(1e12)));
    lane_collider<Real> absent{};
    store<Real>(absent.rotation.w, splat(Real(1)));
    store<Real>(absent.radius, splat(Real(no_collider)));
    store<Real>(absent.radius_b, splat(Real(no_collider)));
    choose<Real>(~good, absent, to.end);

    const space_change<Real> change = change_of(now);
    const num<Real> growth = load(now.growth);
    const rotation<Real> turn = load(now.turn);
    const lane_collider<Real>& past = block.state.colliders.data()[c];
    to.start = past;
    store(to.start.a, change(load(past.a)));
    store(to.start.b, from.body.shape == collider_shape::plane ? rotate<Real>(turn, load(past.b))
                                                               : change(load(past.b)));
    store(to.start.rotation, turn * load(past.rotation));
    store(to.start.half, growth * load(past.half));
    const mask<Real> has_past =
        less<Real>(splat(Real(1.5)), load(block.state.lanes.front().known)) &
        ~is_absent<Real>(load(past.radius)) & good;
    choose<Real>(~has_past, to.end, to.start);
}

/// A bound of how much a matrix stretches a length; exact for rotations with a scale.
template <class Real> JOUNCE_INLINE num<Real> stretch_of(const matrix<Real>& m) {
    const vec<Real>& x = m.column[0];
    const vec<Real>& y = m.column[1];
    const vec<Real>& z = m.column[2];
    const num<Real> xy = dot(x, y).abs();
    const num<Real> xz = dot(x, z).abs();
    const num<Real> yz = dot(y, z).abs();
    return (dot(x, x) + xy + xz).max(dot(y, y) + xy + yz).max(dot(z, z) + xz + yz).sqrt();
}

template <class Real>
JOUNCE_INLINE void enclose(vec<Real>& low, vec<Real>& high, const vec<Real>& a,
                           const vec<Real>& b) {
    low = {low.x.min(a.x), low.y.min(a.y), low.z.min(a.z)};
    high = {high.x.max(b.x), high.y.max(b.y), high.z.max(b.z)};
}

/// A box around what a joint does to the rest places in a ball, from the end of the frame before to that of this one.
template <class Real>
JOUNCE_INLINE void enclose(vec<Real>& low, vec<Real>& high, const tissue_reach<Real>& reach,
                           const affine_lanes<Real>& end, const affine_lanes<Real>& frame,
                           const affine_lanes<Real>& before) {
    const vec<Real> at = splat(reach.centre);
    const vec<Real> c = end.linear * at + end.shift;
    const vec<Real> b = frame.linear * at + frame.shift;
    const vec<Real> a = before.linear * at + before.shift;
    // A curve through three points leaves the way between the last two by an eighth of the second difference.
    const num<Real> bend = Real(0.125) * length<Real>((c - b) - (b - a));
    const num<Real> radius =
        Real(Real(1.1) * reach.radius) * stretch_of(end.linear).max(stretch_of(frame.linear)) +
        bend;
    const vec<Real> far = {radius, radius, radius};
    enclose(low, high, c - far, c + far);
    enclose(low, high, b - far, b + far);
}

} // namespace

template <class Real>
void find_reach(const tissue_view<Real>& block, const basic_bone_transforms<Real>& bones,
                const environment_lanes<Real>& now) noexcept {
    const basic_tissue_set<Real>& set = block.set;
    for (std::size_t c = 0; c < set.colliders.size(); ++c) {
        place_own(block, c, bones, now);
    }
    block.scratch.obstacle_count = set.colliders.size();
    const num<Real> never_far = splat(Real(1e18));
    const vec<Real> top = {never_far, never_far, never_far};
    vec<Real> whole_low = top;
    vec<Real> whole_high = Real(-1) * top;
    for (std::size_t g = 0; g < set.groups(); ++g) {
        vec<Real> low = top;
        vec<Real> high = Real(-1) * top;
        for (std::uint32_t i = set.reach_first[g]; i < set.reach_first[g + 1]; ++i) {
            const std::size_t j = static_cast<std::size_t>(set.reaches[i].joint);
            const tissue_joint_past<Real>& past = block.state.joints.data()[j];
            enclose<Real>(low, high, set.reaches[i], load(block.scratch.joints.data()[j]),
                          load(past.frame), load(past.frame_before));
        }
        store(block.scratch.boxes.data()[g].low, low);
        store(block.scratch.boxes.data()[g].high, high);
        enclose(whole_low, whole_high, low, high);
    }
    store(block.scratch.boxes.data()[set.groups()].low, whole_low);
    store(block.scratch.boxes.data()[set.groups()].high, whole_high);
}

template void find_reach(const tissue_view<float>&, const basic_bone_transforms<float>&,
                         const environment_lanes<float>&) noexcept;
#if JOUNCE_LEVEL_HAS_DOUBLE
template void find_reach(const tissue_view<double>&, const basic_bone_transforms<double>&,
                         const environment_lanes<double>&) noexcept;
#endif

} // namespace jounce::JOUNCE_LEVEL
