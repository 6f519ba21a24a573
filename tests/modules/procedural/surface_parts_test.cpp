#include "support/surface_checks.hpp"

#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <functional>
#include <numbers>

using namespace jounce;
using namespace jounce::procedural;
using Catch::Approx;

namespace {

constexpr double pi = std::numbers::pi;

double volume_of(const std::function<void(surface_builder&)>& add) {
    surface_builder to;
    add(to);
    const surface made = to.finish();
    CHECK(test::open_edges(made) == 0);
    const std::vector<double> parts = test::part_volumes(made);
    REQUIRE(parts.size() == 1);
    return parts.front();
}

bone_chain upright(int bones, double each) {
    std::vector<bone_line> links;
    for (int b = 0; b < bones; ++b) {
        links.push_back({b, {0, b * each, 0}, {0, (b + 1) * each, 0}});
    }
    return bone_chain(links);
}

double weight_of(const skin_weights& all, std::int32_t bone) {
    double sum = 0;
    for (const skin_weight& w : all) {
        sum += w.bone == bone ? w.weight : 0;
    }
    return sum;
}

} // namespace

TEST_CASE("parts have the volumes of geometry", "[procedural][surface]") {
    tube pipe;
    pipe.section = tapered(0.1, 0.1);
    pipe.sides = 96;
    pipe.cap_rings = 24;
    pipe.painted = plain(colours::teal);
    CHECK(volume_of([&](surface_builder& to) { add_tube(to, upright(3, 0.5), pipe); }) ==
          Approx(pi * 0.01 * 1.5 + 4.0 / 3 * pi * 0.001).epsilon(0.01));

    ellipsoid egg;
    egg.centre = {1, 2, 3};
    egg.radii = {0.1, 0.2, 0.3};
    egg.turn = {0.5, 0.5, 0.5, 0.5};
    egg.rings = 64;
    egg.sides = 96;
    egg.by = to_bone(0);
    egg.painted = plain(colours::teal);
    CHECK(volume_of([&](surface_builder& to) { add_ellipsoid(to, egg); }) ==
          Approx(4.0 / 3 * pi * 0.006).epsilon(0.01));

    rounded_box box;
    box.centre = {0, 1, 0};
    box.half = {0.3, 0.2, 0.4};
    box.bevel = 0.1;
    box.bevel_steps = 12;
    box.by = to_bone(0);
    box.painted = plain(colours::teal);
    // A core of 0.4 x 0.2 x 0.6, slabs on its faces, quarter cylinders on its edges, a sphere.
    CHECK(volume_of([&](surface_builder& to) { add_box(to, box); }) ==
          Approx(0.048 + 2 * 0.1 * (0.08 + 0.12 + 0.24) + pi * 0.01 * (0.4 + 0.2 + 0.6) +
                 4.0 / 3 * pi * 0.001)
              .epsilon(0.01));

    lathe frustum;
    frustum.profile = {{0, 0}, {0.2, 0, true}, {0.1, 0.6, true}, {0, 0.6}};
    frustum.sides = 128;
    frustum.by = to_bone(0);
    frustum.painted = plain(colours::teal);
    CHECK(volume_of([&](surface_builder& to) { add_lathe(to, frustum); }) ==
          Approx(pi * 0.6 / 3 * (0.04 + 0.02 + 0.01)).epsilon(0.01));

    sheet cloth;
    for (int s = 0; s < 4; ++s) {
        cloth.strands.push_back(bone_chain({{s, {0.1 * s, 1, 0}, {0.1 * s, 0.5, 0}}}));
    }
    cloth.thickness = 0.01;
    cloth.front = cloth.back = plain(colours::wine);
    CHECK(volume_of([&](surface_builder& to) { add_sheet(to, cloth); }) ==
          Approx(0.3 * 0.5 * 0.01));
}

TEST_CASE("a chain hands over at its joints and its bones are alone in their middles",
          "[procedural][surface]") {
    const bone_chain chain = upright(3, 0.5);
    CHECK(chain.length() == Approx(1.5));
    for (const int joint : {1, 2}) {
        CHECK(weight_of(chain.weights(0.5 * joint), joint) == Approx(0.5));
        CHECK(weight_of(chain.weights(0.5 * joint), joint - 1) == Approx(0.5));
    }
    for (int b = 0; b < 3; ++b) {
        CHECK(weight_of(chain.weights(0.5 * b + 0.25), b) == Approx(1));
    }
    CHECK(weight_of(chain.weights(0), 0) == Approx(1));
    CHECK(weight_of(chain.weights(1.5), 2) == Approx(1));
    CHECK(chain.point(0.8).y == Approx(0.8));
    double before = 0;
    for (int i = 0; i <= 1000; ++i) { // a smooth step over 0.5 m rises by no more than 3 per metre
        const double now = weight_of(chain.weights(0.25 + 0.0005 * i), 1);
        CHECK(now - before >= -1e-12);
        CHECK(now - before <= 3.01 * 0.0005);
        before = now;
    }

    const bone_chain carried({{4, {0, 0, 0}, {0, 0.2, 0}}}, 7);
    CHECK(weight_of(carried.weights(0), 7) == Approx(0.5));
    CHECK(weight_of(carried.weights(0.05), 7) == Approx(0.15625)); // s(1/4), s(t) = 3 t^2 - 2 t^3
    CHECK(weight_of(carried.weights(0.1), 7) == Approx(0).margin(1e-12));
}

