// Spheres of characters as the pipeline moves them, springs included.

#include "modules/bounds/bounded_skins.hpp"
#include "support/procedural_models.hpp"

#include <jounce/components/block/character.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <filesystem>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr skin_method both_methods[] = {skin_method::linear, skin_method::dual_quaternion};

const char* word_for(skin_method method) {
    return method == skin_method::linear ? "linear" : "dual quaternions";
}

/// The palette that a character's last frame has written.
struct shown_palette {
    const palette& rows;
    int lane;

    shown_palette(const entt::registry& registry, entt::entity who)
        : rows(registry.get<palette>(registry.get<character>(who).block)),
          lane(registry.get<character>(who).lane) {}
};

} // namespace

TEST_CASE("spheres hold characters whose springs run", "[bounds]") {
    for (const procedural::model& model : models_with_shapes()) {
        const bounds::skin_surface surface = {model.shape->vertices, model.shape->triangles, {}};
        const auto joints = static_cast<std::int32_t>(model.kind->bind.joints.size());
        const auto tree = bounds::make_skin_tree(surface, joints);
        REQUIRE(tree);
        entt::registry registry;
        pipeline systems(registry);
        procedural::spawn(registry, model);
        const entt::entity who = procedural::spawn(registry, model);
        containment found[2];
        bounds::posed_skin skin;
        double moved = 0;
        for (int frame = 0; frame < 150; ++frame) {
            procedural::animate(registry, who, frame / 60.0, 0.3);
            systems.run(1.0F / 60);
            if (frame % 10 != 9) {
                continue;
            }
            const shown_palette shown(registry, who);
            for (int m = 0; m < 2; ++m) {
                skin.pose(*tree, both_methods[m], shown.rows, shown.lane);
                const std::vector<vec3<float>> vertices =
                    skinned_vertices(surface, both_methods[m], shown.rows, shown.lane);
                found[m].add(look_at_spheres(skin, vertices));
                for (std::size_t v = 0; v < vertices.size(); ++v) {
                    moved = std::max(moved, static_cast<double>(length(
                                                vertices[v] - surface.vertices.positions[v])));
                }
            }
        }
        CHECK(moved > 0.05);
        for (int m = 0; m < 2; ++m) {
            INFO(model.name << " " << word_for(both_methods[m]) << " worst " << found[m].worst);
            CHECK(found[m].outside == 0);
            WARN(model.name << ", " << word_for(both_methods[m])
                            << ": radius over the exact one: leaves " << found[m].leaf_ratio()
                            << ", mean " << found[m].mean_ratio() << ", root at most "
                            << found[m].root_ratio);
            CHECK(found[m].mean_ratio() < 3);
        }
    }
}

TEST_CASE("spheres hold the clips of a fox", "[bounds]") {
    const char* folder = std::getenv("JOUNCE_ASSETS_DIR");
    const std::filesystem::path file =
        std::filesystem::path(folder == nullptr ? "" : folder) / "Fox.glb";
    if (!std::filesystem::exists(file)) {
        SKIP("JOUNCE_ASSETS_DIR has no Fox.glb");
    }
    const auto model = gltf::read_model(file);
    REQUIRE(model);
    const gltf::mesh& mesh = model->meshes.front();
    const bounds::skin_surface surface = {mesh.vertices, mesh.triangles, mesh.morphs};
    const auto tree =
        bounds::make_skin_tree(surface, static_cast<std::int32_t>(model->joints.size()));
    REQUIRE(tree);
    const auto kind = gltf::make_ready_kind(*model);
    REQUIRE(kind);
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = gltf::spawn(registry, *kind);
    containment found[2];
    bounds::posed_skin skin;
    for (const auto& clip : model->clips.clips) {
        play(registry, who, clip.name);
        for (int frame = 0; frame < 40; ++frame) {
            systems.run(1.0F / 20);
            const shown_palette shown(registry, who);
            for (int m = 0; m < 2; ++m) {
                skin.pose(*tree, both_methods[m], shown.rows, shown.lane);
                found[m].add(look_at_spheres(
                    skin, skinned_vertices(surface, both_methods[m], shown.rows, shown.lane)));
            }
        }
    }
    for (int m = 0; m < 2; ++m) {
        CHECK(found[m].outside == 0);
        CHECK(found[m].mean_ratio() < 2.7);
        WARN("Fox, " << word_for(both_methods[m]) << ": radius over the exact one: leaves "
                     << found[m].leaf_ratio() << ", mean " << found[m].mean_ratio()
                     << ", root at most " << found[m].root_ratio);
    }
}
