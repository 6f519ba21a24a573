#include <jounce/systems/skin/rest_tangents.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/skin/displace_skin.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

using namespace jounce;
using Catch::Approx;

namespace {

using tangent = tangent4<double>;

void check_near(const tangent& found, const tangent& wanted) {
    for (std::size_t c = 0; c < 4; ++c) {
        CHECK(found[c] == Approx(wanted[c]).margin(1e-12));
    }
}

} // namespace

TEST_CASE("morph targets turn tangents", "[morph][tangents]") {
    const std::vector<tangent> at_rest = {{1, 0, 0, 1}, {0, 1, 0, -1}};
    const std::vector<vec3<double>> normals = {{0, 0, 1}, {0, 0, 1}};
    std::vector<basic_morph_target<double>> targets(2);
    targets[0].tangents = {{0, 2, 0}, {0, -2, 0}};
    targets[1].positions = {{9, 9, 9}, {9, 9, 9}};
    std::vector<tangent> out(2);
    const auto show = [&](const std::vector<float>& weights, const auto& up) {
        morph_tangents<double>(at_rest, targets, weights, up, out);
    };
    show({0, 1}, normals);
    CHECK(out == at_rest); // positions turn nothing
    show({0.5F}, normals);
    const double h = std::sqrt(0.5);
    check_near(out[0], {h, h, 0, 1});  // x + y
    check_near(out[1], {0, 1, 0, -1}); // nothing is left of it, so it stays
    // Where only normals turn, tangents follow: a normal towards x + z has the tangent towards x - z.
    targets[0].tangents.clear();
    targets[0].normals = {{1, 0, 0}, {0, 0, 0}};
    show({1}, std::vector<vec3<double>>{{h, 0, h}, {0, 0, 1}});
    check_near(out[0], {h, 0, -h, 1});
    check_near(out[1], {0, 1, 0, -1});
}

TEST_CASE("flesh moves tangents as it moves the surface", "[tissue][tangents]") {
    // One handle, which moves the second vertex by its whole way and more to the right of it.
    const std::vector<std::uint32_t> first = {0, 0, 1};
    const std::vector<tissue_weight<double>> weights = [] {
        tissue_weight<double> one;
        one.handle = 0;
        one.weight = 1;
        one.gradient = {0.5, 0, 0};
        return std::vector<tissue_weight<double>>{one};
    }();
    const auto displaced = [&](const vec3<double>& by, const tangent& t) {
        std::vector<vec3<double>> positions = {{0, 0, 0}, {1, 0, 0}};
        std::vector<vec3<double>> normals = {{0, 0, 1}, {0, 0, 1}};
        std::vector<tangent> tangents = {t, t};
        const std::vector<vec3<double>> moves = {by};
        displace_skin<double>(first, weights, moves, positions, normals);
        displace_tangents<double>(first, weights, moves, normals, tangents);
        CHECK(tangents[0] == t); // no handle moves it
        CHECK(dot(normals[1], vec3<double>{tangents[1][0], tangents[1][1], tangents[1][2]}) ==
              Approx(0).margin(1e-12));
        return tangents[1];
    };
    // Upwards by 2: x goes up by one for each step along x.
    const double h = std::sqrt(0.5);
    check_near(displaced({0, 0, 2}, {1, 0, 0, 1}), {h, 0, h, 1});
    // Along x by 2: twice as long, the same direction.
    check_near(displaced({2, 0, 0}, {1, 0, 0, -1}), {1, 0, 0, -1});
    // Back by 4: x is turned inside out, and with it the side.
    check_near(displaced({-4, 0, 0}, {1, 0, 0, 1}), {-1, 0, 0, -1});
    // Back by 2: nothing is left of x, so it keeps its direction.
    check_near(displaced({-2, 0, 0}, {1, 0, 0, 1}), {1, 0, 0, 1});
}
