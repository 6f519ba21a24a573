// jounce simulate, inspect and suggest as a person meets them.

#include "modules/bake/swing_file.hpp"
#include "modules/dev/replay/run_program.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdlib>
#include <set>

using namespace jounce_test;
using nlohmann::json;

namespace {

/// The model and settings in a folder of their own, and the words of a command that works.
struct scene {
    temporary_folder folder;
    fs::path in = swing_file().save(folder);
    fs::path out = folder.path() / "out.glb";
    fs::path settings = folder.path() / "s.json";

    scene() { write_text(settings, tail_settings()); }
    std::vector<std::string> words() const {
        return {"simulate", in.string(), "-o", out.string(), "--springs", settings.string()};
    }
    std::vector<std::string> with(const std::vector<std::string>& more) const {
        std::vector<std::string> all = words();
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    /// Exit 2, one line that says so, and neither a file nor a part of one.
    void refused(const std::vector<std::string>& given, const std::string& says) const {
        const program_outcome done = run_program(given);
        INFO(done.err);
        CHECK(done.code == 2);
        CHECK(done.out.empty());
        CHECK(lines(done.err) == 1);
        CHECK(done.err.find(says) != std::string::npos);
        std::size_t files = 0;
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            files += entry.path() != in && entry.path() != settings ? 1U : 0U;
        }
        CHECK(files == 0);
    }
};

} // namespace

TEST_CASE("simulate writes a file and says what it did", "[cli][bake]") {
    const scene given;
    const program_outcome done = run_program(given.with({"--json", "--loop", "--preroll", "0.5"}));
    INFO(done.err);
    REQUIRE(done.code == 0);
    CHECK(lines(done.out) == 1);
    const json report = json::parse(done.out);
    CHECK(report["springs"] == 4);
    CHECK(report["solver"] == "stable");
    CHECK(report["origin"] == "settings");
    REQUIRE(report["clips"].size() == 2);
    CHECK(report["clips"][0]["name"] == "sway");
    CHECK(report["clips"][0]["bones"].size() == 4);
    CHECK(report["clips"][0]["loop"]["periods"].get<int>() > 0);
    CHECK(report["clips"][0]["max_swing"].get<double>() > 0.01);
    CHECK(fs::exists(given.out));
    // Two clips, the second does not close.
    CHECK(report["warnings"].size() == 1);

    const program_outcome table = run_program(given.words());
    CHECK(table.code == 0);
    CHECK(table.out.find("sway") != std::string::npos);
    CHECK(table.out.find("4 spring bones, solver stable") != std::string::npos);
}

TEST_CASE("the same words give the same bytes", "[cli][bake]") {
    const scene given;
    REQUIRE(run_program(given.words()).code == 0);
    const std::string first = read_text(given.out);
    REQUIRE(run_program(given.words()).code == 0);
    CHECK(read_text(given.out) == first);
}

