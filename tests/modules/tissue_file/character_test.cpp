// Characters whose flesh comes from files.

#include "limb_file.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

std::string settings(const std::string& tissue) {
    return R"({"jounce_springs": 1, "springs": [], "tissue": )" + tissue + "}";
}

authoring::ready_character read(const limb_folder& folder,
                                const authoring::character_options& options) {
    auto made = authoring::read_character(folder.model(), options);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    return *std::move(made);
}

std::string refusal(const limb_folder& folder, const authoring::character_options& options) {
    const auto made = authoring::read_character(folder.model(), options);
    REQUIRE(!made);
    CHECK(!made.error().message.empty());
    return made.error().name;
}

/// How far handles are displaced while a character is shaken, in the mean: the furthest may reach its bound either way.
/// @param plane  height of a plane of the world above it; none if it is 0
float swing(const authoring::ready_character& character, float plane = 0) {
    entt::registry registry;
    pipeline systems(registry);
    if (plane != 0) {
        world_collider ceiling;
        ceiling.body.shape = collider_shape::plane;
        ceiling.body.a = {0, plane, 0};
        ceiling.body.b = {0, -1, 0};
        registry.emplace<world_collider>(registry.create(), ceiling);
    }
    const entt::entity who = gltf::spawn(registry, character.kind);
    std::vector<vec3<float>> moved(
        static_cast<std::size_t>(character.kind.kind->tissue->handle_count));
    double sum = 0;
    for (int frame = 0; frame < 60; ++frame) {
        registry.get<placement>(who).position.y = 0.04 * std::sin(0.4 * frame);
        systems.run(1.0F / 60);
        displacements_of(registry, who, moved);
        for (const vec3<float>& one : moved) {
            sum += static_cast<double>(length(one));
        }
    }
    return static_cast<float>(sum / (60.0 * static_cast<double>(moved.size())));
}

} // namespace

TEST_CASE("flesh from files touches colliders, unless settings say otherwise",
          "[tissue][authoring]") {
    const limb_folder folder;
    const auto read_with = [&](const char* name, const std::string& more) {
        return read(folder, {.settings = folder.write(
                                 name, settings(R"({"file": "limb.tissue.glb")" + more + "}"))});
    };
    const auto touching = read_with("touches.json", "");
    const auto passing = read_with("passes.json", R"(, "contact_stiffness": 0)");
    const auto elsewhere = read_with("elsewhere.json", R"(, "collides_with": 2)");
    CHECK(!touching.kind.kind->tissue->probes.empty());
    const float free = swing(touching);
    CHECK(swing(touching, 0.07F) != free);
    CHECK(swing(passing, 0.07F) == free);
    CHECK(swing(elsewhere, 0.07F) == free);
}

TEST_CASE("settings give a character its flesh", "[tissue][authoring]") {
    const limb_folder folder;
    CHECK(read(folder, {.suggest = false}).kind.kind->tissue == nullptr);
    const auto whole = read(
        folder, {.settings = folder.write("s.json", settings(R"({"file": "limb.tissue.glb"})"))});
    REQUIRE(whole.kind.kind->tissue != nullptr);
    CHECK(whole.tissue_skin == 0);
    CHECK(whole.kind.kind->tissue->tier == tissue_tier::nonlinear);
    const float full = swing(whole);
    CHECK(full > 1e-4F);

    const auto half =
        read(folder, {.settings = folder.write(
                          "h.json", settings(R"({"file": "limb.tissue.glb", "weight": 0.5})"))});
    CHECK(std::abs(swing(half) - 0.5F * full) < 1e-5F);

    const auto tuned =
        read(folder, {.settings = folder.write(
                          "t.json", settings(R"({"file": "limb.tissue.glb", "tier": "newton",
                                    "newton_steps": 2, "tick_rate": 240, "modes": 5})"))});
    const tissue_set& set = *tuned.kind.kind->tissue;
    CHECK(set.tier == tissue_tier::newton);
    CHECK(set.newton_steps == 2);
    CHECK(set.mode_count == 5);
    CHECK(std::abs(set.levels[0].seconds - 1.0F / 240) < 1e-7F);
    CHECK(set.joints.size() == 2);
}

TEST_CASE("options name flesh and override settings", "[tissue][authoring]") {
    const limb_folder folder;
    const auto named = read(folder, {.suggest = false, .tissue = folder.flesh()});
    REQUIRE(named.kind.kind->tissue != nullptr);
    const auto other = read(
        folder, {.settings = folder.write("s.json", settings(R"({"file": "limb.tissue.glb"})")),
                 .tissue_run = tissue_run_options{.tier = tissue_tier::linear}});
    CHECK(other.kind.kind->tissue->tier == tissue_tier::linear);
}

TEST_CASE("settings inside a model name flesh beside it, and none elsewhere",
          "[tissue][authoring]") {
    const limb_folder folder;
    gltf_builder model = limb_folder::model_of(made_limb());
    const auto save = [&](const std::string& file) {
        model.document["extras"]["jounce_springs"] =
            nlohmann::json::parse(settings("{\"file\": \"" + file + "\"}"));
        folder.write("limb.glb", model.binary());
    };
    save("limb.tissue.glb");
    CHECK(read(folder, {}).kind.kind->tissue != nullptr);
    for (const char* out : {"../limb.tissue.glb", "/tmp/limb.tissue.glb", "a/../../b.glb"}) {
        save(out);
        CHECK(refusal(folder, {}) == errors::bad_uri);
    }
}

TEST_CASE("flesh of another mesh, or none, is refused by name", "[tissue][authoring]") {
    const limb_folder folder;
    const auto missing = folder.write("m.json", settings(R"({"file": "nothing.tissue.glb"})"));
    CHECK(refusal(folder, {.settings = missing}) == errors::missing_file);
    made_skin other = made_limb();
    other.positions[7].y += 0.001;
    folder.write("limb.glb", limb_folder::model_of(other).binary());
    CHECK(refusal(folder, {.suggest = false, .tissue = folder.flesh()}) == errors::other_mesh);
}

TEST_CASE("helpers of the same settings do not make flesh that of another mesh",
          "[tissue][authoring]") {
    const limb_folder folder;
    const auto file =
        folder.write("s.json", R"({"jounce_springs": 1, "springs": [{"bones": ["fat"]}],
                      "helpers": [{"name": "fat", "parent": "upper", "head": [-0.1, 0, 0],
                                   "tail": [-0.1, 0.05, 0], "reach": 0.1}],
                      "tissue": {"file": "limb.tissue.glb"}})");
    const auto made = read(folder, {.settings = file});
    REQUIRE(made.kind.kind->tissue != nullptr);
    CHECK(made.spring_count == 1);
    CHECK(swing(made) > 1e-4F);
}
