#include "modules/bake/swing_file.hpp"

#include <jounce/components/host/clip_player.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/make_kind.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

using namespace jounce;
using namespace jounce_test;

namespace {

authoring::ready_character read(const swing_file& model, const std::string& settings = "") {
    const temporary_folder folder;
    fs::path springs;
    if (!settings.empty()) {
        springs = folder.path() / "springs.json";
        write_text(springs, settings);
    }
    auto made = authoring::read_character(model.save(folder), {.settings = springs});
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    return *std::move(made);
}

/// How far the last bone of the tail is from where its animated parent has it, after a second of a clip.
float swing_of(const authoring::ready_character& character) {
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = gltf::spawn(registry, character.kind);
    REQUIRE(play(registry, who, "sway"));
    float most = 0;
    const rig& bones = character.model.bones;
    const auto tip = static_cast<std::int32_t>(
        std::find(bones.names.begin(), bones.names.end(), "tail4") - bones.names.begin());
    for (int frame = 0; frame < 60; ++frame) {
        systems.run(1.0F / 60);
        const transform<float> shown = bone_of(registry, who, tip);
        const auto& home = registry.get<jounce::character>(who);
        rigid_pose animated;
        animated_pose(registry, home.block, animated);
        const transform<float> rigid =
            get_lane(animated.bones[static_cast<std::size_t>(tip)], home.lane);
        most = std::max(most, std::abs(shown.translation.x - rigid.translation.x));
    }
    return most;
}

} // namespace

TEST_CASE("a model is ready with springs from wherever they are", "[authoring]") {
    swing_file model;
    const auto suggested = read(model);
    CHECK(suggested.springs_from == "suggested");
    CHECK(suggested.spring_count == 4);
    REQUIRE(suggested.suggested.size() == 1);
    CHECK(suggested.suggested[0].bones ==
          std::vector<std::string>{"tail1", "tail2", "tail3", "tail4"});
    CHECK(suggested.suggested[0].preset == "tail");
    CHECK(suggested.suggested[0].why.find("\"tail\"") != std::string::npos);
    REQUIRE_FALSE(suggested.warnings.empty());
    CHECK(suggested.warnings.back().find("character_options::suggest") != std::string::npos);
    CHECK(suggested.kind.kind->springs.solver == stable_solver);
    CHECK(suggested.kind.clips->clips.size() == 2);
    CHECK(suggested.metres_per_unit == 1);
    CHECK(swing_of(suggested) > 0.01F);

    const auto given = read(model, tail_settings());
    CHECK(given.springs_from.find("springs.json") != std::string::npos);
    CHECK(given.suggested.empty());
    model.json["extras"]["jounce_springs"] = nlohmann::ordered_json::parse(tail_settings());
    const auto inside = read(model);
    CHECK(inside.springs_from.find("extras") != std::string::npos);
    CHECK(inside.spring_count == given.spring_count);
    CHECK(swing_of(inside) == swing_of(given));

    const auto vrm = read(vrm_model());
    CHECK(vrm.kind.kind->springs.solver == vrm_solver);
    CHECK(vrm.spring_count == 3);
    CHECK(swing_of(vrm) > 0.01F);
}

TEST_CASE("nothing is suggested where that is not wanted", "[authoring]") {
    const temporary_folder folder;
    const auto made = authoring::read_character(swing_file().save(folder), {.suggest = false});
    REQUIRE(made);
    CHECK(made->spring_count == 0);
    CHECK(made->suggested.empty());
    CHECK(made->springs_from.empty());
    CHECK(made->warnings.empty());
    CHECK(swing_of(*made) == 0);
}

TEST_CASE("constraints and helpers come along", "[authoring]") {
    swing_file model = vrm_model();
    model.json["nodes"][7]["extensions"]["VRMC_node_constraint"] = nlohmann::ordered_json::parse(
        R"({"specVersion": "1.0", "constraint": {"rotation": {"source": 6}}})");
    CHECK(read(model).kind.kind->constraints.constraints.size() == 1);
    CHECK(read(vrm_model()).kind.kind->constraints.constraints.empty());

    const auto helped = read(swing_file(), R"({"jounce_springs": 1, "helpers": [
        {"name": "fat", "parent": "hip", "head": [0, 1, 0.05], "tail": [0, 1, 0.25]}],
        "springs": [{"bones": ["fat"], "preset": "belly"}]})");
    CHECK(helped.model.bones.names.back() == "fat");
    CHECK(helped.spring_count == 1);
    CHECK(helped.kind.kind->rig.names.back() == "fat");
}

TEST_CASE("what cannot be made ready says why", "[authoring][bad-input]") {
    const temporary_folder folder;
    const auto missing = authoring::read_character(folder.path() / "no.glb");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().name == "missing_file");
    CHECK(missing.error().message.find("no.glb") != std::string::npos);

    const fs::path settings = folder.path() / "s.json";
    const auto no_settings =
        authoring::read_character(swing_file().save(folder), {.settings = settings});
    REQUIRE_FALSE(no_settings);
    CHECK(no_settings.error().name == "missing_file");
    write_text(settings, R"({"jounce_springs": 1, "springs": [{"bones": ["tial1"]}]})");
    const auto unknown =
        authoring::read_character(swing_file().save(folder), {.settings = settings});
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().name == "unknown_bone");
    CHECK(unknown.error().message.find("s.json") != std::string::npos);
}

TEST_CASE("a kind without clips and weights is spawned as it is", "[authoring]") {
    const auto ready = read(swing_file());
    entt::registry registry;
    const entt::entity who = gltf::spawn(registry, {ready.kind.kind});
    CHECK(is_character(registry, who));
    CHECK_FALSE(registry.all_of<clip_player>(who));
    CHECK(registry.all_of<clip_player>(gltf::spawn(registry, ready.kind)));
}
