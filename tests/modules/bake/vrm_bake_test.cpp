// Springs that come with a VRM model, in its own solver and in the stable one.

#include "swing_file.hpp"

#include <jounce/modules/bake/bake_file.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace jounce;
using namespace jounce_test;

TEST_CASE("springs of VRM are baked without settings", "[bake][vrm]") {
    const auto solver = GENERATE(std::optional<solver_id>(), std::optional(vrm_solver),
                                 std::optional(stable_solver));
    const temporary_folder folder;
    bake::bake_options options;
    options.in = vrm_model().save(folder);
    options.out = folder.path() / "out.glb";
    options.solver = solver;
    options.clip = "sway";
    const auto done = bake::bake_file(options);
    INFO((done ? "" : done.error().message));
    REQUIRE(done);
    CHECK(done->origin == authoring::spring_origin::vrm);
    CHECK(done->solver == solver.value_or(vrm_solver));
    CHECK(done->spring_bones == 3);
    CHECK(done->clips[0].moved == std::vector<std::string>{"tail1", "tail2", "tail3"});
    CHECK(done->clips[0].max_swing > 0.02);
    CHECK(take_apart(read_text(options.out)).json["extensions"].dump() ==
          vrm_model().json["extensions"].dump());
}

TEST_CASE("rounds of colliders reach the springs of a file", "[bake][vrm]") {
    const temporary_folder folder;
    swing_file model = vrm_model();
    nlohmann::ordered_json& springs = model.json["extensions"]["VRMC_springBone"];
    springs["colliders"] = nlohmann::ordered_json::parse(
        R"([{"node": 1, "shape": {"sphere": {"offset": [0.02, 0.3, 0.02], "radius": 0.3}}}])");
    springs["colliderGroups"] = nlohmann::ordered_json::parse(R"([{"colliders": [0]}])");
    springs["springs"][0]["colliderGroups"] = {0};
    bake::bake_options options;
    options.in = model.save(folder);
    options.clip = "sway";
    options.format = bake::bake_format::csv;
    const auto table = [&](std::optional<std::int32_t> rounds) {
        options.out = folder.path() / "out.csv";
        options.contact_rounds = rounds;
        const auto done = bake::bake_file(options);
        INFO((done ? "" : done.error().message));
        REQUIRE(done);
        CHECK(done->solver == vrm_solver);
        return read_text(options.out);
    };
    const std::string letter = table(std::nullopt);
    CHECK(table(1) == letter);
    CHECK(table(4) != letter);
    options.contact_rounds = 65;
    REQUIRE_FALSE(bake::bake_file(options));
    CHECK(bake::bake_file(options).error().name == "bad_setting");
    options.contact_rounds = 4;
    options.solver = stable_solver;
    REQUIRE_FALSE(bake::bake_file(options));
    CHECK(bake::bake_file(options).error().name == "wrong_solver");
}

TEST_CASE("the scale of radii reaches the springs of a file", "[bake][vrm]") {
    const temporary_folder folder;
    swing_file model = vrm_model();
    model.json["nodes"][1]["scale"] = {2, 2, 2};
    nlohmann::ordered_json& springs = model.json["extensions"]["VRMC_springBone"];
    springs["colliders"] = nlohmann::ordered_json::parse(
        R"([{"node": 1, "shape": {"sphere": {"offset": [0.02, 0.3, 0.02], "radius": 0.1}}}])");
    springs["colliderGroups"] = nlohmann::ordered_json::parse(R"([{"colliders": [0]}])");
    springs["springs"][0]["colliderGroups"] = {0};
    bake::bake_options options;
    options.in = model.save(folder);
    options.clip = "sway";
    options.format = bake::bake_format::csv;
    options.out = folder.path() / "out.csv";
    const auto table = [&](std::optional<vrm_radius_scale> scale) {
        options.radius_scale = scale;
        const auto done = bake::bake_file(options);
        INFO((done ? "" : done.error().message));
        REQUIRE(done);
        return read_text(options.out);
    };
    const std::string usual = table(std::nullopt);
    CHECK(table(vrm_radius_scale::univrm) == usual);
    CHECK(table(vrm_radius_scale::all) == usual); // neither `inside` nor a hit radius here
    CHECK(table(vrm_radius_scale::none) != usual);
    options.solver = stable_solver;
    REQUIRE_FALSE(bake::bake_file(options));
    CHECK(bake::bake_file(options).error().name == "wrong_solver");
}

TEST_CASE("settings go before VRM, and the reference solver does not take it", "[bake][vrm]") {
    const temporary_folder folder;
    bake::bake_options options;
    options.in = vrm_model().save(folder);
    options.out = folder.path() / "out.glb";
    options.solver = reference_solver;
    const auto refused = bake::bake_file(options);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "wrong_solver");
    CHECK_FALSE(fs::exists(options.out));
    options.springs = folder.path() / "s.json";
    write_text(options.springs, tail_settings());
    const auto done = bake::bake_file(options);
    REQUIRE(done);
    CHECK(done->origin == authoring::spring_origin::settings);
    CHECK(done->spring_bones == 4);
}
