#include <jounce/modules/dev/bench/sweep_format.hpp>

#include "modules/dev/replay/case_files.hpp"

#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/dev/bench/machine.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace sweep_test {

using namespace jounce;

namespace {

/// So small that the whole sweep takes less than a second.
bench::bench_options tiny() {
    bench::bench_options options;
    options.characters = 9;
    options.bones = 6;
    options.springs = 2;
    options.frames = 2;
    options.solver = reference_solver;
    return options;
}

int run_command(std::initializer_list<const char*> words) {
    const std::vector<const char*> given(words);
    return cli::bench_command(given);
}

} // namespace

TEST_CASE("a sweep measures every point beside the ordinary way", "[bench][sweep]") {
    const isa_level before = active_isa();
    const result<bench::bench_sweeps> report = bench::run_sweeps("levels", tiny());
    REQUIRE(report);
    CHECK(active_isa() == before);
    REQUIRE(report->sweeps.size() == 1);
    const bench::sweep_report& levels = report->sweeps.front();
    REQUIRE(levels.points.size() == supported_isa_levels().size());
    const nlohmann::json out = nlohmann::json::parse(bench::sweeps_json(*report));
    const nlohmann::json& points = out.at("sweeps").at(0).at("points");
    for (std::size_t i = 0; i < points.size(); ++i) {
        CHECK(points[i].at("isa") == isa_name(supported_isa_levels()[i]));
        CHECK(points[i].at("ms_per_frame") > 0);
        CHECK(points[i].at("ms_per_frame") <= points[i].at("median_ms_per_frame"));
        CHECK(points[i].at("predicted_bytes").get<std::uint64_t>() > 0);
        std::vector<std::string> systems;
        for (const nlohmann::json& system : points[i].at("systems")) {
            systems.push_back(system.at("name"));
            CHECK(system.at("ns_per_element") > 0);
        }
        CHECK(systems == std::vector<std::string>{"fk", "integrate", "project", "pose", "palette"});
        REQUIRE(points[i].at("baseline").size() == 2);
        for (const nlohmann::json& cost : points[i].at("baseline")) {
            CHECK(cost.at("ratio") > 0);
        }
    }
    CHECK(bench::sweeps_table(*report).find("the ordinary way") != std::string::npos);
}

TEST_CASE("sweeps are written as JSON and charts", "[bench][sweep]") {
    const jounce_test::temporary_folder folder;
    bench::bench_options options = tiny();
    options.springs = 1;
    const result<bench::bench_sweeps> report = bench::run_sweeps("threads", options);
    REQUIRE(report);
    const std::filesystem::path to = folder.path() / "new" / "out";
    REQUIRE_FALSE(write_sweeps(*report, to));
    CHECK(nlohmann::json::parse(jounce_test::read_text(to / "bench.json")).contains("machine"));
    for (const char* chart : {"threads.svg", "speed.svg"}) {
        const std::string svg = jounce_test::read_text(to / chart);
        CHECK(svg.ends_with("</svg>\n"));
        CHECK(svg.find("nan") == std::string::npos);
        CHECK(svg.find("by_block") != std::string::npos);
    }
    const std::optional<error> no_folder = write_sweeps(*report, to / "bench.json" / "deeper");
    REQUIRE(no_folder);
    CHECK(no_folder->name == "cannot_write");
}

TEST_CASE("what profiling costs is measured with and without it", "[bench][sweep]") {
    bench::bench_options options = tiny();
    const result<bench::bench_sweeps> report = bench::run_sweeps("profiling", options);
    REQUIRE(report);
    REQUIRE(report->profiling);
    CHECK(report->profiling->off_ms > 0);
    CHECK(report->profiling->on_ms > 0);
    CHECK(report->profiling->share > -1);
    CHECK(report->profiling->share < 10);
    CHECK(report->profiling->traced_share > -1);
    CHECK(bench::sweeps_table(*report).find("measuring costs") != std::string::npos);
}

TEST_CASE("characters that come and go are measured beside those that stay", "[bench][sweep]") {
    const result<bench::bench_sweeps> report = bench::run_sweeps("churn", tiny());
    REQUIRE(report);
    REQUIRE(report->churn);
    const nlohmann::json out = nlohmann::json::parse(bench::sweeps_json(*report)).at("churn");
    CHECK(out.at("characters") == 90);
    CHECK(out.at("changed_per_frame") == 9);
    const nlohmann::json& ways = out.at("ways");
    REQUIRE(ways.size() == 3);
    for (const nlohmann::json& way : ways) {
        for (const char* part : {"change", "frame"}) {
            const nlohmann::json& times = way.at(part);
            CHECK(times.at("p50_ms") <= times.at("p99_ms"));
            CHECK(times.at("p99_ms") <= times.at("max_ms"));
            CHECK(times.at("mean_ms") <= times.at("max_ms"));
        }
        CHECK(way.at("blocks") >= 12); // 90 characters
        CHECK(way.at("arena_bytes_most") > 0);
    }
    CHECK(ways[0].at("moved_per_frame") == 0);
    CHECK(ways[2].at("blocks") == 12);
    CHECK(bench::sweeps_table(*report).find("random, compact") != std::string::npos);

    const result<bench::churn_cost> refused = bench::measure_churn(tiny(), 10);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "bad_size");
}

TEST_CASE("a sweep that cannot be is refused", "[bench][sweep][bad-input]") {
    CHECK(run_command({"--sweep", "weather"}) == cli::exit_wrong);
    CHECK(run_command({"--sweep", "levels", "--trace", "t.json"}) == cli::exit_wrong);
    CHECK(run_command({"-o", "somewhere"}) == cli::exit_wrong);
    bench::bench_options options = tiny();
    options.springs = 6; // as many as bones
    const result<bench::bench_sweeps> refused = bench::run_sweeps("levels", options);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "bad_size");
}

// Sanitizers need memory of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("a crowd takes the memory that one block predicts", "[bench][memory]") {
    bench::bench_options options;
    options.characters = 4000;
    options.frames = 1;
    options.baseline = false;
    const result<bench::point_cost> cost = bench::measure_point(options);
    REQUIRE(cost);
    const std::size_t in_blocks = 4000 * cost->bytes_per_character;
    CHECK(cost->predicted_bytes >= in_blocks);
    CHECK(cost->predicted_bytes < in_blocks + in_blocks / 10);
    if (bench::resident_memory() == 0) {
        SKIP("this system does not say how much memory a process takes");
    }
    const double predicted = static_cast<double>(cost->predicted_bytes);
    // Some of it may have been taken before and freed; what else grows are entities and lists, and the
    // last large page may be nearly empty.
    const double large_page = 2 * 1024 * 1024;
    // EnTT makes room for 1024 of a component at once.
    const double pools = 1024 * static_cast<double>(sizeof(block_data) + sizeof(block));
    CHECK(static_cast<double>(cost->measured_bytes) < 1.1 * predicted + large_page + pools);
    CHECK(static_cast<double>(cost->measured_bytes) > 0.7 * predicted);
}
#endif

} // namespace sweep_test
