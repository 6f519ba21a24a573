#include <jounce/modules/pipeline/pipeline.hpp>

#include "support/caught_assert.hpp"
#include "support/random_rigs.hpp"
#include "support/step.hpp"

#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/state_hash.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <taskflow/taskflow.hpp>

#include <cmath>
#include <memory>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

/// A few dozen characters of three kinds that sway, each in its own way.
struct scene {
    entt::registry registry;
    std::vector<entt::entity> all;
    std::vector<dice> rolls;

    explicit scene(int characters = 45) {
        std::vector<std::shared_ptr<const character_kind>> kinds;
        for (std::uint32_t seed = 1; seed <= 3; ++seed) {
            rig_recipe recipe;
            recipe.stretch = seed == 2;
            kinds.push_back(
                std::make_shared<const character_kind>(random_kind<float>(seed, recipe)));
        }
        for (int i = 0; i < characters; ++i) {
            all.push_back(spawn(registry, kinds[static_cast<std::size_t>(i) % kinds.size()]));
            rolls.emplace_back(static_cast<std::uint32_t>(i) + 1);
        }
    }
    void animate() {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const character& at = registry.get<character>(all[i]);
            sway_lane(registry.get<local_pose>(at.block), *registry.get<block>(at.block).kind,
                      at.lane, rolls[i]);
        }
    }
};

template <class Run> std::uint64_t hash_after(int frames, Run&& run) {
    scene s;
    pipeline_options options;
    options.order = GENERATE(schedule::by_block, schedule::by_system);
    options.workers = GENERATE(worker_use::by_cost, worker_use::always);
    pipeline systems(s.registry, options);
    for (int frame = 0; frame < frames; ++frame) {
        s.animate();
        REQUIRE(run(systems) == frame_status::done);
    }
    return state_hash(s.registry);
}

std::uint64_t serial_hash() {
    scene s;
    pipeline systems(s.registry);
    for (int frame = 0; frame < 30; ++frame) {
        s.animate();
        systems.run(dt);
    }
    return state_hash(s.registry);
}

} // namespace