TEST_CASE("the curve of a bent chain goes through its joints", "[procedural][surface]") {
    const bone_chain bent({{0, {0, 0, 0}, {0.3, 0.4, 0}}, {1, {0.3, 0.4, 0}, {0.3, 0.9, 0}}});
    CHECK(length(bent.point(0.5) - vec3<double>{0.3, 0.4, 0}) < 1e-12);
    CHECK(length(bent.point(1.0) - vec3<double>{0.3, 0.9, 0}) < 1e-12);
    const vec3<double> before = bent.direction(0.499);
    const vec3<double> after = bent.direction(0.501);
    CHECK(dot(before, after) > 0.999); // no corner
}

TEST_CASE("soft parts take shares by distance and leave the rest", "[procedural][surface]") {
    const bone_line left = {1, {-0.1, 0, 0}, {-0.1, 0, 0}};
    const bone_line right = {2, {0.1, 0, 0}, {0.1, 0, 0}};
    const binding soft = softened(to_bone(0), {{left, 0.4, 0.8}, {right, 0.4, 0.8}});
    // At (-0.1, 0, 0): left is on the spot, right at half its reach, s(1/2) = 1/2.
    const skin_weights at = soft({-0.1, 0, 0});
    CHECK(weight_of(at, 1) == Approx(0.8 / 1.2));
    CHECK(weight_of(at, 2) == Approx(0.4 / 1.2));
    CHECK(weight_of(at, 0) == Approx(0).margin(1e-12));
    // At (0.4, 0, 0): right at three quarters, s(1/4) = 5/32; left out of reach.
    const skin_weights far = soft({0.4, 0, 0});
    CHECK(weight_of(far, 1) == Approx(0).margin(1e-12));
    CHECK(weight_of(far, 2) == Approx(0.8 * 5 / 32));
    CHECK(weight_of(far, 0) == Approx(1 - 0.8 * 5 / 32));
}

TEST_CASE("weights are tidied: once each, the strongest, summing to one", "[procedural][surface]") {
    const skin_weights out =
        tidied({{3, 0.2}, {1, 0.1}, {3, 0.2}, {5, 0.3}, {2, 0.00001}, {4, 0.05}}, 3);
    REQUIRE(out.size() == 3);
    CHECK(weight_of(out, 3) == Approx(0.4 / 0.8));
    CHECK(weight_of(out, 5) == Approx(0.3 / 0.8));
    CHECK(weight_of(out, 1) == Approx(0.1 / 0.8));
}

TEST_CASE("colours are packed from the lowest byte", "[procedural][surface]") {
    CHECK(rgb(0x123456) == 0xFF563412U);
    CHECK(mix(rgb(0x000000), rgb(0xFF8040), 0.5) == rgb(0x804020));
    CHECK(mix(rgb(0x102030), rgb(0xFFFFFF), -1) == rgb(0x102030));
    CHECK(mix(rgb(0x102030), rgb(0x405060), 2) == rgb(0x405060));
}

TEST_CASE("a model of one's own is a few lines", "[procedural][surface]") { // docs/procedural.md
    model_builder body("worm");
    const std::int32_t root = body.bone("root", -1, {0, 0, 0}, {0, 0.2, 0});
    body.sway(root, {1, 0, 0}, 0.4, 0.8);
    body.spring_chain("tail", root, {0, 0.2, 0}, {0, 0.2, 0}, 4, "tail");
    surface_builder to;
    tube skin;
    skin.section = tapered(0.08, 0.02);
    skin.painted = plain(colours::coral);
    add_tube(to, body.chain(root, 5), skin);
    const model worm = body.finish(0.8, to.finish());
    CHECK(worm.kind->rig.bone_count() == 5);
    CHECK(test::open_edges(*worm.shape) == 0);
    const box_bounds box = rest_bounds(*worm.shape);
    CHECK(box.high.y == Approx(1.02)); // a metre of bones and a dome of 2 cm
    CHECK(box.high.x == Approx(0.08));
    CHECK(box.low.y == Approx(-0.08));
}

TEST_CASE("leaves fold along their rib and have two faces", "[procedural][surface]") {
    const bone_chain stalk({{0, {0, 0, 0}, {0, 0, 0.3}}});
    leaf_blade blade;
    blade.width = 0.1;
    blade.fold = 0.5;
    blade.droop = 0;
    surface_builder to;
    add_leaf(to, stalk, blade);
    const surface made = to.finish();
    CHECK(test::open_edges(made) == 0);
    CHECK(test::part_volumes(made).front() > 0);
    float widest = 0;
    for (std::size_t v = 0; v < made.vertices.positions.size(); ++v) {
        const vec3<float>& p = made.vertices.positions[v];
        widest = std::max(widest, std::abs(p.x));
        // Half a millimetre of rounding about two thicknesses: the halves rise by fold x distance.
        CHECK(std::abs(p.y - 0.5F * std::abs(p.x)) < 0.0035F);
    }
    CHECK(widest == Approx(0.05).margin(0.003));
}
