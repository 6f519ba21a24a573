#include <jounce/modules/animation/clip_actions.hpp>

#include "solo.hpp"
#include "support/clip_crowd.hpp"

#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 64; // without rounding
constexpr double near = 4e-6;

double farthest(const std::vector<loose_pose>& a, const std::vector<loose_pose>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        worst = std::max(worst, difference(a[i], b[i]));
    }
    return worst;
}

} // namespace

TEST_CASE("a character plays a clip", "[clip_actions]") {
    solo s;
    REQUIRE(play(s.registry, s.who, s.clips, "b"));
    CHECK(clip_time(s.registry, s.who) == 0);
    for (int frame = 1; frame <= 100; ++frame) {
        s.systems.run(dt);
        const double time =
            std::fmod(frame / 64.0, static_cast<double>(s.clips->clips[1].duration));
        CHECK(std::abs(clip_time(s.registry, s.who) - time) < 1e-12);
        CHECK(s.distance(1, time) < near);
    }
    REQUIRE(play(s.registry, s.who, "c", {.start = 0.25F})); // the clips are known now
    s.systems.run(dt);
    CHECK(s.distance(2, 0.25 + 1.0 / 64) < near);
}

TEST_CASE("time control holds and slows clips", "[clip_actions]") {
    solo s;
    play(s.registry, s.who, s.clips, "a");
    time_control& control = context<time_control>(s.registry);
    control.paused = true;
    s.systems.run(dt);
    CHECK(clip_time(s.registry, s.who) == 0);
    CHECK(s.distance_from_rest() == 0); // nothing was written
    control = {.scale = 0.5F};
    s.systems.run(dt);
    CHECK(clip_time(s.registry, s.who) == 0.5 / 64);
    CHECK(s.distance(0, 0.5 / 64) < near);
}

TEST_CASE("backwards begins at the end", "[clip_actions]") {
    solo s;
    const auto mode = GENERATE(play_mode::loop, play_mode::once);
    play(s.registry, s.who, s.clips, "a", {.mode = mode, .speed = -1});
    s.systems.run(dt);
    const double end = static_cast<double>(s.clips->clips[0].duration);
    CHECK(std::abs(clip_time(s.registry, s.who) - (end - 1.0 / 64)) < 1e-12);
    CHECK(s.distance(0, end - 1.0 / 64) < near);
}

TEST_CASE("a clip that is played once ends", "[clip_actions]") {
    solo s;
    CHECK(is_clip_over(s.registry, s.who)); // plays nothing
    const float speed = GENERATE(1.0F, -1.0F);
    play(s.registry, s.who, s.clips, "a", {.mode = play_mode::once, .speed = speed});
    CHECK_FALSE(is_clip_over(s.registry, s.who));
    const double end = static_cast<double>(s.clips->clips[0].duration);
    for (int frame = 1; frame < 60; ++frame) {
        s.systems.run(dt);
        CHECK(is_clip_over(s.registry, s.who) == (frame / 64.0 >= end));
    }
    CHECK(s.distance(0, speed > 0 ? end : 0) < near);
}

TEST_CASE("seeking shows the moment that was asked for", "[clip_actions]") {
    solo s;
    play(s.registry, s.who, s.clips, "a", {.speed = 0});
    for (const double time : {0.5, 0.1, 0.33, 0.0, 0.65}) {
        REQUIRE(seek(s.registry, s.who, time));
        s.systems.run(dt);
        CHECK(s.distance(0, time) < near);
        CHECK(clip_time(s.registry, s.who) == time);
    }
    seek(s.registry, s.who, 1e9 + 0.25); // wherever that is
    s.systems.run(dt);
    const double folded = std::fmod(1e9 + 0.25, static_cast<double>(s.clips->clips[0].duration));
    CHECK(s.distance(0, folded) < near);
}

TEST_CASE("a cross-fade goes evenly and without jumps", "[clip_actions][fade]") {
    solo s;
    const bool from_rest = GENERATE(false, true);
    give_clips(s.registry, s.who, s.clips);
    if (!from_rest) {
        play(s.registry, s.who, "a", {.speed = 0, .start = 0.3F});
    }
    s.systems.run(dt);
    std::vector<loose_pose> before = s.pose();
    const std::vector<loose_pose> first = before;
    REQUIRE(cross_fade(s.registry, s.who, "b", 0.25F, {.speed = 0, .start = 0.4F}));
    // Poses that hold still: every step is about a sixteenth of the way.
    double longest = 0;
    for (int frame = 1; frame <= 16; ++frame) {
        s.systems.run(dt);
        const std::vector<loose_pose> now = s.pose();
        longest = std::max(longest, farthest(now, before));
        if (frame == 8) {
            for (std::size_t b = 0; b < now.size(); ++b) {
                const loose_pose to =
                    pose_at(s.clips->clips[1], s.kind->rig, b, static_cast<double>(0.4F));
                const Eigen::Vector3d middle = 0.5 * (first[b].translation + to.translation);
                CHECK((now[b].translation - middle).norm() < near);
            }
        }
        before = now;
    }
    CHECK(longest < 0.4 * std::max(0.1, farthest(first, before)));
    CHECK(s.distance(1, static_cast<double>(0.4F)) < near);
    s.systems.run(dt);
    int used = 0;
    for (const clip_layer& layer : s.player().layers) {
        used += layer.is_used ? 1 : 0;
    }
    CHECK(used == 1); // what was faded out is gone
}

