#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/crowd/state_hash.hpp>

#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using namespace jounce;
using namespace jounce::test;

constexpr float frame_seconds = 1.0F / 60;

/// The last bone of the limb feels its flesh, the others follow the animation.
limb_options forearm() {
    limb_options out;
    reactive_bone_options bone;
    bone.bone = 2;
    bone.turn = 200;
    bone.turn_damping = 5;
    out.reactive.emplace().bones = {bone};
    return out;
}

void rest(limb_stage& stage, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
        stage.systems.run(frame_seconds);
    }
}

/// Half of the angle between two bones, about, and the way between them.
float apart(const transform<float>& a, const transform<float>& b) {
    const quat<float> back = {-b.rotation.x, -b.rotation.y, -b.rotation.z, b.rotation.w};
    const quat<float> turn = a.rotation * back;
    return length(vec3<float>{turn.x, turn.y, turn.z}) + length(a.translation - b.translation);
}

} // namespace

TEST_CASE("A push moves flesh and bone, and the animation takes them back",
          "[tissue][two_way][pipeline]") {
    limb_stage stage(limb_kind(forearm()));
    const entt::entity who = stage.add();
    rest(stage, 10);
    std::vector<transform<float>> before;
    for (std::int32_t b = 0; b < 3; ++b) {
        before.push_back(bone_of(stage.registry, who, b));
        CHECK(apart(before.back(), stage.kind().rig.rest_model[static_cast<std::size_t>(b)]) <
              1e-5F);
    }
    CHECK_FALSE(add_impulse(stage.registry, who, 0, {0, 0, 3})); // driven
    REQUIRE(add_impulse(stage.registry, who, 2, {0, 0, 3}));
    float turned = 0;
    float displaced = 0;
    for (int frame = 0; frame < 6; ++frame) {
        rest(stage, 1);
        CHECK(bone_of(stage.registry, who, 0) == before[0]);
        CHECK(bone_of(stage.registry, who, 1) == before[1]);
        turned = std::max(turned, apart(bone_of(stage.registry, who, 2), before[2]));
        displaced = std::max(displaced, stage.most(who));
    }
    INFO("turned by " << turned << ", displaced by " << displaced);
    CHECK(turned > 0.01F);
    CHECK(turned < 0.3F);
    CHECK(displaced > 1e-4F);
    rest(stage, 300);
    CHECK(apart(bone_of(stage.registry, who, 2), before[2]) < 1e-4F);
    CHECK(stage.most(who) < 1e-4F);
}

TEST_CASE("Flesh that is shaken swings its bone", "[tissue][two_way][pipeline]") {
    limb_stage stage(limb_kind(forearm()));
    const entt::entity who = stage.add();
    rest(stage, 5);
    const transform<float> still = bone_of(stage.registry, who, 2);
    float most = 0;
    for (int frame = 0; frame < 60; ++frame) {
        stage.at(who).position.y = 0.03 * std::sin(0.4 * frame);
        rest(stage, 1);
        most = std::max(most, apart(bone_of(stage.registry, who, 2), still));
    }
    CHECK(most > 1e-3F);
    CHECK(most < 0.5F);
}

TEST_CASE("A character of another tier has the bones of the animation",
          "[tissue][two_way][pipeline]") {
    limb_stage stage(limb_kind(forearm()));
    const entt::entity who = stage.add();
    rest(stage, 5);
    const transform<float> still = bone_of(stage.registry, who, 2);
    REQUIRE(add_impulse(stage.registry, who, 2, {0, 0, 3}));
    rest(stage, 3);
    stage.registry.emplace<tissue_control>(who).tier = tissue_tier::nonlinear;
    const float pushed = apart(bone_of(stage.registry, who, 2), still);
    rest(stage, 1);
    CHECK(apart(bone_of(stage.registry, who, 2), still) > 0.3F * pushed); // it does not jump
    rest(stage, 90);
    CHECK(apart(bone_of(stage.registry, who, 2), still) < 1e-5F);
}

TEST_CASE("Restored bones of flesh go on with the same bits, at any number of workers",
          "[tissue][two_way][pipeline]") {
    limb_stage stage(limb_kind(forearm()));
    std::vector<entt::entity> all;
    for (int i = 0; i < 11; ++i) {
        all.push_back(stage.add());
    }
    tf::Executor workers(3);
    const auto play = [&](int first, int last, bool alone) {
        for (int frame = first; frame < last; ++frame) {
            for (std::size_t i = 0; i < all.size(); ++i) {
                stage.at(all[i]).position.y = 0.02 * std::sin(0.3 * frame + static_cast<double>(i));
            }
            if (alone) {
                stage.systems.run(frame_seconds);
            } else {
                stage.systems.run(workers, frame_seconds);
            }
        }
    };
    play(0, 15, true);
    const snapshot saved = take_snapshot(stage.registry);
    play(15, 30, true);
    const std::uint64_t later = state_hash(stage.registry);
    for (const entt::entity who : all) { // placements are the host's
        stage.at(who).position.y = 0;
    }
    REQUIRE(restore(stage.registry, saved));
    play(15, 30, false);
    CHECK(state_hash(stage.registry) == later);
}
