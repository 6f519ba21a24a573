#include <jounce/systems/skin/skin.hpp>

#include "support/caught_assert.hpp"
#include "support/random_skins.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/rig/bind_mesh.hpp>
#include <jounce/systems/simd/isa.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

template <class Real> struct skinned { std::vector<vec3<Real>> positions, normals; };

template <class Real>
skinned<Real> skin_whole(const basic_palette<Real>& palette, int lane,
                         const basic_bound_mesh<Real>& mesh) {
    std::vector<skin_entry<Real>> entries(mesh.entry_count());
    skinned<Real> out{std::vector<vec3<Real>>(mesh.vertex_count),
                      std::vector<vec3<Real>>(mesh.vertex_count)};
    skin_mesh<Real>(palette, lane, mesh, entries, out.positions, out.normals);
    return out;
}

/// By the yardstick, in double.
skinned<double> expected(skin_method method, const basic_palette<double>& palette, int lane,
                         const basic_skinned_mesh<double>& mesh) {
    skinned<double> out{std::vector<vec3<double>>(mesh.positions.size()),
                        std::vector<vec3<double>>(mesh.positions.size())};
    cpu_skin<double>(method, palette, lane, mesh, out.positions, out.normals);
    return out;
}

template <class Real>
double largest_difference(const std::vector<vec3<Real>>& a, const std::vector<vec3<double>>& b) {
    REQUIRE(a.size() == b.size());
    double out = 0;
    for (std::size_t v = 0; v < a.size(); ++v) {
        const double d = length(cast<double>(a[v]) - b[v]);
        out = std::isfinite(d) ? std::max(out, d) : std::numeric_limits<double>::infinity();
    }
    return out;
}

class every_level {
public:
    every_level() : before_(active_isa()) {}
    ~every_level() { select_isa(before_); }
    template <class F> void run(F&& f) const {
        for (const isa_level level : supported_isa_levels()) {
            REQUIRE(select_isa(level));
            CAPTURE(isa_name(level));
            f(level);
        }
    }

private:
    isa_level before_;
};

} // namespace

TEST_CASE("eight vertices at a time equal the yardstick", "[skin]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    const bool mirrored = GENERATE(false, true);
    const int vertices = GENERATE(0, 1, 7, 8, 9, 250);
    for (int most = 1; most <= 8; ++most) {
        dice roll(static_cast<std::uint32_t>(100 * most + vertices));
        skin_recipe recipe = {mode, 20, vertices, most, mirrored};
        // Sums of matrices turned anyhow may be flat, and have no normal worth comparing.
        const bool is_linear = method == skin_method::linear || mode == palette_mode::matrix;
        recipe.turn = is_linear ? 0.2 : 3;
        const basic_palette<double> palette = random_palette(roll, recipe);
        const basic_skinned_mesh<double> mesh = random_mesh(roll, recipe);
        const int lane = roll.whole(0, 7);
        const skinned<double> right = expected(method, palette, lane, mesh);
        CAPTURE(most, vertices, mirrored, mode, method);

        const auto precise = bind_mesh(mesh, bind_of<double>(recipe), method);
        REQUIRE(precise);
        const skinned<double> same = skin_whole(palette, lane, *precise);
        CHECK(largest_difference(same.positions, right.positions) < 1e-13 * 3);
        CHECK(largest_difference(same.normals, right.normals) < 1e-12);

        const auto bound = bind_mesh(to_float(mesh), bind_of<float>(recipe), method);
        REQUIRE(bound);
        const palette_mode bound_mode = bound->mode;
        REQUIRE(bound_mode == mode);
        every_level().run([&](isa_level) {
            const skinned<float> got = skin_whole(to_float(palette), lane, *bound);
            // Positions and translations are up to 1 along every axis, stretched to 2. Sums of matrices
            // are as exact as floats are.
            const double share = mode == palette_mode::matrix ? 1e-6 : 1e-5;
            CHECK(largest_difference(got.positions, right.positions) < share * 3);
            CHECK(largest_difference(got.normals, right.normals) < 1e-5);
        });
    }
}

