// The same files from the same cameras, drawn by three.js in a browser: silhouettes and colours agree.

#include "picture_pair.hpp"
#include "shown_file.hpp"
#include "three_cases.hpp"

#include "../../demos/common/write_png.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <nlohmann/json.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/wait.h>

using namespace jounce;
using namespace gpu_test;
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t side = 480;
constexpr std::size_t large = 2000;                             ///< pixels
constexpr std::uint32_t black = 0x000000FF, white = 0xFFFFFFFF; ///< RGBA

fs::path pictures_folder(const std::string& name) {
    return fs::path(JOUNCE_GPU_PICTURES) / "three" / name;
}

struct drawn_moment {
    std::string name;
    std::size_t objects = 0;
    picture_set ours;
};

/// From where all of the rest pose is seen.
fixed_camera camera_for(const demo::extent& of, const vec3<float>& from) {
    const vec3<float> middle = 0.5F * (of.low + of.high);
    const float radius = 0.5F * length(of.high - of.low);
    fixed_camera out;
    const float distance = 1.02F * radius / std::sin(0.5F * out.field_of_view * 3.14159265F / 180);
    out.target = middle;
    out.eye = middle + (distance / length(from)) * from;
    out.nearest = 0.1F * distance;
    out.furthest = 10 * distance;
    return out;
}

nlohmann::json numbers(const vec3<float>& of) { return {of.x, of.y, of.z}; }

/// Draws a file at all its moments and adds to the list of jobs what three.js has to do.
void draw_ours(const three_case& of, std::vector<drawn_moment>& to, nlohmann::json& jobs) {
    shown_file shown(of.file, of.flat);
    const fixed_camera eye = camera_for(shown.rest(), of.from);
    const auto objects = shown.objects();
    nlohmann::json job = {{"file", fs::absolute(of.file).string()},
                          {"width", side},
                          {"height", side},
                          {"flat", of.flat},
                          {"objects", objects},
                          {"pictures", nlohmann::json::array()}};
    for (std::size_t i = 0; i < of.moments.size(); ++i) {
        const three_moment& when = of.moments[i];
        double time = 0;
        if (when.clip >= 0) {
            const auto& clips = shown.model().clips.clips;
            REQUIRE(static_cast<std::size_t>(when.clip) < clips.size());
            time = when.share *
                   static_cast<double>(clips[static_cast<std::size_t>(when.clip)].duration);
        }
        shown.pose(when.clip, time);
        drawn_moment drawn{of.name + "." + std::to_string(i), objects.size(), {}};
        drawn.ours = {shown.draw(eye, false, black), shown.draw(eye, false, white),
                      shown.draw(eye, true, black)};
        job["pictures"].push_back({{"name", drawn.name},
                                   {"clip", when.clip},
                                   {"time", time},
                                   {"eye", numbers(eye.eye)},
                                   {"target", numbers(eye.target)},
                                   {"field_of_view", eye.field_of_view},
                                   {"near", eye.nearest},
                                   {"far", eye.furthest}});
        to.push_back(std::move(drawn));
    }
    jobs.push_back(job);
}

std::string read_text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

demo::image need(const fs::path& file) {
    auto read = demo::read_png(file);
    if (!read) {
        FAIL(read.error().message);
    }
    return *std::move(read);
}

/// Runs the browser. What it is missing skips the test.
void draw_theirs(const nlohmann::json& jobs, const fs::path& folder) {
    const fs::path list = folder / "jobs.json";
    std::ofstream(list) << jobs;
    const fs::path tool = fs::path(JOUNCE_TEST_TOOLS) / "three_pictures.mjs";
    const fs::path said = folder / "said";
    const std::string line = "node '" + tool.string() + "' '" + list.string() + "' '" +
                             folder.string() + "' >'" + said.string() + "' 2>&1";
    const int status = std::system(line.c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const std::string words = read_text(said);
    if (code == 4 || code == 127) {
        SKIP(words);
    }
    INFO(words);
    REQUIRE(code == 0);
}

void check(const drawn_moment& of, const fs::path& folder, const fs::path& to) {
    INFO(of.name);
    const picture_set theirs = {need(folder / (of.name + ".black.png")),
                                need(folder / (of.name + ".white.png")),
                                need(folder / (of.name + ".objects.png"))};
    REQUIRE(theirs.on_black.width == side);
    REQUIRE(
        demo::write_png(to / (of.name + ".png"), side_by_side(of.ours.on_black, theirs.on_black)));
    const picture_difference seen = compare(of.ours, theirs, of.objects);
    std::printf(
        "%-28s silhouettes %.4f, objects %zu: outlines at least %.4f, colours within %.1f %%\n",
        of.name.c_str(), seen.overlap, seen.objects.size(), seen.worst_overlap(),
        100 * seen.worst_colour());
    CHECK(seen.unknown == 0);
    CHECK(!seen.objects.empty());
    CHECK(seen.overlap >= 0.99);
    for (const object_difference& each : seen.objects) {
        INFO("object " << each.index << ", " << each.pixels << " pixels, ours " << each.ours[0]
                       << " " << each.ours[1] << " " << each.ours[2] << ", theirs "
                       << each.theirs[0] << " " << each.theirs[1] << " " << each.theirs[2]
                       << ", outlines " << each.overlap);
        CHECK(each.colour <= 0.15);
        if (each.pixels >= large) { // of small ones a pixel is more than a hundredth
            CHECK(each.overlap >= 0.99);
        }
    }
}

void compare_all(const std::vector<three_case>& cases, const std::string& name) {
    shared_device().resize(side, side);
    const fs::path to = pictures_folder(name);
    const fs::path theirs = to / "three";
    fs::remove_all(theirs); // of an earlier run
    fs::create_directories(theirs);
    std::vector<drawn_moment> all;
    nlohmann::json jobs = nlohmann::json::array();
    for (const three_case& each : cases) {
        INFO(each.name);
        draw_ours(each, all, jobs);
    }
    draw_theirs(jobs, theirs);
    for (const drawn_moment& each : all) {
        check(each, theirs, to);
    }
}

} // namespace

TEST_CASE("made files look as in three.js", "[.three]") {
    const fs::path models = pictures_folder("models");
    fs::create_directories(models);
    compare_all(made_cases(models), "made");
}

TEST_CASE("files of others look as in three.js", "[.three]") {
    const char* assets = std::getenv("JOUNCE_ASSETS_DIR");
    if (assets == nullptr) {
        SKIP("JOUNCE_ASSETS_DIR names no folder");
    }
    const std::vector<three_case> cases = asset_cases(assets);
    if (cases.empty()) {
        SKIP("no models in " << assets);
    }
    compare_all(cases, "assets");
}
