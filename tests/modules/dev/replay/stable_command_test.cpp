#include "run_program.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <string>

namespace stable_command_test {

using namespace jounce_test;
using nlohmann::json;

TEST_CASE("replay of the stable solver prints one JSON object", "[cli]") {
    const std::string precision = GENERATE("f32", "f64");
    const std::string folder = (synthetic_folder() / "single_swing").string();
    const program_outcome done =
        run_program({"replay", folder, "--solver", "stable", "--precision", precision, "--json"});
    INFO(done.err);
    CHECK(done.code == 0);
    CHECK(done.err.empty());
    CHECK(lines(done.out) == 1);
    const json report = json::parse(done.out);
    CHECK(report["case"] == "single_swing");
    CHECK(report["solver"] == "stable");
    CHECK(report["frames"] == 96);
    CHECK(report["extent"] == 2.0);
    CHECK(report["precision"] == precision);
    CHECK(report["pass"] == true);
    CHECK_FALSE(report.contains("note"));
    REQUIRE(report["rates"].size() == 5);
    CHECK(report["rates"][0]["fps"] == 24);
    CHECK(report["rates"][4]["rms_stable"] == 0.0);
    CHECK(report["rates"][1]["rms_reference"].get<double>() > 0.05);
    for (const json& rate : report["rates"]) {
        const double input = rate["rms_input"].get<double>();
        CHECK(rate["rms_allowed"].get<double>() == 0.02 + 2 * input);
        CHECK(rate["rms_stable"].get<double>() <= 0.02 + 2 * input);
    }
    CHECK(report["rates"][0]["rms_input"].get<double>() > 1e-4);
    for (const char* number :
         {"max_stretch", "max_bend_degrees", "max_deviation", "settled", "settling_seconds"}) {
        INFO(number);
        CHECK(report[number].is_number());
    }
}

TEST_CASE("replay of the stable solver shows what frames miss of the input", "[cli]") {
    const std::string folder = (synthetic_folder() / "single_swing").string();
    const program_outcome done = run_program({"replay", "--solver", "stable", folder});
    CHECK(done.code == 0);
    CHECK(done.out.find("\n                           input ") != std::string::npos);
}

TEST_CASE("replay of the stable solver notes a jump", "[cli]") {
    const std::string folder = (synthetic_folder() / "teleport_100m").string();
    const program_outcome done = run_program({"replay", "--solver", "stable", folder, "--json"});
    CHECK(done.code == 0);
    const json report = json::parse(done.out);
    CHECK(report["note"].get<std::string>().find("jump") != std::string::npos);
    CHECK(run_program({"replay", "--solver", "stable", folder}).out.find("note: ") !=
          std::string::npos);
}

TEST_CASE("plot writes a chart or leaves things as they were", "[cli]") {
    const temporary_folder folder;
    const std::string from = (synthetic_folder() / "single_swing").string();
    const fs::path file = folder.path() / "chart.svg";
    const program_outcome done = run_program({"plot", from, "-o", file.string(), "--fps", "24,60"});
    INFO(done.err);
    CHECK(done.code == 0);
    const std::string svg = read_text(file);
    CHECK(svg.starts_with("<?xml"));
    CHECK(svg.ends_with("</svg>\n"));
    CHECK(svg.find("24 fps") != std::string::npos);
    CHECK(svg.find("240 fps") == std::string::npos);

    for (const char* rates : {"", "24,", "0", "24,24", "24;60", "1001", "1,2,3,4,5,6,7"}) {
        INFO(rates);
        const program_outcome wrong =
            run_program({"plot", from, "-o", file.string(), "--fps", rates});
        CHECK(wrong.code == 2);
        CHECK(lines(wrong.err) == 1);
    }
    const program_outcome no_bone = run_program({"plot", from, "-o", file.string(), "--bone", "0"});
    CHECK(no_bone.code == 2);
    CHECK(no_bone.err.find("it has 1") != std::string::npos);
    CHECK(run_program({"plot", from}).code == 2);
    CHECK(run_program({"plot", synthetic_folder().string(), "-o", file.string()}).code == 2);
    CHECK(run_program({"plot", from, "-o", folder.path().string()}).code == 2);
    CHECK(run_program({"plot", from, "-o", (folder.path() / "no" / "x.svg").string()}).code == 2);
    CHECK(read_text(file) == svg);
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

} // namespace stable_command_test
