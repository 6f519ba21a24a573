// OBJ files and folders of them: good ones, and each mistake by its name and place.

#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/mesh_cache/obj_folder.hpp>
#include <jounce/modules/mesh_cache/parse_obj.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::mesh_cache;
using namespace jounce_test;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

obj_mesh good(const std::string& text) {
    auto read = parse_obj(text, "a.obj");
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *std::move(read);
}

void check_refused(const std::string& text, const std::string& name, const std::string& says,
                   const cache_limits& limits = {}) {
    const auto read = parse_obj(text, "a.obj", limits);
    INFO(text);
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().name == name);
    CHECK(has(read.error().message, says));
}

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A frame of a triangle that has moved along x.
std::string moved(int by) {
    return "v " + std::to_string(by) + " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
}

} // namespace

TEST_CASE("OBJ: vertices and faces in all their forms", "[mesh_cache][obj]") {
    const obj_mesh mesh = good("# a comment\r\nmtllib a.mtl\no thing\n"
                               "v 0 0 0\r\nv +1 0 0 1.0\n  v\t1 1e0 0 0.5 0.5 0.5\nv 0 1 -0.5\n"
                               "vt 0 0\nvn 0 0 1\ns off\nf 1/1/1 2//1 3/1 4\nf -4 -3 -1");
    CHECK(mesh.positions ==
          std::vector<vec3<double>>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, -0.5}});
    // A polygon is a fan from its first corner; -1 is the last vertex.
    CHECK(mesh.triangles == std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 0, 1, 3});
    // Negative indices count from where the face stands, not from the end of the file.
    const obj_mesh two = good(triangle + "v 5 0 0\nf -1 -2 -3\nv 6 0 0\n");
    CHECK(two.triangles == std::vector<std::uint32_t>{0, 1, 2, 3, 2, 1});
    // Faces may come before their vertices.
    CHECK(good("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").triangles.size() == 3);
}

TEST_CASE("OBJ: mistakes are named, with their line", "[mesh_cache][obj][bad-input]") {
    check_refused("v 0 0\n", "bad_number", "a.obj:1: a vertex needs three numbers");
    check_refused("v 0 0 0\nv 1 x 0\n", "bad_number", "a.obj:2: \"x\"");
    check_refused("v nan 0 0\n", "bad_number", "a.obj:1: \"nan\"");
    check_refused("v inf 0 0\n", "bad_number", "a.obj:1:");
    check_refused("v 1e31 0 0\n", "bad_number", "a.obj:1:");
    check_refused("v 1e999 0 0\n", "bad_number", "a.obj:1:");
    check_refused(triangle + "f 1 2 0\n", "bad_index", "a.obj:5: \"0\" names no vertex");
    check_refused(triangle + "f 1 2 -4\n", "bad_index", "a.obj:5: \"-4\"");
    check_refused(triangle + "f 1 2 4\nf 1 2 3\n", "bad_index", "a.obj:5: names vertex 4 of 3");
    check_refused(triangle + "f 1 2 99999999999999999999\n", "bad_index", "a.obj:5:");
    check_refused(triangle + "f a b c\n", "bad_index", "a.obj:5: \"a\"");
    check_refused(triangle + "f 1 2\n", "bad_mesh", "a.obj:5: a face has 2 vertices");
    check_refused("v 0 0 0\n", "no_triangles", "has vertices but no faces");
    check_refused("", "no_vertices", "has no line \"v\"");
    check_refused("\x7f"
                  "ELF\n\0\n",
                  "no_vertices", "not an OBJ mesh");
    cache_limits few;
    few.max_vertices = 2;
    check_refused(triangle, "too_many", "a.obj:3: has more than 2 vertices", few);
    few.max_vertices = 100;
    few.max_triangles = 1;
    check_refused(triangle + "f 1 2 3\n", "too_many", "a.obj:5: has more than 1 triangles", few);
}

TEST_CASE("OBJ folders are sorted by number, takes by name", "[mesh_cache][obj]") {
    const temporary_folder folder;
    for (const int frame : {10, 9, 2, 100}) {
        write_text(folder.path() / ("walk_" + std::to_string(frame) + ".obj"), moved(frame));
    }
    write_text(folder.path() / "run007b.OBJ", moved(-7));
    write_text(folder.path() / "notes.txt", "no frame");
    const auto read = read_obj_folder(folder.path(), {}, 30);
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    REQUIRE(read->frame_count() == 5);
    const double expected[] = {-7, 2, 9, 10, 100};
    for (std::size_t f = 0; f < 5; ++f) {
        CHECK(read->frame(f)[0].x == expected[f]);
    }
    CHECK(read->rest[0].x == -7);
    REQUIRE(read->takes.size() == 2);
    CHECK(read->takes[0].name == "run");
    CHECK(read->takes[1].name == "walk");
    CHECK(read->takes[1].first_frame == 1);
    CHECK(read->takes[1].frame_count == 4);
    CHECK(read->takes[1].fps == 30);
}

TEST_CASE("OBJ folders: a rest pose without a number is named", "[mesh_cache][obj]") {
    const temporary_folder folder;
    write_text(folder.path() / "1.obj", moved(1));
    write_text(folder.path() / "2.obj", moved(2));
    write_text(folder.path() / "rest.obj", moved(5));
    const auto refused = read_obj_folder(folder.path(), {}, 24);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "bad_file_name");
    CHECK(has(refused.error().message, "--rest"));
    const auto read = read_obj_folder(folder.path(), folder.path() / "rest.obj", 24);
    REQUIRE(read);
    CHECK(read->frame_count() == 2);
    CHECK(read->rest[0].x == 5);
    CHECK(read->frame(0)[0].x == 1);
    CHECK(read->takes[0].name == folder.path().filename().string());
}

TEST_CASE("OBJ folders: mistakes are named", "[mesh_cache][obj][bad-input]") {
    const temporary_folder folder;
    const auto refused = [&](const std::string& name, const std::string& says,
                             const cache_limits& limits = {}) {
        const auto read = read_obj_folder(folder.path(), {}, 24, limits);
        REQUIRE_FALSE(read);
        INFO(read.error().message);
        CHECK(read.error().name == name);
        CHECK(has(read.error().message, says));
    };
    refused("missing_file", "has no .obj files");
    write_text(folder.path() / "a1.obj", triangle);
    write_text(folder.path() / "a01.obj", triangle);
    refused("duplicate_name", "has the same number as");
    fs::remove(folder.path() / "a01.obj");
    write_text(folder.path() / "a2.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n");
    refused("bad_count", "has 4 vertices and 1 triangles");
    write_text(folder.path() / "a2.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n");
    refused("inconsistent", "its triangle 0 has other vertices");
    write_text(folder.path() / "a2.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n");
    refused("bad_number", "a2.obj:2:");
    write_text(folder.path() / "a2.obj", triangle);
    cache_limits few;
    few.max_bytes = 200;
    refused("too_large", "2 frames of 3 vertices", few);
    few = {};
    few.max_frames = 1;
    refused("too_many", "more than 1 .obj files", few);
    const auto file = read_obj_folder(folder.path() / "a1.obj", {}, 24);
    REQUIRE_FALSE(file);
    CHECK(file.error().name == "not_a_folder");
}