TEST_CASE("simulate refuses what it cannot use", "[cli][bake][bad-input]") {
    const scene given;
    const std::string in = given.in.string();
    const std::string out = given.out.string();
    given.refused({"simulate", "-o", out}, "IN is missing");
    given.refused({"simulate", in}, "-o FILE is missing");
    given.refused({"simulate", in + ".no", "-o", out}, "does not exist");
    given.refused({"simulate", given.folder.path().string(), "-o", out}, "not a regular file");
    given.refused({"simulate", given.settings.string(), "-o", out}, given.settings.string());
    given.refused(given.with({"--clip", "swai"}), "did you mean \"sway\"?");
    given.refused(given.with({"--fps", "0"}), "--fps");
    given.refused(given.with({"--fps", "nan"}), "--fps");
    given.refused(given.with({"--fps", "inf"}), "--fps");
    given.refused(given.with({"--fps", "fast"}), "--fps");
    given.refused(given.with({"--preroll", "-1"}), "--preroll");
    given.refused(given.with({"--tolerance", "nan"}), "--tolerance");
    given.refused(given.with({"--solver", "exact"}), "--solver");
    given.refused(given.with({"--solver", "vrm"}), "no springs of VRM");
    given.refused(given.with({"--format", "obj"}), "--format");
    given.refused({"simulate", in, "-o", out + ".npy"}, "--clip");
    given.refused(given.with({"--format", "npy"}), "does not go with the format");
    given.refused({"simulate", in, "-o", in}, "is the model itself");
    given.refused({"simulate", in, "-o", out, "--contact-rounds", "0"}, "--contact-rounds");
    given.refused({"simulate", in, "-o", out, "--contact-rounds", "4"}, "vrm solver");
    given.refused({"simulate", in, "-o", out, "--radius-scale", "some"}, "--radius-scale");
    given.refused({"simulate", in, "-o", out, "--radius-scale", "none"}, "vrm solver");
    given.refused({"simulate", in, "-o", given.folder.path().string()}, "is a folder");
    given.refused({"simulate", in, "-o", (given.folder.path() / "no" / "x.glb").string()},
                  "does not exist");
    given.refused({"simulate", in, "-o", (given.folder.path() / "x.fbx").string()},
                  ".csv and .npy are tables");
    given.refused(
        {"simulate", in, "-o", (given.folder.path() / "x.csv").string(), "--bones", "springs"},
        "would be empty");
    given.refused({"simulate", in, "-o", out, "--springs", in + ".json"}, "does not exist");
    CHECK(read_text(given.in) == swing_file().bytes());
}

TEST_CASE("simulate and inspect name the line of a wrong setting", "[cli][bake][bad-input]") {
    const scene given;
    write_text(given.settings,
               "{\"jounce_springs\": 1,\n \"springs\": [\n  {\"chain\": \"tial1\"}]}");
    const std::string says =
        "s.json:3:4: /springs/0/chain: \"tial1\" is not in the rig; did you mean \"tail1\"?";
    given.refused(given.words(), says);
    given.refused({"inspect", given.in.string(), "--springs", given.settings.string()}, says);
    write_text(
        given.settings,
        "{\"jounce_springs\": 1,\n \"springs\": [{\"chain\": \"tail1\", \"preset\": \"tale\"}]}");
    given.refused(given.words(), "s.json:2:33: /springs/0/preset");
    write_text(given.settings, "{\"jounce_springs\": 1,\n \"springs\": [}");
    given.refused(given.words(), "line 2");
}

TEST_CASE("inspect shows bones, clips and springs", "[cli]") {
    const scene given;
    const program_outcome done = run_program({"inspect", given.in.string(), "--json"});
    INFO(done.err);
    REQUIRE(done.code == 0);
    CHECK(lines(done.out) == 1);
    const json seen = json::parse(done.out);
    REQUIRE(seen["bones"].size() == 8);
    CHECK(seen["bones"][2]["name"] == "tail1");
    CHECK(seen["bones"][2]["parent"] == 1);
    CHECK(std::abs(seen["bones"][2]["length"].get<double>() - 0.2) < 1e-6);
    CHECK(seen["bones"][2]["suggested"] == true);
    CHECK(seen["bones"][2]["spring"] == false);
    CHECK(seen["bones"][7]["suggested"] == false);
    CHECK(seen["clips"][0]["seconds"] == 1.0);
    CHECK(seen["clips"][0]["tracks"] == 4);
    CHECK(seen["meshes"][0]["vertices"] == 8);
    CHECK(seen["skins"][0]["joints"] == 7);
    CHECK(seen["springs"] == 4);

    const json checked = json::parse(
        run_program({"inspect", given.in.string(), "--springs", given.settings.string(), "--json"})
            .out);
    CHECK(checked["origin"] == "settings");
    CHECK(checked["bones"][5]["spring"] == true);

    const program_outcome text = run_program({"inspect", given.in.string()});
    CHECK(text.out.find("would be: tail: its name has the word \"tail\"") != std::string::npos);
    const program_outcome dot = run_program({"inspect", given.in.string(), "--dot"});
    CHECK(dot.out.rfind("digraph", 0) == 0);
    CHECK(dot.out.find("b2 -> b3;") != std::string::npos);
    CHECK(run_program({"inspect", given.in.string(), "--dot", "--json"}).code == 2);
    CHECK(run_program({"inspect", "no/such.glb"}).code == 2);
}

