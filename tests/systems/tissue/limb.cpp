#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/tissue_lanes.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

namespace jounce::test {

const replay::golden_tissue& golden_limb() {
    static const replay::golden_tissue limb = [] {
        result<replay::golden_tissue> read =
            replay::read_tissue_case(std::filesystem::path(JOUNCE_GOLDEN_TISSUE) / "limb_shaken");
        if (!read) {
            FAIL(read.error().message);
        }
        std::fill(read->baked.handle_bounds.begin(), read->baked.handle_bounds.end(), 0.05);
        return *std::move(read);
    }();
    return limb;
}

template <class Real> basic_rig<Real> limb_rig() {
    rig_builder builder;
    for (int b = 0; b < 3; ++b) {
        builder.add(rig_builder::segment{
            "bone " + std::to_string(b), b - 1, {0.25 * b, 0, 0}, {0.25 * (b + 1), 0, 0}});
    }
    return *builder.build<Real>();
}
template basic_rig<float> limb_rig<float>();
template basic_rig<double> limb_rig<double>();

std::shared_ptr<const character_kind> limb_kind(const limb_options& options) {
    rig_builder builder;
    const double unit = options.metres_per_unit;
    for (int b = 0; b < 3; ++b) {
        builder.add(rig_builder::segment{"bone " + std::to_string(b),
                                         b - 1,
                                         {0.25 * b / unit, 0, 0},
                                         {0.25 * (b + 1) / unit, 0, 0}});
    }
    builder.metres_per_unit(unit);
    rig bones = *builder.build<float>();
    spring_set springs;
    if (options.is_reference) {
        springs = *reference_builder{}.build<float>(bones);
    } else {
        stable_builder made;
        if (options.has_spring) {
            made.add("bone 2", spring_tuning{});
        }
        springs = *made.build<float>(bones);
    }
    character_kind kind = *make_kind(std::move(bones), std::move(springs));
    result<tissue_set> flesh =
        make_tissue_set<float>(golden_limb().baked, kind.bind, unit, options.run);
    if (!flesh) {
        FAIL(flesh.error().message);
    }
    if (options.reactive) {
        if (const std::optional<error> fault = add_reactive_bones(
                *flesh, golden_limb().baked, kind.rig, kind.bind, *options.reactive)) {
            FAIL(fault->message);
        }
    }
    kind.tissue = std::make_shared<const tissue_set>(*std::move(flesh));
    return std::make_shared<const character_kind>(std::move(kind));
}

float farthest(const std::vector<vec3<float>>& displacements) {
    float out = 0;
    for (const vec3<float>& one : displacements) {
        out = std::max(out, length(one));
    }
    return out;
}

float apart(const std::vector<vec3<float>>& a, const std::vector<vec3<float>>& b) {
    float out = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        out = std::max(out, length(a[i] - b[i]));
    }
    return out;
}

float limb_stage::most(entt::entity who) const { return farthest(shown(who)); }

template <class Real>
loose_limb<Real>::loose_limb(const tissue::baked_tissue& baked, const tissue_run_options& run)
    : seconds_(1 / run.tick_rate) {
    basic_skin_binding<Real> bind;
    for (std::uint32_t b = 0; b < baked.joint_count; ++b) {
        bind.joints.push_back({});
        bind.joints.back().bone = static_cast<std::int32_t>(b);
    }
    result<basic_tissue_set<Real>> flesh = make_tissue_set<Real>(baked, bind, 1, run);
    if (!flesh) {
        FAIL(flesh.error().message);
    }
    kind_.tissue = std::make_shared<const basic_tissue_set<Real>>(*std::move(flesh));
    make_component(state, kind_, {});
    make_component(shown, kind_, {});
    fit_tissue_scratch(scratch_, *kind_.tissue);
    bones.bones.resize(baked.joint_count);
    std::fill_n(environment.turn.w.v, lane_count, Real(1));
    std::fill_n(environment.growth.v, lane_count, Real(1));
    std::fill_n(options.tiers.v, lane_count, static_cast<Real>(run.tier));
    std::fill_n(options.weight.v, lane_count, Real(1));
    clock_.dt = static_cast<float>(seconds_);
    clock_.lands = true;
    for (std::size_t b = 0; b < bones.bones.size(); ++b) {
        place(b, {}, {});
    }
}

template <class Real>
void loose_limb<Real>::place(std::size_t bone, int lane, const quat<double>& rotation,
                             const vec3<double>& shift) {
    set_lane(bones.bones[bone], lane, transform<Real>{cast<Real>(rotation), cast<Real>(shift), 1});
}

template <class Real>
void loose_limb<Real>::place(std::size_t bone, const quat<double>& rotation,
                             const vec3<double>& shift) {
    for (int lane = 0; lane < lane_count; ++lane) {
        place(bone, lane, rotation, shift);
    }
}

template <class Real> void loose_limb<Real>::frame() {
    clock_.time += seconds_;
    run_tissue<Real>({*kind_.tissue, state, scratch_}, bones, environment, clock_, options, shown);
}

template <class Real>
vec3<double> loose_limb<Real>::displacement(std::size_t handle, int lane) const {
    return cast<double>(get_lane(shown.handles[handle], lane));
}

template class loose_limb<float>;
template class loose_limb<double>;

} // namespace jounce::test
