// Levels of detail of decomposed characters: made, written, read again.

#include "hand_made.hpp"
#include "modules/bake/swing_file.hpp"
#include "sma_file.hpp"

#include <jounce/modules/decompose_file/decompose_file.hpp>
#include <jounce/modules/decompose_file/make_character.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

namespace {

character_levels levels_of(const hand_made& from, const std::vector<double>& shares) {
    auto made = make_levels(from.mesh.animation, from.found, shares);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    return *std::move(made);
}

std::string glb_of(const hand_made& from, const character_levels& levels) {
    const auto made = make_character(from.mesh, from.found, {{}, &levels});
    REQUIRE(made);
    return *made->document.bytes();
}

std::string fault_of(const std::vector<double>& shares) {
    const auto wrong = find_share_fault(shares);
    return wrong ? wrong->name : "";
}

} // namespace

TEST_CASE("levels of a character share its vertices", "[decompose_file][levels]") {
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        const hand_made made({.kind = kind, .rank = 2, .takes = 2});
        const character_levels levels = levels_of(made, {0.6, 0.3});
        REQUIRE(levels.coarser.size() == 2);
        const std::string bytes = glb_of(made, levels);
        const gltf::model model = read_again(bytes);
        CHECK(model.warnings.empty());
        REQUIRE(model.meshes.size() == 1);
        const gltf::mesh& mesh = model.meshes[0];
        REQUIRE(mesh.levels.size() == 2);
        for (std::size_t i = 0; i < 2; ++i) {
            CHECK(mesh.levels[i].triangles == levels.coarser[i].triangles);
            CHECK(mesh.coverage[i + 1] == static_cast<float>(levels.coarser[i].coverage));
        }
        CHECK(mesh.coverage[0] == static_cast<float>(levels.finest_coverage));
        CHECK(mesh.coverage[2] == 0); // the coarsest is always drawn
        CHECK(mesh.coverage[0] > mesh.coverage[1]);
        CHECK(mesh.coverage[1] > 0);
        // Nothing is there twice: levels cost their indices and a few lines of JSON.
        const swing_file file = take_apart(bytes);
        const swing_file plain = take_apart(made.glb());
        const std::size_t corners =
            levels.coarser[0].triangles.size() + levels.coarser[1].triangles.size();
        CHECK(file.binary.size() - plain.binary.size() <= 2 * corners + 8);
        CHECK(file.json["scenes"] == plain.json["scenes"]);
        CHECK_FALSE(file.json.contains("extensionsRequired"));
        CHECK(file.json["extensionsUsed"] == nlohmann::ordered_json::array({"MSFT_lod"}));
        for (std::size_t f = 0; f < 7; ++f) {
            CHECK(farthest(at_key(model, 1, f), made.mesh.animation.frame(7 + f)) <=
                  1e-5 * made.extent);
        }
    }
}

TEST_CASE("the error of levels is that of the vertices they keep", "[decompose_file][levels]") {
    hand_made made;
    const character_levels exact = levels_of(made, {0.5});
    CHECK(exact.coarser[0].error < 1e-9);
    CHECK(exact.coarser[0].distance > 0);
    // One kept vertex is wrong by a metre in one frame.
    const std::uint32_t kept = exact.coarser[0].triangles[0];
    made.mesh.animation.frames[2 * made.mesh.animation.rest.size() + kept].y += 1;
    const character_levels wrong = levels_of(made, {0.5});
    std::vector<std::uint32_t> all = wrong.coarser[0].triangles;
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    REQUIRE(std::binary_search(all.begin(), all.end(), kept));
    CHECK(wrong.coarser[0].kept_vertices == all.size());
    double moved = 0;
    for (const std::uint32_t v : all) {
        vec3<double> mean;
        for (std::size_t f = 0; f < 7; ++f) {
            mean = mean + (1.0 / 7) * made.mesh.animation.frame(f)[v];
        }
        for (std::size_t f = 0; f < 7; ++f) {
            const vec3<double> off = made.mesh.animation.frame(f)[v] - mean;
            moved += dot(off, off);
        }
    }
    CHECK(std::abs(wrong.coarser[0].error - 100 / std::sqrt(moved)) < 1e-9);
    CHECK(levels_table(wrong).find("level of 0.5: ") == 0);
}

