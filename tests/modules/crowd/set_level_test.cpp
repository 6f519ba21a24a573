#include "modules/crowd/lod_crowd.hpp"
#include "support/caught_assert.hpp"

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/stable/change_rate.hpp>

#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

namespace set_level_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60.0F;

/// Some walking characters.
struct crowd {
    explicit crowd(int count, std::shared_ptr<const character_kind> kind = chain_archetype())
        : frames(registry, {.workers = worker_use::always}) {
        for (int i = 0; i < count; ++i) {
            all.push_back(spawn(registry, kind));
        }
    }
    void animate() {
        for (std::size_t i = 0; i < all.size(); ++i) {
            walk_on(registry, all[i], time, 0.7 * static_cast<double>(i));
        }
    }
    void run(float seconds = dt) {
        time += static_cast<double>(seconds);
        animate();
        frames.run(seconds);
    }
    void run_frames(int count) {
        for (int i = 0; i < count; ++i) {
            run();
        }
    }

    entt::registry registry;
    pipeline frames;
    std::vector<entt::entity> all;
    double time = 0;
};

constexpr float link_length = 0.1F;

/// The deflections that a frame at this moment would show.
std::vector<vec3<float>> shown_deflections(entt::registry& registry, entt::entity who) {
    const character& at = registry.get<character>(who);
    const block& home = registry.get<block>(at.block);
    const double seconds =
        static_cast<double>(home.kind->springs.stable.tick_seconds) * (1 << home.level);
    const double ticks = context<frame_clock>(registry).time / seconds;
    const float progress = static_cast<float>(ticks - std::floor(ticks));
    std::vector<vec3<float>> out;
    for (const spring_state<float>& spring : registry.get<stable_state>(at.block).springs) {
        const vec3<float> before = get_lane(spring.before, at.lane);
        out.push_back(before + progress * (get_lane(spring.deflection, at.lane) - before));
    }
    return out;
}

} // namespace

TEST_CASE("a change of level keeps handle, pose and the state of the springs", "[lod]") {
    crowd c(11);
    c.run_frames(40); // at 60 frames per second full and half rate tick together
    std::vector<std::uint64_t> before;
    for (const entt::entity who : c.all) {
        before.push_back(character_hash(c.registry, who));
    }
    const transform<float> root = pose_of(c.registry, c.all[3]).get(0);
    for (const std::size_t i : {3U, 8U, 4U}) {
        CHECK(set_level(c.registry, c.all[i], 1));
    }
    CHECK(pose_of(c.registry, c.all[3]).get(0) == root);
    for (std::size_t i = 0; i < c.all.size(); ++i) {
        CHECK(character_hash(c.registry, c.all[i]) == before[i]);
        CHECK(level_of(c.registry, c.all[i]) == (i == 3 || i == 8 || i == 4 ? 1 : 0));
    }
    CHECK(compact(c.registry) > 0);
    for (std::size_t i = 0; i < c.all.size(); ++i) {
        CHECK(character_hash(c.registry, c.all[i]) == before[i]);
        CHECK(level_of(c.registry, c.all[i]) == (i == 3 || i == 8 || i == 4 ? 1 : 0));
    }
    CHECK(c.registry.storage<block>().size() == 2); // eight and three
}

TEST_CASE("characters arrive at full detail whatever the others have", "[lod]") {
    crowd c(3);
    for (const entt::entity who : c.all) {
        CHECK(set_level(c.registry, who, 2));
    }
    CHECK(c.registry.storage<block>().size() == 1); // the empty one is gone
    const entt::entity late = spawn(c.registry, chain_archetype());
    CHECK(level_of(c.registry, late) == 0);
    CHECK(despawn(c.registry, c.all[1]));
    CHECK_FALSE(set_level(c.registry, c.all[1], 0));
    CHECK(set_level(c.registry, c.all[0], 2)); // where it is
    c.all = {c.all[0], c.all[2], late};
    c.run_frames(3);
}

TEST_CASE("levels that do not exist are refused", "[lod]") {
    crowd c(1);
    caught_assert caught;
    CHECK_FALSE(set_level(c.registry, c.all[0], 4));
    CHECK_FALSE(set_level(c.registry, c.all[0], -1));
    CHECK(caught.count() == 2);
    CHECK(level_of(c.registry, c.all[0]) == 0);
}

