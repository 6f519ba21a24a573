#include "support/procedural_models.hpp"
#include "support/surface_checks.hpp"

#include <jounce/components/block/character.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <set>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("surfaces have what a renderer takes for granted", "[procedural][surface]") {
    for (const procedural::model& made : models_with_shapes()) {
        CAPTURE(made.name);
        REQUIRE(made.shape);
        const procedural::surface& shape = *made.shape;
        const std::size_t count = shape.vertices.positions.size();
        CHECK(count >= 1500);
        CHECK(count <= 5000);
        REQUIRE(shape.vertices.normals.size() == count);
        REQUIRE(shape.colours.size() == count);
        REQUIRE_FALSE(shape.triangles.empty());
        REQUIRE(shape.triangles.size() % 3 == 0);
        CHECK(std::all_of(shape.colours.begin(), shape.colours.end(),
                          [](std::uint32_t c) { return c >> 24 == 255; }));
        std::vector<bool> used(count);
        for (const std::uint32_t index : shape.triangles) {
            REQUIRE(index < count);
            used[index] = true;
        }
        CHECK(std::count(used.begin(), used.end(), false) == 0);
    }
}

TEST_CASE("every vertex is moved by joints of the bind that share it wholly",
          "[procedural][surface]") {
    for (const procedural::model& made : models_with_shapes()) {
        CAPTURE(made.name);
        const skinned_mesh& mesh = made.shape->vertices;
        const std::size_t joints = made.kind->bind.joints.size();
        REQUIRE(mesh.first_influence.size() == mesh.positions.size() + 1);
        REQUIRE(mesh.first_influence.front() == 0);
        REQUIRE(mesh.first_influence.back() == mesh.influences.size());
        const bool soft = made.name == "belly" || made.name == "creature";
        const std::uint32_t most = soft ? procedural::max_influences : 4;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            CAPTURE(v);
            const std::uint32_t first = mesh.first_influence[v];
            const std::uint32_t last = mesh.first_influence[v + 1];
            REQUIRE(first < last);
            REQUIRE(last - first <= most);
            std::set<std::uint16_t> once;
            double sum = 0;
            for (std::uint32_t i = first; i < last; ++i) {
                REQUIRE(mesh.influences[i].joint < joints);
                REQUIRE(mesh.influences[i].weight > 0);
                once.insert(mesh.influences[i].joint);
                sum += static_cast<double>(mesh.influences[i].weight);
            }
            REQUIRE(once.size() == last - first);
            REQUIRE(std::abs(sum - 1) < 1e-6);
        }
    }
}

TEST_CASE("every bone that a surface should show moves some of it", "[procedural][surface]") {
    for (const procedural::model& made : models_with_shapes()) {
        std::set<std::int32_t> shown;
        for (const influence& i : made.shape->vertices.influences) {
            shown.insert(i.joint);
        }
        for (const stable_spring<float>& spring : made.kind->springs.stable.springs) {
            CAPTURE(made.name, made.kind->rig.names[static_cast<std::size_t>(spring.bone)]);
            CHECK(shown.contains(spring.bone));
        }
    }
}

TEST_CASE("normals are unit and agree with the winding of triangles that have an area",
          "[procedural][surface]") {
    for (const procedural::model& made : models_with_shapes()) {
        CAPTURE(made.name);
        const procedural::surface& shape = *made.shape;
        for (const vec3<float>& n : shape.vertices.normals) {
            REQUIRE(std::abs(length(cast<double>(n)) - 1) < 1e-5);
        }
        for (std::size_t t = 0; t < shape.triangles.size(); t += 3) {
            CAPTURE(t / 3);
            const vec3<double> up = cross(corner(shape, t + 1) - corner(shape, t),
                                          corner(shape, t + 2) - corner(shape, t));
            REQUIRE(length(up) / 2 > 1e-8); // a tenth of a millimetre squared
            for (std::size_t c = 0; c < 3; ++c) {
                const vec3<float>& n = shape.vertices.normals[shape.triangles[t + c]];
                REQUIRE(dot(up, cast<double>(n)) > 0.1 * length(up));
            }
        }
    }
}

TEST_CASE("surfaces are closed and right side out", "[procedural][surface]") {
    for (const procedural::model& made : models_with_shapes()) {
        CAPTURE(made.name);
        CHECK(open_edges(*made.shape) == 0);
        const std::vector<double> volumes = part_volumes(*made.shape);
        CHECK(*std::min_element(volumes.begin(), volumes.end()) > 0);
    }
}

TEST_CASE("models stand on the ground and have a person's size", "[procedural][surface]") {
    for (const procedural::model& made : models_with_shapes()) {
        CAPTURE(made.name);
        const procedural::box_bounds box = procedural::rest_bounds(*made.shape);
        CHECK(std::abs(box.low.y) < 0.01F);
        CHECK(box.high.y > 0.7F);
        CHECK(box.high.y < 1.8F);
        CHECK(std::abs(box.low.x + box.high.x) < 0.01F);
        CHECK(box.high.x - box.low.x < 1);
        CHECK(box.high.z - box.low.z < 1);
    }
    CHECK(procedural::rest_bounds({}) == procedural::box_bounds{});
}

TEST_CASE("at rest skinning leaves a surface where it is", "[procedural][surface]") {
    for (const procedural::model& made : models_with_shapes()) {
        CAPTURE(made.name);
        entt::registry registry;
        registry.ctx().emplace<world_forces>().gravity = {0, 0, 0}; // nothing sags
        const entt::entity who = procedural::spawn(registry, made);
        pipeline frames(registry);
        frames.run(procedural::frame_time);
        const character& at = registry.get<character>(who);
        const skinned_mesh& mesh = made.shape->vertices;
        for (const skin_method method : {skin_method::linear, skin_method::dual_quaternion}) {
            std::vector<vec3<float>> positions(mesh.positions.size());
            std::vector<vec3<float>> normals(mesh.positions.size());
            cpu_skin<float>(method, registry.get<palette>(at.block), at.lane, mesh, positions,
                            normals);
            float farthest = 0;
            for (std::size_t v = 0; v < positions.size(); ++v) {
                farthest = std::max({farthest, length(positions[v] - mesh.positions[v]),
                                     length(normals[v] - mesh.normals[v])});
            }
            CHECK(farthest < 1e-5F);
        }
    }
}

TEST_CASE("characters for measuring have no surface", "[procedural][surface]") {
    const result<procedural::model> made = procedural::bench_character(16, 4);
    REQUIRE(made);
    CHECK_FALSE(made->shape);
}
