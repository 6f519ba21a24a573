#include <jounce/systems/skin/skin_frames.hpp>

#include "support/random_skins.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/bind_mesh.hpp>
#include <jounce/systems/simd/isa.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/skin.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace jounce;
using namespace jounce::test;
using Catch::Approx;

namespace {

template <class Real> struct frames {
    std::vector<vec3<Real>> positions, normals;
    std::vector<tangent4<Real>> tangents;

    explicit frames(std::size_t count) : positions(count), normals(count), tangents(count) {}
};

template <class Real> vec3<Real> along(const tangent4<Real>& t) { return {t[0], t[1], t[2]}; }

/// Perpendicular to the normals, on either side.
std::vector<tangent4<double>> random_tangents(dice& roll, const basic_skinned_mesh<double>& mesh) {
    std::vector<tangent4<double>> out;
    for (const vec3<double>& n : mesh.normals) {
        const vec3<double> any = rotate(roll.rotation(), vec3<double>{1, 0, 0});
        const vec3<double> flat = any - dot(any, n) * n;
        const vec3<double> t =
            length(flat) > 0.1
                ? flat
                : cross(n, n.x * n.x < 0.5 ? vec3<double>{1, 0, 0} : vec3<double>{0, 1, 0});
        const vec3<double> unit = (1 / length(t)) * t;
        out.push_back({unit.x, unit.y, unit.z, roll.whole(0, 1) == 0 ? -1.0 : 1.0});
    }
    return out;
}

std::vector<tangent4<float>> to_float(const std::vector<tangent4<double>>& from) {
    std::vector<tangent4<float>> out;
    for (const tangent4<double>& t : from) {
        out.push_back({static_cast<float>(t[0]), static_cast<float>(t[1]), static_cast<float>(t[2]),
                       static_cast<float>(t[3])});
    }
    return out;
}

/// One vertex at a time.
template <class Real>
frames<Real> by_yardstick(skin_method method, const basic_palette<Real>& palette, int lane,
                          const basic_skinned_mesh<Real>& mesh,
                          const std::vector<tangent4<Real>>& tangents) {
    frames<Real> out(mesh.positions.size());
    cpu_skin_frames<Real>(method, palette, lane, mesh, mesh.positions, mesh.normals, tangents,
                          out.positions, out.normals, out.tangents);
    return out;
}

/// Eight at a time.
template <class Real>
frames<Real> by_lanes(const basic_palette<Real>& palette, int lane,
                      const basic_bound_mesh<Real>& mesh,
                      const std::vector<tangent4<Real>>& tangents) {
    std::vector<skin_entry<Real>> entries(mesh.entry_count());
    std::vector<lane_tangent<Real>> groups(mesh.group_count());
    to_tangent_groups<Real>(tangents, groups);
    skin_entries<Real>(palette, lane, mesh, entries);
    frames<Real> out(mesh.vertex_count);
    skin_frames<Real>(mesh, entries, mesh.positions, mesh.normals, groups, out.positions,
                      out.normals, out.tangents);
    return out;
}

template <class A, class B>
double difference(const std::vector<tangent4<A>>& a, const std::vector<tangent4<B>>& b) {
    REQUIRE(a.size() == b.size());
    double out = 0;
    for (std::size_t v = 0; v < a.size(); ++v) {
        CHECK(static_cast<double>(a[v][3]) == static_cast<double>(b[v][3]));
        out = std::max(out, length(cast<double>(along(a[v])) - cast<double>(along(b[v]))));
    }
    return out;
}

/// A mesh of one vertex on one joint.
basic_skinned_mesh<double> single(const vec3<double>& normal) {
    return {{{1, 2, 3}}, {normal}, {0, 1}, {{0, 1}}};
}

/// Rows of a matrix for every lane.
basic_palette<double> palette_of(const mat3<double>& m) {
    basic_palette<double> out;
    out.mode = palette_mode::matrix;
    out.joint_count = 1;
    out.rows.resize(static_cast<std::size_t>(lane_count * out.lane_stride()));
    for (int lane = 0; lane < lane_count; ++lane) {
        palette_row<double>* rows = out.rows.data() + lane * out.lane_stride();
        rows[0] = {{m.column[0].x, m.column[1].x, m.column[2].x, 0}};
        rows[1] = {{m.column[0].y, m.column[1].y, m.column[2].y, 0}};
        rows[2] = {{m.column[0].z, m.column[1].z, m.column[2].z, 0}};
    }
    return out;
}

tangent4<double> moved(const mat3<double>& by, const vec3<double>& normal,
                       const tangent4<double>& t) {
    return by_yardstick<double>(skin_method::linear, palette_of(by), 3, single(normal), {t})
        .tangents.at(0);
}

void check_near(const tangent4<double>& found, const tangent4<double>& wanted) {
    for (std::size_t c = 0; c < 4; ++c) {
        CHECK(found[c] == Approx(wanted[c]).margin(1e-12));
    }
}

} // namespace

