#include <snippets/sockets.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace jounce;

namespace {

/// An arm whose hand is a metre up, in centimetres.
std::shared_ptr<const character_kind> arm(const std::string& hand) {
    rig_builder bones;
    bones.metres_per_unit(0.01);
    bones.add(rig_builder::segment{.name = "arm_R", .tail = {0, 100, 0}});
    bones.add(
        rig_builder::segment{.name = hand, .parent = 0, .head = {0, 100, 0}, .tail = {0, 120, 0}});
    return make_kind(*bones.build<float>(), {});
}

} // namespace

TEST_CASE("a sword is where the hand is", "[docs]") {
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = spawn(registry, arm("hand_R"));
    registry.get<placement>(who).position = {1000, 0, 3};
    const entt::entity sword = registry.create();
    REQUIRE(give_sword(registry, who, sword));
    systems.run(1.0F / 60);
    const placement at = sword_placement(registry, sword);
    CHECK(length(at.position - vec3<double>{1000, 1.08, 3}) < 1e-6);
    CHECK(at.scale == 1);
    CHECK_FALSE(give_sword(registry, spawn(registry, arm("hand_L")), sword));
}
