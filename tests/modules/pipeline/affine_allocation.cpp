// Counts what frames of decomposed characters allocate.

#include "support/affine_box.hpp"
#include "support/counted_new.hpp"

#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/make_kind.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("frames of decomposed characters allocate nothing", "[no-allocation][affine]") {
    const affine_character box = box_character();
    const affine_character tailed = tailed_box();
    const auto alone = palette_only(*box.kind);
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        entt::registry registry;
        for (int i = 0; i < 100; ++i) {
            const entt::entity crowd = spawn(registry, alone);
            const entt::entity hero = spawn(registry, tailed.kind);
            if (i % 10 != 3) { // others have bones computed for their palettes
                play(registry, crowd, box.clips, "bend");
                play(registry, hero, tailed.clips, "bend");
                add_layer(registry, hero, "back", {.weight = 0.5F});
            }
        }
        pipeline systems(registry, {order, true});
        CHECK(allocations_of(100, [&] { systems.run(1.0F / 60); }) == 0);
    }
}
