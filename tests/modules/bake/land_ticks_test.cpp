// Offline, ticks end with frames, and frames show them.

#include "support/caught_assert.hpp"
#include "support/stable_block.hpp"
#include "support/vrm_block.hpp"

#include <jounce/modules/bake/land_ticks.hpp>
#include <jounce/systems/pose/tick_range.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <memory>
#include <vector>

using namespace jounce;
using Catch::Approx;

namespace {

std::shared_ptr<const character_kind> stable_chain() {
    spring_tuning tuning;
    tuning.frequency = 2;
    tuning.damping_ratio = 0.2;
    return std::make_shared<const character_kind>(test::chain_kind<float>({.links = 3}, tuning));
}

/// A chain of two joints under the VRM solver.
std::shared_ptr<const character_kind> vrm_kind() {
    rig_builder bones;
    bones.add(rig_builder::segment{"root", -1, {0, 0, 0}, {0, 0.2, 0}, false});
    bones.add(rig_builder::segment{"one", 0, {0, 0, 0}, {0, -0.1, 0}, false});
    bones.add(rig_builder::segment{"two", 1, {0, -0.1, 0}, {0, -0.2, 0}, false});
    bones.add(rig_builder::segment{"three", 2, {0, -0.2, 0}, {0, -0.3, 0}, false});
    character_kind kind;
    kind.rig = *bones.build<float>();
    vrm_description springs;
    vrm_chain& chain = springs.chains.emplace_back();
    for (const std::int32_t bone : {1, 2}) {
        vrm_joint joint;
        joint.bone = bone;
        joint.tail_bone = bone + 1;
        joint.stiffness = 0.8;
        joint.drag_force = 0.3;
        chain.joints.push_back(joint);
    }
    kind.springs = *vrm_builder(springs).build(kind.rig);
    kind.bind = make_rest_bind(kind.rig);
    return std::make_shared<const character_kind>(std::move(kind));
}

transform<float> root_at(double time) {
    transform<float> root;
    root.translation.x = static_cast<float>(0.2 * std::sin(5 * time));
    return root;
}

} // namespace

TEST_CASE("ticks that land end with every frame", "[bake][ticks]") {
    const double fps = GENERATE(24.0, 30.0, 50.0, 60.0, 72.0, 144.0, 1000.0);
    const auto kind = bake::land_ticks(stable_chain(), 1 / fps);
    const double seconds = static_cast<double>(kind->springs.stable.tick_seconds);
    CHECK(seconds <= (1 + 1e-4) / 120);
    frame_clock clock;
    clock.dt = static_cast<float>(1 / fps);
    clock.lands = true;
    const std::int64_t count = std::llround(1 / (fps * seconds));
    CHECK(static_cast<double>(count) * seconds == Approx(1 / fps).epsilon(1e-6));
    for (int frame = 0; frame < 100000; ++frame) {
        clock.time += static_cast<double>(clock.dt);
        const tick_range range = ticks_of(seconds, 0, clock, 1000);
        REQUIRE(range.last - range.first + 1 == count);
        REQUIRE(range.share(range.last, clock) == 1.0);
        REQUIRE(range.share(range.first, clock) == 1.0 / static_cast<double>(count));
        REQUIRE(range.shown == 1.0);
        REQUIRE(range.progress == 0.0);
    }
    // More than are allowed: the last ones.
    const tick_range few = ticks_of(seconds / 8, 0, clock, 4);
    CHECK(few.skipped);
    CHECK(few.last - few.first == 3);
    CHECK(few.share(few.last, clock) == 1.0);
}

TEST_CASE("ticks land at any rate that settings may ask for", "[bake][ticks][bad-input]") {
    const double hertz = GENERATE(1.0, 1.5, 59.94, 961.0, 9999.0, 10000.0);
    const double frame = GENERATE(1.0, 1.00005, 1.49, 1.0 / 24, 1.0 / 60, 0.001, 1.001e-4);
    CAPTURE(hertz, frame);
    const test::caught_assert caught;
    const auto own = std::make_shared<const character_kind>(
        test::chain_kind<float>({.links = 1, .tick_hertz = hertz}, {}));
    const auto kind = bake::land_ticks(own, frame);
    CHECK(caught.count() == 0);
    const double seconds = static_cast<double>(kind->springs.stable.tick_seconds);
    CHECK(seconds >= 1e-4 * (1 - 1e-6));
    CHECK(seconds <= 1);
    const double count = std::round(frame / seconds);
    CHECK(count * seconds == Approx(frame).epsilon(1e-6));
    // As often as was asked for, where that leaves ticks long enough.
    CHECK((seconds <= (1 + 2e-4) / hertz || (count + 1) * 1e-4 > frame));
}

TEST_CASE("a frame shorter than any tick has one", "[bake][ticks][bad-input]") {
    const test::caught_assert caught;
    const auto kind = bake::land_ticks(stable_chain(), 1e-6);
    CHECK(caught.count() == 0);
    CHECK(kind->springs.stable.tick_seconds == Approx(1e-4));
}

