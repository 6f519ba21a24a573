#include "support/lone_character.hpp"
#include "support/spring_crowd.hpp"

#include <snippets/own_animation.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("animation of one's own is what rigid bones show", "[docs]") {
    stage on(hairy_kind());
    const entt::entity who = on.add();
    std::vector<transform<float>> local = on.kind().rig.rest_local;
    local[0].rotation = axis_angle<float>({0, 0, 1}, 0.7F);
    local[0].translation = {0.1F, 0.2F, 0.3F};
    write_pose(on.registry, who, local);
    on.systems.run(1.0F / 60);
    const transform<float> root = bone_of(on.registry, who, 0);
    CHECK(length(root.translation - vec3<float>{0.1F, 0.2F, 0.3F}) < 1e-6F);
    CHECK(std::abs(root.rotation.z - std::sin(0.35F)) < 1e-6F);
}

TEST_CASE("a walk is felt, an appearance is not", "[docs]") {
    const auto swing_after = [](auto&& move) {
        stage on;
        const entt::entity who = on.add();
        on.control(who);
        context<world_forces>(on.registry).gravity = {};
        on.systems.run(1.0F / 60);
        move(on.registry, who, placement{{1, 0, 0}, {}, 1}); // nearer than what counts as a jump
        float most = 0;
        for (int frame = 0; frame < 10; ++frame) {
            on.systems.run(1.0F / 60);
            most = std::max(most, on.most(who));
        }
        return most;
    };
    CHECK(swing_after(walk_to) > 0.1F);
    CHECK(swing_after(appear_at) < 1e-6F);
}
