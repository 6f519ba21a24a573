// Shape keys of real files: how many bones they get unasked, and what is left.

#include <jounce/modules/decompose_file/decompose_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <filesystem>

using namespace jounce::decompose;

namespace {

decompose_file_report decompose_asset(const char* name) {
    const char* assets = std::getenv("JOUNCE_ASSETS_DIR");
    decompose_file_options options;
    options.in = std::filesystem::path(assets == nullptr ? "" : assets) / name;
    if (assets == nullptr || !std::filesystem::exists(options.in)) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with " << name);
    }
    const auto done = decompose_file(options);
    INFO((done ? "" : done.error().message));
    REQUIRE(done);
    return *done;
}

} // namespace

TEST_CASE("a cube with two shape keys gets two bones", "[decompose_file]") {
    const decompose_file_report report = decompose_asset("AnimatedMorphCube.glb");
    CHECK(report.vertices == 24);
    CHECK(report.bones == 2);
    CHECK(report.figures.error < 0.01);
}

TEST_CASE("a file with many shape keys keeps its motion", "[decompose_file]") {
    const decompose_file_report report = decompose_asset("materials/MorphStressTest.glb");
    CHECK(report.bones > 1);
    CHECK(report.bones <= 128);
    CHECK(report.figures.error < 2.05);
}
