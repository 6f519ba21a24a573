// Rigid bones in three.js, a foreign client: it puts every vertex where this project does, also between keys.

#include "hand_made.hpp"
#include "support/places.hpp"
#include "support/shown_model.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <nlohmann/json.hpp>

#include <cstdlib>

#include <sys/wait.h>

using namespace jounce;
using namespace jounce_test;
using decompose::bone_kind;

TEST_CASE("rigid files have the same vertices in three.js", "[decompose_file][three]") {
    const temporary_folder folder;
    const fs::path tool = test_data_folder() / ".." / "tools" / "three_skin.mjs";
    std::string line = "node '" + tool.string() + "'";
    std::vector<fs::path> files;
    for (const std::size_t rank : {0U, 3U}) {
        files.push_back(folder.path() / (std::to_string(rank) + ".glb"));
        write_text(files.back(),
                   hand_made({.kind = bone_kind::rigid, .rank = rank, .takes = 2}).glb());
        line += " '" + files.back().string() + "'";
    }
    const fs::path said = folder.path() / "said";
    const int status = std::system((line + " >" + said.string() + " 2>&1").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 4 || code == 127) {
        SKIP("node or the npm package three was not found; NODE_PATH may name its folder");
    }
    INFO(read_text(said));
    REQUIRE(code == 0);
    for (const fs::path& file : files) {
        const nlohmann::json three =
            nlohmann::json::parse(read_text(file.string() + ".three.json"));
        test::shown_model shown(read_again(read_text(file)));
        double most = 0;
        for (const nlohmann::json& frame : three["frames"]) {
            shown.show(frame["clip"].get<std::int32_t>(), frame["time"].get<double>());
            const std::vector<vec3<float>> ours = shown.positions(0);
            const std::vector<double> theirs = frame["positions"][0].get<std::vector<double>>();
            REQUIRE(theirs.size() == 3 * ours.size());
            for (std::size_t v = 0; v < ours.size(); ++v) {
                const vec3<double> at = {theirs[3 * v], theirs[3 * v + 1], theirs[3 * v + 2]};
                const double far = length(cast<double>(ours[v]) - at);
                most = far <= most ? most : far; // what is not a number must not pass
            }
        }
        INFO(file);
        CHECK(three["frames"].size() == 12);
        CHECK(most <= 1e-4 * three["extent"].get<double>());
    }
}
