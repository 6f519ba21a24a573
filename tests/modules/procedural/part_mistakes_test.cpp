#include "support/caught_assert.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace jounce;
using namespace jounce::procedural;

namespace {

bone_chain one_bone() { return bone_chain({{0, {0, 0, 0}, {0, 1, 0}}}); }

using part = std::pair<std::string, std::function<void(surface_builder&)>>;

std::vector<part> wrong_parts() {
    std::vector<part> out;
    const auto add = [&](const char* why, auto make) { out.emplace_back(why, make); };

    add("tube without section", [](surface_builder& to) {
        tube of;
        of.painted = plain(colours::teal);
        add_tube(to, one_bone(), of);
    });
    add("tube without colour", [](surface_builder& to) {
        tube of;
        of.section = tapered(1, 1);
        add_tube(to, one_bone(), of);
    });
    add("tube without dome", [](surface_builder& to) {
        tube of;
        of.section = tapered(1, 1);
        of.painted = plain(colours::teal);
        of.end_cap = 0;
        add_tube(to, one_bone(), of);
    });
    add("ellipsoid without binding", [](surface_builder& to) {
        ellipsoid of;
        of.painted = plain(colours::teal);
        add_ellipsoid(to, of);
    });
    add("lathe without binding", [](surface_builder& to) {
        lathe of;
        of.profile = {{0, 0}, {1, 0}, {0, 1}};
        of.painted = plain(colours::teal);
        add_lathe(to, of);
    });
    add("lathe of two points", [](surface_builder& to) {
        lathe of;
        of.profile = {{0, 0}, {0, 1}};
        of.by = to_bone(0);
        of.painted = plain(colours::teal);
        add_lathe(to, of);
    });
    add("loft of two sides", [](surface_builder& to) {
        loft of;
        of.rings.resize(3);
        of.sides = 2;
        of.painted = plain(colours::teal);
        add_loft(to, of);
    });
    add("box with edges larger than itself", [](surface_builder& to) {
        rounded_box of;
        of.bevel = 1;
        of.by = to_bone(0);
        of.painted = plain(colours::teal);
        add_box(to, of);
    });
    add("sheet of one strand", [](surface_builder& to) {
        sheet of;
        of.strands = {one_bone()};
        of.front = of.back = plain(colours::teal);
        add_sheet(to, of);
    });
    add("grid with nodes missing", [](surface_builder& to) {
        thin_grid of;
        of.rows = of.columns = 2;
        of.nodes.resize(3);
        add_thin_grid(to, of);
    });
    add("leaf without width", [](surface_builder& to) {
        leaf_blade of;
        of.width = 0;
        add_leaf(to, one_bone(), of);
    });
    return out;
}

} // namespace

TEST_CASE("parts that cannot be made are refused and add nothing", "[procedural][surface]") {
    for (const auto& [why, make] : wrong_parts()) {
        CAPTURE(why);
        test::caught_assert caught;
        surface_builder to;
        make(to);
        CHECK(caught.count() == 1);
        CHECK(to.finish().vertices.positions.empty());
        CHECK(to.finish().triangles.empty());
    }
}

TEST_CASE("mistakes in chains, weights and triangles stay harmless", "[procedural][surface]") {
    {
        test::caught_assert caught;
        CHECK(bone_chain({}).length() > 0);
        CHECK(caught.count() == 1);
    }
    {
        test::caught_assert caught;
        const bone_chain chain({{0, {0, 0, 0}, {0, 0, 0}}, {1, {0, 0, 0}, {0, 0.5, 0}}});
        CHECK(caught.count() == 1);
        CHECK(chain.length() == 0.5);
        CHECK(chain.weights(0.2).front().bone == 1);
    }
    {
        test::caught_assert caught;
        CHECK(tidied({}, 4).size() == 1);
        CHECK(tidied({{3, 0}}, 4).front().weight == 1);
        CHECK(caught.count() == 2);
    }
    {
        test::caught_assert caught;
        surface_builder to;
        const std::uint32_t only = to.vertex({0, 0, 0}, {{0, 1}}, colours::teal);
        to.triangle(only, only, 7);
        CHECK(caught.count() == 1);
        CHECK(to.finish().triangles.empty());
    }
    {
        test::caught_assert caught;
        model_builder body("stump");
        body.bone("trunk", -1, {0, 0, 0}, {0, 1, 0});
        CHECK(body.chain(0, 1).length() == 1);
        CHECK(caught.count() == 0);
        CHECK(body.chain(0, 2).length() > 0);
        CHECK(caught.count() > 0);
    }
}

TEST_CASE("a side that points along the way is replaced", "[procedural][surface]") {
    for (const vec3<double>& way :
         {vec3<double>{1, 0, 0}, vec3<double>{0, 1, 0}, vec3<double>{0.6, 0.8, 0}}) {
        for (const vec3<double>& wish : {way, vec3<double>{0, 0, 0}, vec3<double>{0, 0, 2}}) {
            const vec3<double> side = at_right_angles(way, wish);
            CHECK(std::abs(dot(side, way)) < 1e-12);
            CHECK(std::abs(length(side) - 1) < 1e-12);
        }
    }
    CHECK(length(at_right_angles({1, 0, 0}, {5, 3, 0}) - vec3<double>{0, 1, 0}) < 1e-12);
}
