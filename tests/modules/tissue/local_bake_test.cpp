// Bakes with handles on a part of the flesh only.

#include "made_skin.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

using namespace jounce;
using namespace jounce::tissue;
using namespace jounce::test;

TEST_CASE("points and probes of a bake lie where its handles move something", "[tissue]") {
    const made_skin limb = made_limb();
    tissue_options options = quick_bake();
    options.cell = 0.02;
    const std::vector<vec3<double>> end = {
        {0.16, 0.05, 0}, {0.16, -0.05, 0}, {0.16, 0, 0.045}, {0.16, 0, -0.045}, {0, 0.09, 0}};
    options.handle_places = end;
    const auto baked = limb.bake(options);
    REQUIRE(baked);
    const baked_tissue& t = baked->tissue;
    std::size_t near = 0;
    for (const contact_probe& one : t.probes) {
        CHECK(t.vertex_first[one.vertex] < t.vertex_first[one.vertex + 1]);
        near += limb.positions[one.vertex].x > 0.1 ? 1U : 0U;
    }
    // Four of five handles are close together on a fifth of the limb.
    CHECK(2 * near > t.probes.size());
    for (std::size_t p = 0; p < t.cubature.size(); ++p) {
        CHECK(t.cubature_first[p] < t.cubature_first[p + 1]);
    }
    CHECK(std::abs(baked->figures.cubature_volume_error) < 0.05);
    CHECK(baked->figures.stiffness_error < 0.15);
}
