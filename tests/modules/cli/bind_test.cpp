// jounce bind as a person meets it, and what jounce inspect says of weights.

#include "modules/bake/swing_file.hpp"
#include "modules/dev/replay/run_program.hpp"
#include "support/gltf_files.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace jounce_test;
using nlohmann::json;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A tube in a folder of its own.
struct tube_scene {
    temporary_folder folder;
    fs::path in = folder.path() / "in.glb";
    fs::path out = folder.path() / "out.glb";

    explicit tube_scene(const jounce::test::gltf_builder& model = jounce::test::tube()) {
        write_text(in, model.binary());
    }
    program_outcome bind(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {"bind", in.string(), "-o", out.string()};
        words.insert(words.end(), more.begin(), more.end());
        return run_program(words);
    }
};

} // namespace

TEST_CASE("bind writes a model and says what it did", "[cli][binding]") {
    const tube_scene scene;
    const program_outcome done = scene.bind();
    INFO(done.err);
    CHECK(done.code == 0);
    CHECK(done.err.empty());
    CHECK(has(done.out, "16 vertices, 3 of 3 bones, by heat"));
    CHECK(has(done.out, "written: "));
    CHECK_FALSE(has(done.out, "repaired"));
    CHECK(run_program({"inspect", scene.out.string()}).code == 0);
    CHECK(has(scene.bind({"--report"}).out, "repaired"));
}

TEST_CASE("bind answers in JSON", "[cli][binding]") {
    const tube_scene scene;
    for (const std::string method : {"heat", "curves", "curves-narrow", "nearest"}) {
        const program_outcome done =
            scene.bind({"--json", "--method", method, "--without", "tip", "--without=middle",
                        "--weights", "u8", "--threads", "1"});
        INFO(done.err);
        REQUIRE(done.code == 0);
        CHECK(lines(done.out) == 1);
        const json said = json::parse(done.out);
        CHECK(said["method"] == method);
        CHECK(said["bones_used"] == 1);
        CHECK(said["joints"] == 3);
        CHECK(said["weights"] == "u8");
        CHECK(said["parts"].size() == 1);
        CHECK(said["parts"][0]["mesh"] == "tube");
        CHECK(said["parts"][0]["vertices"] == 16);
    }
}

TEST_CASE("any number of threads writes the same file", "[cli][binding]") {
    const tube_scene scene;
    REQUIRE(scene.bind({"--threads", "1"}).code == 0);
    const std::string alone = read_text(scene.out);
    for (const char* threads : {"2", "3", "8"}) {
        REQUIRE(scene.bind({"--threads", threads}).code == 0);
        CHECK(read_text(scene.out) == alone);
    }
}

TEST_CASE("bind refuses what it cannot do in one line", "[cli][binding][bad-input]") {
    const tube_scene scene;
    const auto refused = [](const program_outcome& done) {
        CHECK(done.code == 2);
        CHECK(done.out.empty());
        CHECK(lines(done.err) == 1);
        return done.err;
    };
    CHECK(has(refused(run_program({"bind", scene.in.string()})), "-o"));
    CHECK(has(refused(run_program({"bind"})), "IN is missing"));
    CHECK(has(refused(run_program({"bind", scene.in.string(), "-o", scene.in.string()})),
              "the model itself"));
    CHECK(has(refused(run_program(
                  {"bind", scene.in.string(), "-o", (scene.folder.path() / "o.fbx").string()})),
              ".glb"));
    CHECK(has(refused(scene.bind({"--method", "magic"})), "curves-narrow"));
    CHECK(has(refused(scene.bind({"--influences", "0"})), "1 to 64"));
    CHECK(has(refused(scene.bind({"--without", "tipp"})), "did you mean \"tip\""));
    CHECK(has(refused(scene.bind({"--metod", "heat"})), "did you mean \"--method\"?"));
    CHECK(has(refused(scene.bind({"--bones", "b.json"})), "--bones"));
    CHECK(has(refused(run_program({"bnd"})), "did you mean \"bind\"?"));
    CHECK_FALSE(fs::exists(scene.out));
}

TEST_CASE("inspect names vertices without weight", "[cli][binding]") {
    jounce::test::gltf_builder model = jounce::test::tube();
    std::vector<float> weights;
    for (int v = 0; v < 16; ++v) {
        const float weight = v == 3 || v == 9 ? 0 : v == 5 ? 0.5F : 1;
        weights.insert(weights.end(), {weight, 0, 0, 0});
    }
    model.document["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] =
        model.accessor(weights, "VEC4");
    const tube_scene scene(model);
    const std::string said = run_program({"inspect", scene.in.string()}).out;
    CHECK(has(said, "without weight (2 vertices from 3 on)"));
    CHECK(has(said, "do not sum to one (vertex 5)"));
    CHECK(has(said, "jounce bind"));
    REQUIRE(scene.bind().code == 0);
    CHECK_FALSE(has(run_program({"inspect", scene.out.string()}).out, "without weight"));
}
