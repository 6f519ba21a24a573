// Where a bake goes, in which format, and in which units it is told.

#include "modules/authoring/scaled_file.hpp"
#include "swing_file.hpp"

#include <jounce/modules/bake/bake_file.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <sstream>

#include <sys/stat.h>

using namespace jounce;
using namespace jounce_test;

namespace {

struct bench {
    temporary_folder folder;
    bake::bake_options options;

    explicit bench(const swing_file& model = {}, const std::string& settings = tail_settings()) {
        options.in = model.save(folder);
        options.out = folder.path() / "out.glb";
        if (!settings.empty()) {
            options.springs = folder.path() / "s.json";
            write_text(options.springs, settings);
        }
    }
    result<bake::bake_report> to(const std::string& name) {
        options.out = folder.path() / name;
        return bake::bake_file(options);
    }
};

std::size_t count_lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

TEST_CASE("a tolerance is in metres whatever the unit of the model", "[bake]") {
    const double tolerance = 0.03;
    bench metres;
    metres.options.tolerance = tolerance;
    metres.options.clip = "sway";
    bench centimetres(with_lengths_times({}, 100));
    centimetres.options.tolerance = tolerance;
    centimetres.options.clip = "sway";
    const auto one = metres.to("out.glb");
    const auto other = centimetres.to("out.glb");
    REQUIRE(one);
    REQUIRE(other);
    CHECK(one->metres_per_unit == 1);
    CHECK(other->metres_per_unit == 0.01);
    CHECK(std::abs(one->extent - other->extent) < 1e-5);
    CHECK(std::abs(one->clips[0].max_swing - other->clips[0].max_swing) <
          0.02 * one->clips[0].max_swing);
    CHECK(other->clips[0].max_error <= tolerance);
    CHECK(other->clips[0].max_error > 0.1 * tolerance);
    // As many keys, give or take what rounding makes of them.
    const double keys = static_cast<double>(one->clips[0].keys_after);
    CHECK(keys < 0.7 * static_cast<double>(one->clips[0].keys_before));
    CHECK(std::abs(static_cast<double>(other->clips[0].keys_after) - keys) <= 0.1 * keys + 2);

    // Told otherwise, a unit is what one is told.
    centimetres.options.metres_per_unit = 1;
    const auto told = centimetres.to("out.glb");
    REQUIRE(told);
    CHECK(told->clips[0].keys_after > other->clips[0].keys_after);
    centimetres.options.metres_per_unit = -1;
    CHECK_FALSE(centimetres.to("out.glb"));
}

TEST_CASE("the suffix says the format, or goes with it", "[bake][bad-input]") {
    bench one;
    one.options.clip = "sway";
    const auto starts = [&](const std::string& name, const std::string& bytes) {
        const auto done = one.to(name);
        INFO(name << " " << (done ? "" : done.error().message));
        REQUIRE(done);
        CHECK(read_text(one.options.out).substr(0, bytes.size()) == bytes);
    };
    starts("a.glb", "glTF");
    starts("a.GLB", "glTF");
    starts("a.vrm", "glTF");
    starts("a.csv", "clip,frame");
    starts("a.npy", "\x93NUMPY");
    one.options.format = bake::bake_format::csv;
    starts("a.csv", "clip,frame");
    starts("table", "clip,frame"); // what has no suffix says nothing wrong
    const auto refused = [&](const std::string& name, std::optional<bake::bake_format> format) {
        one.options.format = format;
        const auto done = one.to(name);
        INFO(name);
        REQUIRE_FALSE(done);
        CHECK(done.error().name == "wrong_suffix");
        CHECK(done.error().message.find(".glb (or .vrm)") != std::string::npos);
        CHECK(done.error().message.find(".csv and .npy") != std::string::npos);
        CHECK_FALSE(fs::exists(one.options.out));
    };
    refused("b.fbx", {});
    refused("b.gltf", {});
    refused("b", {});
    refused("b.glb", bake::bake_format::csv);
    refused("b.csv", bake::bake_format::glb);
    refused("b.fbx", bake::bake_format::glb);
}

TEST_CASE("a bake is written through a link and into a device", "[bake]") {
    bench one;
    one.options.clip = "sway";
    write_text(one.folder.path() / "kept.glb", "old");
    fs::create_symlink("kept.glb", one.folder.path() / "link.glb");
    REQUIRE(one.to("link.glb"));
    CHECK(fs::is_symlink(one.options.out));
    CHECK(read_text(one.folder.path() / "kept.glb").substr(0, 4) == "glTF");
    fs::create_symlink("/dev/null", one.folder.path() / "nothing");
    REQUIRE(one.to("nothing"));
    CHECK(fs::is_symlink(one.options.out));
    fs::create_symlink(one.options.in, one.folder.path() / "self.glb");
    const auto self = one.to("self.glb");
    REQUIRE_FALSE(self);
    CHECK(self.error().message.find("is the model itself") != std::string::npos);
}

TEST_CASE("a table has every bone, or those of springs", "[bake]") {
    bench one;
    one.options.clip = "sway";
    one.options.record.fps = 30;
    const auto all = one.to("a.csv");
    REQUIRE(all);
    CHECK(all->table_bones == std::vector<std::string>{"body", "hip", "tail1", "tail2", "tail3",
                                                       "tail4", "spine", "head"});
    CHECK(count_lines(read_text(one.options.out)) == 1 + 31 * 8);
    CHECK(read_text(one.options.out).find("sway,30,1,head,") != std::string::npos);
    one.options.table = bake::table_choice::springs;
    const auto few = one.to("a.csv");
    REQUIRE(few);
    CHECK(few->table_bones.size() == 4);
    CHECK(std::abs(few->clips[0].max_swing - all->clips[0].max_swing) < 1e-6);
    CHECK(count_lines(read_text(one.options.out)) == 1 + 31 * 4);
}

TEST_CASE("rows of a bone are the same in both tables", "[bake]") {
    const bool loop = GENERATE(false, true);
    bench one;
    one.options.clip = "sway";
    one.options.record.loop = loop;
    const auto rows = [&](bake::table_choice which) {
        one.options.table = which;
        REQUIRE(one.to("a.csv"));
        std::vector<std::vector<double>> out;
        std::istringstream lines(read_text(one.options.out));
        for (std::string line; std::getline(lines, line);) {
            if (line.find(",tail4,") == std::string::npos) {
                continue;
            }
            out.emplace_back();
            std::istringstream cells(line.substr(line.find(",tail4,") + 7));
            for (std::string cell; std::getline(cells, cell, ',');) {
                out.back().push_back(std::stod(cell));
            }
        }
        return out;
    };
    const auto all = rows(bake::table_choice::every_bone);
    const auto few = rows(bake::table_choice::springs);
    REQUIRE(all.size() == 61);
    REQUIRE(few.size() == 61);
    double most = 0;
    for (std::size_t r = 0; r < all.size(); ++r) {
        REQUIRE(all[r].size() == 13);
        for (std::size_t c = 0; c < 13; ++c) {
            most = std::max(most, std::abs(all[r][c] - few[r][c]));
        }
    }
    CHECK(most < 1e-5);
}

TEST_CASE("a table without springs has the animation, or is refused", "[bake][bad-input]") {
    bench one({}, "");
    one.options.clip = "sway";
    const auto all = one.to("a.csv");
    REQUIRE(all);
    CHECK(count_lines(read_text(one.options.out)) == 1 + 61 * 8);
    one.options.table = bake::table_choice::springs;
    const auto none = one.to("b.csv");
    REQUIRE_FALSE(none);
    CHECK(none.error().name == "no_springs");
    CHECK_FALSE(fs::exists(one.options.out));
}
