#include "support/drawn_crowd.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace jounce;
using Catch::Matchers::WithinAbs;

namespace {

/// What a vertex should be bound by: its heaviest eight, in order, summing to one.
std::vector<influence> wanted_influences(const skinned_mesh& mesh, std::size_t vertex) {
    std::multimap<float, std::uint16_t, std::greater<>> by_weight;
    for (std::uint32_t i = mesh.first_influence[vertex]; i < mesh.first_influence[vertex + 1];
         ++i) {
        if (mesh.influences[i].weight > 0) {
            by_weight.emplace(mesh.influences[i].weight, mesh.influences[i].joint);
        }
    }
    std::vector<influence> out;
    double sum = 0;
    for (const auto& [weight, joint] : by_weight) {
        if (out.size() < 8) {
            out.push_back({joint, weight});
            sum += static_cast<double>(weight);
        }
    }
    for (influence& each : out) {
        each.weight = static_cast<float>(static_cast<double>(each.weight) / sum);
    }
    return out;
}

void check_vertex(const test::owned_mesh& mesh, const render::mesh_part& part,
                  const render::part_vertex& vertex) {
    const std::vector<influence> want = wanted_influences(mesh.vertices, vertex.source);
    CHECK(vertex.position == mesh.vertices.positions[vertex.source]);
    CHECK(vertex.normal == mesh.vertices.normals[vertex.source]);
    CHECK(vertex.colour == mesh.colours[vertex.source]);
    for (std::size_t k = 0; k < render::max_influences; ++k) {
        if (k >= want.size()) {
            CHECK(vertex.weights[k] == 0);
            CHECK(vertex.joints[k] == vertex.joints[0]); // what is read in vain is at least there
            continue;
        }
        const std::uint16_t joint =
            part.joints.empty() ? vertex.joints[k] : part.joints.at(vertex.joints[k]);
        CHECK(joint == want[k].joint);
        CHECK_THAT(vertex.weights[k], WithinAbs(static_cast<double>(want[k].weight), 1e-6));
    }
    CHECK(want.size() <= static_cast<std::size_t>(part.influences));
}

void check_parts(const test::owned_mesh& mesh, const render::split_mesh& split, std::size_t most) {
    std::vector<std::uint32_t> triangles;
    for (const render::mesh_part& part : split.parts) {
        CHECK(part.joints.size() <= most);
        CHECK(std::set(part.joints.begin(), part.joints.end()).size() == part.joints.size());
        std::set<std::uint32_t> sources;
        std::set<std::uint16_t> named;
        int heaviest = 0;
        for (const render::part_vertex& vertex : part.vertices) {
            check_vertex(mesh, part, vertex);
            sources.insert(vertex.source);
            int count = 0;
            for (std::size_t k = 0; k < render::max_influences; ++k) {
                if (vertex.weights[k] > 0) {
                    named.insert(vertex.joints[k]);
                    ++count;
                }
            }
            heaviest = std::max(heaviest, count);
        }
        CHECK(sources.size() == part.vertices.size()); // no vertex twice in a part
        CHECK(part.influences == (heaviest > 4 ? 8 : 4));
        if (!part.joints.empty()) {
            CHECK(named.size() == part.joints.size()); // no joint without a use
        }
        for (const std::uint32_t corner : part.triangles) {
            triangles.push_back(part.vertices.at(corner).source);
        }
    }
    CHECK(triangles == mesh.triangles); // every triangle once, in order
}

} // namespace

TEST_CASE("a mesh of few joints stays whole and keeps its numbers", "[bgfx][mesh_parts]") {
    const test::owned_mesh mesh = test::random_mesh(1, {.joints = 256, .influences = 8});
    const auto split = render::split_into_parts(mesh.source(), 256);
    REQUIRE(split);
    REQUIRE(split->parts.size() == 1);
    CHECK(split->parts[0].joints.empty());
    CHECK(split->parts[0].palette_joints(256) == 256);
    CHECK(split->trimmed_vertices == 0);
    check_parts(mesh, *split, 0);
}

TEST_CASE("a mesh of many joints is split, and nothing is lost", "[bgfx][mesh_parts]") {
    const std::int32_t most = GENERATE(24, 63, 85, 256);
    const int influences = GENERATE(1, 4, 8, 13);
    const test::owned_mesh mesh =
        test::random_mesh(static_cast<std::uint32_t>(most + influences),
                          {.joints = 700, .vertices = 900, .influences = influences});
    const auto split = render::split_into_parts(mesh.source(), most);
    REQUIRE(split);
    CHECK(split->parts.size() > 1);
    check_parts(mesh, *split, static_cast<std::size_t>(most));
    std::size_t heavy = 0;
    for (std::size_t v = 0; v < mesh.vertices.positions.size(); ++v) {
        heavy += mesh.vertices.first_influence[v + 1] - mesh.vertices.first_influence[v] > 8;
    }
    CHECK(split->trimmed_vertices == heavy);
    CHECK((heavy > 0) == (influences > 8));
}