TEST_CASE("what suggest writes is what simulate takes", "[cli]") {
    const scene given;
    fs::remove(given.settings);
    const program_outcome done =
        run_program({"suggest", given.in.string(), "-o", given.settings.string(), "--json"});
    INFO(done.err);
    REQUIRE(done.code == 0);
    const json report = json::parse(done.out);
    REQUIRE(report["chains"].size() == 1);
    CHECK(report["chains"][0]["preset"] == "tail");
    CHECK(report["chains"][0]["bones"].size() == 4);
    CHECK(run_program(given.words()).code == 0);
    fs::remove(given.out);
    fs::remove(given.settings);
    given.refused({"suggest", given.in.string()}, "-o");
    given.refused({"suggest", given.in.string(), "-o", given.folder.path().string()}, "folder");

    swing_file bare;
    for (auto& node : bare.json["nodes"]) {
        node.erase("name");
    }
    bare.save(given.folder);
    const program_outcome none =
        run_program({"suggest", given.in.string(), "-o", given.settings.string()});
    CHECK(none.code == 1);
    CHECK(none.err.find("nothing in it seems to dangle") != std::string::npos);
    CHECK_FALSE(fs::exists(given.settings));
}

TEST_CASE("the fox's tail swings and nothing else", "[cli][bake][assets]") {
    const char* assets = std::getenv("JOUNCE_ASSETS_DIR");
    if (assets == nullptr || !fs::exists(fs::path(assets) / "Fox.glb")) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with Fox.glb");
    }
    const temporary_folder folder;
    const std::string fox = (fs::path(assets) / "Fox.glb").string();
    const std::string settings = (folder.path() / "fox.json").string();
    const std::string out = (folder.path() / "fox.glb").string();
    REQUIRE(run_program({"suggest", fox, "-o", settings}).code == 0);
    const program_outcome done =
        run_program({"simulate", fox, "--springs", settings, "-o", out, "--json"});
    REQUIRE(done.code == 0);
    const json report = json::parse(done.out);
    REQUIRE(report["clips"].size() == 3);
    const swing_file before = take_apart(read_text(fox));
    const swing_file after = take_apart(read_text(out));
    std::set<int> tail;
    for (std::size_t n = 0; n < before.json["nodes"].size(); ++n) {
        if (before.json["nodes"][n].value("name", "").find("Tail") != std::string::npos) {
            tail.insert(static_cast<int>(n));
        }
    }
    REQUIRE(tail.size() == 3);
    for (std::size_t a = 0; a < 3; ++a) {
        INFO(report["clips"][a]["name"]);
        CHECK(report["clips"][a]["max_swing"].get<double>() >
              0.01 * report["extent"].get<double>());
        std::set<std::string> kept;
        std::set<int> swung;
        const auto describe = [](const json& animation, const json& channel) {
            return channel["target"].dump() +
                   animation["samplers"][channel["sampler"].get<std::size_t>()].dump();
        };
        const json new_animation = after.json["animations"][a];
        const json old_animation = before.json["animations"][a];
        for (const json& channel : new_animation["channels"]) {
            const int node = channel["target"]["node"];
            tail.count(node) > 0 ? static_cast<void>(swung.insert(node))
                                 : static_cast<void>(kept.insert(describe(new_animation, channel)));
        }
        CHECK(swung == tail);
        std::size_t others = 0;
        for (const json& channel : old_animation["channels"]) {
            if (tail.count(channel["target"]["node"].get<int>()) == 0) {
                ++others;
                CHECK(kept.count(describe(old_animation, channel)) == 1);
            }
        }
        CHECK(kept.size() == others);
    }
}
