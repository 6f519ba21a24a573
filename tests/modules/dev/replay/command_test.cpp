#include "malformed.hpp"
#include "run_program.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>

namespace command_test {

using namespace jounce_test;
using nlohmann::json;

namespace {

using outcome = program_outcome;

outcome run(const std::vector<std::string>& words) { return run_program(words); }

} // namespace

TEST_CASE("replay prints one JSON object", "[cli]") {
    const std::string precision = GENERATE("f32", "f64");
    const fs::path folder = synthetic_folder() / "single_swing";
    const outcome done = run({"replay", folder.string(), "--precision", precision, "--json"});
    CHECK(done.code == 0);
    CHECK(done.err.empty());
    CHECK(lines(done.out) == 1);
    const json report = json::parse(done.out);
    CHECK(report["case"] == "single_swing");
    CHECK(report["frames"] == 96);
    CHECK(report["extent"] == 2.0);
    CHECK(report["precision"] == precision);
    CHECK(report["pass"] == true);
    for (const char* error :
         {"max_error_bones", "max_error_rst", "max_error_vertices", "max_error_masses"}) {
        INFO(error);
        CHECK(report[error].get<double>() <= report["tolerance"].get<double>());
    }
}

TEST_CASE("replay takes a folder of cases", "[cli]") {
    const outcome done = run({"replay", "--json", synthetic_folder().string()});
    CHECK(done.code == 0);
    const json all = json::parse(done.out);
    CHECK(all["cases"].size() == 10);
    CHECK(all["pass"] == true);

    const outcome table = run({"replay", synthetic_folder().string()});
    CHECK(table.code == 0);
    CHECK(lines(table.out) == 11);
}

TEST_CASE("replay answers 1 for an altered case and says so", "[cli]") {
    const temporary_folder folder;
    const fs::path copy = copy_case("chain6_gap", folder);
    add_to_double(copy / "dyn.f64.bin", 500, 0.01);
    const outcome done = run({"replay", copy.string(), "--json"});
    CHECK(done.code == 1);
    CHECK(json::parse(done.out)["pass"] == false);
    CHECK(run({"replay", copy.string()}).out.find("MISMATCH") != std::string::npos);
    CHECK(run({"replay", folder.path().string()}).code == 1);
}

TEST_CASE("replay answers 2 and one message for malformed input", "[cli][bad-input]") {
    std::vector<malformed> all = malformed_cases();
    const std::vector<malformed> runs = malformed_runs();
    all.insert(all.end(), runs.begin(), runs.end());
    for (const malformed& one : all) {
        INFO(one.what);
        const temporary_folder folder;
        const outcome done = run({"replay", one.make(folder).string()});
        INFO(done.err);
        CHECK(done.code == 2);
        CHECK(lines(done.err) == 1);
        CHECK(done.err.find(one.names) != std::string::npos);
    }
}

TEST_CASE("one malformed case does not hide the others", "[cli][bad-input]") {
    const temporary_folder folder;
    copy_case("single_swing", folder);
    fs::resize_file(copy_case("chain6_gap", folder) / "case.json", 100);
    const outcome done = run({"replay", folder.path().string(), "--json"});
    CHECK(done.code == 2);
    CHECK(lines(done.err) == 1);
    const json all = json::parse(done.out);
    CHECK(all["pass"] == false);
    REQUIRE(all["cases"].size() == 2);
    CHECK(all["cases"][0]["error"].get<std::string>().find("case.json") != std::string::npos);
    CHECK(all["cases"][1]["pass"] == true);
}

TEST_CASE("wrong usage is 2 and one line with a hint", "[cli]") {
    const std::string folder = (synthetic_folder() / "single_swing").string();
    const auto words =
        GENERATE_COPY(std::vector<std::string>{"dance"}, std::vector<std::string>{"replay"},
                      std::vector<std::string>{"replay", folder, "--fast"},
                      std::vector<std::string>{"replay", folder, "again"},
                      std::vector<std::string>{"replay", folder, "--precision"},
                      std::vector<std::string>{"replay", folder, "--precision", "f16"},
                      std::vector<std::string>{"replay", folder, "--precision="},
                      std::vector<std::string>{"replay", folder, "--solver", "exact"},
                      std::vector<std::string>{"replay", folder, "--json=yes"},
                      std::vector<std::string>{"replay", ""});
    const outcome done = run(words);
    INFO(done.err);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK(lines(done.err) == 1);
}

TEST_CASE("help is found everywhere", "[cli]") {
    const auto words =
        GENERATE(std::vector<std::string>{"--help"}, std::vector<std::string>{"help"},
                 std::vector<std::string>{"replay", "--help"},
                 std::vector<std::string>{"replay", "x", "--precision", "-h"});
    const outcome done = run(words);
    CHECK(done.code == 0);
    CHECK(done.out.find("usage: jounce") != std::string::npos);
    CHECK(done.err.empty());
    CHECK(run({}).code == 2);
}

} // namespace command_test
