#include "support/affine_crowd.hpp"

#include <jounce/modules/crowd/socket.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/rig/find_bone.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <string_view>

using namespace jounce;
using namespace jounce::test;

namespace {

system_cost cost_of(const pipeline& systems, std::string_view name) {
    const std::vector<system_cost> costs = systems.stats().costs();
    const auto found = std::find_if(costs.begin(), costs.end(),
                                    [&](const system_cost& one) { return one.name == name; });
    REQUIRE(found != costs.end());
    return *found;
}

/// How far the affine joints of a character are from a frame of a clip.
double off(const entt::registry& registry, entt::entity who, const clip& source, double frame) {
    return farthest(palette_of(registry, who), rows_at(source, frame));
}

/// Three rows of a palette as a map.
affine<double> affine_of(std::span<const palette_row<float>> rows) {
    affine<double> out;
    for (std::size_t c = 0; c < 3; ++c) {
        out.linear.column[c] = cast<double>(vec3<float>{rows[0].v[c], rows[1].v[c], rows[2].v[c]});
    }
    out.translation = cast<double>(vec3<float>{rows[0].v[3], rows[1].v[3], rows[2].v[3]});
    return out;
}

} // namespace

TEST_CASE("palettes come from affine clips", "[affine]") {
    const affine_character box = box_character();
    const clip& bend = box.clips->clips[0];
    const clip& back = box.clips->clips[1];
    const bool alone = GENERATE(false, true);
    CAPTURE(alone);
    entt::registry registry;
    const entt::entity who = spawn(registry, alone ? palette_only(*box.kind) : box.kind);
    CHECK(farthest(palette_of(registry, who), identity_rows(3)) == 0);
    pipeline systems(registry);
    play(registry, who, box.clips, "bend");
    systems.run(2.5F / 32);
    CHECK(off(registry, who, bend, 2.5) < 1e-6);
    systems.run(8.0F / 32);
    CHECK(off(registry, who, bend, 10.5) < 1e-6);
    SECTION("paused and slow") {
        context<time_control>(registry).paused = true;
        systems.run(4.0F / 32);
        CHECK(off(registry, who, bend, 10.5) < 1e-6);
        context<time_control>(registry) = {.scale = 0.5F};
        systems.run(4.0F / 32);
        CHECK(off(registry, who, bend, 12.5) < 1e-6);
    }
    SECTION("looping") {
        systems.run(8.0F / 32);
        CHECK(off(registry, who, bend, 2.5) < 1e-6);
    }
    SECTION("once, to its end") {
        play(registry, who, "bend", {.mode = play_mode::once, .start = 15.0F / 32});
        systems.run(1.0F / 4);
        CHECK(off(registry, who, bend, 16) == 0);
    }
    SECTION("there and back") {
        play(registry, who, "back", {.mode = play_mode::ping_pong});
        systems.run(11.0F / 32);
        CHECK(off(registry, who, back, 5) < 1e-6);
    }
    SECTION("cross-fading") {
        play(registry, who, "bend", {.mode = play_mode::once, .start = 0.5F});
        cross_fade(registry, who, "back", 0.5F, {.speed = 0});
        systems.run(1.0F / 8);
        std::vector<double> expected = rows_at(bend, 16);
        const std::vector<double> to = rows_at(back, 0);
        for (std::size_t i = 0; i < to.size(); ++i) {
            expected[i] = 0.75 * expected[i] + 0.25 * to[i];
        }
        CHECK(farthest(palette_of(registry, who), expected) < 1e-6);
    }
    SECTION("with a layer on top") {
        play(registry, who, "bend", {.speed = 0, .start = 0.25F});
        add_layer(registry, who, "back", {.speed = 0, .start = 0.125F, .weight = 0.5F});
        systems.run(1.0F / 8);
        std::vector<double> expected = rows_at(bend, 8);
        const std::vector<double> added = rows_at(back, 4);
        const std::vector<double> rest = identity_rows(3);
        for (std::size_t i = 0; i < rest.size(); ++i) {
            expected[i] += 0.5 * (added[i] - rest[i]);
        }
        CHECK(farthest(palette_of(registry, who), expected) < 1e-6);
    }
    SECTION("stopped") {
        stop(registry, who);
        systems.run(0.1F);
        CHECK(farthest(palette_of(registry, who), identity_rows(3)) < 1e-6);
    }
}

TEST_CASE("a crowd that shows clips alone costs its palette alone", "[affine]") {
    const affine_character box = box_character();
    const auto kind = palette_only(*box.kind);
    CHECK(shows_clips_alone(*kind));
    CHECK_FALSE(shows_clips_alone(*box.kind));
    CHECK_FALSE(shows_clips_alone(*palette_only(*tailed_box().kind)));
    entt::registry registry;
    pipeline systems(registry);
    for (int i = 0; i < 20; ++i) {
        play(registry, spawn(registry, kind), box.clips, "bend");
    }
    systems.run(0.01F);
    for (const std::string_view idle : {"sample", "fk", "prepare", "pose", "integrate"}) {
        CAPTURE(idle);
        CHECK(cost_of(systems, idle).elements == 0);
    }
    CHECK(cost_of(systems, "palette").elements == 20 * 3);
}

