// The animal of the stampede: what is made by code must be a mesh that can be simplified and skinned.

#include "shapes.hpp"

#include <jounce/modules/procedural/galloper.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;
using namespace simplify_test;

TEST_CASE("the galloping animal is closed, and its levels are", "[simplify][procedural]") {
    const procedural::deforming_mesh animal = procedural::galloper(0.03, 12);
    const std::size_t triangles = animal.triangles.size() / 3;
    CHECK(triangles > 2000);
    CHECK(animal.frames.size() == 12 * animal.rest.size());
    CHECK(animal.colours.size() == animal.rest.size());
    CHECK(open_edges(animal.rest, animal.triangles) == 0);
    CHECK(volume(animal.rest, animal.triangles) > 0.1); // and not inside out
    CHECK(loose_parts(animal.rest.size(), animal.triangles) == 1);
    for (const auto& weights : animal.weights) {
        REQUIRE(std::abs(weights[0] + weights[1] + weights[2] + weights[3] - 1) < 1e-12);
    }
    const std::vector<std::size_t> targets = {triangles / 4, triangles / 16};
    const auto levels = simplify::simplify({animal.rest, animal.triangles, animal.frames}, targets);
    REQUIRE(levels);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK((*levels)[i].triangles.size() / 3 <= targets[i]);
        CHECK(open_edges(animal.rest, (*levels)[i].triangles) == 0);
        CHECK((*levels)[i].error < 0.01);
    }
}
