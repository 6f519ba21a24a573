// From a cache to a character: read, decomposed, written, read again.

#include "hand_made.hpp"
#include "modules/mesh_cache/cache_bytes.hpp"
#include "sma_file.hpp"

#include <jounce/modules/decompose_file/decompose_file.hpp>
#include <jounce/modules/mesh_cache/gltf_clips.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

namespace {

/// Two boxes that move on their own, as a .sma file.
struct boxes_file {
    temporary_folder folder;
    decompose_file_options options;

    boxes_file() {
        options.in = folder.path() / "boxes.sma";
        options.out = folder.path() / "boxes.glb";
        options.how.bones = 2;
        write_text(options.in, moving_boxes_sma());
    }
    decompose_file_report run() const {
        const auto done = decompose_file(options);
        INFO((done ? "" : done.error().message));
        REQUIRE(done);
        return *done;
    }
    error refused() const {
        const auto done = decompose_file(options);
        REQUIRE_FALSE(done);
        CHECK_FALSE(fs::exists(options.out));
        return done.error();
    }
};

} // namespace

TEST_CASE("a cache becomes a character that moves like it", "[decompose_file]") {
    for (const bone_kind kind : {bone_kind::rigid, bone_kind::flexible}) {
        boxes_file file;
        file.options.how.kind = kind;
        const decompose_file_report report = file.run();
        CHECK(report.bones == 2);
        CHECK(report.frames == moving_box_frames);
        CHECK(report.figures.error < 1e-3);
        CHECK(report.file_bytes == fs::file_size(file.options.out));
        const gltf::model model = read_again(read_text(file.options.out));
        const auto cache = parse_moving_boxes();
        for (std::size_t f = 0; f < cache.frame_count(); ++f) {
            CHECK(farthest(at_key(model, 0, f), cache.frame(f)) < 1e-4);
        }
    }
}

TEST_CASE("clips of a character can be decomposed again", "[decompose_file]") {
    const hand_made made({.takes = 2});
    boxes_file file;
    file.options.in = file.folder.path() / "tube.glb";
    file.options.how.bones = 3;
    write_text(file.options.in, made.glb());
    const decompose_file_report report = file.run();
    CHECK(report.takes.size() == 2);
    CHECK(report.frames == 14);
    const gltf::model model = read_again(read_text(file.options.out));
    CHECK(model.clips.clips.size() == 2);
    CHECK(model.clips.clips[1].name == "take 1");
}

TEST_CASE("files that cannot be written are refused before the work",
          "[decompose_file][bad-input]") {
    boxes_file file;
    file.options.how.weights = weight_solver::tsvd;
    CHECK(file.refused().name == "negative_weights");
    file.options.how.weights = weight_solver::nnls;
    file.options.out = file.folder.path() / "boxes.fbx";
    CHECK(file.refused().name == "wrong_suffix");
    file.options.out = file.folder.path() / "no" / "boxes.glb";
    CHECK(file.refused().name == "cannot_write");
    file.options.out = file.folder.path() / "boxes.glb";
    file.options.in = file.folder.path() / "absent.sma";
    CHECK(file.refused().name == "missing_file");
}

TEST_CASE("it can be cancelled while it reads", "[decompose_file]") {
    boxes_file file;
    file.options.how.work.progress = [](std::string_view, double) { return false; };
    CHECK(file.refused().name == "cancelled");
}

TEST_CASE("figures of TSVD need no file", "[decompose_file]") {
    boxes_file file;
    file.options.out.clear();
    file.options.how.weights = weight_solver::tsvd;
    CHECK(file.run().figures.error < 1e-3);
}
