#include "systems/tissue/contact_scene.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>

namespace jounce::test {
namespace {

template <class Real> void set_lane_of(lane_collider<Real>& to, int lane, const collider& from) {
    set_lane(to.a, lane, cast<Real>(from.a));
    set_lane(to.b, lane, cast<Real>(from.b));
    to.radius.v[lane] = static_cast<Real>(from.radius);
    to.radius_b.v[lane] = static_cast<Real>(from.radius_b);
    set_lane(to.rotation, lane, cast<Real>(from.rotation));
    set_lane(to.half, lane, cast<Real>(from.half));
}

} // namespace

template <class Real> tissue_obstacle<Real> empty_obstacle(collider_shape shape) {
    tissue_obstacle<Real> out{};
    out.traits.shape = shape;
    collider nowhere;
    nowhere.radius = no_collider;
    nowhere.radius_b = no_collider;
    for (int lane = 0; lane < lane_count; ++lane) {
        set_obstacle(out, lane, nowhere, nowhere);
    }
    return out;
}

template <class Real>
void set_obstacle(tissue_obstacle<Real>& to, int lane, const collider& start, const collider& end) {
    set_lane_of(to.start, lane, start);
    set_lane_of(to.end, lane, end);
}

template <class Real>
tissue_obstacle<Real> moving_obstacle(const collider& start, const collider& end) {
    tissue_obstacle<Real> out = empty_obstacle<Real>(end.shape);
    out.traits.inside = end.inside;
    for (int lane = 0; lane < lane_count; ++lane) {
        set_obstacle(out, lane, start, end);
    }
    return out;
}

collider ball(const vec3<double>& at, double radius) {
    collider out;
    out.a = cast<float>(at);
    out.radius = static_cast<float>(radius);
    return out;
}

template <class Real> loose_limb<Real> fine_limb_with(const press_options& options) {
    tissue_run_options run;
    run.tier = options.tier;
    run.newton_steps = options.newton_steps;
    run.contact_stiffness = options.stiffness;
    run.friction = options.friction;
    const basic_skinned_mesh<Real> skin = replay::skin_of<Real>(golden_fine_limb().recorded);
    return loose_limb<Real>(golden_fine_limb().baked, run, &skin);
}

template <class Real>
double depth_in_ball(const loose_limb<Real>& limb, const vec3<double>& centre, double radius,
                     int lane) {
    const fine_limb& from = golden_fine_limb();
    const std::size_t bones = from.baked.joint_count;
    double deepest = 0;
    for (std::size_t v = 0; v + 1 < from.baked.vertex_first.size(); ++v) {
        vec3<double> rest = from.recorded.skin.vector_at(3 * v);
        for (std::uint32_t i = from.baked.vertex_first[v]; i < from.baked.vertex_first[v + 1];
             ++i) {
            const tissue::handle_weight& w = from.baked.vertex_weights[i];
            rest = rest + w.weight * limb.displacement(w.handle, lane);
        }
        vec3<double> at;
        for (std::size_t b = 0; b < bones; ++b) {
            const transform<Real> bone = get_lane(limb.bones.bones[b], lane);
            const double share = from.recorded.skin_weights.values[v * bones + b];
            at = at + share * (rotate(cast<double>(bone.rotation), rest) +
                               cast<double>(bone.translation));
        }
        deepest = std::max(deepest, radius - length(at - centre));
    }
    return deepest;
}

template <class Real> double farthest_of(const loose_limb<Real>& limb, int lane) {
    double out = 0;
    for (std::size_t h = 0; h < limb.shown.handles.size(); ++h) {
        out = std::max(out, length(limb.displacement(h, lane)));
    }
    return out;
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template tissue_obstacle<Real> empty_obstacle(collider_shape);                                 \
    template void set_obstacle(tissue_obstacle<Real>&, int, const collider&, const collider&);     \
    template tissue_obstacle<Real> moving_obstacle(const collider&, const collider&);              \
    template loose_limb<Real> fine_limb_with(const press_options&);                                \
    template double depth_in_ball(const loose_limb<Real>&, const vec3<double>&, double, int);      \
    template double farthest_of(const loose_limb<Real>&, int);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce::test