TEST_CASE("a change of rate shows no jump", "[lod]") {
    // Sixty frames per second are in step with the ticks, the others are not; the last has ticks of
    // full and half rate that never fall together.
    for (const float seconds : {1.0F / 60, 1.0F / 144, 1.0F / 50, 1.0F / 30}) {
        for (const auto& [from, to] :
             std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 0}}) {
            for (int extra = 0; extra < 4; ++extra) {
                CAPTURE(seconds, from, to, extra);
                crowd c(1);
                crowd twin(1);
                for (crowd* each : {&c, &twin}) {
                    set_level(each->registry, each->all[0], from);
                    each->run(0.013F);
                    for (int i = 0; i < 100 + extra; ++i) {
                        each->run(seconds);
                    }
                }
                const std::vector<vec3<float>> start = shown_tails(c.registry, c.all[0]);
                const std::vector<vec3<float>> before = shown_deflections(c.registry, c.all[0]);
                REQUIRE(largest_step(before, {before.size(), vec3<float>{}}) > 0.01F);
                REQUIRE(set_level(c.registry, c.all[0], to));
                CHECK(largest_step(shown_deflections(c.registry, c.all[0]), before) < 1e-4F);
                c.run(seconds);
                twin.run(seconds);
                const float own = largest_step(shown_tails(c.registry, c.all[0]), start);
                const float twins = largest_step(shown_tails(twin.registry, twin.all[0]), start);
                // What is shown is late by one tick. A finer level is less late, and catches up in
                // this frame; a coarser one stays behind, and what it shows is straighter.
                const double catches_up = from > to ? (1 << from) / 120.0 : 0.0;
                const float share = static_cast<float>(catches_up) / seconds;
                if (std::abs(from - to) == 1) {
                    CHECK(own < (1 + share) * twins + 0.03F * link_length);
                }
            }
        }
    }
}

TEST_CASE("a character that moves steadily feels nothing of a change of rate", "[lod]") {
    // Straight on at a constant speed: the springs hang still whatever their rate, unless a tick
    // takes the way of another rate's for its own.
    for (const float seconds : {1.0F / 60, 1.0F / 144, 1.0F / 50}) {
        for (int extra = 0; extra < 4; ++extra) {
            CAPTURE(seconds, extra);
            spring_tuning tuning;
            tuning.drag = 0;
            crowd c(1, chain_archetype({}, tuning));
            const auto run = [&] {
                c.time += static_cast<double>(seconds);
                c.registry.emplace_or_replace<placement>(c.all[0],
                                                         placement{{5 * c.time, 0, 0}, {}, 1});
                c.frames.run(seconds);
            };
            c.registry.emplace<spring_control>(c.all[0]).reset = true;
            for (int i = 0; i < 600 + extra; ++i) {
                run();
            }
            int level = 0;
            for (const int next : {1, 2, 1, 0, 2, 0}) {
                set_level(c.registry, c.all[0], next);
                for (int i = 0; i < 7; ++i) {
                    run();
                    CAPTURE(level, next, i);
                    CHECK(largest_step(shown_swing(c.registry, c.all[0]), {4, vec3<float>{}}) <
                          0.01F * link_length);
                }
                level = next;
            }
        }
    }
}

TEST_CASE("levels by script give the same bits for any number of workers", "[lod]") {
    std::vector<std::uint64_t> hashes;
    for (const std::size_t workers : {0U, 1U, 2U, 3U}) {
        crowd c(37);
        std::unique_ptr<tf::Executor> executor;
        if (workers > 0) {
            executor = std::make_unique<tf::Executor>(workers);
        }
        for (std::size_t frame = 0; frame < 60; ++frame) {
            for (std::size_t i = 0; i < c.all.size(); ++i) {
                if ((frame + 5 * i) % 11 == 0) {
                    set_level(c.registry, c.all[i],
                              static_cast<std::int32_t>((frame / 3 + i * i) % 4));
                }
            }
            if (frame % 7 == 0) {
                compact(c.registry);
            }
            c.time += 0.015;
            c.animate();
            executor ? c.frames.run(*executor, 0.015F) : c.frames.run(0.015F);
        }
        hashes.push_back(state_hash(c.registry));
    }
    CHECK(hashes == std::vector<std::uint64_t>(hashes.size(), hashes.front()));
}

TEST_CASE("where a character lives does not change what its springs do", "[lod]") {
    crowd moved(9);
    crowd twin(9);
    for (int frame = 0; frame < 40; ++frame) {
        if (frame == 20) {
            for (std::size_t i = 0; i < 4; ++i) { // away and back, into other lanes
                set_level(moved.registry, moved.all[2 * i], 1);
            }
            compact(moved.registry);
            for (std::size_t i = 4; i-- > 0;) {
                set_level(moved.registry, moved.all[2 * i], 0);
            }
        }
        moved.run();
        twin.run();
    }
    CHECK(state_hash(moved.registry) == state_hash(twin.registry));
}

TEST_CASE("a character takes what it knows of the world's colliders with it", "[lod]") {
    crowd moved(1);
    crowd twin(1);
    for (crowd* each : {&moved, &twin}) {
        world_collider ball;
        ball.body.shape = collider_shape::sphere;
        ball.body.radius = 0.6F;
        ball.at.position = {2, -0.5, 0.3};
        each->registry.emplace<world_collider>(each->registry.create(), ball);
    }
    for (int frame = 0; frame < 60; ++frame) {
        if (frame % 5 == 4) { // into blocks that have not been in a frame yet
            set_level(moved.registry, moved.all[0], 1);
            set_level(moved.registry, moved.all[0], 0);
        }
        moved.run();
        twin.run();
        CHECK(state_hash(moved.registry) == state_hash(twin.registry));
    }
}

} // namespace set_level_test
