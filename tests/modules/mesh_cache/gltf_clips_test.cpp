// Clips of glTF models as deforming meshes: the pipeline plays them, so this also checks that it shows decomposed
// files as they were.

#include "modules/decompose_file/hand_made.hpp"
#include "support/gltf_files.hpp"

#include <jounce/modules/mesh_cache/gltf_clips.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::mesh_cache;
using namespace jounce_test;
using decompose::bone_kind;

namespace {

error refusal(gltf::model model, const read_options& options) {
    const auto read = sample_clips(std::move(model), options);
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().message.find("again.glb: ") == 0);
    return read.error();
}

} // namespace

TEST_CASE("sampled clips show what was decomposed", "[mesh_cache][gltf]") {
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        for (const std::size_t rank : {0U, 3U}) {
            const hand_made made({.kind = kind, .rank = rank, .takes = 2});
            const auto read = sample_clips(read_again(made.glb()), {});
            INFO((read ? "" : read.error().message));
            REQUIRE(read);
            const decompose::mesh_animation& got = read->animation;
            REQUIRE(got.takes.size() == 2);
            CHECK(got.takes[1].name == "take 1");
            CHECK(got.takes[1].first_frame == 7);
            CHECK(got.takes[1].frame_count == 7);
            CHECK(got.triangles == made.mesh.animation.triangles);
            REQUIRE(got.frame_count() == 14);
            CHECK(farthest(got.rest, made.mesh.animation.rest) <= 1e-5 * made.extent);
            for (std::size_t f = 0; f < 14; ++f) {
                INFO("rank " << rank << ", frame " << f);
                const auto frame = got.frame(f);
                CHECK(farthest({frame.begin(), frame.end()}, made.mesh.animation.frame(f)) <=
                      1e-5 * made.extent);
            }
            CHECK(read->normals.size() == got.rest.size());
            REQUIRE(read->parts.size() == 1);
            CHECK(read->parts[0].vertex_count == got.rest.size());
        }
    }
}

TEST_CASE("clips are sampled at any rate, to their end", "[mesh_cache][gltf]") {
    const hand_made made({.kind = bone_kind::rigid, .takes = 2});
    read_options options;
    options.clips = {"take 1"};
    options.fps = 5; // 0.25 s: 1.25 frames
    const auto read = sample_clips(read_again(made.glb()), options);
    REQUIRE(read);
    REQUIRE(read->animation.frame_count() == 3);
    CHECK(read->animation.takes[0].fps == 5);
    const auto last = read->animation.frame(2);
    CHECK(farthest({last.begin(), last.end()}, made.mesh.animation.frame(13)) <=
          1e-5 * made.extent);
}

TEST_CASE("clips that cannot be sampled are refused by name", "[mesh_cache][gltf][bad-input]") {
    const gltf::model model = read_again(hand_made().glb());
    read_options options;
    options.clips = {"take"};
    CHECK(refusal(model, options).name == "unknown_clip");
    CHECK(refusal(model, options).message.find("\"take 0\"") != std::string::npos);
    options = {};
    options.limits.max_frames = 6;
    CHECK(refusal(model, options).name == "too_many");
    options = {};
    options.limits.max_bytes = 8 * 56 * 24 - 1;
    CHECK(refusal(model, options).name == "too_large");
    gltf::model still = model;
    still.clips.clips.clear();
    CHECK(refusal(still, {}).name == "no_such_clip");
    gltf::model empty = model;
    empty.meshes[0].triangles.clear();
    CHECK(refusal(empty, {}).name == "no_mesh");
    empty = model;
    empty.meshes[0].is_visible = false;
    CHECK(refusal(empty, {}).name == "no_mesh");
}
