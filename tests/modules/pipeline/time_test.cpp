// How time passes: for one character, for all, and when it should not.

#include "support/lone_character.hpp"

#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

namespace time_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

void push_all(stage& s, entt::entity who) {
    for (const stable_spring<float>& spring : s.kind().springs.stable.springs) {
        add_impulse(s.registry, who, spring.bone, {1, 0, 0.4F});
    }
}

} // namespace

TEST_CASE("a pause keeps a spring as it is and lets it go on", "[time]") {
    spring_tuning tuning;
    tuning.drag = 0;
    stage s(lone_kind(tuning, 1));
    const entt::entity paused = s.add();
    const entt::entity twin = s.add();
    s.systems.run(dt);
    push_all(s, paused);
    push_all(s, twin);
    for (int frame = 0; frame < 20; ++frame) {
        s.systems.run(dt);
    }
    const vec3<float> held = s.deflection(paused, 0);
    REQUIRE(length(held) > 0.05F);
    // While it stands still it is taken for a ride, and goes on riding.
    s.control(paused).paused = true;
    std::vector<vec3<float>> of_twin;
    for (int frame = 0; frame < 60; ++frame) {
        s.at(paused).position.x += 0.02;
        s.systems.run(dt);
        CHECK(s.deflection(paused, 0) == held);
        of_twin.push_back(s.deflection(twin, 0));
    }
    s.control(paused).paused = false;
    for (int frame = 0; frame < 60; ++frame) {
        s.at(paused).position.x += 0.02;
        s.systems.run(dt);
        CHECK(length(s.deflection(paused, 0) - of_twin[static_cast<std::size_t>(frame)]) < 1e-3F);
    }
}

TEST_CASE("a pause keeps every bit of bones that stretch and point anywhere", "[time]") {
    spring_tuning tuning;
    tuning.fixed_length = false;
    stage s(std::make_shared<const character_kind>(
        chain_kind<float>({.along = {0.6, 0.64, 0.48}}, tuning)));
    const entt::entity who = s.add();
    s.systems.run(dt);
    push_all(s, who);
    for (int frame = 0; frame < 20; ++frame) {
        s.systems.run(dt);
    }
    s.control(who).paused = true;
    const std::vector<vec3<float>> held = {s.deflection(who, 0), s.deflection(who, 1),
                                           s.deflection(who, 2)};
    REQUIRE(length(held[0]) > 0.01F);
    for (int frame = 0; frame < 200; ++frame) {
        s.systems.run(dt);
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
        CHECK(s.deflection(who, i) == held[i]);
    }
}

TEST_CASE("a chain that was paused goes on without a kick", "[time]") {
    stage s;
    const entt::entity who = s.add();
    s.systems.run(dt);
    push_all(s, who);
    float fastest = 0;
    vec3<float> last = s.tail(who, 2);
    const auto step = [&] {
        s.systems.run(dt);
        const float way = length(s.tail(who, 2) - last);
        last = s.tail(who, 2);
        return way;
    };
    for (int frame = 0; frame < 25; ++frame) {
        fastest = std::max(fastest, step());
    }
    s.control(who).paused = true;
    step(); // what is shown lags the ticks by less than one frame
    for (int frame = 0; frame < 60; ++frame) {
        CHECK(step() < 1e-6F);
    }
    s.control(who).paused = false;
    for (int frame = 0; frame < 60; ++frame) {
        CHECK(step() <= fastest);
    }
}

TEST_CASE("a fade is smooth and goes one way", "[time]") {
    spring_tuning tuning;
    tuning.gravity = 0.5;
    stage s(
        std::make_shared<const character_kind>(chain_kind<float>({.along = {1, 0, 0}}, tuning)));
    const entt::entity who = s.add();
    REQUIRE(warm_up(s.registry, who, 20));
    s.control(who).fade_seconds = 0.5F;
    s.systems.run(dt);
    const vec3<float> settled = s.tail(who, 3);
    float last = settled.y;
    REQUIRE(last < -0.05F);
    float widest = 0;
    s.control(who).weight = 0;
    for (int frame = 0; frame < 31; ++frame) {
        s.systems.run(dt);
        const float y = s.tail(who, 3).y;
        CHECK(y >= last);
        widest = std::max(widest, y - last);
        last = y;
    }
    // Half a second is 30 frames; at its steepest the easing is 1.5 times as fast as a straight line.
    CHECK(widest < -settled.y * 2.0F / 30);
    // The animated pose, exactly: what fk made of it.
    const character& at = s.registry.get<character>(who);
    rigid_pose animated;
    animated_pose(s.registry, at.block, animated);
    for (std::int32_t b = 0; b < s.kind().rig.bone_count(); ++b) {
        const transform<float> rigid =
            get_lane(animated.bones[static_cast<std::size_t>(b)], at.lane);
        CHECK(bone_of(s.registry, who, b) == rigid);
    }
    s.control(who).weight = 1;
    for (int frame = 0; frame < 31; ++frame) {
        s.systems.run(dt);
        const float y = s.tail(who, 3).y;
        CHECK(y <= last);
        last = y;
    }
    CHECK(length(s.tail(who, 3) - settled) < 1e-4F);
}

