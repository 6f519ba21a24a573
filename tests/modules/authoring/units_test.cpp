// A model in centimetres moves as the same model in metres.

#include "modules/authoring/unit_scene.hpp"

#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <optional>

using namespace jounce;
using namespace jounce_test;

namespace {

/// What all of it is about: the two move alike, they move, and they meet something.
/// @param share  of the extent, by which they may differ
void check_alike(const authoring::ready_character& small, const authoring::ready_character& large,
                 const scene_options& options = {}, double share = 1e-4) {
    CHECK(large.metres_per_unit == 0.01F);
    CHECK(small.metres_per_unit == 1);
    const recording a = play_scene(small, options);
    const recording b = play_scene(large, options);
    CHECK(std::abs(a.extent - b.extent) < 1e-5 * a.extent);
    CHECK(difference(a, b) < share * a.extent);
    CHECK(socket_difference(a, b) < 1e-4 * a.extent * static_cast<double>(options.giant));
    scene_options empty = options;
    empty.meets = false;
    CHECK(difference(a, play_scene(small, empty)) > (options.giant == 1 ? 0.05 : -1.0) * a.extent);
}

/// Softer springs than these are thrown to either side of a collider by the last bit of a float.
const std::string firm = R"("preset": "tail", "tuning": {"frequency": 2, "damping_ratio": 0.5})";

std::string swing_settings(const std::string& tail = firm) {
    return R"({"jounce_springs": 1, "springs": [{"chain": "tail1", )" + tail + R"(}], "colliders": [
        {"bone": "hip", "shape": "sphere", "a": [0.05, 0.45, 0.08], "radius": 0.13},
        {"bone": "hip", "shape": "capsule", "a": [-0.3, 0.7, 0], "b": [-0.1, 0.9, 0.2],
         "radius": 0.08, "radius_b": 0.05},
        {"bone": "spine", "shape": "box", "a": [0, 0.6, 0], "half": [0.1, 0.2, 0.1],
         "radius": 0.01}]})";
}

std::string fox_settings() {
    return R"({"jounce_springs": 1, "springs": [
        {"chain": "b_Tail01_012", "preset": "tail"}], "colliders": [
        {"bone": "b_Hip_01", "shape": "sphere", "a": [0, 0.35, 0], "radius": 0.15}]})";
}

} // namespace

TEST_CASE("a model in centimetres moves as the same in metres", "[units][authoring]") {
    const swing_file metres;
    const swing_file centimetres = with_lengths_times(metres, 100);
    SECTION("by what is suggested") { check_alike(read_ready(metres), read_ready(centimetres)); }
    SECTION("by settings in metres, with colliders") {
        const auto small = read_ready(metres, swing_settings());
        const auto large = read_ready(centimetres, swing_settings());
        check_alike(small, large);
        CHECK(play_scene(small, {.meets = false}).contacts > 100);
    }
    SECTION("stretching, held back by its speed") {
        const std::string settings = swing_settings(
            R"("preset": "belly", "tuning": {"max_speed": 0.4, "radius": 0.03, "damping_ratio": 0.8})");
        const isa_level before = active_isa();
        for (const isa_level level : supported_isa_levels()) {
            REQUIRE(select_isa(level));
            CAPTURE(isa_name(level));
            // Where rounding differs by compiler, a spring may just touch a collider in one unit and just
            // miss it in the other. It forgets that within a second.
            check_alike(read_ready(metres, settings), read_ready(centimetres, settings), {},
                        isa_name(level) == "v3fma" ? 5e-3 : 1e-4);
        }
        select_isa(before);
    }
    SECTION("with a helper, whose metres are the file's") {
        const std::string settings = R"({"jounce_springs": 1, "helpers": [
            {"name": "fat", "parent": "hip", "head": [0, 1, 0.05], "tail": [0, 1, 0.25]}],
            "springs": [{"bones": ["fat"], "preset": "belly"}, {"chain": "tail1"}]})";
        const auto small = read_ready(metres, settings);
        const auto large = read_ready(centimetres, settings);
        check_alike(small, large);
        REQUIRE(small.model.meshes[0].vertices.influences.size() ==
                large.model.meshes[0].vertices.influences.size());
    }
    SECTION("where the host says, three times as large, or without a placement") {
        const auto small = read_ready(metres, swing_settings());
        const auto large = read_ready(centimetres, swing_settings());
        check_alike(small, large, {.told = true});
        check_alike(small, large, {.giant = 3});
        const recording a = play_scene(small, {.unplaced = true});
        CHECK(difference(a, play_scene(large, {.unplaced = true})) < 1e-4 * a.extent);
    }
}

