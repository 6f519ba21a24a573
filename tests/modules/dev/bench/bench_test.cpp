#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/dev/bench/bench_format.hpp>
#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/dev/bench/machine.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <nlohmann/json.hpp>

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

using namespace jounce;
using Catch::Approx;

namespace {

bench::bench_options small() {
    bench::bench_options options;
    options.characters = 20;
    options.bones = 12;
    options.springs = 5;
    options.frames = 12;
    return options;
}

int run_command(std::initializer_list<const char*> words) {
    const std::vector<const char*> given(words);
    return cli::bench_command(given);
}

} // namespace

TEST_CASE("the report in JSON has its fields", "[bench]") {
    const bool stable = GENERATE(true, false);
    bench::bench_options options = small();
    options.solver = stable ? stable_solver : reference_solver;
    const result<bench::bench_report> report = bench::run_bench(options);
    REQUIRE(report);
    const nlohmann::json out = nlohmann::json::parse(bench::bench_json(*report));
    CHECK(out.at("characters") == 20);
    CHECK(out.at("bones") == 12);
    CHECK(out.at("springs") == 5);
    CHECK(out.at("threads") == 1);
    CHECK(out.at("frames") == 12);
    CHECK(out.at("schedule") == "by_block");
    CHECK(out.at("solver") == (stable ? "stable" : "reference"));
    CHECK(out.at("isa").is_string());
    CHECK(out.at("keeps_bones") == false);
    CHECK(out.at("ms_per_frame") > 0);
    CHECK(out.at("bytes_per_character") > 0);
    CHECK(out.at("state_hash").get<std::string>().size() == 16);

    std::vector<std::string> systems;
    double shares = 0;
    for (const nlohmann::json& system : out.at("systems")) {
        systems.push_back(system.at("name"));
        CHECK(system.at("elements") > 0);
        CHECK(system.at("ns_per_element") > 0);
        CHECK(system.at("ms_per_frame") > 0);
        shares += system.at("share").get<double>();
    }
    const std::vector<std::string> of_stable = {"fk", "prepare", "tick", "pose", "palette"};
    const std::vector<std::string> of_reference = {"fk", "integrate", "project", "pose", "palette"};
    CHECK(systems == (stable ? of_stable : of_reference));
    CHECK(shares > 0.999);
    CHECK(shares < 1.001);

    std::vector<std::string> kernels;
    for (const nlohmann::json& cost : out.at("kernels")) {
        kernels.push_back(cost.at("name"));
        CHECK(cost.at("elements") > 0);
        CHECK(cost.at("ns_per_element") > 0);
        CHECK(cost.at("ratio").get<double>() ==
              Approx(cost.at("baseline_ns_per_element").get<double>() /
                     cost.at("ns_per_element").get<double>()));
    }
    CHECK(kernels == std::vector<std::string>{"fk", "fk_cached", "fk_palette", "palette",
                                              "spring_step", "reference_pose", "spring_tick",
                                              "spring_tick_4_colliders", "stable_pose",
                                              "skin_linear", "skin_dual"});
    for (const nlohmann::json& cost : out.at("kernels")) {
        CHECK(cost.contains("cost_relative_to_spring_tick") ==
              (cost.at("name") == "spring_tick_4_colliders"));
    }
    CHECK(out.at("kernels").at(7).at("cost_relative_to_spring_tick").get<double>() ==
          Approx(out.at("kernels").at(7).at("ns_per_element").get<double>() /
                 out.at("kernels").at(6).at("ns_per_element").get<double>()));

    std::vector<std::string> baseline;
    for (const nlohmann::json& cost : out.at("baseline")) {
        baseline.push_back(cost.at("name"));
        CHECK(cost.at("ns_per_element") > 0);
        CHECK(cost.at("ratio") > 0);
    }
    CHECK(baseline ==
          (stable ? std::vector<std::string>{"fk"} : std::vector<std::string>{"fk", "springs"}));
}

TEST_CASE("a crowd without springs is measured too", "[bench]") {
    bench::bench_options options = small();
    options.springs = 0;
    options.frames = 1;
    const result<bench::bench_report> report = bench::run_bench(options);
    REQUIRE(report);
    const nlohmann::json out = nlohmann::json::parse(bench::bench_json(*report));
    REQUIRE(out.at("baseline").size() == 1);
    for (const nlohmann::json& system : out.at("systems")) {
        CHECK(system.at("ns_per_element").is_number()); // not null: nothing was divided by zero
    }
}

TEST_CASE("the table names every system and the hash", "[bench]") {
    const result<bench::bench_report> report = bench::run_bench(small());
    REQUIRE(report);
    const std::string table = bench::bench_table(*report);
    for (const char* word : {"fk", "prepare", "tick", "pose", "palette", "Eigen"}) {
        CHECK(table.find(word) != std::string::npos);
    }
    CHECK(table.find(bench::hash_text(report->state_hash)) != std::string::npos);
}