TEST_CASE("weights that are none count as 0 or 1", "[time][bad-input]") {
    stage s;
    const entt::entity who = s.add();
    s.systems.run(dt);
    push_all(s, who);
    s.control(who).weight = GENERATE(std::nanf(""), INFINITY, -INFINITY, -3.0F, 7.0F);
    s.control(who).fade_seconds = GENERATE(0.0F, std::nanf(""), INFINITY, 0.1F);
    for (int frame = 0; frame < 30; ++frame) {
        s.systems.run(dt);
        REQUIRE(std::isfinite(length(s.tail(who, 2))));
    }
    const float weight = control_state_of(s.registry, who).weight;
    CHECK(weight >= 0);
    CHECK(weight <= 1);
}

TEST_CASE("at half speed two seconds are one", "[time]") {
    stage whole;
    stage half;
    context<time_control>(half.registry).scale = 0.5F;
    const entt::entity a = whole.add();
    const entt::entity b = half.add();
    whole.systems.run(dt);
    half.systems.run(dt);
    half.systems.run(dt);
    for (int frame = 1; frame < 60; ++frame) {
        const placement now = walk_at(frame / 60.0);
        whole.at(a) = now;
        whole.systems.run(dt);
        // The same path: springs follow a curve through the frames, which is the path itself.
        half.at(b) = walk_at((frame - 0.5) / 60.0);
        half.systems.run(dt);
        half.at(b) = now;
        half.systems.run(dt);
        // What is shown, which lies between two ticks: the two may differ by one in their number. And
        // where a motion begins, twice as many frames know of it half a frame earlier.
        for (std::size_t i = 0; i < whole.springs(); ++i) {
            CHECK(length(whole.tail(a, i) - half.tail(b, i)) < 6e-4F);
        }
    }
    CHECK(whole.most(a) > 0.02F);
    CHECK(std::abs(context<frame_clock>(half.registry).time - 1) < 1e-5);
}

TEST_CASE("a frame that is held changes nothing", "[time][bad-input]") {
    spring_tuning tuning;
    tuning.gravity = 0.5;
    stage s(
        std::make_shared<const character_kind>(chain_kind<float>({.along = {1, 0, 0}}, tuning)));
    const entt::entity who = s.add();
    s.systems.run(dt);
    s.control(who).teleport = true;
    s.at(who).position = {1, 2, 3};
    const std::vector<std::byte> before = to_bytes(take_snapshot(s.registry));
    time_control& time = context<time_control>(s.registry);
    SECTION("bad steps") {
        const float bad = GENERATE(0.0F, -1.0F, 11.0F, INFINITY, -INFINITY, std::nanf(""));
        CHECK(s.systems.run(bad) == frame_status::held);
    }
    SECTION("paused") {
        time.paused = true;
        CHECK(s.systems.run(dt) == frame_status::held);
    }
    SECTION("bad scales") {
        time.scale = GENERATE(0.0F, -1.0F, INFINITY, std::nanf(""), 1e4F);
        CHECK(s.systems.run(dt) == frame_status::held);
    }
    CHECK(to_bytes(take_snapshot(s.registry)) == before);
    time = {};
    CHECK(s.systems.run(dt) == frame_status::done);
    CHECK_FALSE(s.control(who).teleport);
}

TEST_CASE("a step of ten seconds ends finite and bounded", "[time][bad-input]") {
    spring_tuning tuning;
    tuning.gravity = 0.5;
    stage s(
        std::make_shared<const character_kind>(chain_kind<float>({.along = {1, 0, 0}}, tuning)));
    const entt::entity who = s.add();
    REQUIRE(warm_up(s.registry, who, 20));
    s.systems.run(dt);
    const float settled = s.most(who);
    context<time_control>(s.registry).max_ticks = GENERATE(1, 16, 4000);
    for (int frame = 0; frame < 5; ++frame) {
        s.at(who).position.x += 2;
        CHECK(s.systems.run(10) == frame_status::done);
        CHECK(std::isfinite(s.most(who)));
        CHECK(s.most(who) < 2 * settled);
    }
}

} // namespace time_test
