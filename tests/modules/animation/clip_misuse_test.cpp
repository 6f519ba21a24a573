#include <jounce/modules/animation/clip_actions.hpp>

#include "solo.hpp"
#include "support/caught_assert.hpp"
#include "support/clip_crowd.hpp"

#include <jounce/modules/crowd/crowd_index.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <limits>

namespace clip_misuse_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 64; // without rounding

} // namespace

TEST_CASE("what cannot be played is refused", "[clip_actions][bad-input]") {
    solo s;
    CHECK_FALSE(play(s.registry, s.who, s.clips, "walk"));
    CHECK_FALSE(play(s.registry, s.who, nullptr, "a"));
    CHECK_FALSE(play(s.registry, s.who, "a")); // has no clips yet
    CHECK_FALSE(cross_fade(s.registry, s.who, "a", 1));
    CHECK(add_layer(s.registry, s.who, "a") == -1);
    CHECK_FALSE(stop(s.registry, s.who));
    CHECK_FALSE(seek(s.registry, s.who, 1));
    CHECK_FALSE(s.registry.all_of<clip_player>(s.who));
    REQUIRE(play(s.registry, s.who, s.clips, "a"));
    CHECK_FALSE(seek(s.registry, s.who, std::numeric_limits<double>::quiet_NaN()));
    CHECK_FALSE(seek(s.registry, s.who, 0.1, 3));
    CHECK_FALSE(seek(s.registry, s.who, 0.1, 99));
    CHECK_FALSE(fade_layer(s.registry, s.who, 0, std::nanf(""), 1));
    CHECK_FALSE(cross_fade(s.registry, s.who, "walk", 1));
    for (int i = 1; i < 4; ++i) {
        CHECK(add_layer(s.registry, s.who, "b") == i);
    }
    CHECK(add_layer(s.registry, s.who, "b") == -1); // all are taken
    REQUIRE(cross_fade(s.registry, s.who, "c", 0.1F));
    s.systems.run(dt);
    CHECK(clip_time(s.registry, s.who) == 1.0 / 64);

    const result<std::int32_t> found = find_clip(*s.clips, "walk");
    REQUIRE_FALSE(found);
    CHECK(found.error().name == "no_such_clip");
    CHECK(found.error().message == "no clip is named 'walk'; there are: 'a', 'b', 'c'");
    CHECK(*find_clip(*s.clips, "c") == 2);
}

TEST_CASE("stale handles and running frames are refused", "[clip_actions][bad-input]") {
    solo s;
    play(s.registry, s.who, s.clips, "a");
    caught_assert caught;
    SECTION("running") {
        context<crowd_index>(s.registry).running = true;
        CHECK_FALSE(play(s.registry, s.who, s.clips, "b"));
        CHECK_FALSE(stop(s.registry, s.who));
        context<crowd_index>(s.registry).running = false;
        CHECK(s.player().layers[0].clip == 0);
    }
    SECTION("stale") {
        despawn(s.registry, s.who);
        CHECK_FALSE(play(s.registry, s.who, s.clips, "b"));
        CHECK_FALSE(cross_fade(s.registry, s.who, "b", 1));
        CHECK(clip_time(s.registry, s.who) == 0);
    }
    CHECK(caught.count() == 2);
}

TEST_CASE("any options give a finite pose", "[clip_actions][bad-input]") {
    solo s;
    const float nan = std::nanf("");
    const float inf = std::numeric_limits<float>::infinity();
    const float most = std::numeric_limits<float>::max();
    const float bad = GENERATE_COPY(nan, inf, -inf, most, -most, 1e-45F);
    REQUIRE(play(s.registry, s.who, s.clips, "a",
                 {.mode = play_mode{9}, .speed = bad, .start = bad, .weight = bad}));
    REQUIRE(cross_fade(s.registry, s.who, "b", bad, {.speed = bad, .weight = bad}));
    add_layer(s.registry, s.who, "c",
              {.speed = bad, .start = bad, .weight = bad, .fade_seconds = bad});
    for (int frame = 0; frame < 5; ++frame) {
        if (frame == 3) {
            clip_layer& layer = s.player().layers[3]; // by hand
            layer.is_used = layer.additive = true;
            layer.clip = 1;
            layer.time = static_cast<double>(bad);
            layer.speed = layer.weight = layer.fade_to = layer.fade_rate = bad;
            s.player().main = 77;
        }
        s.systems.run(dt);
        CHECK(std::isfinite(clip_time(s.registry, s.who)));
        for (const loose_pose& bone : s.pose()) {
            REQUIRE(bone.translation.allFinite());
            REQUIRE(bone.scale.allFinite());
            REQUIRE(std::abs(bone.rotation.norm() - 1) < 1e-6);
        }
    }
}

} // namespace clip_misuse_test
