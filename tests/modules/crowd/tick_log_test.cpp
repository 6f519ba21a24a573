#include <jounce/components/block/tick_slots.hpp>
#include <jounce/components/world/force_hook.hpp>
#include <jounce/modules/crowd/tick_hashes.hpp>

#include "support/caught_assert.hpp"
#include "support/spring_crowd.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <bit>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr int frames = 20;

std::vector<tick_hash> logged_frame(spring_crowd& crowd, runner& systems, int frame, int rate) {
    crowd.input(frame);
    fit_tick_log(crowd.registry);
    systems.run(dt_of(rate, frame));
    const std::span<const tick_hash> hashes = tick_hashes(crowd.registry);
    return {hashes.begin(), hashes.end()};
}

std::vector<tick_hash> logged_run(spring_crowd& crowd, int workers, int rate,
                                  schedule order = schedule::by_block) {
    context<tick_log>(crowd.registry).enabled = true;
    runner systems(crowd.registry, workers, order);
    std::vector<tick_hash> all;
    for (int frame = 0; frame < frames; ++frame) {
        const std::vector<tick_hash> now = logged_frame(crowd, systems, frame, rate);
        all.insert(all.end(), now.begin(), now.end());
    }
    return all;
}

/// Changes one bit of one spring before a tick.
struct flip {
    entt::entity block;
    int lane = 0;
    int countdown = 0;

    static void call(void* user, entt::entity block, const character_kind&,
                     const stable_state& state, std::span<lane_vec3<float>>) {
        flip& self = *static_cast<flip*>(user);
        if (block == self.block && self.countdown-- == 0) {
            float& x = const_cast<stable_state&>(state).springs[1].velocity.x.v[self.lane];
            x = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) ^ (1U << 12U));
        }
    }
};

} // namespace

TEST_CASE("every tick has a hash that depends on the ticks alone", "[tick-log][determinism]") {
    const int rate = GENERATE(30, 60, 144, 0);
    spring_crowd first;
    const std::vector<tick_hash> expected = logged_run(first, 0, rate);
    const double time = context<frame_clock>(first.registry).time;
    REQUIRE(static_cast<std::int64_t>(expected.size()) == static_cast<std::int64_t>(time * 120));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(expected[i].tick == static_cast<std::int64_t>(i) + 1);
        CHECK(expected[i].characters == 18); // those of the stable solver
    }
    for (const int workers : {1, 2, 3, 8}) {
        spring_crowd crowd;
        CHECK(logged_run(crowd, workers, rate) == expected);
        spring_crowd other;
        CHECK(logged_run(other, workers, rate, schedule::by_system) == expected);
    }
}

TEST_CASE("where characters live does not count", "[tick-log]") {
    spring_crowd first;
    const std::vector<tick_hash> expected = logged_run(first, 0, 60);
    spring_crowd moved;
    CHECK(compact(moved.registry) > 0);
    CHECK(logged_run(moved, 0, 60) == expected);
}

TEST_CASE("a bit of one spring changes the hash from its tick on", "[tick-log]") {
    const int at = GENERATE(1, 5, 24);
    spring_crowd first;
    spring_crowd second;
    const character& home = second.registry.get<character>(second.all[0]);
    flip one = {home.block, home.lane, at};
    context<force_hook>(second.registry) = {&flip::call, &one};
    flip none = {home.block, home.lane, -1};
    context<force_hook>(first.registry) = {&flip::call, &none};
    const std::vector<tick_hash> a = logged_run(first, 0, 60);
    const std::vector<tick_hash> b = logged_run(second, 2, 60);
    REQUIRE(a.size() == b.size());
    for (int i = 0; i < static_cast<int>(a.size()); ++i) {
        CAPTURE(i);
        // The character's springs are reset in frame 3, which forgets the difference.
        if (i <= at || at > 8) {
            CHECK((a[static_cast<std::size_t>(i)].hash == b[static_cast<std::size_t>(i)].hash) ==
                  (i < at));
        }
    }
}

TEST_CASE("a level of detail has ticks of its own", "[tick-log]") {
    spring_crowd crowd;
    context<tick_log>(crowd.registry).enabled = true;
    const entt::entity slow = crowd.all[0];
    const std::int32_t level = GENERATE(1, 3);
    REQUIRE(set_level(crowd.registry, slow, level));
    runner systems(crowd.registry, 0);
    std::vector<tick_hash> all;
    for (int frame = 0; frame < 4; ++frame) {
        const std::vector<tick_hash> now = logged_frame(crowd, systems, frame, 30);
        all.insert(all.end(), now.begin(), now.end());
    }
    int slow_ticks = 0;
    for (const tick_hash& one : all) {
        const bool is_slow = one.seconds > 0.01;
        slow_ticks += is_slow ? 1 : 0;
        CHECK(one.characters == (is_slow ? 1 : 17));
    }
    CHECK(slow_ticks == (level == 1 ? 8 : 0)); // frozen characters do not tick
}

TEST_CASE("a log that is off, or missed a block, says nothing", "[tick-log]") {
    spring_crowd crowd;
    runner systems(crowd.registry, 0);
    CHECK(logged_frame(crowd, systems, 0, 60).empty());
    context<tick_log>(crowd.registry).enabled = true;
    CHECK_FALSE(logged_frame(crowd, systems, 1, 60).empty());
    caught_assert caught;
    spawn(crowd.registry, hairy_kind());
    CHECK(tick_hashes(crowd.registry).empty());
    CHECK(caught.count() == 1);
    CHECK(caught.message().find("fit_tick_log") != std::string::npos);
}

TEST_CASE("room for ticks is made once", "[tick-log]") {
    spring_crowd crowd;
    context<tick_log>(crowd.registry).enabled = true;
    runner systems(crowd.registry, 0);
    logged_frame(crowd, systems, 0, 30);
    const entt::entity home = crowd.registry.get<character>(crowd.all[0]).block;
    const auto* lanes = crowd.registry.get<tick_slots>(home).lanes.data();
    const tick_hash* hashes = context<tick_log>(crowd.registry).hashes.data();
    for (int frame = 1; frame < 9; ++frame) {
        logged_frame(crowd, systems, frame, 60);
    }
    CHECK(crowd.registry.get<tick_slots>(home).lanes.data() == lanes);
    CHECK(context<tick_log>(crowd.registry).hashes.data() == hashes);
}
