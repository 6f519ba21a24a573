// Handles of colliders and helpers, and keys of curves: arithmetic alone.

#include "view/curve_edit.hpp"
#include "view/handles.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

using namespace jounce;
using namespace viewer;
using Catch::Approx;

namespace {

/// From five metres in front, looking along -z.
constexpr view_axes front = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
view_ray through(double x, double y) {
    const place from = {0, 0, 5};
    const place way = place{x, y, 0} - from;
    return {from, (1 / length(way)) * way};
}

/// A bone a metre up, turned by 90 degrees about z, of twice the size.
transform<double> turned_bone() {
    return {axis_angle(place{0, 0, 1}, std::numbers::pi / 2), {0, 1, 0}, 2};
}

handled_shape ball() {
    handled_shape out;
    out.a = {0.1, 0, 0};
    out.radius = 0.2;
    return out;
}

grip take(const handled_shape& of, const transform<double>& frame, handle_part part) {
    for (const handle& each : handles_of(of, frame, front, 0.3)) {
        if (each.part == part) {
            return {part, of, frame, front, each.at, through(each.at.x, each.at.y)};
        }
    }
    FAIL("no such handle");
    return {};
}

void check_place(const place& is, const place& wanted) {
    CHECK(is.x == Approx(wanted.x).margin(1e-9));
    CHECK(is.y == Approx(wanted.y).margin(1e-9));
    CHECK(is.z == Approx(wanted.z).margin(1e-9));
}

} // namespace

TEST_CASE("handles of a ball are at its centre, its rim and along the axes of its bone", "[view]") {
    const auto all = handles_of(ball(), turned_bone(), front, 0.3);
    REQUIRE(all.size() == 5);
    check_place(all[0].at, {0, 1.2, 0}); // x of the bone points up
    check_place(all[1].at, {0.4, 1.2, 0});
    CHECK(all[2].part == handle_part::along_x);
    check_place(all[2].at, {0, 1.5, 0});
}

TEST_CASE("a ball is dragged in the plane of the picture, in the axes of its bone", "[view]") {
    const grip held = take(ball(), turned_bone(), handle_part::whole);
    // The same pixel moves nothing, whatever was hit when it was taken.
    check_place(dragged(held, held.start, false).a, ball().a);
    const handled_shape moved = dragged(held, through(0.5, 1.2), false);
    // 0.5 to the right in the world is -y of the bone, and half of it in its units.
    check_place(moved.a, {0.1, -0.25, 0});
    CHECK(moved.radius == ball().radius);
}

TEST_CASE("with the key for depth, up in the picture is away", "[view]") {
    const grip held = take(ball(), {}, handle_part::whole);
    const handled_shape moved = dragged(held, through(0.7, 0.3), true);
    check_place(moved.a, {0.1, 0, -0.3});
}

TEST_CASE("the knob at the rim makes a ball larger, and never turns it inside out", "[view]") {
    const grip held = take(ball(), turned_bone(), handle_part::size_a);
    CHECK(dragged(held, through(0.8, 1.2), false).radius == Approx(0.4)); // 0.4 m, scale 2
    CHECK(dragged(held, through(0, 1.2), false).radius == Approx(0.001));
}

TEST_CASE("handles along an axis keep to it", "[view]") {
    const grip held = take(ball(), {}, handle_part::along_y);
    const handled_shape moved = dragged(held, through(0.9, 0.55), false);
    CHECK(moved.a.x == Approx(0.1));
    CHECK(moved.a.z == Approx(0).margin(1e-9));
    CHECK(moved.a.y > 0.1);
    // An axis that the eye looks along cannot be followed: nothing moves.
    CHECK(along_axis({{0, 0, 5}, {0, 0, -1}}, {0, 0, 0}, {0, 0, 1}) == 0);
    const grip deep = take(ball(), {}, handle_part::along_z);
    CHECK(std::isfinite(dragged(deep, through(2, 0), false).a.z));
}

TEST_CASE("the ends of a capsule move one by one, its middle moves both", "[view]") {
    handled_shape rod;
    rod.shape = collider_shape::capsule;
    rod.a = {0, 0, 0};
    rod.b = {0, 1, 0};
    rod.radius = 0.1;
    rod.radius_b = 0.05;
    handled_shape moved = dragged(take(rod, {}, handle_part::end_b), through(0.5, 1), false);
    check_place(moved.a, rod.a);
    check_place(moved.b, {0.5, 1, 0});
    moved = dragged(take(rod, {}, handle_part::whole), through(0.5, 0.5), false);
    check_place(moved.a, {0.5, 0, 0});
    check_place(moved.b, {0.5, 1, 0});
    moved = dragged(take(rod, {}, handle_part::size_b), through(0.2, 1), false);
    CHECK(moved.radius_b == Approx(0.2));
    CHECK(moved.radius == rod.radius);
    rod.has_one_radius = true;
    CHECK(handles_of(rod, {}, front, 0.3).size() == 7);
}