TEST_CASE("colliders and a budget are measured too", "[bench]") {
    bench::bench_options options = small();
    options.bones = 40;
    options.springs = 16;
    options.colliders = 6;
    options.budget_ms = 1000;
    options.baseline = false;
    const result<bench::bench_report> report = bench::run_bench(options);
    REQUIRE(report);
    const nlohmann::json out = nlohmann::json::parse(bench::bench_json(*report));
    CHECK(out.at("colliders") == 6);
    CHECK(out.at("levels").at(0) == 20); // far within the budget
    options.solver = reference_solver;
    CHECK(bench::run_bench(options).error().name == "bad_size");
}

TEST_CASE("more than the machine can hold is refused", "[bench]") {
    if (bench::physical_memory() == 0) {
        SKIP("this system does not tell how much memory it has");
    }
    bench::bench_options options;
    options.characters = 200000;
    options.bones = 4096;
    options.springs = 4095;
    // 200000 characters of this size are some 200 GB.
    if (bench::physical_memory() > std::uint64_t{300} << 30) {
        SKIP("this machine can hold it");
    }
    const result<bench::bench_report> report = bench::run_bench(options);
    REQUIRE_FALSE(report);
    CHECK(report.error().name == "too_much_memory");
}

TEST_CASE("jounce bench refuses wrong options with exit code 2", "[bench][cli]") {
    CHECK(run_command({"--characters", "0"}) == cli::exit_wrong);
    CHECK(run_command({"--characters", "200001"}) == cli::exit_wrong);
    CHECK(run_command({"--characters", "many"}) == cli::exit_wrong);
    CHECK(run_command({"--bones", "0"}) == cli::exit_wrong);
    CHECK(run_command({"--bones", "5000"}) == cli::exit_wrong);
    CHECK(run_command({"--bones", "8", "--springs", "8"}) == cli::exit_wrong);
    CHECK(run_command({"--springs", "-1"}) == cli::exit_wrong);
    CHECK(run_command({"--threads", "257"}) == cli::exit_wrong);
    CHECK(run_command({"--frames", "0"}) == cli::exit_wrong);
    CHECK(run_command({"--frames"}) == cli::exit_wrong);
    CHECK(run_command({"--schedule", "by_luck"}) == cli::exit_wrong);
    CHECK(run_command({"--colour"}) == cli::exit_wrong);
    CHECK(run_command({"stray"}) == cli::exit_wrong);
}

TEST_CASE("jounce bench runs and helps with exit code 0", "[bench][cli]") {
    CHECK(run_command({"--characters", "9", "--bones", "4", "--springs", "2", "--frames", "3",
                       "--threads=2", "--schedule", "by_system", "--json"}) == cli::exit_ok);
    CHECK(run_command({"--help"}) == cli::exit_ok);
}

TEST_CASE("schedules have names both ways", "[bench]") {
    for (const schedule order : {schedule::by_system, schedule::by_block}) {
        CHECK(bench::schedule_from_name(bench::schedule_name(order)) == order);
    }
    CHECK_FALSE(bench::schedule_from_name("by_luck"));
}

TEST_CASE("the benchmark's trace agrees with its table", "[bench][trace]") {
    const jounce_test::temporary_folder folder;
    bench::bench_options options = small();
    options.characters = 100;
    options.frames = 40;
    options.threads = GENERATE(0, 2);
    options.trace_file = (folder.path() / "trace.json").string();
    const result<bench::bench_report> report = bench::run_bench(options);
    REQUIRE(report);
    CHECK(report->trace_dropped == 0);
    std::map<std::string, double> us;
    int frames = 0;
    const nlohmann::json trace =
        nlohmann::json::parse(jounce_test::read_text(options.trace_file)).at("traceEvents");
    for (const nlohmann::json& event : trace) {
        if (event.at("ph") == "X") {
            us[event.at("name")] += event.at("dur").get<double>();
            frames += event.at("name") == "frame" ? 1 : 0;
        }
    }
    CHECK(frames == 36); // 4 to warm up
    for (const system_cost& cost : report->systems) {
        CHECK(us.at(cost.name) == Catch::Approx(1000 * frames * cost.mean_ms).epsilon(0.01));
    }
}

TEST_CASE("a trace that cannot be written is an error", "[bench][trace][bad-input]") {
    const jounce_test::temporary_folder folder;
    bench::bench_options options = small();
    options.trace_file = (folder.path() / "no" / "trace.json").string();
    const result<bench::bench_report> report = bench::run_bench(options);
    REQUIRE_FALSE(report);
    CHECK(report.error().name == "cannot_write");
    CHECK(report.error().message.find("trace.json") != std::string::npos);
}