TEST_CASE("skinning has the same bits on v2 and v3, and in every lane", "[skin]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    dice roll(7);
    const skin_recipe recipe = {mode, 40, 301, 6, false};
    basic_palette<float> palette = to_float(random_palette(roll, recipe));
    const basic_skinned_mesh<float> mesh = to_float(random_mesh(roll, recipe));
    const auto bound = bind_mesh(mesh, bind_of<float>(recipe), method);
    REQUIRE(bound);
    const std::ptrdiff_t per_lane = palette.rows_per_lane();
    for (int lane = 1; lane < lane_count; ++lane) {
        std::copy_n(palette.rows.begin(), per_lane,
                    palette.rows.begin() + lane * palette.lane_stride());
    }
    std::vector<skinned<float>> portable;
    every_level().run([&](isa_level level) {
        const skinned<float> first = skin_whole(palette, 0, *bound);
        for (int lane = 1; lane < lane_count; ++lane) {
            const skinned<float> other = skin_whole(palette, lane, *bound);
            CHECK(other.positions == first.positions);
            CHECK(other.normals == first.normals);
        }
        if (level != isa_level::v3fma) {
            portable.push_back(first);
        }
    });
    for (const skinned<float>& one : portable) {
        CHECK(one.positions == portable.front().positions);
        CHECK(one.normals == portable.front().normals);
    }
}

TEST_CASE("a rotation and its negative are the same joint", "[skin]") {
    // Two joints with the same motion, a quarter turn about z and a step along x; the second is
    // written with the other sign.
    const float h = std::sqrt(0.5F);
    basic_palette<float> palette;
    palette.joint_count = 2;
    for (int lane = 0; lane < lane_count; ++lane) {
        for (const float side : {1.0F, -1.0F}) {
            palette.rows.push_back({{0, 0, side * h, side * h}});
            palette.rows.push_back({{side * 0.5F * h, side * -0.5F * h, 0, 0}});
            palette.rows.push_back({{2, 2, 2, 0}});
        }
    }
    skinned_mesh mesh;
    mesh.positions = {{1, 0, 0}, {0, 1, 0}};
    mesh.normals = {{1, 0, 0}, {0, 1, 0}};
    mesh.first_influence = {0, 2, 4};
    mesh.influences = {{0, 0.5F}, {1, 0.5F}, {1, 3}, {0, 1}}; // weights need not sum to one
    const auto bound = bind_mesh(mesh, bind_of<float>({.joints = 2}), skin_method::dual_quaternion);
    REQUIRE(bound);
    const skinned<float> got = skin_whole(palette, 3, *bound);
    CHECK(length(got.positions[0] - vec3<float>{1, 2, 0}) < 1e-6F);
    CHECK(length(got.positions[1] - vec3<float>{-1, 0, 0}) < 1e-6F);
    CHECK(length(got.normals[0] - vec3<float>{0, 1, 0}) < 1e-6F);
    CHECK(length(got.normals[1] - vec3<float>{-1, 0, 0}) < 1e-6F);
}

TEST_CASE("many influences, and vertices that nothing moves, are skinned", "[skin]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    dice roll(11);
    skin_recipe recipe = {palette_mode::diagonal, 300, 9, 0, false};
    recipe.turn = 0.2;
    const basic_palette<double> palette = random_palette(roll, recipe);
    basic_skinned_mesh<double> mesh = random_mesh(roll, recipe); // none has an influence
    for (std::size_t i = 0; i < max_influences; ++i) {
        mesh.influences.push_back({static_cast<std::uint16_t>(i), 1.0 / max_influences});
    }
    for (std::size_t v = 3; v < mesh.first_influence.size(); ++v) {
        mesh.first_influence[v] = max_influences; // vertex 2 has all of them
    }
    const auto bound = bind_mesh(to_float(mesh), bind_of<float>(recipe), method);
    REQUIRE(bound);
    const skinned<double> right = expected(method, palette, 0, mesh);
    const skinned<float> got = skin_whole(to_float(palette), 0, *bound);
    CHECK(largest_difference(got.positions, right.positions) < 3e-5);
    CHECK(largest_difference(got.normals, right.normals) < 1e-5);
    if (method == skin_method::dual_quaternion) {
        CHECK(length(got.positions[0] - cast<float>(mesh.positions[0])) < 1e-6F);
    } else {
        CHECK(got.positions[0] == vec3<float>{});
        CHECK(got.normals[0] == vec3<float>{});
    }
}

