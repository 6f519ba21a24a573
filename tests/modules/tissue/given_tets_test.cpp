#include "made_skin.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdint>

using namespace jounce;
using namespace jounce::tissue;
using namespace jounce::test;

TEST_CASE("given tetrahedra replace the lattice, and need no closed skin", "[tissue]") {
    made_skin limb = made_limb();
    limb.triangles.resize(limb.triangles.size() - 6);
    // A box of cubes around all of it, as a mesher would give it.
    tet_mesh box;
    const auto node = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return (x * 7 + y) * 7 + z;
    };
    for (std::uint32_t x = 0; x < 12; ++x) {
        for (std::uint32_t y = 0; y < 7; ++y) {
            for (std::uint32_t z = 0; z < 7; ++z) {
                box.nodes.push_back({-0.22 + 0.04 * x, -0.12 + 0.04 * y, -0.12 + 0.04 * z});
            }
        }
    }
    for (std::uint32_t x = 0; x < 11; ++x) {
        for (std::uint32_t y = 0; y < 6; ++y) {
            for (std::uint32_t z = 0; z < 6; ++z) {
                const std::uint32_t from = node(x, y, z), to = node(x + 1, y + 1, z + 1);
                const std::uint32_t around[7] = {node(x + 1, y, z), node(x + 1, y + 1, z),
                                                 node(x, y + 1, z), node(x, y + 1, z + 1),
                                                 node(x, y, z + 1), node(x + 1, y, z + 1),
                                                 node(x + 1, y, z)};
                for (std::size_t i = 0; i < 6; ++i) {
                    box.tets.push_back({from, around[i], around[i + 1], to});
                }
            }
        }
    }
    box.fill.assign(box.tets.size(), 1);
    tissue_options options = quick_bake();
    options.tets = &box;
    const auto baked = limb.bake(options);
    REQUIRE(baked);
    CHECK(baked->figures.tets == box.tets.size());
    CHECK(std::abs(baked->figures.volume - 0.44 * 0.24 * 0.24) < 1e-9);
    CHECK(baked->figures.affine_error < 1e-10);
    for (vec3<double>& at : box.nodes) {
        at.x += 3;
    }
    const auto moved = limb.bake(options);
    REQUIRE(!moved);
    CHECK(moved.error().name == errors::bones_outside);
}
