// What `bind_file` writes passes the Khronos validator, where that is installed.

#include "bound_file.hpp"
#include "support/places.hpp"

#include <cstdlib>
#include <memory>

#include <sys/wait.h>

using namespace jounce;
using namespace jounce_test;

TEST_CASE("bound files pass the Khronos validator", "[binding][validator]") {
    const fs::path tool = test_data_folder() / ".." / "tools" / "validate_gltf.mjs";
    std::string line = "node '" + tool.string() + "'";
    std::vector<std::unique_ptr<bound_file>> files;
    const auto add = [&](const test::gltf_builder& model, const auto& change) {
        files.push_back(std::make_unique<bound_file>(model));
        change(*files.back());
        files.back()->bind();
        line += " '" + files.back()->options.in.string() + "=" +
                files.back()->options.out.string() + "'";
    };
    const auto as_is = [](bound_file&) {};
    add(test::tube(), as_is);
    add(bare_tube(), as_is);
    add(test::tube(), [](bound_file& file) { file.options.format = bake::weight_format::u8; });
    add(test::tube(), [](bound_file& file) { file.options.format = bake::weight_format::f32; });
    add(test::tube(), [](bound_file& file) { file.options.bind.influences = 1; });
    test::gltf_builder alone = bare_tube();
    alone.document["nodes"] = {{{"name", "tube"}, {"mesh", 0}, {"scale", {1, 2, 3}}}};
    alone.document["scenes"] = {{{"nodes", {0}}}};
    add(alone, [](bound_file& file) {
        file.give_bones("b.json", R"([
            {"name": "left", "parent": null, "head": [-0.1, 0, 0], "tail": [-0.1, 1, 0]},
            {"name": "right", "parent": null, "head": [0.1, 0, 0], "tail": [0.1, 1, 0]}])");
    });
    add(alone, [](bound_file& file) { file.give_bones("b.glb", test::tube().binary()); });
    add(test::tube(), [](bound_file& file) {
        file.options.helpers = (file.folder.path() / "h.json").string();
        write_text(file.options.helpers, R"({"jounce_springs": 1, "springs": [{"bones": ["fat"]}],
            "helpers": [{"name": "fat", "parent": "hip", "head": [0, 0.3, 0], "reach": 0.4}]})");
    });
    const temporary_folder folder;
    const fs::path said = folder.path() / "said";
    const int status = std::system((line + " >" + said.string() + " 2>&1").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 4 || code == 127) {
        SKIP("node or the npm package gltf-validator was not found; NODE_PATH may name its folder");
    }
    INFO(read_text(said));
    CHECK(code == 0);
}
