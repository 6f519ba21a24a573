// Which reader a name chooses, where rest poses come from, and what is refused.

#include "modules/decompose_file/hand_made.hpp"
#include "modules/mesh_cache/cache_bytes.hpp"

#include <jounce/modules/mesh_cache/read_mesh_cache.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::mesh_cache;
using namespace jounce_test;

namespace {

const std::string triangle = "v 7 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

cached_mesh good(const fs::path& file, const read_options& options = {}) {
    auto read = read_mesh_cache(file, options);
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *std::move(read);
}

std::string refused(const fs::path& file, const read_options& options = {}) {
    const auto read = read_mesh_cache(file, options);
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().message.find(file.parent_path().string()) == 0);
    return read.error().name;
}

} // namespace

TEST_CASE("caches lie beside an OBJ of the same name, or another is named", "[mesh_cache]") {
    const temporary_folder folder;
    const fs::path& in = folder.path();
    write_text(in / "flag.pc2", good_pc2());
    CHECK(refused(in / "flag.pc2") == "missing_file");
    write_text(in / "flag.obj", triangle);
    for (const char* name : {"flag.pc2", "flag.obj"}) {
        const cached_mesh mesh = good(in / name);
        CHECK(mesh.name == "flag");
        CHECK(mesh.animation.rest[0].x == 7);
        CHECK(mesh.animation.frame_count() == 2);
        CHECK(mesh.animation.frame(1)[2] == vec3<double>{106, 107, 108});
        CHECK(mesh.animation.takes[0].fps == 24);
        REQUIRE(mesh.parts.size() == 1);
        CHECK(mesh.parts[0].triangle_count == 1);
    }
    write_text(in / "other.MDD", good_mdd());
    read_options options;
    options.rest = in / "flag.obj";
    CHECK(std::abs(good(in / "other.MDD", options).animation.takes[0].fps - 20) < 1e-3);
    options.fps = 12;
    CHECK(good(in / "other.MDD", options).animation.takes[0].fps == 12);
    write_text(in / "flag.obj", triangle + "v 0 0 0\n");
    CHECK(refused(in / "flag.pc2") == "bad_count");
    fs::remove(in / "flag.pc2");
    CHECK(refused(in / "flag.obj") == "missing_file");
}

TEST_CASE("rest poses are files or frames", "[mesh_cache]") {
    const temporary_folder folder;
    const fs::path& in = folder.path();
    write_text(in / "a.sma", good_sma());
    CHECK(good(in / "a.sma").animation.rest[0].x == 1000);
    read_options options;
    options.rest_frame = 1;
    CHECK(good(in / "a.sma", options).animation.rest[0].x == 100);
    options.rest_frame = 2;
    CHECK(refused(in / "a.sma", options) == "out_of_range");
    options = {};
    options.rest = in / "rest.obj";
    CHECK(refused(in / "a.sma", options) == "missing_file");
    write_text(in / "rest.obj", triangle);
    CHECK(good(in / "a.sma", options).animation.rest[0].x == 7);
    write_text(in / "rest.obj", triangle + "v 0 0 0\n");
    CHECK(refused(in / "a.sma", options) == "bad_count");
}

TEST_CASE("folders of OBJ and glTF files are read by their names", "[mesh_cache]") {
    const temporary_folder folder;
    const fs::path frames = folder.path() / "walk";
    fs::create_directories(frames);
    write_text(frames / "1.obj", triangle);
    write_text(frames / "2.obj", triangle);
    CHECK(good(frames).name == "walk");
    CHECK(good(frames.string() + "/").animation.frame_count() == 2);
    write_text(folder.path() / "a.glb", hand_made().glb());
    const cached_mesh mesh = good(folder.path() / "a.glb");
    CHECK(mesh.animation.frame_count() == 7);
    CHECK(mesh.model);
    read_options options;
    options.rest_frame = 0;
    CHECK(good(folder.path() / "a.glb", options).normals.empty()); // they were of another pose
    options = {};
    options.rest = folder.path() / "walk" / "1.obj";
    CHECK(refused(folder.path() / "a.glb", options) == "unsupported");
}

TEST_CASE("names and rates that are not known are refused", "[mesh_cache][bad-input]") {
    const temporary_folder folder;
    const fs::path& in = folder.path();
    CHECK(refused(in / "absent.sma") == "missing_file");
    write_text(in / "a.abc", "Ogawa");
    CHECK(refused(in / "a.abc") == "wrong_suffix");
    write_text(in / "a.sma", good_sma());
    read_options options;
    for (const double fps : {-1.0, 1e9, std::nan("")}) {
        options.fps = fps;
        CHECK(refused(in / "a.sma", options) == "bad_option");
    }
    options = {};
    options.limits.max_file_bytes = 10;
    CHECK(refused(in / "a.sma", options) == "too_large");
    write_text(in / "bad.glb", "glTF");
    CHECK(refused(in / "bad.glb") == "bad_container");
}