TEST_CASE("fades may interrupt each other at any time", "[clip_actions][fade]") {
    solo s;
    play(s.registry, s.who, s.clips, "a");
    dice roll(3);
    std::vector<loose_pose> before;
    const char* names[] = {"a", "b", "c"};
    for (int frame = 0; frame < 300; ++frame) {
        if (frame % 7 == 3) {
            REQUIRE(cross_fade(s.registry, s.who, names[roll.whole(0, 2)],
                               static_cast<float>(roll.number(0, 0.4))));
        }
        s.systems.run(dt);
        for (const loose_pose& bone : s.pose()) {
            REQUIRE(bone.translation.allFinite());
            REQUIRE(std::abs(bone.rotation.norm() - 1) < 1e-6);
        }
    }
    cross_fade(s.registry, s.who, "c", 0, {.speed = 0, .start = 0.5F});
    s.systems.run(dt);
    CHECK(s.distance(2, 0.5) < near);
}

TEST_CASE("additive layers come, change and go", "[clip_actions]") {
    solo s;
    play(s.registry, s.who, s.clips, "a", {.speed = 0, .start = 0.2F});
    const std::int32_t layer =
        add_layer(s.registry, s.who, "b", {.speed = 0, .start = 0.5F, .fade_seconds = 0.25F});
    REQUIRE(layer == 1);
    for (int frame = 0; frame < 20; ++frame) {
        s.systems.run(dt);
    }
    for (std::size_t b = 0; b < s.kind->rig.parents.size(); ++b) {
        const loose_pose rest = rest_of(s.kind->rig, b);
        loose_pose expected = pose_at(s.clips->clips[0], s.kind->rig, b, static_cast<double>(0.2F));
        const loose_pose extra = pose_at(s.clips->clips[1], s.kind->rig, b, 0.5);
        expected.translation += extra.translation - rest.translation;
        expected.rotation = expected.rotation * rest.rotation.conjugate() * extra.rotation;
        expected.scale =
            (expected.scale.array() * extra.scale.array() / rest.scale.array()).matrix();
        CHECK(difference(s.shown(b), expected) < 2 * near);
    }
    CHECK(clip_time(s.registry, s.who, layer) == 0.5);
    REQUIRE(fade_layer(s.registry, s.who, layer, 0, 0.1F));
    for (int frame = 0; frame < 10; ++frame) {
        s.systems.run(dt);
    }
    CHECK_FALSE(s.player().layers[1].is_used);
    CHECK(s.distance(0, static_cast<double>(0.2F)) < near);
}

TEST_CASE("stopping leads to the rest pose", "[clip_actions]") {
    solo s;
    const float seconds = GENERATE(0.0F, 0.125F);
    play(s.registry, s.who, s.clips, "a");
    add_layer(s.registry, s.who, "b");
    s.systems.run(dt);
    REQUIRE(stop(s.registry, s.who, seconds));
    if (seconds > 0) {
        s.systems.run(dt);
        CHECK(s.distance_from_rest() > 0.01); // on its way
    }
    for (int frame = 0; frame < 9; ++frame) {
        s.systems.run(dt);
    }
    CHECK(s.distance_from_rest() == 0);
    SECTION("and without the player the pose is the host's") {
        s.registry.remove<clip_player>(s.who);
        pose_of(s.registry, s.who).set_translation(1, {5, 6, 7});
        s.systems.run(dt);
        CHECK(pose_of(s.registry, s.who).get(1).translation == vec3<float>{5, 6, 7});
    }
}

TEST_CASE("the pose can be had before the first frame", "[clip_actions]") {
    solo s;
    CHECK_FALSE(pose_from_clips(s.registry, s.who));
    play(s.registry, s.who, s.clips, "b", {.start = 0.5F});
    REQUIRE(pose_from_clips(s.registry, s.who));
    CHECK(s.distance(1, 0.5) < near);
    CHECK(clip_time(s.registry, s.who) == 0.5);
}
