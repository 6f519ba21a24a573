#include "support/drawn_crowd.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <functional>
#include <limits>
#include <string>

using namespace jounce;
using Catch::Matchers::ContainsSubstring;

namespace {

struct bad_case {
    const char* what;
    std::function<void(test::owned_mesh&)> spoil;
    const char* name;
    const char* says;
};

const bad_case bad_cases[] = {
    {"too few ranges", [](auto& m) { m.vertices.first_influence.pop_back(); }, "bad_mesh",
     "first_influence has 20 entries, one more than vertices is needed (21)"},
    {"no ranges at all", [](auto& m) { m.vertices.first_influence.clear(); }, "bad_mesh",
     "first_influence has 0"},
    {"a normal short", [](auto& m) { m.vertices.normals.pop_back(); }, "bad_mesh", "normals"},
    {"a colour too many", [](auto& m) { m.colours.push_back(0); }, "bad_mesh", "colours"},
    {"a tangent short",
     [](auto& m) {
         test::add_random_surface(m, 1);
         m.surface.tangents.pop_back();
     },
     "bad_mesh", "surface"},
    {"a texture coordinate too many",
     [](auto& m) {
         test::add_random_surface(m, 1);
         m.surface.texcoords[1].push_back({0, 0});
     },
     "bad_mesh", "surface"},
    {"too many morphs", [](auto& m) { m.morphs.resize(65); }, "too_large", "65 morph targets"},
    {"a morph of positions short", [](auto& m) { m.morphs[1].positions.pop_back(); }, "bad_mesh",
     "morph target 1"},
    {"a morph of normals too long",
     [](auto& m) { m.morphs[0].normals.resize(m.vertices.positions.size() + 1); }, "bad_mesh",
     "morph target 0"},
    {"a range that runs backwards",
     [](auto& m) { m.vertices.first_influence[3] = m.vertices.first_influence[4] + 1; },
     "bad_index", "vertex 3"},
    {"a range beyond the end", [](auto& m) { m.vertices.first_influence.back() += 1; }, "bad_index",
     "vertex 19"},
    {"a joint beyond the bind", [](auto& m) { m.vertices.influences[2].joint = 40; }, "bad_index",
     "influence 2 names joint 40, the bind has 40"},
    {"a joint of no bind", [](auto& m) { m.joint_count = 0; }, "bad_index", "the bind has 0"},
    {"fewer joints than none", [](auto& m) { m.joint_count = -1; }, "bad_mesh", "-1 joints"},
    {"more joints than have numbers",
     [](auto& m) { m.joint_count = std::numeric_limits<std::int32_t>::max(); }, "bad_mesh",
     "2147483647 joints"},
    {"a weight without end",
     [](auto& m) { m.vertices.influences[5].weight = std::numeric_limits<float>::infinity(); },
     "bad_mesh", "influence 5"},
    {"a weight that is no number",
     [](auto& m) { m.vertices.influences[0].weight = std::numeric_limits<float>::quiet_NaN(); },
     "bad_mesh", "influence 0"},
    {"two thirds of a triangle", [](auto& m) { m.triangles.pop_back(); }, "bad_mesh",
     "three indices each, there are 89"},
    {"a corner that is no vertex", [](auto& m) { m.triangles[31] = 20; }, "bad_index",
     "triangle 10 names vertex 20, the mesh has 20"},
    {"more vertices than floats can number",
     [](auto& m) { m.vertices.positions.resize((std::size_t{1} << 24U) + 1); }, "too_large",
     "16777217 vertices"},
};

test::owned_mesh good_mesh() {
    return test::random_mesh(5, {.vertices = 20, .triangles = 30, .morphs = 2});
}

} // namespace

TEST_CASE("the mesh that is spoilt is good at first", "[bgfx][mesh_parts]") {
    CHECK(render::split_into_parts(good_mesh().source(), 24));
}

TEST_CASE("bad meshes are refused with a reason", "[bgfx][mesh_parts]") {
    for (const bad_case& each : bad_cases) {
        INFO(each.what);
        test::owned_mesh mesh = good_mesh();
        each.spoil(mesh);
        const auto split = render::split_into_parts(mesh.source(), 24);
        REQUIRE_FALSE(split);
        CHECK(split.error().name == each.name);
        CHECK_THAT(split.error().message, ContainsSubstring(each.says));
    }
}