TEST_CASE("who plays nothing has the pose of the host", "[affine]") {
    const affine_character box = box_character();
    character_kind plain = *box.kind;
    plain.affine_joints = 0;
    const bool alone = GENERATE(false, true);
    entt::registry registry;
    const entt::entity ordinary =
        spawn(registry, std::make_shared<const character_kind>(std::move(plain)));
    const auto kind = alone ? palette_only(*box.kind) : box.kind;
    const entt::entity posed = spawn(registry, kind);
    const entt::entity playing = spawn(registry, kind); // in the same block
    REQUIRE(registry.get<character>(posed).block == registry.get<character>(playing).block);
    const quat<float> turn = {0, 0, 0.6F, 0.8F};
    pipeline systems(registry);
    const auto same_as_ordinary = [&] {
        pose_of(registry, ordinary).set_rotation(1, turn);
        pose_of(registry, posed).set_rotation(1, turn);
        systems.run(0.25F);
        const auto a = palette_of(registry, ordinary);
        const auto b = palette_of(registry, posed);
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
            return std::equal(x.v, x.v + 4, y.v);
        });
    };
    CHECK(same_as_ordinary()); // no one has a clip_player: sample does not run
    play(registry, playing, box.clips, "bend");
    CHECK(same_as_ordinary());
    CHECK(off(registry, playing, box.clips->clips[0], 8) < 1e-6);
    registry.remove<clip_player>(playing);
    CHECK(same_as_ordinary());
    if (alone) { // no pose was sampled, and what was shown last is forgotten
        CHECK(farthest(palette_of(registry, playing), identity_rows(3)) < 1e-6);
    } else { // the last pose stays, as far as bones can show it
        const vec3<float> head = bone_of(registry, playing, 2).translation;
        const std::vector<double> rows = rows_at(box.clips->clips[0], 8);
        CHECK(std::abs(static_cast<double>(head.x) - (2 * rows[24] + rows[27])) < 1e-5);
    }
}

TEST_CASE("a socket follows a decomposed bone", "[affine]") {
    const affine_character box = box_character();
    const std::string_view name = "bone_2";
    const auto kind = *keep_bones(*box.kind, {&name, 1});
    CHECK_FALSE(shows_clips_alone(*kind));
    entt::registry registry;
    const entt::entity who = spawn(registry, kind);
    pipeline systems(registry);
    play(registry, who, box.clips, "bend");
    systems.run(10.0F / 32);
    const std::vector<double> rows = rows_at(box.clips->clips[0], 10);
    const socket at = *make_socket(registry, who, "bone_2");
    const vec3<double> place = world_of(registry, at).position;
    CHECK(std::abs(place.x - (2 * rows[24] + rows[27])) < 1e-5);
    CHECK(std::abs(place.y - (2 * rows[28] + rows[31])) < 1e-5);
}

TEST_CASE("springs hang on decomposed bones and swing", "[affine][springs]") {
    const affine_character box = tailed_box();
    REQUIRE(box.kind->affine_joints == 3);
    REQUIRE(box.kind->bind.joints.size() == 6);
    entt::registry registry;
    const entt::entity who = spawn(registry, box.kind);
    pipeline systems(registry);
    play(registry, who, box.clips, "bend", {.mode = play_mode::ping_pong});
    double most = 0;
    for (int frame = 0; frame < 90; ++frame) {
        systems.run(1.0F / 60);
        const auto rows = palette_of(registry, who);
        const double shown = clip_time(registry, who) * 32;
        REQUIRE(off(registry, who, box.clips->clips[0], shown) < 1e-5);
        // Joints of the tail are their bones times the inverse of the rest pose, seen from the carrier.
        rigid_pose animated;
        animated_pose(registry, registry.get<character>(who).block, animated);
        for (std::int32_t joint = 3; joint < 6; ++joint) {
            const bind_joint<float>& bound = box.kind->bind.joints[static_cast<std::size_t>(joint)];
            // The bone that carries them knows no shear, but they follow the matrix that it stands for.
            const auto carrier =
                static_cast<std::size_t>(box.kind->carriers[static_cast<std::size_t>(joint) - 3]);
            const bind_joint<float>& carried = box.kind->bind.joints[carrier];
            const affine<double> follows =
                to_affine(cast<double>(bone_of(registry, who, carried.bone))) *
                cast<double>(carried.inverse_bind);
            const affine<double> expected =
                affine_of(rows.subspan(carrier * 3)) * inverse(follows) *
                to_affine(cast<double>(bone_of(registry, who, bound.bone))) *
                cast<double>(bound.inverse_bind);
            std::vector<float> numbers;
            append_rows(expected, numbers);
            const std::vector<double> wanted(numbers.begin(), numbers.end());
            REQUIRE(farthest(rows.subspan(static_cast<std::size_t>(joint) * 3), wanted) < 1e-5);
            const transform<float> still =
                get_lane(animated.bones[static_cast<std::size_t>(bound.bone)], 0);
            const vec3<float> away =
                bone_of(registry, who, bound.bone).translation - still.translation;
            most = std::max(most, static_cast<double>(length(away)));
        }
        // The chain is attached to where the part's centre goes.
        const std::vector<double> map = rows_at(box.clips->clips[0], shown);
        const std::int32_t first = *find_bone(box.kind->rig, "tail0");
        const vec3<float> head = bone_of(registry, who, first).translation;
        REQUIRE(std::abs(static_cast<double>(head.x) - (2 * map[24] + map[27])) < 0.02);
        REQUIRE(std::abs(static_cast<double>(head.y) - (2 * map[28] + map[31])) < 0.02);
    }
    CHECK(most > 0.02);
}

TEST_CASE("blocks do not change how many joints clips move", "[affine]") {
    const affine_character box = box_character();
    character_kind plain = *box.kind;
    plain.affine_joints = 0;
    entt::registry registry;
    spawn(registry, box.kind);
    const auto changed = retune(registry, box.kind, std::make_shared<const character_kind>(plain));
    REQUIRE_FALSE(changed);
    CHECK(changed.error().name == errors::other_binding);
}