TEST_CASE("levels that cannot be made are left out with a warning", "[decompose_file][levels]") {
    const hand_made made;
    const character_levels levels = levels_of(made, {0.5, 0.002, 0.001});
    CHECK(levels.coarser.size() < 3);
    REQUIRE_FALSE(levels.warnings.empty());
    CHECK(levels.warnings.back().find("level of 0.001") != std::string::npos);
    CHECK(levels.coarser.back().coverage == 0);
    CHECK(levels_of(made, {}).coarser.empty());
}

TEST_CASE("a part that vanishes leaves its primitive out", "[decompose_file][levels]") {
    hand_made made;
    character_levels levels = levels_of(made, {0.5});
    // Two parts: the first two rings and the rest; the level has nothing of the first.
    auto& parts = made.mesh.parts;
    auto& triangles = made.mesh.animation.triangles;
    parts = {{"a", 0, 16, 0, 16, -1}, {"b", 16, 40, 16, triangles.size() / 3 - 32, -1}};
    triangles.erase(triangles.begin() + 48, triangles.begin() + 96); // those between the two
    levels.coarser[0].triangles = {16, 24, 17, 40, 48, 41};
    const gltf::model model = read_again(glb_of(made, levels));
    CHECK(model.warnings.empty());
    REQUIRE(model.meshes.size() == 2);
    REQUIRE(model.meshes[0].levels.size() == 1);
    CHECK(model.meshes[0].levels[0].triangles.empty());
    CHECK(model.meshes[1].levels[0].triangles == std::vector<std::uint32_t>{0, 8, 1, 24, 32, 25});
}

TEST_CASE("shares of levels are checked by name", "[decompose_file][levels][bad-input]") {
    CHECK(fault_of({}) == "");
    CHECK(fault_of({0.5, 0.12}) == "");
    CHECK(fault_of({0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}) == "");
    CHECK(fault_of({0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}) == "too_many");
    CHECK(fault_of({0.5, 0.5}) == "bad_order");
    CHECK(fault_of({0.12, 0.5}) == "bad_order");
    CHECK(fault_of({0}) == "out_of_range");
    CHECK(fault_of({1}) == "out_of_range");
    CHECK(fault_of({-0.5}) == "out_of_range");
    CHECK(fault_of({std::numeric_limits<double>::quiet_NaN()}) == "out_of_range");
    CHECK(fault_of({std::numeric_limits<double>::infinity()}) == "out_of_range");
}

TEST_CASE("a cache becomes a character with levels", "[decompose_file][levels]") {
    const temporary_folder folder;
    decompose_file_options options;
    options.in = folder.path() / "boxes.sma";
    options.out = folder.path() / "boxes.glb";
    options.quality = folder.path() / "report";
    options.how.bones = 2;
    options.level_shares = {0.5, 0.12};
    write_text(options.in, moving_boxes_sma());
    const auto done = decompose_file(options);
    INFO((done ? "" : done.error().message));
    REQUIRE(done);
    REQUIRE(done->levels.coarser.size() == 2);
    CHECK(done->levels.coarser[0].triangles.size() / 3 <= 192);
    CHECK(done->levels.coarser[1].triangles.size() / 3 <= 46);
    CHECK(done->levels.coarser[1].distance < 1e-6); // flat faces need few triangles
    const gltf::model model = read_again(read_text(options.out));
    REQUIRE(model.meshes.size() == 1);
    CHECK(model.meshes[0].levels[1].triangles == done->levels.coarser[1].triangles);
    CHECK(read_text(options.quality / "levels.txt") == levels_table(done->levels));
    options.level_shares = {0.12, 0.5};
    CHECK(decompose_file(options).error().name == "bad_order");
}