TEST_CASE("skinning writes its vertices and nothing else", "[skin]") {
    const int vertices = GENERATE(1, 5, 8, 13);
    dice roll(5);
    const skin_recipe recipe = {palette_mode::diagonal, 9, vertices, 4, false};
    const basic_palette<float> palette = to_float(random_palette(roll, recipe));
    const auto bound = bind_mesh(to_float(random_mesh(roll, recipe)), bind_of<float>(recipe),
                                 skin_method::dual_quaternion);
    REQUIRE(bound);
    const vec3<float> untouched = {77, 78, 79};
    const std::size_t count = static_cast<std::size_t>(vertices);
    std::vector<vec3<float>> positions(count + 8, untouched);
    std::vector<vec3<float>> normals(count + 8, untouched);
    std::vector<skin_entry<float>> entries(bound->entry_count() + 1);
    entries.back().low.v[0] = 77;
    skin_mesh<float>(palette, 0, *bound, entries, positions, normals);
    CHECK(std::count(positions.begin(), positions.end(), untouched) == 8);
    CHECK(std::count(normals.begin(), normals.end(), untouched) == 8);
    CHECK(entries.back().low.v[0] == 77);

    std::vector<vec3<float>> alone(count);
    skin_mesh<float>(palette, 0, *bound, entries, alone, {});
    positions.resize(count);
    CHECK(alone == positions);
}

TEST_CASE("vertices that were moved before are skinned from where they are", "[skin]") {
    dice roll(6);
    const skin_recipe recipe = {palette_mode::polar, 9, 21, 4, false};
    const basic_palette<float> palette = to_float(random_palette(roll, recipe));
    basic_skinned_mesh<float> mesh = to_float(random_mesh(roll, recipe));
    const auto rest = bind_mesh(mesh, bind_of<float>(recipe), skin_method::dual_quaternion);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        mesh.positions[v] = mesh.positions[v] + cast<float>(roll.vector(0.3));
        mesh.normals[v] = cast<float>(rotate(roll.rotation(), vec3<double>{0, 1, 0}));
    }
    const auto moved = bind_mesh(mesh, bind_of<float>(recipe), skin_method::dual_quaternion);
    REQUIRE(rest);
    REQUIRE(moved);
    const skinned<float> right = skin_whole(palette, 2, *moved);

    std::vector<lane_vec3<float>> positions(rest->group_count()), normals(rest->group_count());
    to_groups<float>(mesh.positions, positions);
    to_groups<float>(mesh.normals, normals);
    std::vector<skin_entry<float>> entries(rest->entry_count());
    skinned<float> got{std::vector<vec3<float>>(rest->vertex_count),
                       std::vector<vec3<float>>(rest->vertex_count)};
    skin_entries<float>(palette, 2, *rest, entries);
    skin<float>(*rest, entries, positions, normals, got.positions, got.normals);
    CHECK(got.positions == right.positions);
    CHECK(got.normals == right.normals);
}

TEST_CASE("a mesh on the palette of another skin is refused", "[skin]") {
    dice roll(8);
    const skin_recipe recipe = {palette_mode::diagonal, 9, 10, 4, false};
    const basic_palette<float> palette = to_float(random_palette(roll, recipe));
    skin_recipe other = recipe;
    other.joints = 8;
    const auto bound =
        bind_mesh(to_float(random_mesh(roll, other)), bind_of<float>(other), skin_method::linear);
    REQUIRE(bound);
    const caught_assert caught;
    skin_whole(palette, 0, *bound);
    CHECK(caught.count() == 1);
    CHECK(caught.message().find("another skin") != std::string::npos);
}
