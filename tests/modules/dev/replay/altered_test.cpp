#include "case_files.hpp"

#include <jounce/modules/dev/replay/folders.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <string>

using namespace jounce;
using namespace jounce_test;
using replay::precision;

namespace {

bool passes(const fs::path& folder, precision with) {
    const auto kind = fs::exists(folder / "run.json") ? replay::folder_kind::model_run
                                                      : replay::folder_kind::synthetic;
    const result<std::vector<replay::report>> reports = replay_folder({folder, kind}, with);
    INFO((reports ? "" : reports.error().message));
    REQUIRE(reports);
    return reports->front().pass;
}

/// Changes numbers all over an array, one at a time.
void check_array(const fs::path& folder, const fs::path& file, precision with) {
    const std::string before = read_text(file);
    const std::size_t count = before.size() / sizeof(double);
    const double amount = with == precision::f64 ? 1e-5 : 1.0;
    for (std::size_t sample = 0; sample < 9; ++sample) {
        const std::size_t index = sample * (count - 1) / 8;
        INFO(file.filename().string() << "[" << index << "]");
        add_to_double(file, index, amount);
        CHECK_FALSE(passes(folder, with));
        write_text(file, before);
    }
}

} // namespace

TEST_CASE("a case fails when a recorded number is altered", "[golden]") {
    const precision with = GENERATE(precision::f64, precision::f32);
    const temporary_folder folder;
    const fs::path changed = copy_case("chain6_all", folder);
    REQUIRE(passes(changed, with));
    for (const char* name :
         {"theta_deg", "translate", "rigid", "dyn", "fixed", "free", "velocity", "rst"}) {
        check_array(changed, changed / (std::string(name) + ".f64.bin"), with);
    }
    CHECK(passes(changed, with));
}

TEST_CASE("a model fails when a recorded number is altered", "[golden]") {
    const precision with = GENERATE(precision::f64, precision::f32);
    const temporary_folder folder;
    const fs::path run = make_model(folder);
    const fs::path model = run / "..";
    REQUIRE(passes(run, with));
    for (const char* name :
         {"dyn_bones", "mass_fixed", "mass_free", "mass_free_vel", "final_M", "V_dyn"}) {
        check_array(run, run / (std::string(name) + ".f64.bin"), with);
    }
    check_array(run, model / "V_rest.f64.bin", with);
    check_array(run, model / "input" / "rigid_bones.f64.bin", with);
    check_array(run, model / "input" / "rel_trans.f64.bin", with);
    // A weight of a vertex that only one bone moves is normalised away: take one that two move.
    add_to_double(model / "W.f64.bin", 2, with == precision::f64 ? 1e-5 : 1.0);
    CHECK_FALSE(passes(run, with));
}

TEST_CASE("a case fails when a parameter is altered", "[golden]") {
    struct change {
        const char* of_case;
        const char* pointer;
        nlohmann::json value;
    };
    const change changed = GENERATE(change{"chain6_all", "/params/mass", 3.0001},
                                    change{"chain6_all", "/params/dt", 0.0416667},
                                    change{"chain6_all", "/params/stiffness", 120.001},
                                    change{"chain6_all", "/params/damping", 20.001},
                                    change{"chain6_all", "/params/mass_dscale", 0.60001},
                                    change{"chain6_all", "/params/spring_dscale", 1.00001},
                                    change{"chain6_all", "/params/point_spring", true},
                                    change{"chain6_all", "/params/fixed_scale", false},
                                    change{"chain6_all", "/params/edge_constraint", true},
                                    change{"chain6_all", "/params/compliance_ours", 1e-5},
                                    change{"chain6_all", "/bones/3/head/1", 0.05001},
                                    change{"chain6_all", "/bones/3/tail/2", 0.05001},
                                    change{"chain6_all", "/bones/5/parent", 3},
                                    change{"edge_constraint", "/params/compliance", 0.00501},
                                    change{"edge_constraint", "/params/edge_constraint", false},
                                    change{"stretchy_point", "/params/point_spring", false});
    INFO(changed.of_case << changed.pointer);
    const temporary_folder folder;
    const fs::path copy = copy_case(changed.of_case, folder);
    REQUIRE(passes(copy, precision::f64));
    set_json(copy / "case.json", changed.pointer, changed.value);
    CHECK_FALSE(passes(copy, precision::f64));
}

TEST_CASE("a model fails when what it refers to is altered", "[golden]") {
    const temporary_folder folder;
    const fs::path run = make_model(folder);
    SECTION("weights") { set_json(run / "run.json", "/normalize_weights", false); }
    SECTION("frames of the vertices") { set_json(run / "run.json", "/vertex_frames/1", 8); }
    SECTION("who is simulated") {
        nlohmann::json all = read_json(run / "run.json");
        all["simulated_skeleton_idx"] = {1};
        all["skeleton"][1]["simulated"] = true;
        all["skeleton"][2]["simulated"] = false;
        write_text(run / "run.json", all.dump());
    }
    SECTION("whose transform follows the springs") {
        nlohmann::json all = read_json(run / "run.json");
        all["dyn_transform_rig_idx"] = nlohmann::json::array();
        all["skeleton"][2]["dyn_transform"] = false;
        write_text(run / "run.json", all.dump());
    }
    SECTION("the kind of transform") { set_json(run / "run.json", "/algorithm", "T"); }
    CHECK_FALSE(passes(run, precision::f64));
}
