#include "support/toy_solver.hpp"

#include "support/caught_assert.hpp"
#include "support/crowd_checks.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <set>

using namespace jounce;
using namespace jounce::test;

namespace {

std::shared_ptr<const character_kind> toy_kind(float stiffness = 60,
                                               std::vector<std::int32_t> bones = {1, 3}) {
    return toy::bobbing(*hairy_kind(), {std::move(bones), stiffness, 1.5F});
}

/// Toys among characters of jounce's own solvers, in the same registry.
struct toy_crowd : spring_crowd {
    std::vector<entt::entity> toys;
    std::shared_ptr<const character_kind> kind = toy_kind();

    toy_crowd() {
        REQUIRE(add_solver(registry, toy::solver));
        for (int i = 0; i < 20; ++i) {
            toys.push_back(spawn(registry, kind));
            all.push_back(toys.back());
        }
        input(0);
    }
};

} // namespace

TEST_CASE("a solver from outside runs beside the others, same bits with any workers",
          "[solver][determinism]") {
    toy_crowd crowd;
    runner alone(crowd.registry, 0);
    const std::vector<std::uint64_t> expected = hashes_of(crowd, alone, 0, 30, 60);
    CHECK(std::set(expected.begin(), expected.end()).size() == expected.size());
    std::set<std::uint64_t> own;
    for (const entt::entity who : crowd.toys) {
        own.insert(character_hash(crowd.registry, who));
    }
    CHECK(own.size() == crowd.toys.size());
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const int workers : {1, 2, 3, 8}) {
            CAPTURE(static_cast<int>(order), workers);
            toy_crowd again;
            runner systems(again.registry, workers, order);
            CHECK(hashes_of(again, systems, 0, 30, 60) == expected);
        }
    }
}

TEST_CASE("snapshots hold the state of a solver from outside", "[solver][rollback]") {
    toy_crowd crowd;
    runner systems(crowd.registry, 2);
    hashes_of(crowd, systems, 0, 12, 60);
    set_level(crowd.registry, crowd.toys[3], 2);
    const std::vector<std::byte> bytes = to_bytes(take_snapshot(crowd.registry));
    const std::vector<std::uint64_t> expected = hashes_of(crowd, systems, 12, 30, 60);
    set_level(crowd.registry, crowd.toys[3], 0);
    compact(crowd.registry);
    const result<snapshot> taken = snapshot_from_bytes(bytes);
    REQUIRE(taken);
    REQUIRE(restore(crowd.registry, *taken));
    CHECK(hashes_of(crowd, systems, 12, 30, 60) == expected);
}

TEST_CASE("blocks have the components of their own solver alone", "[solver]") {
    toy_crowd crowd;
    for (const auto [e, home] : crowd.registry.view<const block>().each()) {
        CHECK(crowd.registry.all_of<toy::bob_state>(e) == (home.solver == &toy::solver));
        CHECK(crowd.registry.all_of<stable_state>(e) == (home.solver->id == stable_solver));
        CHECK(crowd.registry.all_of<reference_state>(e) == (home.solver->id == reference_solver));
        CHECK_FALSE(crowd.registry.all_of<vrm_state>(e));
    }
    // A block that loses one of them ends, as it does with jounce's own.
    const std::size_t before = context<crowd_index>(crowd.registry).blocks.size();
    crowd.registry.clear<toy::bob_state>();
    CHECK(fault_of_index(crowd.registry).empty());
    CHECK(context<crowd_index>(crowd.registry).blocks.size() == before - 3);
    CHECK_FALSE(is_character(crowd.registry, crowd.toys[0]));
}

TEST_CASE("levels of detail reach a solver from outside", "[solver][lod]") {
    toy_crowd crowd;
    pipeline systems(crowd.registry);
    for (int frame = 0; frame < 10; ++frame) {
        crowd.input(frame);
        systems.run(1.0F / 60);
    }
    const entt::entity who = crowd.toys[5];
    const auto is_animated = [&] {
        const character at = crowd.registry.get<character>(who);
        rigid_pose pose;
        animated_pose(crowd.registry, at.block, pose);
        return bone_of(crowd.registry, who, 3).translation.y ==
               pose.bones[3].translation.y.v[at.lane];
    };
    CHECK_FALSE(is_animated());
    SECTION("by hand") { CHECK(set_level(crowd.registry, who, frozen_level)); }
    SECTION("by distance") {
        context<detail_budget>(crowd.registry).by_distance = true;
        context<detail_budget>(crowd.registry).viewer = {500, 0, 0};
        for (int frame = 0; frame < 40; ++frame) {
            systems.run(1.0F / 60);
        }
    }
    systems.run(1.0F / 60);
    CHECK(crowd.registry.get<block>(crowd.registry.get<character>(who).block).level ==
          frozen_level);
    CHECK(is_animated());
    context<detail_budget>(crowd.registry).by_distance = true;
    context<detail_budget>(crowd.registry).viewer = {};
    for (int frame = 0; frame < 80; ++frame) {
        crowd.input(frame);
        systems.run(1.0F / 60);
    }
    CHECK_FALSE(is_animated());
}

TEST_CASE("the table of costs has a row for a solver from outside", "[solver][profiling]") {
    spring_crowd plain;
    pipeline systems(plain.registry); // made before the solver is known
    systems.run(1.0F / 60);
    CHECK_FALSE(systems.stats().find("bob"));
    REQUIRE(add_solver(plain.registry, toy::solver));
    for (int i = 0; i < 11; ++i) {
        spawn(plain.registry, toy_kind());
    }
    systems.run(1.0F / 60);
    const auto costs = systems.stats().costs();
    const auto row =
        std::ranges::find_if(costs, [](const system_cost& one) { return one.name == "bob"; });
    REQUIRE(row != costs.end());
    CHECK(row->elements == 11 * 2);
    CHECK(row->element == "bobs");
}

TEST_CASE("a solver from outside is retuned, reset and refused with a reason", "[solver]") {
    toy_crowd crowd;
    pipeline systems(crowd.registry);
    systems.run(1.0F / 60);
    CHECK(*retune(crowd.registry, crowd.kind, toy_kind(9)) == crowd.toys.size());
    CHECK(retune(crowd.registry, crowd.kind, toy_kind(60, {1})).error().name == "other_springs");
    CHECK(retune(crowd.registry, crowd.kind, hairy_kind()).error().name == "other_springs");
    const character at = crowd.registry.get<character>(crowd.toys[0]);
    reset_springs(crowd.registry, crowd.toys[0]);
    CHECK(crowd.registry.get<toy::bob_state>(at.block).bobs[0].velocity.v[at.lane] == 0);
    CHECK_FALSE(add_impulse(crowd.registry, crowd.toys[0], 1, {0, 1, 0}));
    CHECK(spring_energy(crowd.registry, crowd.toys[0]) == 0);
    CHECK_FALSE(warm_up(crowd.registry, crowd.toys[0], 1));
    CHECK(add_solver(crowd.registry, toy::solver).error().name == "duplicate_solver");
    CHECK(add_solver(crowd.registry, solver{}).error().name == "bad_solver");
    entt::registry other;
    const caught_assert caught;
    CHECK((spawn(other, crowd.kind) == entt::entity{entt::null}));
    CHECK(caught.message().find("add_solver") != std::string::npos);
}
