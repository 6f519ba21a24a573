#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace {

using namespace jounce;
using namespace jounce::test;

/// RMS of a motion, and of its difference from another tier.
struct difference {
    double motion = 0, apart = 0;
};

difference compare(tissue_tier a, tissue_tier b, double metres) {
    tissue_run_options run;
    run.newton_steps = 2;
    run.modes = 72;
    run.tier = a;
    loose_limb<double> one(golden_limb().baked, run);
    run.tier = b;
    loose_limb<double> other(golden_limb().baked, run);
    difference out;
    for (int step = 0; step < 360; ++step) {
        const double wave = metres * std::sin(0.15 * step);
        for (std::size_t bone = 0; bone < 3; ++bone) {
            one.place(bone, {}, {0, wave, 0});
            other.place(bone, {}, {0, wave, 0});
        }
        one.frame();
        other.frame();
        for (std::size_t h = 0; h < one.shown.handles.size(); ++h) {
            const vec3<double> x = one.displacement(h);
            const vec3<double> d = x - other.displacement(h);
            out.motion += dot(x, x);
            out.apart += dot(d, d);
        }
    }
    out.motion = std::sqrt(out.motion);
    out.apart = std::sqrt(out.apart);
    return out;
}

} // namespace

TEST_CASE("Tiers agree where motion is small", "[tissue][one_thread]") {
    const difference constant = compare(tissue_tier::newton, tissue_tier::nonlinear, 0.002);
    CHECK(constant.motion > 0);
    CHECK(constant.apart < 0.02 * constant.motion);
    const difference linear = compare(tissue_tier::newton, tissue_tier::linear, 0.002);
    CHECK(linear.apart < 0.1 * linear.motion); // its damping is that of implicit Euler on average
}

TEST_CASE("Characters of one block may be of different tiers, with the same bits as alone",
          "[tissue]") {
    limb_options options;
    options.run.newton_steps = 1;
    const auto kind = limb_kind(options);
    limb_stage mixed(kind);
    constexpr tissue_tier tiers[] = {tissue_tier::linear, tissue_tier::nonlinear,
                                     tissue_tier::newton};
    std::vector<entt::entity> together;
    for (const tissue_tier tier : tiers) {
        together.push_back(mixed.add());
        mixed.registry.emplace<tissue_control>(together.back()).tier = tier;
    }
    std::vector<std::unique_ptr<limb_stage>> alone;
    std::vector<entt::entity> each;
    for (const tissue_tier tier : tiers) {
        alone.push_back(std::make_unique<limb_stage>(kind));
        each.push_back(alone.back()->add());
        alone.back()->registry.emplace<tissue_control>(each.back()).tier = tier;
    }
    for (int frame = 0; frame < 40; ++frame) {
        const double x = 0.03 * std::sin(0.4 * frame);
        for (std::size_t i = 0; i < 3; ++i) {
            mixed.at(together[i]).position.y = x;
            alone[i]->at(each[i]).position.y = x;
            alone[i]->systems.run(1.0F / 60);
        }
        mixed.systems.run(1.0F / 60);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(mixed.shown(together[i]) == alone[i]->shown(each[i]));
        CHECK(mixed.most(together[i]) > 1e-3F);
    }
    CHECK(mixed.shown(together[0]) != mixed.shown(together[1]));
    CHECK(mixed.shown(together[1]) != mixed.shown(together[2]));
}

TEST_CASE("Changing the level of detail does not let flesh jump", "[tissue]") {
    limb_stage stage(limb_kind());
    const entt::entity who = stage.add();
    std::vector<vec3<float>> last;
    float usual = 0;  // the largest step between frames without a change
    float change = 0; // with one
    int levels[] = {1, 2, 1, 0, 2, 0};
    for (int frame = 0; frame < 240; ++frame) {
        stage.at(who).position.y = 0.02 * std::sin(0.25 * frame);
        const bool changes = frame >= 60 && frame % 30 == 0;
        if (changes) {
            REQUIRE(set_level(stage.registry, who, levels[frame / 30 - 2]));
        }
        stage.systems.run(1.0F / 60);
        const std::vector<vec3<float>> now = stage.shown(who);
        if (frame > 5) {
            float& most = changes ? change : usual;
            most = std::max(most, apart(now, last));
        }
        last = now;
    }
    CHECK(usual > 1e-4F);
    CHECK(change < 2 * usual);
}

TEST_CASE("Frozen flesh shows nothing and starts again when it wakes", "[tissue]") {
    limb_stage stage(limb_kind());
    const entt::entity who = stage.add();
    const auto run = [&](int frames) {
        for (int frame = 0; frame < frames; ++frame) {
            stage.at(who).position.y = 0.03 * std::sin(0.3 * frame);
            stage.systems.run(1.0F / 60);
        }
    };
    run(30);
    CHECK(stage.most(who) > 1e-3F);
    REQUIRE(set_level(stage.registry, who, frozen_level));
    run(3);
    CHECK(stage.most(who) == 0);
    REQUIRE(set_level(stage.registry, who, 0));
    stage.systems.run(1.0F / 60);
    CHECK(stage.most(who) == 0);
    run(30);
    CHECK(stage.most(who) > 1e-3F);
}
