// Bound files in three.js, a foreign client: it puts every vertex where this project does.

#include "bound_file.hpp"
#include "support/places.hpp"
#include "support/shown_model.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <memory>

#include <sys/wait.h>

using namespace jounce;
using namespace jounce_test;

namespace {

/// The largest distance from where three.js has a vertex, in extents of the model.
double distance_from_three(const fs::path& file) {
    const nlohmann::json three = nlohmann::json::parse(read_text(file.string() + ".three.json"));
    auto read = gltf::read_model(file);
    REQUIRE(read);
    test::shown_model shown(*std::move(read));
    double most = 0;
    for (const nlohmann::json& frame : three["frames"]) {
        shown.show(frame["clip"].get<std::int32_t>(), frame["time"].get<double>());
        REQUIRE(!frame["positions"].empty());
        for (std::size_t m = 0; m < frame["positions"].size(); ++m) {
            const std::vector<vec3<float>> ours = shown.positions(m);
            const std::vector<double> theirs = frame["positions"][m].get<std::vector<double>>();
            REQUIRE(theirs.size() == 3 * ours.size());
            for (std::size_t v = 0; v < ours.size(); ++v) {
                const vec3<double> at = {theirs[3 * v], theirs[3 * v + 1], theirs[3 * v + 2]};
                const double far = length(cast<double>(ours[v]) - at);
                most = far <= most ? most : far; // what is not a number must not pass
            }
        }
    }
    return most / three["extent"].get<double>();
}

} // namespace

TEST_CASE("bound files have the same vertices in three.js", "[binding][three]") {
    std::vector<std::unique_ptr<bound_file>> files;
    const auto add = [&](const test::gltf_builder& model) -> bound_file& {
        files.push_back(std::make_unique<bound_file>(model));
        return *files.back();
    };
    add(test::tube());
    add(bare_tube());
    add(test::tube()).options.format = bake::weight_format::u8;
    bound_file& helped = add(test::tube());
    helped.options.helpers = (helped.folder.path() / "h.json").string();
    write_text(helped.options.helpers, R"({"jounce_springs": 1, "springs": [{"bones": ["fat"]}],
        "helpers": [{"name": "fat", "parent": "middle", "head": [0, 0.75, 0],
                     "tail": [0, 0.75, 0.3], "reach": 0.4, "from_all": true}]})");
    if (const char* assets = std::getenv("JOUNCE_ASSETS_DIR")) {
        for (const char* name : {"Fox.glb", "RiggedFigure.glb", "RiggedSimple.glb"}) {
            if (fs::exists(fs::path(assets) / name)) {
                add(test::tube()).options.in = fs::path(assets) / name;
            }
        }
    }
    const fs::path tool = test_data_folder() / ".." / "tools" / "three_skin.mjs";
    std::string line = "node '" + tool.string() + "'";
    for (const auto& file : files) {
        file->bind();
        line += " '" + file->options.out.string() + "'";
    }
    const temporary_folder folder;
    const fs::path said = folder.path() / "said";
    const int status = std::system((line + " >" + said.string() + " 2>&1").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 4 || code == 127) {
        SKIP("node or the npm package three was not found; NODE_PATH may name its folder");
    }
    INFO(read_text(said));
    REQUIRE(code == 0);
    for (const auto& file : files) {
        INFO(file->options.in);
        CHECK(distance_from_three(file->options.out) <= 1e-4);
    }
}
