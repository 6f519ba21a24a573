// jounce decompose as a person meets it.

#include "modules/dev/replay/run_program.hpp"
#include "sma_file.hpp"

#include <nlohmann/json.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce_test;
using nlohmann::json;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Two boxes in a folder of their own.
struct box_scene {
    temporary_folder folder;
    fs::path in = folder.path() / "boxes.sma";
    fs::path out = folder.path() / "boxes.glb";

    box_scene() { write_text(in, moving_boxes_sma()); }
    program_outcome decompose(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {"decompose", in.string(), "-o", out.string()};
        words.insert(words.end(), more.begin(), more.end());
        return run_program(words);
    }
};

} // namespace

TEST_CASE("decompose writes a character and says what it did", "[cli][decompose_file]") {
    const box_scene scene;
    const program_outcome done = scene.decompose({"--bones", "2"});
    INFO(done.err);
    REQUIRE(done.code == 0);
    CHECK(has(done.out, "300 vertices, 384 triangles, 12 frames in 1 take"));
    CHECK(has(done.out, "2 flexible bones"));
    CHECK(has(done.out, "written: "));
    CHECK(run_program({"inspect", scene.out.string()}).code == 0);
}

TEST_CASE("decompose answers in JSON, with a report beside", "[cli][decompose_file]") {
    const box_scene scene;
    const fs::path report = scene.folder.path() / "report";
    const program_outcome done =
        scene.decompose({"--bones", "2", "--kind", "rigid", "--rest", "3", "--fps", "30", "--rank",
                         "2", "--json", "--report", report.string(), "--threads", "1"});
    INFO(done.err);
    REQUIRE(done.code == 0);
    CHECK(lines(done.out) == 1);
    const json said = json::parse(done.out);
    for (const char* member : {"near_rigid", "error", "error_by_refit", "error_rank", "compression",
                               "bytes", "seconds", "warnings"}) {
        INFO(member);
        CHECK(said.contains(member));
    }
    CHECK(said["vertices"] == 300);
    CHECK(said["triangles"] == 384);
    CHECK(said["frames"] == 12);
    CHECK(said["bones"] == 2);
    CHECK(said["kind"] == "rigid");
    CHECK(said["takes"][0]["fps"] == 30);
    CHECK(said["file_bytes"] == fs::file_size(scene.out));
    CHECK_FALSE(said.contains("variants"));
    for (const char* name : {"error_by_frame.svg", "worst_vertices.txt", "error_colours.glb"}) {
        CHECK(fs::exists(report / name));
    }
}

TEST_CASE("decompose writes levels of detail and says how good they are",
          "[cli][decompose_file][levels]") {
    const box_scene scene;
    const program_outcome told = scene.decompose({"--bones", "2", "--lod", "0.5,0.12"});
    INFO(told.err);
    REQUIRE(told.code == 0);
    CHECK(has(told.out, "level of 0.5: 1"));
    CHECK(has(told.out, "level of 0.12: 4"));
    CHECK(has(told.out, "error on these 0.000 %"));
    const program_outcome done = scene.decompose({"--bones", "2", "--lod", "0.5,0.12", "--json"});
    REQUIRE(done.code == 0);
    const json levels = json::parse(done.out)["levels"];
    REQUIRE(levels.size() == 3);
    CHECK(levels[0]["triangles"] == 384);
    CHECK(levels[0]["screen_coverage"] > levels[1]["screen_coverage"]);
    CHECK(levels[2]["screen_coverage"] == 0);
    CHECK(levels[2]["share"] == 0.12);
    CHECK(levels[2]["triangles"] <= 46);
    CHECK(levels[2]["vertices"] < levels[1]["vertices"]);
    CHECK(levels[2]["error"] < 1e-3);
}