TEST_CASE("the pipeline equals the kernels called by hand", "[pipeline]") {
    scene s(1);
    pipeline systems(s.registry);
    const character_kind kind = random_kind<float>(1, rig_recipe{});
    block_data by_hand = make_block_data(kind);
    dice roll(1);
    for (int frame = 0; frame < 30; ++frame) {
        s.animate();
        systems.run(dt);
        sway_lane(by_hand.local, kind, 0, roll);
        step(kind, by_hand, dt);
    }
    const std::span<const palette_row<float>> rows = palette_of(s.registry, s.all[0]);
    REQUIRE(rows.size() == static_cast<std::size_t>(by_hand.palette.rows_per_lane()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (int i = 0; i < 4; ++i) {
            CHECK(rows[row].v[i] == by_hand.palette.lane_rows(0)[row].v[i]);
        }
    }
}

TEST_CASE("any schedule on any number of workers gives the same bits", "[pipeline][determinism]") {
    const std::uint64_t expected = serial_hash();
    SECTION("serial") {
        CHECK(hash_after(30, [](pipeline& p) { return p.run(dt); }) == expected);
    }
    SECTION("workers") {
        const std::size_t workers = GENERATE(1U, 2U, 3U, 8U);
        tf::Executor executor(workers);
        CHECK(hash_after(30, [&](pipeline& p) { return p.run(executor, dt); }) == expected);
    }
    SECTION("from inside a task of the host") {
        tf::Executor executor(2);
        CHECK(hash_after(30, [&](pipeline& p) {
                  frame_status status = frame_status::held;
                  tf::Taskflow host;
                  host.emplace([&] { status = p.run(executor, dt); });
                  executor.run(host).wait();
                  return status;
              }) == expected);
    }
    SECTION("on executors that change") {
        tf::Executor two(2);
        tf::Executor three(3);
        int frame = 0;
        CHECK(hash_after(30, [&](pipeline& p) {
                  return p.run(++frame % 2 == 0 ? two : three, dt);
              }) == expected);
    }
}

TEST_CASE("a time step that is none holds everything still", "[pipeline][bad-input]") {
    scene s(3);
    pipeline systems(s.registry);
    s.animate();
    systems.run(dt);
    const std::uint64_t before = state_hash(s.registry);
    s.animate();
    const float bad = GENERATE(0.0F, -1.0F, 11.0F, INFINITY, -INFINITY, std::nanf(""));
    CHECK(systems.run(bad) == frame_status::held);
    CHECK(state_hash(s.registry) == before);
    CHECK(systems.stats().frames() == 1);
}

TEST_CASE("nothing may be spawned while a frame is computed", "[pipeline]") {
    scene s;
    pipeline systems(s.registry, {.workers = worker_use::always});
    const std::size_t blocks = s.registry.storage<block>().size();

    struct meddler : tf::ObserverInterface {
        entt::registry* registry = nullptr;
        std::shared_ptr<const character_kind> kind;
        entt::entity victim;
        std::atomic_flag once;
        std::atomic<bool> refused = false;

        void set_up(std::size_t) override {}
        void on_entry(tf::WorkerView, tf::TaskView) override {
            if (!once.test_and_set()) {
                refused = (spawn(*registry, kind) == entt::null) && !despawn(*registry, victim) &&
                          compact(*registry) == 0;
            }
        }
        void on_exit(tf::WorkerView, tf::TaskView) override {}
    };
    tf::Executor executor(2);
    const auto watcher = executor.make_observer<meddler>();
    watcher->registry = &s.registry;
    watcher->kind = s.registry.get<block>(s.registry.get<character>(s.all[0]).block).kind;
    watcher->victim = s.all[0];

    caught_assert caught;
    CHECK(systems.run(executor, dt) == frame_status::done);
    CHECK(watcher->refused);
    CHECK(caught.count() == 3);
    CHECK(caught.message().find("only between frames") != std::string::npos);
    CHECK(s.registry.storage<block>().size() == blocks);
    CHECK((spawn(s.registry, watcher->kind) != entt::null)); // and afterwards all is well
    CHECK(caught.count() == 3);
}

TEST_CASE("an empty registry runs", "[pipeline]") {
    entt::registry registry;
    pipeline systems(registry);
    tf::Executor executor(2);
    CHECK(systems.run(dt) == frame_status::done);
    CHECK(systems.run(executor, dt) == frame_status::done);
    CHECK(bytes_per_character(registry) == 0);
}

TEST_CASE("costs name every system and count its elements", "[pipeline][profiling]") {
    scene s;
    pipeline_options options;
    options.order = GENERATE(schedule::by_block, schedule::by_system);
    options.workers = worker_use::always;
    pipeline systems(s.registry, options);
    tf::Executor executor(2);
    for (int frame = 0; frame < 10; ++frame) {
        systems.run(executor, dt);
    }
    const std::vector<system_cost> costs = systems.stats().costs();
    REQUIRE(costs.size() == 12);
    CHECK(costs[0].name == "sample");
    CHECK(costs[1].name == "constrain");
    CHECK(costs[2].name == "fk");
    CHECK(costs[9].name == "tissue");
    CHECK(costs[10].name == "react");
    CHECK(costs[11].name == "palette");
    double share = 0;
    for (const system_cost& cost : costs) {
        // These characters have springs of the reference solver, no clips and no constraints.
        const bool has_work = cost.name == "fk" || cost.name == "integrate" ||
                              cost.name == "project" || cost.name == "pose" ||
                              cost.name == "palette";
        CHECK((cost.elements > 0) == has_work);
        CHECK((cost.min_ms > 0 || !has_work));
        CHECK(cost.min_ms <= cost.mean_ms);
        CHECK(cost.min_ms <= cost.p50_ms);
        CHECK(cost.p50_ms <= cost.p99_ms);
        CHECK(cost.mean_ms <= cost.p99_ms); // of ten frames, the longest
        share += cost.share;
    }
    CHECK(std::abs(share - 1) < 1e-9);
    CHECK(costs[2].elements == 45 * 12);
    CHECK(systems.stats().frames() == 10);
    systems.reset_stats();
    CHECK(systems.stats().frames() == 0);
}
