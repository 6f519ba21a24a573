#include "systems/tissue/reactive_limb.hpp"

#include <jounce/components/block/tissue_lanes.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::test {

const replay::golden_tissue& golden_free_limb() {
    static const replay::golden_tissue limb = read_golden("limb_free");
    return limb;
}

reactive_options free_bones(double joint) {
    reactive_options out;
    for (std::int32_t b = 0; b < 3; ++b) {
        reactive_bone_options one;
        one.bone = b;
        one.mass = 0.4;
        one.hold = b > 0 ? joint : 0;
        one.turn = b > 0 ? 60 : 0;
        one.turn_damping = b > 0 ? 1 : 0;
        out.bones.push_back(one);
    }
    return out;
}

template <class Real>
reactive_limb<Real>::reactive_limb(const reactive_options& reactive, int lane,
                                   const tissue_run_options& run)
    : lane_(lane) {
    const replay::golden_tissue& limb = golden_free_limb();
    kind_.rig = limb_rig<Real>();
    for (std::size_t b = 0; b < 3; ++b) {
        kind_.bind.joints.push_back({});
        kind_.bind.joints[b].bone = static_cast<std::int32_t>(b);
        kind_.bind.joints[b].inverse_bind =
            cast<Real>(inverse(to_affine(cast<double>(kind_.rig.rest_model[b]))));
    }
    const basic_skinned_mesh<Real> skin = replay::skin_of<Real>(limb);
    result<basic_tissue_set<Real>> flesh =
        make_tissue_set<Real>(limb.baked, kind_.bind, 1, run, &skin);
    REQUIRE(flesh);
    if (const std::optional<error> fault =
            add_reactive_bones(*flesh, limb.baked, kind_.rig, kind_.bind, reactive)) {
        FAIL(fault->message);
    }
    kind_.tissue = std::make_shared<const basic_tissue_set<Real>>(*std::move(flesh));
    make_component(state, kind_, {});
    make_component(shown, kind_, {});
    fit_tissue_scratch(scratch_, *kind_.tissue);
    bones.bones.resize(3);
    std::fill_n(environment.turn.w.v, lane_count, Real(1));
    std::fill_n(environment.growth.v, lane_count, Real(1));
    std::fill_n(options.tiers.v, lane_count, Real(-1));
    options.tiers.v[lane] = static_cast<Real>(tissue_tier::two_way);
    std::fill_n(options.weight.v, lane_count, Real(1));
    clock_.dt = static_cast<float>(seconds());
    clock_.lands = true;
    place({}, {});
    frame();
}

template <class Real>
void reactive_limb<Real>::place(const quat<double>& turn, const vec3<double>& shift) {
    for (std::size_t b = 0; b < 3; ++b) {
        animated_[b] = {to_matrix(turn), shift};
        const transform<double> rest = cast<double>(kind_.rig.rest_model[b]);
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(bones.bones[b], lane,
                     cast<Real>(transform<double>{turn * rest.rotation,
                                                  rotate(turn, rest.translation) + shift, 1}));
        }
    }
}

template <class Real> void reactive_limb<Real>::frame() {
    clock_.time += seconds();
    options.surround = &surround;
    options.user = this;
    run_tissue<Real>({*kind_.tissue, state, scratch_}, bones, environment, clock_, options, shown);
}

template <class Real>
void reactive_limb<Real>::surround(void* user, const tissue_view<Real>& block) {
    const reactive_limb& self = *static_cast<const reactive_limb*>(user);
    lane_vector<tissue_obstacle<Real>>& to = block.scratch.obstacles;
    to.resize(std::max(to.size(), block.scratch.obstacle_count + self.around.size()));
    for (const tissue_obstacle<Real>& one : self.around) {
        to[block.scratch.obstacle_count++] = one;
    }
}

template <class Real> quat<double> reactive_limb<Real>::turn(std::size_t bone) const {
    return cast<double>(get_lane(state.bones[bone].now.turn, lane_));
}

template <class Real>
vec3<double> reactive_limb<Real>::carried(std::size_t bone, const vec3<double>& rest) const {
    const vec3<double> centre = animated_[bone] * cast<double>(bones_of().bones[bone].centre);
    const vec3<double> shift = cast<double>(get_lane(state.bones[bone].now.shift, lane_));
    return centre + shift + rotate(turn(bone), animated_[bone] * rest - centre);
}

template <class Real> vec3<double> reactive_limb<Real>::at(std::size_t point) const {
    const basic_reactive_set<Real>& set = bones_of();
    const reactive_point<Real>& p = set.points[point];
    vec3<double> rest = cast<double>(p.rest);
    for (std::uint32_t i = 0; i < p.weight_count; ++i) {
        const tissue_weight<Real>& w = set.weights[p.first_weight + i];
        rest = rest + static_cast<double>(w.weight) *
                          cast<double>(get_lane(
                              state.handles[static_cast<std::size_t>(w.handle)].now, lane_));
    }
    vec3<double> out;
    for (std::uint32_t i = 0; i < p.share_count; ++i) {
        const tissue_share<Real>& share = set.shares[p.first_share + i];
        out = out + static_cast<double>(share.weight) *
                        carried(static_cast<std::size_t>(share.joint), rest);
    }
    return out;
}

template <class Real> vec3<double> reactive_limb<Real>::momentum() const {
    vec3<double> out;
    for (std::size_t p = 0; p < state.velocities.size(); ++p) {
        out = out + static_cast<double>(bones_of().points[p].mass) *
                        cast<double>(get_lane(state.velocities[p], lane_));
    }
    return out;
}

template <class Real> vec3<double> reactive_limb<Real>::angular_momentum() const {
    vec3<double> out;
    for (std::size_t p = 0; p < state.velocities.size(); ++p) {
        out = out + cross(at(p), static_cast<double>(bones_of().points[p].mass) *
                                     cast<double>(get_lane(state.velocities[p], lane_)));
    }
    return out;
}

template <class Real> double reactive_limb<Real>::gross_momentum() const {
    double out = 0;
    for (std::size_t p = 0; p < state.velocities.size(); ++p) {
        out += static_cast<double>(bones_of().points[p].mass) *
               length(cast<double>(get_lane(state.velocities[p], lane_)));
    }
    return out;
}

template <class Real> vec3<double> reactive_limb<Real>::touched() const {
    return cast<double>(get_lane(state.reactive.front().touched, lane_));
}

template <class Real> bool reactive_limb<Real>::is_finite() const {
    bool out = true;
    read_lanes(state, [&](std::span<const lane<Real>> all) {
        for (const lane<Real>& one : all) {
            out = out && std::isfinite(one.v[lane_]);
        }
    });
    return out;
}

template class reactive_limb<float>;
template class reactive_limb<double>;

} // namespace jounce::test
