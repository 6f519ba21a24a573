#include <jounce/modules/dev/bench/stable_baseline.hpp>

#include "both_ways.hpp"

#include <jounce/modules/procedural/model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>

using namespace jounce;
using namespace jounce::test;

namespace {

procedural::model bench_kind(int colliders) {
    return *procedural::bench_character(64, 16, stable_solver, colliders);
}

/// Springs that feel everything: gravity, their limit and their greatest speed.
procedural::model busy_kind() {
    return *procedural::retuned(bench_kind(4), [](spring_tuning& t) {
        t.gravity = 0.4;
        t.frequency = 1.5;
        t.inherit = 0.5;
        t.max_speed = 0.8;
        t.limit.shape = limit_shape::cone;
        t.limit.angle = 0.5;
    });
}

constexpr float tolerance = 1e-4F; ///< of the extent

/// Where tails travel fast among colliders a few of them touch on a knife's edge, and not the same few
/// at another level of instructions.
constexpr double knife_edges = 1e-3; ///< share of all tails in all frames

/// The share of tails in 120 frames that the ordinary way has elsewhere if it is told something else
/// of its springs.
double share_apart(const procedural::model& of, bool travels,
                   const std::function<void(stable_spring<float>&)>& edit) {
    character_kind other = *of.kind;
    for (stable_spring<float>& spring : other.springs.stable.springs) {
        edit(spring);
    }
    both_ways both(of, other);
    int apart = 0;
    int all = 0;
    for (int f = 0; f < 120; ++f) {
        if (travels) {
            both.travel(f);
        }
        both.frame(1.0 / 60);
        both.compare([&](float by) {
            apart += by < tolerance ? 0 : 1;
            ++all;
        });
    }
    return static_cast<double>(apart) / all;
}

} // namespace

TEST_CASE("the stable baseline computes what jounce computes", "[bench][stable_baseline]") {
    for (const procedural::model& of :
         {bench_kind(0), *procedural::bench_character(24, 20, stable_solver),
          *procedural::bench_character(5, 4, stable_solver), procedural::tentacle()}) {
        both_ways both(of);
        float swung = 0;
        for (int f = 0; f < 120; ++f) {
            both.frame(1.0 / 60);
            CAPTURE(of.name, f);
            REQUIRE(both.difference() < tolerance);
            for (int lane = 0; lane < lane_count; ++lane) {
                swung = std::max(swung, both.block().deviation(lane));
            }
        }
        CHECK(swung > 100 * tolerance * extent_of(of.kind->rig)); // there was something to compare
    }
}

TEST_CASE("the stable baseline follows model spaces, any frame rate and jumps",
          "[bench][stable_baseline]") {
    // Frames without a tick, with many, and with more than are allowed.
    const double lengths[] = {1.0 / 60, 1.0 / 200, 1.0 / 300, 1.0 / 24, 1.0 / 90, 0.25};
    both_ways both(bench_kind(0));
    for (int f = 0; f < 120; ++f) {
        both.travel(f);
        both.frame(lengths[static_cast<std::size_t>(f) % std::size(lengths)]);
        CAPTURE(f);
        // A pose's speed over a frame of 3 ms is mostly rounding, and a frame of 40 or 250 ms after it
        // makes much of that: the kernels with and without contraction are then 1.5e-4 m apart as well,
        // in the same frames.
        REQUIRE(both.difference() < 10 * tolerance);
    }
}

TEST_CASE("colliders of the bench push springs, in both ways alike", "[bench][stable_baseline]") {
    both_ways both(bench_kind(4));
    for (int f = 0; f < 120; ++f) {
        both.frame(1.0 / 60);
        CAPTURE(f);
        REQUIRE(both.difference() < tolerance);
    }
    CHECK(both.contacts() > 1000);
}

TEST_CASE("a stable baseline that lacks a term is found out",
          "[bench][stable_baseline][one_thread]") {
    const procedural::model plain = bench_kind(0);
    const procedural::model busy = busy_kind();
    const auto nothing = [](stable_spring<float>&) {};
    CHECK(share_apart(plain, false, nothing) == 0);
    CHECK(share_apart(plain, true, nothing) == 0);
    CHECK(share_apart(busy, true, nothing) < knife_edges);
    constexpr double plenty = 20 * knife_edges;
    CHECK(share_apart(plain, false, [](auto& s) { s.drag = 0; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.inherit = 0; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.weight = 0.9F; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.bend_omega2 = 0; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.steps[0].bend.ya = 0; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.gravity = 0; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.max_speed = 50; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.limit_x = 4; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.radius = 0.015F; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.friction = 0; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.collides_with = 0; }) > plenty);
}

TEST_CASE("the stable baseline says what it does not know", "[bench][stable_baseline]") {
    CHECK(bench::baseline_knows(*bench_kind(4).kind));
    CHECK(bench::baseline_knows(*busy_kind().kind));
    CHECK_FALSE(bench::baseline_knows(*procedural::duck().kind));  // stretches
    CHECK_FALSE(bench::baseline_knows(*procedural::belly().kind)); // shifts
    const auto with = [](const std::function<void(character_kind&)>& edit) {
        character_kind kind = *bench_kind(4).kind;
        edit(kind);
        return bench::baseline_knows(kind);
    };
    const auto body = [](character_kind& kind) -> collider& {
        return kind.springs.stable.colliders[1].body; // a capsule
    };
    CHECK(with([](character_kind&) {}));
    CHECK_FALSE(with([](character_kind& kind) { kind.rig.is_affine = true; }));
    CHECK_FALSE(with([](character_kind& kind) { kind.springs.stable.chains_collide = true; }));
    CHECK_FALSE(with([](character_kind& kind) { kind.springs.stable.springs[3].pinned = true; }));
    CHECK_FALSE(with([](character_kind& kind) { kind.springs.stable.springs[3].hook = 0.5F; }));
    CHECK_FALSE(with(
        [](character_kind& kind) { kind.springs.stable.springs[3].limit = limit_shape::hinge; }));
    CHECK_FALSE(
        with([](character_kind& kind) { kind.springs.stable.springs[3].collide_segment = true; }));
    CHECK_FALSE(with([&](character_kind& kind) { body(kind).inside = true; }));
    CHECK_FALSE(with([&](character_kind& kind) { body(kind).shape = collider_shape::box; }));
    CHECK_FALSE(
        with([&](character_kind& kind) { body(kind).radius_b = 0.3F; })); // swallows the rest
}
