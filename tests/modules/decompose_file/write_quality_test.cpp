// The report for people: a drawing, a list, colours.

#include "hand_made.hpp"
#include "modules/bake/swing_file.hpp"

#include <jounce/modules/decompose_file/write_quality.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

TEST_CASE("the report has a drawing, a list and colours", "[decompose_file][quality]") {
    hand_made made({.takes = 2});
    made.found.report.error_by_vertex[5] = 0.04;
    made.found.report.error_by_vertex[9] = 0.02;
    made.found.report.error_by_vertex[0] = 0;
    const temporary_folder folder;
    const fs::path into = folder.path() / "deep" / "report";
    REQUIRE_FALSE(write_quality(into, made.mesh, made.found));
    const std::string drawing = read_text(into / "error_by_frame.svg");
    CHECK(drawing.find("<svg") != std::string::npos);
    CHECK(drawing.find("take 1") != std::string::npos);
    const std::string list = read_text(into / "worst_vertices.txt");
    CHECK(list.find("         5     4.000000") != std::string::npos);
    CHECK(list.find("         5 ") < list.find("         9 "));
    const swing_file file = take_apart(read_text(into / "error_colours.glb"));
    const auto& attributes = file.json["meshes"][0]["primitives"][0]["attributes"];
    const std::vector<float> colours = floats_of(file, attributes["COLOR_0"].get<std::size_t>());
    CHECK(colours.size() == 3 * made.mesh.animation.vertex_count());
    CHECK(std::vector<float>(colours.begin() + 15, colours.begin() + 18) ==
          std::vector<float>{1, 0, 0}); // the worst is red
    CHECK(std::vector<float>(colours.begin(), colours.begin() + 3) ==
          std::vector<float>{0, 0, 1}); // none is blue
}

TEST_CASE("colours go from blue over green and yellow to red", "[decompose_file][quality]") {
    const auto colours = error_colours(std::vector<double>{0, 0.5, 1, 2.0 / 3});
    CHECK(colours[0] == std::array<float, 3>{0, 0, 1});
    CHECK(colours[1][1] == 1);
    CHECK(colours[2] == std::array<float, 3>{1, 0, 0});
    CHECK(colours[3][0] == 1);
    CHECK(colours[3][1] > 0.9F);
    // Without any error all is blue.
    CHECK(error_colours(std::vector<double>{0, 0})[1] == std::array<float, 3>{0, 0, 1});
}

TEST_CASE("a report that cannot be written is refused", "[decompose_file][quality][bad-input]") {
    const hand_made made;
    const temporary_folder folder;
    write_text(folder.path() / "file", "");
    const auto wrong = write_quality(folder.path() / "file", made.mesh, made.found);
    REQUIRE(wrong);
    CHECK(wrong->name == "cannot_write");
}
