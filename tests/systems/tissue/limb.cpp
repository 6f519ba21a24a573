#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

namespace jounce::test {

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

} // namespace jounce::test
