// Decomposed meshes pass the Khronos validator, where that is installed.

#include "hand_made.hpp"
#include "support/places.hpp"

#include <jounce/modules/decompose_file/make_character.hpp>
#include <jounce/modules/decompose_file/write_quality.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>

#include <sys/wait.h>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

TEST_CASE("decomposed files pass the Khronos validator", "[decompose_file][validator]") {
    const temporary_folder folder;
    const fs::path tool = test_data_folder() / ".." / "tools" / "validate_gltf.mjs";
    std::string line = "node '" + tool.string() + "'";
    std::size_t count = 0;
    const auto add = [&](const std::string& bytes) {
        const fs::path file = folder.path() / (std::to_string(count++) + ".glb");
        write_text(file, bytes);
        line += " '" + file.string() + "'";
    };
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        add(hand_made({.kind = kind}).glb());
        add(hand_made({.kind = kind, .rank = 3, .takes = 2}).glb());
        add(hand_made({.kind = kind, .frames = 1}).glb());
        const hand_made fine({.kind = kind, .rank = 2});
        const auto levels =
            make_levels(fine.mesh.animation, fine.found, std::vector<double>{0.5, 0.2});
        REQUIRE(levels);
        const auto written = make_character(fine.mesh, fine.found, {{}, &*levels});
        REQUIRE(written);
        add(*written->document.bytes());
    }
    const hand_made made;
    REQUIRE_FALSE(write_quality(folder.path() / "quality", made.mesh, made.found));
    add(read_text(folder.path() / "quality" / "error_colours.glb"));
    const fs::path said = folder.path() / "said";
    const int status = std::system((line + " >" + said.string() + " 2>&1").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 4 || code == 127) {
        SKIP("node or the npm package gltf-validator was not found; NODE_PATH may name its folder");
    }
    INFO(read_text(said));
    CHECK(code == 0);
}