TEST_CASE("a part that is full of joints takes no further one", "[bgfx][mesh_parts]") {
    // 24 joints per triangle, no two triangles share any: with room for 48 there are pairs.
    test::owned_mesh mesh;
    mesh.joint_count = 96;
    mesh.vertices.first_influence.push_back(0);
    for (std::uint16_t v = 0; v < 12; ++v) {
        mesh.vertices.positions.push_back({static_cast<float>(v), 0, 0});
        mesh.vertices.normals.push_back({0, 0, 1});
        mesh.colours.push_back(v);
        for (std::uint16_t k = 0; k < 8; ++k) {
            mesh.vertices.influences.push_back(
                {static_cast<std::uint16_t>(8 * v + k), static_cast<float>(9 - k)});
        }
        mesh.vertices.first_influence.push_back(8U * (v + 1U));
        mesh.triangles.push_back(v);
    }
    const auto fits = render::split_into_parts(mesh.source(), 48);
    REQUIRE(fits);
    CHECK(fits->parts.size() == 2);
    CHECK(fits->parts[0].joints.size() == 48);
    const auto one_short = render::split_into_parts(mesh.source(), 47);
    REQUIRE(one_short);
    CHECK(one_short->parts.size() == 4);
    check_parts(mesh, *one_short, 47);
}

TEST_CASE("weights of nothing, less than nothing and vertices of no triangle",
          "[bgfx][mesh_parts]") {
    test::owned_mesh mesh;
    mesh.joint_count = 3;
    mesh.vertices.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}};
    mesh.vertices.first_influence = {0, 0, 2, 5, 5};
    mesh.vertices.influences = {{2, 0.0F}, {1, 0.5F}, {0, 3.0F}, {1, -2.0F}, {2, 1.0F}};
    mesh.triangles = {0, 1, 2};
    const auto split = render::split_into_parts(mesh.source(), 24);
    REQUIRE(split);
    REQUIRE(split->parts.size() == 1);
    const std::vector<render::part_vertex>& v = split->parts[0].vertices;
    REQUIRE(v.size() == 3);
    CHECK(std::all_of(v[0].weights, v[0].weights + 8, [](float w) { return w == 0; }));
    CHECK(v[1].joints[0] == 1);
    CHECK(v[1].weights[0] == 1);
    CHECK(v[2].joints[0] == 0);
    CHECK(v[2].weights[0] == 0.75F);
    CHECK(v[2].joints[1] == 2);
    CHECK(v[2].weights[1] == 0.25F);
    CHECK(v[0].normal == vec3<float>{}); // it has none: its triangles are flat
    CHECK(v[0].colour == 0xFFFFFFFF);
}

TEST_CASE("a mesh without triangles has no parts", "[bgfx][mesh_parts]") {
    test::owned_mesh mesh = test::random_mesh(3, {});
    mesh.triangles.clear();
    const auto split = render::split_into_parts(mesh.source(), 24);
    REQUIRE(split);
    CHECK(split->parts.empty());
}

TEST_CASE("parts take along tangents and texture coordinates, and nothing else changes") {
    const std::int32_t most = GENERATE(24, 256);
    test::owned_mesh mesh = test::random_mesh(11, {.joints = 90, .influences = 6});
    const auto bare = render::split_into_parts(mesh.source(), most);
    test::add_random_surface(mesh, 11);
    const auto dressed = render::split_into_parts(mesh.source(), most);
    REQUIRE(bare);
    REQUIRE(dressed);
    REQUIRE(bare->parts.size() == dressed->parts.size());
    CHECK((bare->parts.size() > 1) == (most < 90));
    for (std::size_t p = 0; p < bare->parts.size(); ++p) {
        const render::mesh_part& without = bare->parts[p];
        const render::mesh_part& with = dressed->parts[p];
        CHECK(!without.has_surface());
        CHECK(without.tangents.empty());
        CHECK(with.has_surface());
        REQUIRE(with.vertices.size() == without.vertices.size());
        REQUIRE(with.texcoords.size() == with.vertices.size());
        REQUIRE(with.tangents.size() == with.vertices.size());
        CHECK(with.triangles == without.triangles);
        for (std::size_t v = 0; v < with.vertices.size(); ++v) {
            const std::uint32_t source = with.vertices[v].source;
            CHECK(source == without.vertices[v].source);
            CHECK(with.vertices[v].colour == without.vertices[v].colour);
            CHECK(with.tangents[v] == mesh.surface.tangents[source]);
            CHECK(with.texcoords[v][1] == mesh.surface.texcoords[0][source][1]);
            CHECK(with.texcoords[v][2] == mesh.surface.texcoords[1][source][0]);
        }
    }
}

TEST_CASE("colours of a surface take the place of the mesh's") {
    test::owned_mesh mesh = test::random_mesh(12, {});
    mesh.has_surface = true;
    mesh.surface.colours.assign(mesh.vertices.positions.size(), 0x80402010U);
    const auto split = render::split_into_parts(mesh.source(), 256);
    REQUIRE(split);
    CHECK(split->parts.front().vertices.front().colour == 0x80402010U);
    CHECK(split->parts.front().tangents.empty());
}
