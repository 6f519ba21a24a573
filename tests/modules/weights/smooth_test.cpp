#include "support/weight_rows.hpp"

#include <jounce/modules/weights/clean_up.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>

namespace smooth_test {

using namespace jounce;
using namespace jounce::weights;
using namespace jounce::test;
using Catch::Approx;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// A strip of squares along x. Bone 0 has the first half, bone 1 the second.
struct strip {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles;
    weight_table weights;

    explicit strip(std::uint32_t columns) {
        for (std::uint32_t i = 0; i < columns; ++i) {
            for (const double y : {0.0, 1.0}) {
                positions.push_back({static_cast<double>(i), y, 0});
                const std::vector<bone_weight> row = {{2 * i < columns ? 0 : 1, 1}};
                weights.add(row);
            }
        }
        for (std::uint32_t i = 0; i + 1 < columns; ++i) {
            const std::uint32_t a = 2 * i;
            triangles.insert(triangles.end(), {a, a + 2, a + 1, a + 1, a + 2, a + 3});
        }
    }
    surface mesh() const { return {positions, triangles}; }
};

} // namespace

TEST_CASE("smoothing goes towards the neighbours by the borders they share", "[weights][smooth]") {
    // An isosceles triangle: the border of two corners is a third of the line from the third one.
    const std::vector<vec3<double>> p = {{-3, 0, 0}, {3, 0, 0}, {0, 6, 0}};
    const std::vector<std::uint32_t> t = {0, 1, 2};
    weight_table table = table_of({{{0, 1}}, {{1, 1}}, {{2, 1}}});
    smooth(table, {p, t}, 1, 0.5);
    const double with_1 = 2, with_2 = std::sqrt(4.5 * 4.5 + 9) / 3; // of corner 0
    CHECK(table.of(0, 0) == 0.5);
    CHECK(table.of(0, 1) == Approx(0.5 * with_1 / (with_1 + with_2)));
    CHECK(table.of(0, 2) == Approx(0.5 * with_2 / (with_1 + with_2)));
    CHECK(table.of(2, 0) == Approx(0.25));
    CHECK(table.of(2, 1) == Approx(0.25));
    CHECK(is_well_formed(table));
}

TEST_CASE("smoothing keeps sums and order, and more passes spread further", "[weights][smooth]") {
    strip given(20);
    for (const int passes : {1, 5, 30}) {
        weight_table table = given.weights;
        smooth(table, given.mesh(), passes);
        CHECK(is_well_formed(table));
        for (std::size_t v = 0; v < table.vertex_count(); ++v) {
            CHECK(sum_of_row(table, v) == Approx(1).margin(1e-12));
            if (v >= 2) {
                CHECK(table.of(v, 1) >= table.of(v - 2, 1) - 1e-12);
            }
        }
        CHECK((table.of(0, 1) > 0) == (passes == 30)); // ten columns away
        CHECK(table.of(18, 1) > 0.05);
    }
    weight_table same = given.weights;
    smooth(same, given.mesh(), 0);
    smooth(same, given.mesh(), 3, 0);
    smooth(same, given.mesh(), 3, no_number);
    smooth(same, given.mesh(), -1);
    CHECK(same_bits(same, given.weights));
}

TEST_CASE("vertices at one place stay equal", "[weights][smooth]") {
    strip whole(8), split(8);
    // The second half gets vertices of its own at the seam, as texture coordinates demand.
    for (const std::uint32_t v : {8U, 9U}) {
        split.positions.push_back(split.positions[v]);
        split.weights.add(row_of(split.weights, v));
    }
    for (std::size_t i = 6 * 4; i < split.triangles.size(); ++i) {
        std::uint32_t& v = split.triangles[i];
        v = v == 8 ? 16 : v == 9 ? 17 : v;
    }
    smooth(whole.weights, whole.mesh(), 6);
    smooth(split.weights, split.mesh(), 6);
    CHECK(row_of(split.weights, 16) == row_of(split.weights, 8));
    CHECK(row_of(split.weights, 17) == row_of(split.weights, 9));
    for (std::size_t v = 0; v < 16; ++v) {
        CHECK(split.weights.of(v, 1) == Approx(whole.weights.of(v, 1)).margin(1e-12));
    }
}

TEST_CASE("smoothing of bad meshes", "[weights][smooth]") {
    strip given(4);
    given.positions[2].x = no_number;
    given.triangles.insert(given.triangles.end(), {0, 1, 99, 3, 3, 3, 0, 0, 1, 5, 6});
    weight_table table = given.weights;
    table = table_of({{{0, 1}}, {{0, 1}}, {{0, 1}}, {}, {{1, 1}}, {{1, 1}}, {{1, 1}}, {{1, 1}}});
    smooth(table, given.mesh(), 4);
    CHECK(is_well_formed(table));
    CHECK(row_of(table, 2) == std::vector<bone_weight>{{0, 1}}); // it has no place
    CHECK(row_of(table, 3).empty());                             // it had no weights
    for (const std::size_t v : {0U, 1U, 4U, 5U, 6U, 7U}) {
        CHECK(sum_of_row(table, v) == Approx(1).margin(1e-12));
    }
    smooth(table, {}, 2);
    weight_table empty;
    smooth(empty, given.mesh(), 2);
    CHECK(empty.vertex_count() == 0);
}

} // namespace smooth_test
