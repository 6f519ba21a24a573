// Registries that are moved, swapped, assigned and destroyed under their pipelines, and pipelines that
// share one. Runs against EnTT and the subset.

#include "support/caught_assert.hpp"
#include "support/crowd_checks.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/tick_hashes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace moved_registry_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

/// A host's world, as it stands in a vector.
struct world {
    entt::registry registry;
    std::unique_ptr<pipeline> frames;
    std::vector<entt::entity> all;
};

world make_world(int characters) {
    world made;
    made.frames = std::make_unique<pipeline>(made.registry);
    for (int i = 0; i < characters; ++i) {
        made.all.push_back(spawn(made.registry, i % 2 == 0 ? hairy_kind() : stranded_kind()));
    }
    context<tick_log>(made.registry).enabled = true;
    return made;
}

void step(world& of, int frame) {
    for (std::size_t i = 0; i < of.all.size(); ++i) {
        of.registry.get<placement>(of.all[i]).position.x =
            0.05 * frame * static_cast<double>(i % 3);
    }
    REQUIRE(of.frames->run(dt) == frame_status::done);
}

} // namespace

TEST_CASE("a pipeline follows its registry wherever it is moved", "[crowd][entt]") {
    world still = make_world(20);
    std::vector<world> moving;
    moving.push_back(make_world(20));
    for (int frame = 0; frame < 24; ++frame) {
        if (frame % 6 == 5) {
            moving.push_back(
                make_world(3)); // grows: the first world moves, and its old place is freed
        }
        step(still, frame);
        step(moving[0], frame);
        CHECK(moving[0].frames->registry() == &moving[0].registry);
        CHECK(state_hash(moving[0].registry) == state_hash(still.registry));
        REQUIRE_FALSE(tick_hashes(still.registry).empty());
        CHECK(tick_hashes(moving[0].registry).back().hash ==
              tick_hashes(still.registry).back().hash);
        if (frame == 15) {
            still.registry.destroy(still.all[4]);
            moving[0].registry.destroy(moving[0].all[4]);
            still.all.erase(still.all.begin() + 4);
            moving[0].all.erase(moving[0].all.begin() + 4);
        }
    }
    CHECK(fault_of_index(moving[0].registry).empty());
    moving[0].registry.clear();
    CHECK(context<block_arena>(moving[0].registry).report().slots == 0);
}

TEST_CASE("swapped registries keep their characters, and pipelines go with them", "[crowd][entt]") {
    world one = make_world(10);
    world two = make_world(30);
    step(one, 0);
    step(two, 0);
    one.registry.swap(two.registry);
    CHECK(one.frames->registry() == &two.registry);
    CHECK(two.frames->registry() == &one.registry);
    CHECK(one.frames->run(dt) == frame_status::done);
    CHECK(one.frames->stats().counters().blocks ==
          context<crowd_index>(two.registry).blocks.size());
    two.registry.destroy(one.all[0]); // the same id lives in both
    CHECK(is_character(one.registry, two.all[0]));
    CHECK(fault_of_index(one.registry).empty());
    CHECK(fault_of_index(two.registry).empty());
    one.registry.clear();
    CHECK(context<block_arena>(one.registry).report().slots == 0);
    CHECK(two.registry.storage<character>().size() == 9);
    CHECK(two.frames->run(dt) == frame_status::done);

    entt::registry empty;
    empty.swap(two.registry);
    CHECK(one.frames->registry() == &empty);
    CHECK(one.frames->run(dt) == frame_status::done);
    spawn(two.registry, hairy_kind());
    CHECK(fault_of_index(two.registry).empty());
    CHECK(fault_of_index(empty).empty());
}

TEST_CASE("a pipeline that outlives its registry says so", "[crowd][entt]") {
    const bool assigned = GENERATE(false, true);
    const bool with_characters = GENERATE(false, true);
    std::optional<entt::registry> registry(std::in_place);
    pipeline frames(*registry);
    if (with_characters) {
        spawn(*registry, hairy_kind());
        frames.run(dt);
    }
    if (assigned) {
        *registry = entt::registry{};
    } else {
        registry.reset();
    }
    tf::Executor executor(2);
    caught_assert caught;
    CHECK(frames.run(dt) == frame_status::held);
    CHECK(caught.count() == 1);
    CHECK(caught.message().find("make a new pipeline") != std::string::npos);
    CHECK(frames.run(executor, dt) == frame_status::held);
    CHECK(caught.count() == 2);
    CHECK(frames.registry() == nullptr);
    { const follower_handle late = frames.follow({}); }
    CHECK(frames.stats().frames() <= 1);
    CHECK(caught.count() == 2);
    if (assigned) {
        const entt::entity again = spawn(*registry, hairy_kind());
        pipeline others(*registry);
        CHECK(others.run(dt) == frame_status::done);
        registry->destroy(again);
        CHECK(context<crowd_index>(*registry).blocks.empty());
    }
}

TEST_CASE("a registry with characters ends whole, before or after its pipeline", "[crowd][entt]") {
    const std::shared_ptr<const character_kind> kind = hairy_kind();
    for (const bool pipeline_first : {false, true}) {
        auto registry = std::make_unique<entt::registry>();
        auto frames = std::make_unique<pipeline>(*registry);
        for (int i = 0; i < 20; ++i) {
            spawn(*registry, kind);
        }
        frames->run(dt);
        CHECK(kind.use_count() > 1);
        if (pipeline_first) {
            frames.reset();
        }
        registry.reset();
        CHECK(kind.use_count() == 1);
    }
}

TEST_CASE("pipelines take turns on a registry", "[crowd][entt]") {
    world alone = make_world(20);
    world shared = make_world(20);
    pipeline second(shared.registry, {.order = schedule::by_system});
    for (int frame = 0; frame < 10; ++frame) {
        step(alone, frame);
        if (frame % 2 == 0) {
            step(shared, frame);
        } else {
            for (std::size_t i = 0; i < shared.all.size(); ++i) {
                shared.registry.get<placement>(shared.all[i]).position.x =
                    0.05 * frame * static_cast<double>(i % 3);
            }
            REQUIRE(second.run(dt) == frame_status::done);
        }
        CHECK(state_hash(shared.registry) == state_hash(alone.registry));
    }
    shared.registry.destroy(shared.all.back());
    CHECK(second.run(dt) == frame_status::done);
    CHECK(shared.frames->run(dt) == frame_status::done);
}

TEST_CASE("a frame within a frame is refused, on any thread", "[crowd][entt]") {
    const bool elsewhere = GENERATE(false, true);
    world of = make_world(20);
    pipeline second(of.registry);
    struct inner {
        pipeline& frames;
        bool elsewhere;
        int held = 0;
        void act() {
            const auto run = [this] { held += frames.run(dt) == frame_status::held ? 1 : 0; };
            if (elsewhere) {
                std::thread(run).join();
            } else {
                run();
            }
        }
    } tries{second, elsewhere};
    follower_handle trying = of.frames->follow(
        {&tries, [](void* self) { static_cast<inner*>(self)->act(); },
         [](void* self, std::size_t, std::size_t) noexcept { static_cast<inner*>(self)->act(); }});
    caught_assert caught;
    CHECK(of.frames->run(dt) == frame_status::done);
    CHECK(caught.count() >= 2);
    CHECK(tries.held == caught.count());
    CHECK(caught.message().find("already being computed") != std::string::npos);
    trying.leave();
    CHECK(second.run(dt) == frame_status::done);
}

} // namespace moved_registry_test
