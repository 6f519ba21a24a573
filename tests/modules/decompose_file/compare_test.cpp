// What else a deforming mesh could be kept as, and what that takes.

#include "hand_made.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/decompose/decompose.hpp>
#include <jounce/modules/decompose_file/character_memory.hpp>
#include <jounce/modules/decompose_file/compare_methods.hpp>
#include <jounce/modules/procedural/galloper.hpp>
#include <jounce/modules/render/clip_instance.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

namespace {

/// A quad that moves in two ways: three times as much along x as along y.
hand_made two_ways() {
    hand_made out;
    mesh_animation& to = out.mesh.animation;
    to.rest = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    to.triangles = {0, 1, 2, 0, 2, 3};
    to.frames.clear();
    to.takes = {{"ways", 0, 4, 24}};
    const vec3<double> ways[] = {{3, 0, 0}, {0, 1, 0}, {-3, 0, 0}, {0, -1, 0}};
    for (const vec3<double>& way : ways) {
        for (const vec3<double>& p : to.rest) {
            to.frames.push_back(p + way);
        }
    }
    out.found.weights = {};
    for (std::size_t v = 0; v < 4; ++v) {
        out.found.weights.add(std::vector<weights::bone_weight>{{0, 1}});
    }
    out.found.corrected = {};
    return out;
}

const compared_method& row_of(const std::vector<compared_method>& all, std::size_t at) {
    REQUIRE(at < all.size());
    return all[at];
}

} // namespace

TEST_CASE("shape keys are as few as the error allows", "[decompose_file][compare]") {
    hand_made made = two_ways();
    const auto keys_for = [&](double error) {
        made.found.report.error = error;
        const auto methods = compare_methods(made.mesh.animation, made.found);
        REQUIRE(methods);
        return row_of(*methods, 2);
    };
    CHECK(keys_for(100).count == 0);
    CHECK(keys_for(50).count == 1);
    // What is left is a tenth of the squares: 2 of 20 per vertex.
    CHECK(std::abs(keys_for(50).error - 100 * std::sqrt(0.1)) < 1e-9);
    CHECK(keys_for(31).count == 2);
    CHECK(keys_for(31).error < 1e-5);
    CHECK(keys_for(31).bytes == 2 * (4 * 24 + 4 * 4));
}

TEST_CASE("textures of 16 bits have eleven digits", "[decompose_file][compare]") {
    hand_made made = two_ways();
    const auto exact = compare_methods(made.mesh.animation, made.found);
    REQUIRE(exact);
    CHECK(row_of(*exact, 0).error == 0);
    CHECK(row_of(*exact, 1).error == 0); // whole numbers
    CHECK(row_of(*exact, 0).bytes == 4 * 4 * 24);
    CHECK(row_of(*exact, 1).bytes == 4 * 4 * 12);
    made.mesh.animation.frames[0].x = 2049; // between 2048 and 2050
    const auto rounded = compare_methods(made.mesh.animation, made.found);
    REQUIRE(rounded);
    const double moved = 2049 * 2049 * 0.75; // and little else, about its mean over time
    CHECK(std::abs(row_of(*rounded, 1).error - 100 / std::sqrt(moved)) < 1e-3);
}

TEST_CASE("memory is that of the types that hold it", "[decompose_file][compare]") {
    const hand_made made({.rank = 2, .takes = 2});
    const character_memory flexible = memory_of(made.found, made.mesh.animation.takes);
    CHECK(flexible.clips == std::vector<std::uint64_t>{7 * (3 * 48 + 2 * 4), 7 * (3 * 48 + 2 * 4)});
    CHECK(flexible.caches[1] == 7 * 56 * 12);
    CHECK(flexible.corrections == 2 * 56 * 24);
    CHECK(flexible.palette == 192); // nine rows of 16 bytes, in whole cache lines
    CHECK(flexible.instance == sizeof(render::clip_instance) + sizeof(placement));
    CHECK(flexible.instance_sent == 80);
    CHECK(flexible.shared() == flexible.weights + flexible.corrections + 2 * flexible.clips[0]);
    const hand_made stiff({.kind = bone_kind::rigid});
    CHECK(memory_of(stiff.found, stiff.mesh.animation.takes).instance == 0);
    CHECK(memory_of(stiff.found, stiff.mesh.animation.takes).palette == 192); // twelve rows
}

/// The figures of docs/decompose.md: jounce_decompose_file_tests "bones alone take less memory*" -s
TEST_CASE("bones alone take less memory than textures and shape keys",
          "[decompose_file][compare]") {
    const procedural::deforming_mesh animal = procedural::galloper(0.05);
    mesh_animation moving;
    moving.rest = animal.rest;
    moving.triangles = animal.triangles;
    moving.frames = animal.frames;
    moving.takes = {{"gallop", 0, animal.frame_count, animal.frames_per_second}};
    for (const bone_kind kind : {bone_kind::rigid, bone_kind::flexible}) {
        decompose_options options;
        options.kind = kind;
        options.rank = 10;
        const auto found = decompose::decompose(moving, options);
        REQUIRE(found);
        const auto methods = compare_methods(moving, *found);
        REQUIRE(methods);
        const std::string table = comparison_table(*methods);
        INFO(moving.rest.size() << " vertices, " << animal.frame_count << " frames, "
                                << found->bone_count() << " bones\n"
                                << table);
        REQUIRE(methods->size() == 6);
        const compared_method& bones = row_of(*methods, 4);
        const compared_method& corrected = row_of(*methods, 5);
        CHECK(bones.bytes < row_of(*methods, 1).bytes);
        CHECK(bones.bytes < row_of(*methods, 2).bytes); // as many keys as are as good
        CHECK(corrected.error < bones.error);
        CHECK(row_of(*methods, 2).error <= bones.error);
        CHECK(row_of(*methods, 3).error <= corrected.error);
    }
}
