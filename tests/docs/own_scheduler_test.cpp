#include "support/lone_character.hpp"
#include "support/spring_crowd.hpp"

#include <snippets/own_scheduler.hpp>

#include <jounce/modules/crowd/state_hash.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr int frames = 60;

/// A world of so many characters, in which `run` computes each frame.
template <class Run> std::uint64_t hash_of(std::size_t count, entt::registry& registry, Run&& run) {
    const auto kind = hairy_kind();
    for (std::size_t i = 0; i < count; ++i) {
        spawn(registry, kind);
    }
    for (int frame = 0; frame < frames; ++frame) {
        for (auto [who, at] : registry.view<placement>().each()) {
            at = walk_at(frame / 60.0 + 0.01 * static_cast<double>(entt::to_integral(who)));
        }
        run();
    }
    return state_hash(registry);
}

std::uint64_t hash_alone(std::size_t count) {
    entt::registry registry;
    pipeline systems(registry);
    return hash_of(count, registry, [&] { systems.run(1.0F / 60); });
}

} // namespace

TEST_CASE("worlds on threads of their own do not feel each other", "[docs]") {
    const std::size_t sizes[] = {3, 40, 9};
    std::vector<std::unique_ptr<world>> worlds;
    const auto kind = hairy_kind();
    for (const std::size_t size : sizes) {
        worlds.push_back(std::make_unique<world>());
        for (std::size_t i = 0; i < size; ++i) {
            spawn(worlds.back()->registry, kind);
        }
    }
    for (int frame = 0; frame < frames; ++frame) {
        for (const auto& each : worlds) {
            for (auto [who, at] : each->registry.view<placement>().each()) {
                at = walk_at(frame / 60.0 + 0.01 * static_cast<double>(entt::to_integral(who)));
            }
        }
        run_worlds(worlds, 1.0F / 60);
    }
    for (std::size_t w = 0; w < worlds.size(); ++w) {
        CHECK(state_hash(worlds[w]->registry) == hash_alone(sizes[w]));
    }
    CHECK(hash_alone(3) != hash_alone(9));
}

TEST_CASE("springs are a task of the engine's graph", "[docs]") {
    entt::registry registry;
    pipeline springs(registry);
    tf::Executor workers(3);
    tf::Taskflow frame;
    const float dt = 1.0F / 60;
    int before = 0;
    int after = 0;
    tf::Task first = frame.emplace([&] { before += after == before ? 1 : 100; });
    tf::Task last = frame.emplace([&] { ++after; });
    tf::Task task = add_springs(frame, workers, springs, dt);
    first.precede(task);
    task.precede(last);
    CHECK(hash_of(40, registry, [&] { workers.run(frame).wait(); }) == hash_alone(40));
    CHECK(before == frames);
    CHECK(after == frames);
}
