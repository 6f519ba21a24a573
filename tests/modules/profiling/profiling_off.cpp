// The pipeline compiled with JOUNCE_PROFILING=0: a program of its own, because the library is compiled
// with it on.

#include "support/random_rigs.hpp"

#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>

using namespace jounce;

TEST_CASE("compiled without profiling, frames run and nothing is measured", "[profiling]") {
    static_assert(!profiling_is_built);
    entt::registry registry;
    const auto kind = std::make_shared<const character_kind>(test::random_kind<float>(1, {}));
    for (int i = 0; i < 20; ++i) {
        spawn(registry, kind);
    }
    pipeline systems(registry, {.measure = true});
    const system_id mine = *systems.profile().register_system("mine");
    systems.profile().trace().start();
    for (int frame = 0; frame < 3; ++frame) {
        CHECK(systems.run(1.0F / 60) == frame_status::done);
        const system_scope timed(systems.profile(), mine, 5);
    }
    CHECK_FALSE(systems.profile().is_measuring());
    CHECK(systems.stats().frames() == 0);
    CHECK(systems.stats().counters() == frame_counters{});
    CHECK(systems.profile().trace().thread_count() == 0);
    for (const system_cost& cost : systems.stats().costs()) {
        CHECK(cost.mean_ms == 0);
    }
}

TEST_CASE("compiled without profiling, a budget still has its clock", "[profiling][lod]") {
    entt::registry registry;
    const auto kind = std::make_shared<const character_kind>(test::random_kind<float>(1, {}));
    spawn(registry, kind);
    context<detail_budget>(registry).milliseconds = 5;
    pipeline systems(registry);
    systems.run(1.0F / 60);
    systems.run(1.0F / 60);
    CHECK(context<detail_report>(registry).measured_ms > 0);
}
