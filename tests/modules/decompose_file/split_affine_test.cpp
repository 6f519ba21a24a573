// How a bone that shears becomes two nodes, and normals of surfaces.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/decompose_file/split_affine.hpp>
#include <jounce/modules/decompose_file/surface_normals.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace jounce;
using namespace jounce::decompose;

namespace {

double difference(const mat3<double>& a, const mat3<double>& b) {
    double most = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const double far = length(a.column[c] - b.column[c]);
        most = far <= most ? most : far;
    }
    return most;
}

mat3<double> joined(const split_matrix& parts) {
    return scaled_columns(to_matrix(parts.outer), parts.scale) * to_matrix(parts.inner);
}

} // namespace

TEST_CASE("any matrix is two rotations and a scale between", "[decompose_file][split]") {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> number(-2, 2);
    for (int i = 0; i < 500; ++i) {
        mat3<double> matrix;
        for (vec3<double>& column : matrix.column) {
            column = {number(random), number(random), number(random)};
        }
        const split_matrix parts = split_affine(matrix);
        CHECK(difference(joined(parts), matrix) < 1e-13);
        // The players of this project need a mean of the scales that is far from zero.
        CHECK(parts.scale.x + parts.scale.y + parts.scale.z > 0.3 * parts.scale.x);
        CHECK((parts.scale.z < 0) == (determinant(matrix) < 0));
    }
}

TEST_CASE("special matrices are split too", "[decompose_file][split]") {
    const mat3<double> flat = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}};
    CHECK(difference(joined(split_affine(flat)), flat) < 1e-14);
    const mat3<double> mirror = {{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    CHECK(difference(joined(split_affine(mirror)), mirror) < 1e-14);
    const mat3<double> nothing = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    CHECK(difference(joined(split_affine(nothing)), nothing) < 1e-6);
    CHECK(split_affine(nothing).scale.x > 0);
    const quat<double> turn = axis_angle<double>({0.6, 0, 0.8}, 2.5);
    CHECK(difference(to_matrix(nearest_rotation(to_matrix(turn))), to_matrix(turn)) < 1e-14);
    const mat3<double> large = {{3.0 * to_matrix(turn).column[0], 3.0 * to_matrix(turn).column[1],
                                 3.0 * to_matrix(turn).column[2]}};
    CHECK(difference(to_matrix(nearest_rotation(large)), to_matrix(turn)) < 1e-14);
}

TEST_CASE("normals are shared along seams and weighted by area", "[decompose_file][normals]") {
    // Two triangles of different size with a right angle between them; vertices 3 and 4 repeat 0 and 1.
    const std::vector<vec3<double>> places = {{0, 0, 0}, {1, 0, 0},  {0, 1, 0}, {0, 0, 0},
                                              {1, 0, 0}, {0, 0, -3}, {9, 9, 9}};
    const std::vector<std::uint32_t> triangles = {0, 1, 2, 4, 3, 5};
    const std::vector<std::uint32_t> shared = same_places(places);
    CHECK(shared == std::vector<std::uint32_t>{0, 1, 2, 0, 1, 5, 6});
    const std::vector<vec3<double>> normals = surface_normals(places, triangles, shared);
    CHECK(normals[2] == vec3<double>{0, 0, 1});
    CHECK(length(normals[0] - normals[3]) == 0);
    CHECK(std::abs(std::abs(normals[0].y) - 3 * std::abs(normals[0].z)) < 1e-12);
    CHECK(std::abs(length(normals[0]) - 1) < 1e-12);
    CHECK(normals[6] == vec3<double>{0, 1, 0}); // no triangle uses it
}
