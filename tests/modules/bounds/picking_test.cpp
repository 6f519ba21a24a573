#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <snippets/bounds.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;

TEST_CASE("a character is picked where it stands", "[docs]") {
    const procedural::model model = procedural::belly();
    const auto tree =
        bounds::make_skin_tree({model.shape->vertices, model.shape->triangles},
                               static_cast<std::int32_t>(model.kind->bind.joints.size()));
    REQUIRE(tree);
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = procedural::spawn(registry, model);
    registry.get<placement>(who).position = {30, 0, 0};
    systems.run(1.0F / 60);
    bounds::posed_skin skin;
    const auto hit = pick(registry, who, *tree, skin, {30, 1, 5}, {30, 1, 4});
    REQUIRE(hit);
    CHECK(hit->normal.z > 0.5);
    CHECK(std::abs(hit->point.y - 1) < 1e-6);
    CHECK(hit->distance < 5);
    CHECK_FALSE(pick(registry, who, *tree, skin, {0, 1, 5}, {0, 1, 4}));
}