TEST_CASE("in a unit of a power of two every bit is the same", "[units][authoring]") {
    // No rounding differs, so what does would be a length that nobody converted.
    const auto told = [](const std::string& settings) {
        std::string out = settings;
        out.insert(out.find(',') + 1, R"( "metres_per_unit": 0.0078125,)");
        return out;
    };
    SECTION("made here") {
        const swing_file large = with_lengths_times(swing_file(), 128);
        const std::string settings = GENERATE_COPY(
            swing_settings(), swing_settings(R"("preset": "belly", "tuning": {"max_speed": 0.4,
                                                "radius": 0.03, "gravity": 1})"),
            swing_settings(R"("tuning": {"collide_segment": true, "friction": 0.8, "radius": 0.02,
                               "gravity": 0.5})"));
        const recording a = play_scene(read_ready(swing_file(), settings));
        const recording b = play_scene(read_ready(large, told(settings)));
        CHECK(difference(a, b) == 0);
        CHECK(a.contacts > 100);
        CHECK(b.contacts == a.contacts);
    }
    SECTION("the Fox") {
        const std::optional<swing_file> model = fox();
        if (!model) {
            SKIP("JOUNCE_ASSETS_DIR does not name a folder with Fox.glb");
        }
        const swing_file small = with_lengths_times(*model, 1.0 / 128);
        const recording a = play_scene(read_ready(small, fox_settings()));
        const recording b = play_scene(read_ready(*model, told(fox_settings())));
        CHECK(difference(a, b) == 0);
        CHECK(a.contacts > 20);
    }
}

TEST_CASE("a scaled node above the scene is a unit, too", "[units][authoring]") {
    const swing_file metres;
    const swing_file centimetres = with_lengths_times(metres, 100);
    const swing_file rooted = under_scaled_root(centimetres, 0.01);
    const auto small = read_ready(metres, swing_settings());
    const auto scaled = read_ready(rooted, swing_settings());
    CHECK(scaled.metres_per_unit == 1);
    recording a = play_scene(small);
    recording b = play_scene(scaled);
    // The root comes before all others.
    for (std::vector<vec3<double>>& tails : b.tails) {
        tails.erase(tails.begin());
    }
    CHECK(difference(a, b) < 1e-4 * a.extent);
}

TEST_CASE("VRM springs in centimetres move as in metres", "[units][authoring][vrm]") {
    swing_file metres = vrm_model();
    metres.json["extensions"]["VRMC_springBone"].update(nlohmann::ordered_json::parse(R"({
        "colliders": [
            {"node": 1, "shape": {"sphere": {"offset": [0.05, 0.45, 0.08], "radius": 0.13}}},
            {"node": 1, "shape": {"capsule": {"offset": [-0.3, 0.7, 0], "tail": [-0.1, 0.9, 0.2],
                                              "radius": 0.08}}}],
        "colliderGroups": [{"colliders": [0, 1]}]})"));
    nlohmann::ordered_json& chain = metres.json["extensions"]["VRMC_springBone"]["springs"][0];
    chain["colliderGroups"] = {0};
    for (auto& joint : chain["joints"]) {
        joint["hitRadius"] = 0.03;
    }
    const auto small = read_ready(metres);
    const auto large = read_ready(with_lengths_times(metres, 100));
    REQUIRE(small.kind.kind->springs.solver == vrm_solver);
    CHECK(large.metres_per_unit == 0.01F);
    const recording a = play_scene(small);
    CHECK(difference(a, play_scene(large)) < 1e-4 * a.extent);
    metres.json["extensions"]["VRMC_springBone"]["springs"][0].erase("colliderGroups");
    CHECK(difference(a, play_scene(read_ready(metres))) > 0.01 * a.extent);
}

TEST_CASE("the Fox in centimetres moves as the Fox in metres", "[units][authoring][assets]") {
    const std::optional<swing_file> centimetres = fox();
    if (!centimetres) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with Fox.glb");
    }
    const swing_file metres = with_lengths_times(*centimetres, 0.01);
    SECTION("by what is suggested") {
        check_alike(read_ready(metres), read_ready(*centimetres), {.is_fox = true});
    }
    SECTION("by settings in metres, with colliders") {
        const auto small = read_ready(metres, fox_settings());
        check_alike(small, read_ready(*centimetres, fox_settings()), {.is_fox = true});
        CHECK(play_scene(small, {.meets = false, .is_fox = true}).contacts > 100);
    }
}

TEST_CASE("settings say the unit of a model where its size does not", "[units][authoring]") {
    const swing_file model = with_lengths_times(swing_file(), 5);
    CHECK(read_ready(model).metres_per_unit == 1);
    const auto told = read_ready(
        model, R"({"jounce_springs": 1, "metres_per_unit": 0.2, "springs": [{"chain": "tail1",
                       "tuning": {"radius": 0.03, "max_speed": 7}}]})");
    CHECK(told.metres_per_unit == 0.2F);
    CHECK(told.kind.kind->rig.metres_per_unit == 0.2F);
    const stable_spring<float>& spring = told.kind.kind->springs.stable.springs.front();
    CHECK(std::abs(spring.radius - 0.15F) < 1e-6F);
    CHECK(std::abs(spring.max_speed - 35) < 1e-4F);
    const temporary_folder folder;
    const fs::path file = model.save(folder);
    const auto by_program = authoring::read_character(file, {.metres_per_unit = 0.5});
    REQUIRE(by_program);
    CHECK(by_program->kind.kind->rig.metres_per_unit == 0.5F);
    const auto no_unit = authoring::read_character(file, {.metres_per_unit = -1.0});
    REQUIRE_FALSE(no_unit);
    CHECK(no_unit.error().name == "bad_unit");
    const auto wrong = parse_spring_file(
        R"({"jounce_springs": 1, "metres_per_unit": 0, "springs": []})", "s.json");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().name == "out_of_range");
    CHECK(wrong.error().message.find("/metres_per_unit") != std::string::npos);
}
