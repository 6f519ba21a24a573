// The pipeline compiled with JOUNCE_TRACY against a header that stands in for Tracy's: a program of its
// own, because the library is compiled without.

#include "support/random_rigs.hpp"

#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/profiling/zone.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>

using namespace jounce;

TEST_CASE("every system of every batch is a zone, every frame a mark", "[profiling][tracy]") {
    entt::registry registry;
    const auto kind = std::make_shared<const character_kind>(test::random_kind<float>(1, {}));
    for (int i = 0; i < 5 * 8; ++i) { // five blocks: two batches
        spawn(registry, kind);
    }
    pipeline systems(registry);
    for (int frame = 0; frame < 3; ++frame) {
        systems.run(1.0F / 60);
    }
    CHECK(tracy_stand_in::frames == 3);
    CHECK(tracy_stand_in::zones["fk"] == 3 * 2);
    CHECK(tracy_stand_in::zones["integrate"] == 3 * 2);
    CHECK(tracy_stand_in::zones["palette"] == 3 * 2);
    CHECK_FALSE(tracy_stand_in::zones.contains("vrm_tick")); // nobody's solver
    { JOUNCE_ZONE("mine"); }
    CHECK(tracy_stand_in::zones["mine"] == 1);
}
