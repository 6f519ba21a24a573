// Springs that come with a VRM model, in its own solver and in the stable one.

#include "swing_file.hpp"

#include <jounce/modules/bake/bake_file.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace jounce;
using namespace jounce_test;

TEST_CASE("springs of VRM are baked without settings", "[bake][vrm]") {
    const auto solver = GENERATE(std::optional<solver_kind>(), std::optional(solver_kind::vrm),
                                 std::optional(solver_kind::stable));
    const temporary_folder folder;
    bake::bake_options options;
    options.in = vrm_model().save(folder);
    options.out = folder.path() / "out.glb";
    options.solver = solver;
    options.clip = "sway";
    const auto done = bake::bake_file(options);
    INFO((done ? "" : done.why().message));
    REQUIRE(done);
    CHECK(done->origin == bake::spring_origin::vrm);
    CHECK(done->solver == solver.value_or(solver_kind::vrm));
    CHECK(done->spring_bones == 3);
    CHECK(done->clips[0].moved == std::vector<std::string>{"tail1", "tail2", "tail3"});
    CHECK(done->clips[0].max_swing > 0.02);
    CHECK(take_apart(read_text(options.out)).json["extensions"].dump() ==
          vrm_model().json["extensions"].dump());
}

TEST_CASE("settings go before VRM, and the reference solver does not take it", "[bake][vrm]") {
    const temporary_folder folder;
    bake::bake_options options;
    options.in = vrm_model().save(folder);
    options.out = folder.path() / "out.glb";
    options.solver = solver_kind::reference;
    const auto refused = bake::bake_file(options);
    REQUIRE_FALSE(refused);
    CHECK(refused.why().name == "wrong_solver");
    CHECK_FALSE(fs::exists(options.out));
    options.springs = folder.path() / "s.json";
    write_text(options.springs, tail_settings());
    const auto done = bake::bake_file(options);
    REQUIRE(done);
    CHECK(done->origin == bake::spring_origin::settings);
    CHECK(done->spring_bones == 4);
}