TEST_CASE("tangents go with the surface", "[skin][tangents]") {
    // A quarter turn about z: x becomes y.
    const mat3<double> turn = {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}};
    check_near(moved(turn, {0, 0, 1}, {1, 0, 0, 1}), {0, 1, 0, 1});
    // A slope that is stretched along x lies flatter: (1, -1) becomes (2, -1), where a normal becomes steeper.
    const double h = std::sqrt(0.5);
    const mat3<double> stretch = {{{2, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const double s = 1 / std::sqrt(5.0);
    check_near(moved(stretch, {h, h, 0}, {h, -h, 0, -1}), {2 * s, -s, 0, -1});
    // One that was not perpendicular is now.
    check_near(moved({}, {0, 0, 1}, {h, 0, h, 1}), {1, 0, 0, 1});
    // Nothing is left of what is pressed flat.
    check_near(moved({{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 1}, {1, 0, 0, 1}), {0, 0, 0, 1});
}

TEST_CASE("mirrored parts change the side of their tangents", "[skin][tangents]") {
    const mat3<double> flip = {{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    check_near(moved(flip, {0, 0, 1}, {1, 0, 0, 1}), {-1, 0, 0, -1});
    // The third direction goes where the matrix takes it, for any matrix.
    dice roll(4);
    for (int i = 0; i < 200; ++i) {
        mat3<double> m;
        for (vec3<double>& column : m.column) {
            column = roll.vector(1);
        }
        if (std::abs(determinant(m)) < 0.05) {
            continue;
        }
        const vec3<double> n = rotate(roll.rotation(), vec3<double>{0, 0, 1});
        const vec3<double> t =
            cross(n, std::abs(n.x) < 0.5 ? vec3<double>{1, 0, 0} : vec3<double>{0, 1, 0});
        const double side = roll.whole(0, 1) == 0 ? -1 : 1;
        const vec3<double> unit = (1 / length(t)) * t;
        const frames<double> out = by_yardstick<double>(
            skin_method::linear, palette_of(m), 0, single(n), {{unit.x, unit.y, unit.z, side}});
        const tangent4<double>& found = out.tangents[0];
        const vec3<double> third = found[3] * cross(out.normals[0], along(found));
        CHECK(dot(third, m * (side * cross(n, unit))) > 0);
        CHECK(dot(along(found), m * unit) > 0);
        CHECK(dot(along(found), out.normals[0]) == Approx(0).margin(1e-12));
        CHECK(length(along(found)) == Approx(1));
    }
}

TEST_CASE("eight tangents at a time equal the yardstick", "[skin][tangents]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    const bool mirrored = GENERATE(false, true);
    const int vertices = GENERATE(1, 7, 8, 250);
    for (const int most : {1, 2, 3, 4, 7}) {
        dice roll(static_cast<std::uint32_t>(100 * most + vertices));
        skin_recipe recipe = {mode, 20, vertices, most, mirrored};
        // Sums of matrices turned anyhow may be flat, and have no frame worth comparing.
        const bool is_linear = method == skin_method::linear || mode == palette_mode::matrix;
        recipe.turn = is_linear ? 0.2 : 3;
        const basic_palette<double> palette = random_palette(roll, recipe);
        const basic_skinned_mesh<double> mesh = random_mesh(roll, recipe);
        const std::vector<tangent4<double>> tangents = random_tangents(roll, mesh);
        const int lane = roll.whole(0, 7);
        CAPTURE(most, vertices, mirrored, mode, method);
        const frames<double> right = by_yardstick(method, palette, lane, mesh, tangents);
        // Positions and normals are those of `cpu_skin`, bit by bit.
        frames<double> plain(mesh.positions.size());
        cpu_skin<double>(method, palette, lane, mesh, plain.positions, plain.normals);
        CHECK(right.positions == plain.positions);
        CHECK(right.normals == plain.normals);

        const auto precise = bind_mesh(mesh, bind_of<double>(recipe), method);
        REQUIRE(precise);
        CHECK(difference(by_lanes(palette, lane, *precise, tangents).tangents, right.tangents) <
              1e-11);
        const auto bound = bind_mesh(to_float(mesh), bind_of<float>(recipe), method);
        REQUIRE(bound);
        const isa_level before = active_isa();
        std::vector<frames<float>> portable;
        for (const isa_level level : supported_isa_levels()) {
            REQUIRE(select_isa(level));
            const frames<float> got = by_lanes(to_float(palette), lane, *bound, to_float(tangents));
            CHECK(difference(got.tangents, right.tangents) < 2e-5);
            double furthest = 0;
            for (std::size_t v = 0; v < got.positions.size(); ++v) {
                furthest =
                    std::max({furthest, length(cast<double>(got.positions[v]) - right.positions[v]),
                              length(cast<double>(got.normals[v]) - right.normals[v])});
            }
            CHECK(furthest < 4e-5);
            if (level != isa_level::v3fma) {
                portable.push_back(got);
            }
        }
        select_isa(before);
        for (const frames<float>& one : portable) {
            CHECK(one.tangents == portable.front().tangents);
            CHECK(one.positions == portable.front().positions);
        }
    }
}
