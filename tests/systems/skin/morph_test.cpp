#include <jounce/systems/skin/morph.hpp>

#include "support/caught_assert.hpp"
#include "support/clips.hpp"
#include "support/step.hpp"

#include <jounce/systems/animation/sample_morphs.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr std::uint32_t weight_count = 3;

/// A track for the weights of a mesh.
void add_morphs(clip& to, std::int32_t mesh, interpolation mode, dice& roll, int keys = 6) {
    morph_track one;
    one.mesh = mesh;
    one.mode = mode;
    one.weight_count = weight_count;
    one.first_key = static_cast<std::uint32_t>(to.times.size());
    one.key_count = static_cast<std::uint32_t>(keys);
    one.first_value = static_cast<std::uint32_t>(to.values.size());
    float time = 0.1F;
    for (int k = 0; k < keys; ++k, time += 0.2F) {
        to.times.push_back(time);
        const std::uint32_t numbers = weight_count * (mode == interpolation::cubic ? 3U : 1U);
        for (std::uint32_t i = 0; i < numbers; ++i) {
            to.values.push_back(static_cast<float>(roll.number(-1, 1)));
        }
    }
    to.morphs.push_back(one);
    to.duration = std::max(to.duration, time);
}

morph_weights some_weights() {
    const std::vector<std::vector<float>> rest = {{0.5F}, {0.1F, 0.2F, 0.3F}, {}};
    return make_morph_weights(rest);
}

character_moment playing(const clip& source, double time) {
    character_moment out;
    out.layers[0] = {&source, time, 1, nullptr};
    out.override_count = out.layer_count = 1;
    return out;
}

} // namespace

TEST_CASE("morph weights equal glTF's formulas", "[morph][sample]") {
    const auto mode = GENERATE(interpolation::step, interpolation::linear, interpolation::cubic);
    dice roll(3);
    clip source;
    add_morphs(source, 1, mode, roll);
    morph_weights weights = some_weights();
    std::vector<std::uint32_t> found_keys(1, 99);
    for (double time = 0; time < 1.4; time += 0.037) {
        character_moment now = playing(source, time);
        now.layers[0].found_keys = found_keys.data();
        sample_morphs(now, weights);
        const std::vector<double> expected =
            numbers_at(source, source.morphs[0], weight_count, time);
        for (std::size_t i = 0; i < weight_count; ++i) {
            CHECK(std::abs(static_cast<double>(weights.of(1)[i]) - expected[i]) < 2e-7);
        }
        CHECK(weights.of(0)[0] == 0.5F); // the other mesh is at rest
        CHECK(weights.of(2).empty());
    }
    sample_morphs({}, weights);
    CHECK(weights.weights == weights.rest);
}

TEST_CASE("morph weights of layers are blended and added", "[morph][sample]") {
    dice roll(8);
    clip a, b, c, none;
    add_morphs(a, 1, interpolation::linear, roll);
    add_morphs(b, 1, interpolation::linear, roll);
    add_morphs(c, 1, interpolation::linear, roll);
    character_moment now;
    now.layers = {{{&a, 0.3, 0.5F, nullptr},
                   {&none, 0.3, 0.25F, nullptr},
                   {&b, 0.6, 0.25F, nullptr},
                   {&c, 0.8, 2, nullptr}}};
    now.override_count = 3;
    now.layer_count = 4;
    morph_weights weights = some_weights();
    sample_morphs(now, weights);
    for (std::size_t i = 0; i < weight_count; ++i) {
        const double rest = static_cast<double>(weights.rest[1 + i]);
        const double expected = 0.5 * numbers_at(a, a.morphs[0], weight_count, 0.3)[i] +
                                0.25 * rest +
                                0.25 * numbers_at(b, b.morphs[0], weight_count, 0.6)[i] +
                                2 * (numbers_at(c, c.morphs[0], weight_count, 0.8)[i] - rest);
        CHECK(std::abs(static_cast<double>(weights.of(1)[i]) - expected) < 1e-6);
    }
}