TEST_CASE("a frame shows the tick that ends with it", "[bake][ticks]") {
    const double fps = GENERATE(24.0, 50.0, 60.0, 144.0);
    const bool lands = GENERATE(true, false);
    test::stable_block<float> block(lands ? *bake::land_ticks(stable_chain(), 1 / fps)
                                          : *stable_chain());
    block.clock.lands = lands;
    double late = 0;
    double moved = 0;
    for (int frame = 0; frame < 2 * static_cast<int>(fps); ++frame) {
        block.pose_all(0, root_at(frame / fps));
        block.frame(1 / fps);
        const auto& last = block.data.stable.springs.back();
        const vec3<float> shown = block.tail(3);
        late = std::max(late, static_cast<double>(length(shown - get_lane(last.position, 0))));
        moved = std::max(moved, static_cast<double>(block.deviation()));
    }
    CHECK(moved > 0.02);
    if (lands) {
        CHECK(late < 1e-6);
    } else {
        CHECK(late > 1e-4);
    }
}

TEST_CASE("the stable solver moves alike in ticks that land", "[bake][ticks]") {
    const auto kind = stable_chain();
    CHECK(bake::land_ticks(kind, 1.0 / 60)->springs.stable.tick_seconds ==
          Approx(kind->springs.stable.tick_seconds));
    const double fps = GENERATE(24.0, 50.0, 60.0);
    test::stable_block<float> landing(*bake::land_ticks(kind, 1 / fps));
    landing.clock.lands = true;
    // In real time, 600 frames per second: what it shows is one tick, 5 frames, late.
    test::stable_block<float> live(*kind);
    const auto eased = [](double t) { return root_at(t < 0.2 ? 2.5 * t * t : t - 0.1); };
    std::vector<vec3<float>> shown;
    for (int frame = 1; frame <= 1210; ++frame) {
        live.pose_all(0, eased(frame / 600.0));
        live.frame(1.0 / 600);
        // Relative to the pose, which is not late.
        shown.push_back(live.tail(3) - live.rigid_tail(3));
    }
    double apart = 0;
    double moved = 0;
    for (int frame = 1; frame <= static_cast<int>(2 * fps); ++frame) {
        landing.pose_all(0, eased(frame / fps));
        landing.frame(1 / fps);
        const vec3<float> own = landing.tail(3) - landing.rigid_tail(3);
        const std::size_t at = static_cast<std::size_t>(std::lround(600 * frame / fps)) + 4;
        apart = std::max(apart, static_cast<double>(length(own - shown[at])));
        moved = std::max(moved, static_cast<double>(length(own)));
    }
    CAPTURE(fps, apart, moved);
    CHECK(moved > 0.02);
    CHECK(apart < 0.1 * moved); // at worst, not on average
}

TEST_CASE("ticks of VRM land where frames are whole numbers of them, and near by elsewhere",
          "[bake][ticks][vrm]") {
    const auto kind = vrm_kind();
    const basic_vrm_set<float>& own = kind->springs.vrm;
    for (const double fps : {60.0, 30.0, 20.0}) {
        const auto landing = bake::land_ticks(kind, 1 / fps);
        CHECK(landing->springs.vrm.tick_seconds == own.tick_seconds);
        CHECK(landing->springs.vrm.springs[0].keep == own.springs[0].keep);
        CHECK(landing->springs.vrm.springs[0].stiffness == own.springs[0].stiffness);
    }
    const auto landing = bake::land_ticks(kind, 1.0 / 24);
    CHECK(landing->springs.vrm.tick_seconds == Approx(1.0 / 72));
    // Six ticks of 1/72 s keep what five of 1/60 s do.
    CHECK(std::pow(landing->springs.vrm.springs[0].keep, 6.0F) ==
          Approx(std::pow(own.springs[0].keep, 5.0F)));
}

TEST_CASE("a frame at the rate of VRM is not a frame late", "[bake][ticks][vrm]") {
    const bool lands = GENERATE(true, false);
    test::vrm_block<float> block(*vrm_kind());
    block.clock.lands = lands;
    block.clock.dt = 1.0F / 60;
    double late = 0;
    for (int frame = 0; frame < 120; ++frame) {
        block.pose(0, root_at(frame / 60.0));
        block.clock.time += static_cast<double>(block.clock.dt);
        fk(block.kind.rig, block.kind.springs, block.data.local, block.data.rigid);
        const float shown = run_vrm_ticks(block.view(), block.clock, block.options);
        vrm_pose(pose_view_of(block.view()), shown, block.data.transforms);
        late = std::max(late, static_cast<double>(length(block.shown_tail(1) - block.tail(1))));
    }
    if (lands) {
        CHECK(late < 1e-6);
    } else {
        CHECK(late > 1e-4);
    }
}
