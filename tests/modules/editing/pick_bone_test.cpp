#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/editing/pick_bone.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>
#include <limits>

using namespace jounce;
using namespace jounce::editing;

namespace {

/// A bone up, one to the right at its end, and one far behind that looks the same.
constexpr std::array lines = {bone_line{{0, 0, 0}, {0, 1, 0}}, bone_line{{0, 1, 0}, {1, 1, 0}},
                              bone_line{{0, 0, -5}, {0, 2, -5}}};

std::int32_t at(const vec3<double>& target, double slope = 0.02) {
    const vec3<double> eye = {0, 0.5, 10};
    const auto found = pick_bone(lines, {eye, target - eye, 0, slope});
    return found ? found->bone : -1;
}

} // namespace

TEST_CASE("the bone that looks nearest to the pointer is picked", "[editing]") {
    CHECK(at({0.05, 0.5, 0}) == 0); // and not the one behind it
    CHECK(at({0.5, 1.05, 0}) == 1);
    CHECK(at({0, 1.9, -5}) == 2);
    CHECK(at({3, 3, 0}) == -1);
    CHECK(at({0.5, 1.3, 0}) == -1);
    CHECK(at({0.5, 1.3, 0}, 0.2) == 1);
    const auto hit = pick_bone(lines, {{0.5, 3, 0}, {0, -2, 0}, 0.1, 0});
    REQUIRE(hit);
    CHECK(hit->bone == 1);
    CHECK(std::abs(hit->along - 2) < 1e-12);
    CHECK(hit->distance < 1e-12);
    CHECK(std::abs(hit->point.x - 0.5) < 1e-12);
    CHECK_FALSE(pick_bone(lines, {{0.5, 3, 0}, {0, 2, 0}, 0.1, 0})); // behind the eye
    CHECK_FALSE(pick_bone(lines, {{0, 0, 0}, {0, 0, 0}, 1, 1}));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(pick_bone(lines, {{nan, 0, 0}, {0, 1, 0}, 1, 1}));
    CHECK_FALSE(pick_bone(lines, {{0, 0, 0}, {0, 1, 0}, nan, 1}));
    CHECK_FALSE(pick_bone({}, {{0, 0, 0}, {0, 1, 0}, 1, 1}));
}

TEST_CASE("the skin tells which bone moves it", "[editing]") {
    const procedural::model model = procedural::belly();
    const auto& joints = model.kind->bind.joints;
    const auto tree = bounds::make_skin_tree({model.shape->vertices, model.shape->triangles},
                                             static_cast<std::int32_t>(joints.size()));
    REQUIRE(tree);
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = procedural::spawn(registry, model);
    systems.run(1.0F / 60);
    const auto& home = registry.get<character>(who);
    bounds::posed_skin skin;
    skin.pose(*tree, skin_method::linear, registry.get<palette>(home.block), home.lane);
    const auto found = pick_skin(skin, {0, 1, 5}, {0, 0, -1}, joints);
    REQUIRE(found);
    // By hand: the corner weights at the place, in the corner that is nearest to it.
    CHECK(found->weight > 0.3);
    CHECK(found->weight <= 1 + 1e-5);
    const auto corners = skin.corners(found->hit.triangle);
    for (std::size_t c = 0; c < 3; ++c) {
        bounds::surface_hit corner = found->hit;
        corner.point = corners[c];
        const auto one = heaviest_bone(skin, corner, joints);
        REQUIRE(one);
        const auto& mesh = model.shape->vertices;
        const std::size_t v = model.shape->triangles[3 * found->hit.triangle + c];
        double most = 0;
        for (std::size_t i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i) {
            most = std::max(most, static_cast<double>(mesh.influences[i].weight));
        }
        CHECK(std::abs(one->weight - most) < 1e-5);
    }
    CHECK_FALSE(pick_skin(skin, {9, 9, 5}, {0, 0, -1}, joints));
    bounds::surface_hit none;
    none.triangle = 1U << 30U;
    CHECK_FALSE(heaviest_bone(skin, none, joints));
    const auto bones = posed_bones(registry, who, model.kind->rig);
    REQUIRE(bones.size() == model.kind->rig.names.size());
    const transform<float> frame = bone_of(registry, who, 1);
    CHECK(std::abs(bones[1].head.y - static_cast<double>(frame.translation.y)) < 1e-6);
}