TEST_CASE("decompose says what memory a character takes, and compares", "[cli][decompose_file]") {
    const box_scene scene;
    const program_outcome told = scene.decompose({"--bones", "2"});
    INFO(told.err);
    REQUIRE(told.code == 0);
    // 12 frames of two bones of three rows of four floats.
    CHECK(has(told.out, "memory: clip boxes 1.2 kB, its frames as a vertex cache 43.2 kB\n"));
    CHECK(has(told.out, "a character's palette 128 bytes; one that plays from a clip texture "));
    const program_outcome done =
        scene.decompose({"--bones", "2", "--kind", "rigid", "--compare", "--json"});
    REQUIRE(done.code == 0);
    const json said = json::parse(done.out);
    CHECK(said["memory"]["caches"][0] == 12 * 300 * 12);
    CHECK(said["memory"]["palette"] == 128);
    CHECK(said["memory"]["clip_instance"] == 0);
    const json& rows = said["comparison"];
    REQUIRE(rows.size() == 4);
    CHECK(rows[0]["bytes"] == 24 * 300 * 12);
    CHECK(rows[0]["error"] < 1e-4);
    CHECK(rows[1]["bytes"] == 12 * 300 * 12);
    CHECK(rows[1]["error"] > rows[0]["error"]);
    CHECK(rows[1]["error"] < 0.1);
    CHECK(rows[2]["method"] == "shape keys");
    CHECK(rows[3]["method"] == "rigid bones");
    CHECK(rows[3]["bytes"] < rows[2]["bytes"]);
}

TEST_CASE("decompose to the letter compares four variants", "[cli][decompose_file]") {
    const box_scene scene;
    const program_outcome done =
        run_program({"decompose", scene.in.string(), "--literal", "--json"});
    INFO(done.err);
    REQUIRE(done.code == 0);
    CHECK(json::parse(done.out)["variants"].size() == 4);
}

TEST_CASE("any number of threads writes the same character", "[cli][decompose_file]") {
    const box_scene scene;
    for (const char* kind : {"flexible", "rigid"}) {
        const auto written = [&](const char* threads) {
            REQUIRE(scene
                        .decompose({"--threads", threads, "--kind", kind, "--rank", "2", "--lod",
                                    "0.5,0.12"})
                        .code == 0);
            return read_text(scene.out);
        };
        const std::string alone = written("1");
        CHECK(written("3") == alone);
        CHECK(written("8") == alone);
    }
}

TEST_CASE("decompose refuses what it cannot do in one line", "[cli][decompose_file][bad-input]") {
    const box_scene scene;
    const auto refused = [&](const program_outcome& done, const std::string& says) {
        INFO(done.err);
        CHECK(done.code == 2);
        CHECK(done.out.empty());
        CHECK(lines(done.err) == 1);
        CHECK(has(done.err, says));
        CHECK_FALSE(fs::exists(scene.out));
    };
    refused(run_program({"decompose", scene.in.string()}), "-o OUT.glb is missing");
    refused(scene.decompose({"--weights", "tsvd"}), "TSVD weights are negative");
    refused(scene.decompose({"--bones", "2", "--error", "1"}), "exclude each other");
    refused(scene.decompose({"--literal", "--bones", "2"}), "--literal finds");
    refused(scene.decompose({"--bone", "2"}), "--bones");
    refused(scene.decompose({"--rest", "99"}), "has no frame 99");
    refused(scene.decompose({"--rest", "no.obj"}), "no.obj: does not exist");
    refused(scene.decompose({"--rank", "65"}), "--rank");
    refused(scene.decompose({"--lod", "0.5;0.2"}), "--lod '0.5;0.2' is no list of numbers");
    refused(scene.decompose({"--lod", "0.5,"}), "is no list of numbers");
    refused(scene.decompose({"--lod", "half"}), "is no list of numbers");
    refused(scene.decompose({"--lod", "1,0.5"}), "share 1 is 1; give shares");
    refused(scene.decompose({"--lod", "0.2,0.5"}), "share 2 is 0.5, not less than");
    refused(scene.decompose({"--lod", "0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1"}), "at most 8");
    refused(run_program({"decompose", "no/such.sma", "-o", scene.out.string()}), "no/such.sma");
    refused(run_program({"decompos"}), "decompose");
}