TEST_CASE("morph tracks that do not fit are passed over", "[morph][bad-input]") {
    dice roll(3);
    clip source;
    morph_weights weights = some_weights();
    SECTION("no such mesh") {
        add_morphs(source, 7, interpolation::linear, roll);
        add_morphs(source, -1, interpolation::linear, roll);
        add_morphs(source, 2, interpolation::linear, roll); // has no targets
        sample_morphs(playing(source, 0.3), weights);
        CHECK(weights.weights == weights.rest);
    }
    SECTION("more weights than the mesh has") {
        add_morphs(source, 0, interpolation::step, roll);
        sample_morphs(playing(source, 0), weights);
        CHECK(weights.of(0)[0] == source.values[0]);
        CHECK(weights.of(1)[0] == 0.1F);
    }
    SECTION("a component put together wrongly") {
        add_morphs(source, 1, interpolation::linear, roll);
        weights.weights.pop_back();
        caught_assert caught;
        sample_morphs(playing(source, 0.3), weights);
        CHECK(caught.count() == 1);
    }
    SECTION("ranges beyond the end") {
        add_morphs(source, 1, interpolation::linear, roll);
        weights.first[2] = 1000;
        sample_morphs(playing(source, 0.3), weights);
        CHECK(weights.weights == weights.rest);
    }
}

TEST_CASE("morphing adds weighted differences before skinning", "[morph]") {
    basic_skinned_mesh<double> mesh;
    dice roll(4);
    std::vector<basic_morph_target<double>> targets(3);
    for (int v = 0; v < 20; ++v) {
        mesh.positions.push_back(roll.vector(1));
        const vec3<double> n = roll.vector(1);
        mesh.normals.push_back((1 / length(n)) * n);
        for (basic_morph_target<double>& target : targets) {
            target.positions.push_back(roll.vector(0.3));
            target.normals.push_back(roll.vector(0.3));
        }
    }
    targets[2].normals.clear();                  // moves only
    const float weights[] = {0.5F, -1.5F, 2, 9}; // one too many
    std::vector<vec3<double>> positions(20), normals(20);
    morph<double>(mesh, targets, weights, positions, normals);
    for (std::size_t v = 0; v < 20; ++v) {
        Eigen::Vector3d p = to_eigen(mesh.positions[v]);
        Eigen::Vector3d n = to_eigen(mesh.normals[v]);
        for (std::size_t k = 0; k < 3; ++k) {
            p += static_cast<double>(weights[k]) * to_eigen(targets[k].positions[v]);
            if (k < 2) {
                n += static_cast<double>(weights[k]) * to_eigen(targets[k].normals[v]);
            }
        }
        CHECK((to_eigen(positions[v]) - p).norm() < 1e-14);
        CHECK((to_eigen(normals[v]) - n.normalized()).norm() < 1e-13);
    }
    SECTION("without weights nothing changes") {
        morph<double>(mesh, targets, std::span<const float>{}, positions, normals);
        CHECK(positions == mesh.positions);
        CHECK(normals == mesh.normals);
    }
    SECTION("a normal that vanishes stays") {
        targets[0].normals[3] = -1.0 * mesh.normals[3];
        const float all[] = {1};
        morph<double>(mesh, targets, all, positions, normals);
        CHECK(normals[3] == mesh.normals[3]);
    }
    SECTION("no room") {
        caught_assert caught;
        morph<double>(mesh, targets, weights, std::span(positions).first(19), normals);
        CHECK(caught.count() == 1);
    }
}

TEST_CASE("morphed vertices are skinned in place", "[morph][cpu_skin]") {
    const auto kind = random_kind<float>(3, {});
    auto data = make_block_data(kind);
    dice roll(5);
    sway_all(data.local, kind, roll);
    step(kind, data, 0.02F);
    skinned_mesh mesh, moved;
    mesh.first_influence.push_back(0);
    std::vector<morph_target> targets(1);
    for (std::uint32_t v = 0; v < 12; ++v) {
        mesh.positions.push_back(cast<float>(roll.vector(1)));
        mesh.normals.push_back({0, 0, 1});
        mesh.influences.push_back({static_cast<std::uint16_t>(v), 1});
        mesh.first_influence.push_back(v + 1);
        targets[0].positions.push_back(cast<float>(roll.vector(0.5)));
    }
    moved = mesh; // the same mesh with its vertices where the morph puts them
    for (std::size_t v = 0; v < 12; ++v) {
        moved.positions[v] = mesh.positions[v] + 0.25F * targets[0].positions[v];
    }
    std::vector<vec3<float>> expected(12), expected_normals(12), positions(12), normals(12);
    cpu_skin<float>(skin_method::linear, data.palette, 2, moved, expected, expected_normals);
    const float weights[] = {0.25F};
    morph<float>(mesh, targets, weights, positions, normals);
    cpu_skin<float>(skin_method::linear, data.palette, 2, mesh, positions, normals, positions,
                    normals);
    CHECK(positions == expected);
    CHECK(normals == expected_normals);
}
