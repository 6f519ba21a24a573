// What is written passes the Khronos validator, where that is installed.

#include "support/places.hpp"
#include "swing_file.hpp"

#include <jounce/modules/bake/bake_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>

#include <sys/wait.h>

using namespace jounce;
using namespace jounce_test;

TEST_CASE("written files pass the Khronos validator", "[bake][validator]") {
    const temporary_folder folder;
    const fs::path tool = jounce_test::test_data_folder() / ".." / "tools" / "validate_gltf.mjs";
    std::string line = "node '" + tool.string() + "'";
    const auto add = [&](const std::string& name, const std::string& settings, bool loop,
                         const swing_file& model) {
        bake::bake_options options;
        options.in = model.save(folder, name + ".in.glb");
        options.springs = folder.path() / (name + ".json");
        options.out = folder.path() / (name + ".glb");
        options.record.loop = loop;
        options.tolerance = 1e-3;
        write_text(options.springs, settings);
        const auto done = bake::bake_file(options);
        INFO((done ? "" : done.error().message));
        REQUIRE(done);
        line += " '" + options.out.string() + "'";
    };
    swing_file turned;
    turned.json["nodes"][2].erase("translation");
    turned.json["nodes"][2]["matrix"] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0.2, 0, 1};
    swing_file still;
    still.json.erase("animations");
    add("tail", tail_settings(), false, {});
    add("loop", tail_settings(R"("tuning": {"fixed_length": false})"), true, {});
    add("matrix", tail_settings(), false, turned);
    add("still", tail_settings(R"("tuning": {"gravity": 1})"), false, still);
    add("helper",
        R"({"jounce_springs": 1, "helpers": [{"name": "fat", "parent": "hip", "head": [0, 1, 0],
            "tail": [0, 1, 0.2], "share": 0.37}], "springs": [{"bones": ["fat"], "preset": "belly"}]})",
        false, {});
    const fs::path said = folder.path() / "said";
    const int status = std::system((line + " >" + said.string() + " 2>&1").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 4 || code == 127) {
        SKIP("node or the npm package gltf-validator was not found; NODE_PATH may name its folder");
    }
    INFO(read_text(said));
    CHECK(code == 0);
}
