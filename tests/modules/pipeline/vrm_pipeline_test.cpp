#include "support/vrm_crowd.hpp"

#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <taskflow/taskflow.hpp>

#include <cmath>
#include <memory>
#include <string>

using namespace jounce;
using namespace jounce::vrm_test;

TEST_CASE("moving a character is the same as moving its root bone", "[vrm][pipeline]") {
    const auto kind = make_kind();
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity placed = spawn(registry, kind);
    const entt::entity posed = spawn(registry, kind);
    const entt::entity far_away = spawn(registry, kind);
    const vec3<double> origin = {3e6, 0, -2e6};
    float largest = 0;
    float largest_far = 0;
    float swing = 0;
    for (int frame = 0; frame < 240; ++frame) {
        const placement at = path(frame / 60.0);
        registry.get<placement>(placed) = at;
        registry.get<placement>(far_away) = at;
        registry.get<placement>(far_away).position = origin + at.position;
        pose_of(registry, posed).set(0, {at.rotation, cast<float>(at.position), 1});
        systems.run(1.0F / 60);
        for (std::int32_t b = 1; b <= 4; ++b) {
            const vec3<float> own = tail_of(registry, placed, b);
            const vec3<float> world = rotate(at.rotation, own) + cast<float>(at.position);
            largest = std::max(largest, length(world - tail_of(registry, posed, b)));
            largest_far = std::max(largest_far, length(own - tail_of(registry, far_away, b)));
            swing = std::max(swing, length(own - vec3<float>{0, -0.1F * static_cast<float>(b), 0}));
        }
    }
    CHECK(swing > 0.05F);
    CHECK(largest < 2e-5F);
    CHECK(largest_far < 2e-5F); // positions are in double
}

TEST_CASE("a character of another size swings as its scaled nodes would", "[vrm][pipeline]") {
    const auto kind = make_kind();
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity placed = spawn(registry, kind);
    const entt::entity posed = spawn(registry, kind);
    registry.get<placement>(placed).scale = 2;
    pose_of(registry, posed).set(0, {{}, {}, 2});
    for (int frame = 0; frame < 120; ++frame) {
        systems.run(1.0F / 60);
    }
    for (std::int32_t b = 1; b <= 4; ++b) {
        const vec3<float> world = 2.0F * tail_of(registry, placed, b);
        CHECK(length(world - tail_of(registry, posed, b)) < 1e-5F);
    }
}

TEST_CASE("VRM springs are the same bits for any workers, schedule, lane and block",
          "[vrm][pipeline][determinism]") {
    std::uint64_t serial = 0;
    {
        crowd one(41);
        one.run(100);
        serial = state_hash(one.registry);
    }
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const std::size_t workers : {1U, 2U, 3U, 8U}) {
            crowd other(41, order);
            tf::Executor executor(workers);
            for (int i = 0; i < 100; ++i) {
                other.move();
                other.systems.run(executor, 1.0F / 50);
            }
            CHECK(state_hash(other.registry) == serial);
        }
    }
    crowd shorter(41);
    shorter.run(99);
    CHECK(state_hash(shorter.registry) != serial);
    // Whose neighbours go, and who moves into another block, does not notice.
    crowd thinned(41);
    crowd whole(41);
    thinned.run(30);
    whole.run(30);
    for (std::size_t i = 0; i < 41; i += 2) {
        despawn(thinned.registry, thinned.all[i]);
    }
    CHECK(compact(thinned.registry) > 0);
    thinned.run(30);
    whole.run(30);
    for (std::size_t i = 1; i < 41; i += 2) {
        CHECK(character_hash(thinned.registry, thinned.all[i]) ==
              character_hash(whole.registry, whole.all[i]));
    }
}

TEST_CASE("portable VRM kernels agree bit for bit", "[vrm][pipeline][determinism]") {
    const isa_level before = active_isa();
    if (!select_isa(isa_level::v2) || !select_isa(isa_level::v3)) {
        select_isa(before);
        SKIP("this CPU or build has fewer than two portable levels");
    }
    const auto hash_on = [](isa_level level) {
        select_isa(level);
        crowd some(20);
        some.run(100);
        return state_hash(some.registry);
    };
    const std::uint64_t v2 = hash_on(isa_level::v2);
    const std::uint64_t v3 = hash_on(isa_level::v3);
    select_isa(before);
    CHECK(v2 == v3);
}

TEST_CASE("snapshots bring VRM springs back", "[vrm][pipeline][snapshot]") {
    crowd some(11);
    some.run(20);
    const std::vector<std::byte> bytes = to_bytes(take_snapshot(some.registry));
    const int frame = some.frame;
    some.run(25);
    const std::uint64_t first = state_hash(some.registry);
    const result<snapshot> read = snapshot_from_bytes(bytes);
    REQUIRE(read);
    REQUIRE(restore(some.registry, *read));
    CHECK(state_hash(some.registry) != first);
    some.frame = frame;
    some.run(25);
    CHECK(state_hash(some.registry) == first);
}