TEST_CASE("the sides of a box follow the pointer, the normal of a plane turns", "[view]") {
    handled_shape box;
    box.shape = collider_shape::box;
    box.half = {0.2, 0.3, 0.4};
    const grip side = take(box, turned_bone(), handle_part::side_x);
    check_place(side.at, {0, 1.4, 0});
    CHECK(dragged(side, through(0, 1.8), false).half.x == Approx(0.4));
    CHECK(dragged(side, through(0, 1.8), false).half.y == 0.3);
    handled_shape floor;
    floor.shape = collider_shape::plane;
    floor.b = {0, 1, 0};
    const grip tip = take(floor, {}, handle_part::normal);
    const handled_shape tilted = dragged(tip, through(0.6, 0), false);
    CHECK(length(tilted.b) == Approx(1));
    CHECK(tilted.b.x > 0.9);
}

TEST_CASE("the handle that looks nearest is taken, if it is near", "[view]") {
    const auto all = handles_of(ball(), {}, front, 0.3);
    const auto rim = nearest_handle(all, through(0.31, 0.005), 0.01);
    REQUIRE(rim);
    CHECK(all[*rim].part == handle_part::size_a);
    CHECK(!nearest_handle(all, through(0.2, 0.1), 0.01));
    const view_ray away = {{0, 0, 5}, {0, 0, 1}};
    CHECK(!nearest_handle(all, away, 0.5)); // behind the eye
}

TEST_CASE("a ball is found by its rim and not by its middle", "[view]") {
    CHECK(rim_distance(ball(), {}, through(0.3, 0)).value() < 0.005);
    CHECK(rim_distance(ball(), {}, through(0.1, 0)).value() > 0.03);
    handled_shape rod;
    rod.shape = collider_shape::capsule;
    rod.b = {0, 1, 0};
    rod.radius = rod.radius_b = 0.1;
    CHECK(rim_distance(rod, {}, through(0.1, 0.5)).value() < 0.005);
    rod.shape = collider_shape::box;
    CHECK(!rim_distance(rod, {}, through(0.1, 0.5)));
}

TEST_CASE("only what was dragged is written, in numbers that people can read", "[view]") {
    collider body;
    body.a = {0.123456F, 0.2F, -1e-7F};
    body.radius = 0.1234567F;
    handled_shape now = handled(body);
    now.a.x += 0.100011;
    put(handled(body), now, body);
    CHECK(body.a == vec3<float>{0.2235F, 0.2F, -1e-7F});
    CHECK(body.radius == 0.1234567F);
    helper_entry bone;
    bone.head = {0, 1.0000001, 0};
    bone.tail = {0, 1.1, 0};
    bone.reach = 0.2;
    now = handled(bone);
    CHECK(now.radius == 0.2);
    now.b.z = 0.30004;
    put(handled(bone), now, bone);
    CHECK(bone.head == vec3<double>{0, 1.0000001, 0});
    CHECK(bone.tail == vec3<double>{0, 1.1, 0.3});
    CHECK(bone.reach == 0.2);
}

TEST_CASE("keys of a curve keep their order", "[view]") {
    curve_keys keys = {{0, 2}, {0.5, 1.2}, {1, 1}};
    REQUIRE(move_key(keys, 1, 3, -4));
    CHECK(keys[1] == curve_key{0.99, 0});
    REQUIRE(move_key(keys, 0, -1, 1e9));
    CHECK(keys[0] == curve_key{0, max_curve_factor});
    CHECK(!move_key(keys, 3, 0, 1));
    CHECK(!move_key(keys, 0, std::nan(""), 1));
    std::size_t added = 9;
    REQUIRE(add_key(keys, 0.254, 1.337, added));
    CHECK(added == 1);
    CHECK(keys[1] == curve_key{0.25, 1.34});
    CHECK(!add_key(keys, 0.25, 1, added)); // taken
    CHECK(!check_curve("test", {"frequency", keys}));
    REQUIRE(remove_key(keys, 3));
    REQUIRE(remove_key(keys, 0));
    REQUIRE(remove_key(keys, 0));
    CHECK(!remove_key(keys, 0)); // a curve has one
    while (add_key(keys, static_cast<double>(keys.size()) / 20, 1, added)) {
    }
    CHECK(keys.size() == max_curve_keys);
    CHECK(!check_curve("test", {"frequency", keys}));
}

TEST_CASE("keys that a file has closer together than the panel sets them can be raised", "[view]") {
    curve_keys keys = {{0, 1}, {0.001, 2}, {0.002, 3}};
    REQUIRE(move_key(keys, 1, 0.5, 1.5));
    CHECK(keys[1] == curve_key{0.001, 1.5});
}

TEST_CASE("the key under the pointer is found in the picture of a curve", "[view]") {
    const curve_keys keys = {{0, 2}, {1, 1}};
    CHECK(curve_height(keys) == 2.5);
    CHECK(key_at(keys, 3, 20, 200, 100, 9) == std::optional<std::size_t>(0));
    CHECK(key_at(keys, 199, 58, 200, 100, 9) == std::optional<std::size_t>(1));
    CHECK(!key_at(keys, 100, 50, 200, 100, 9));
}
