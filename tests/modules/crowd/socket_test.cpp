// What is attached to bones, in the world; and where characters are when they have just been made.

#include "support/caught_assert.hpp"
#include "support/lone_character.hpp"

#include <jounce/modules/crowd/socket.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace socket_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

/// A root and an arm of a model whose unit is not a metre, under a root that scales by a half.
std::shared_ptr<const character_kind> odd_kind(double unit) {
    rig_builder bones;
    bones.metres_per_unit(unit);
    bones.add(
        rig_builder::joint{.name = "root", .scale = {0.5, 0.5, 0.5}, .tail = {0, 2 / unit, 0}});
    bones.add(rig_builder::joint{.name = "hand_R",
                                 .parent = 0,
                                 .translation = {0, 2 / unit, 0},
                                 .tail = {0, 0.2 / unit, 0}});
    return make_kind(*bones.build<float>(), {});
}

double distance(const vec3<double>& a, const vec3<double>& b) { return length(a - b); }

} // namespace

TEST_CASE("spawn places a character, at its natural size or as told", "[spawn]") {
    entt::registry registry;
    const auto kind = odd_kind(0.01);
    const entt::entity plain = spawn(registry, kind);
    REQUIRE(registry.all_of<placement>(plain));
    CHECK(registry.get<placement>(plain) == placement{{}, {}, 0.01F});
    const placement there = {{1, 2, 3}, {0, 1, 0, 0}, 0.5F};
    CHECK(registry.get<placement>(spawn(registry, kind, there)) == there);
    // A host that has always given its own goes on with this.
    CHECK(registry.emplace_or_replace<placement>(plain, there) == there);
    CHECK(despawn(registry, plain));
}

TEST_CASE("a character that nobody places feels its root move", "[spawn]") {
    stage s;
    const entt::entity who = spawn(s.registry, lone_kind());
    for (int frame = 0; frame < 30; ++frame) {
        s.registry.get<placement>(who).position.x += 0.002 * frame;
        s.systems.run(dt);
    }
    CHECK(s.most(who) > 0.02F);
}

TEST_CASE("a bone in the world is the placement times the bone", "[socket]") {
    entt::registry registry;
    pipeline systems(registry);
    const float half = std::sqrt(0.5F);
    // A quarter turn about z takes +y to -x.
    const placement at = {{1e6 + 0.125, 3, -2e6}, {0, 0, half, half}, 0.02F};
    const entt::entity who = spawn(registry, odd_kind(0.01), at);
    systems.run(dt);
    // The hand is 1 m up at rest: twice that for one at twice its natural size.
    const placement bone = world_bone(registry, who, 1);
    CHECK(distance(bone.position, {1e6 + 0.125 - 2, 3, -2e6}) < 1e-6);
    CHECK(std::abs(bone.rotation.z - half) < 1e-6F);
    CHECK(std::abs(bone.scale - 0.01F) < 1e-8F); // half of 0.02

    const result<socket> sword = make_socket(registry, who, "hand_R", {{0, 0.1, 0}, {}, 1});
    REQUIRE(sword);
    CHECK(sword->bone == 1);
    const placement held = world_of(registry, *sword);
    CHECK(distance(held.position, {1e6 + 0.125 - 2.2, 3, -2e6}) < 1e-6);
    CHECK(std::abs(held.scale - 2) < 1e-5F);

    registry.erase<placement>(who);
    CHECK(placement_of(registry, who) == placement{{}, {}, 0.01F});
    CHECK(distance(world_bone(registry, who, 1).position, {0, 1, 0}) < 1e-6);
    CHECK(distance(world_of(registry, *sword).position, {0, 1.1, 0}) < 1e-6);
    CHECK(std::abs(world_of(registry, *sword).scale - 1) < 1e-5F);
}

TEST_CASE("a socket swings with its bone", "[socket]") {
    stage s;
    const entt::entity who = s.add();
    const rig& bones = s.kind().rig;
    const std::string& last = bones.names.back();
    const auto tip = static_cast<std::size_t>(bones.bone_count() - 1);
    const socket light =
        *make_socket(s.registry, who, last, {cast<double>(bones.tail_local[tip]), {}, 1});
    double largest = 0;
    for (int frame = 0; frame < 60; ++frame) {
        s.at(who) = walk_at(frame / 60.0, 1, {300, 0, 0});
        s.systems.run(dt);
        const vec3<double> model = cast<double>(s.tail(who, s.springs() - 1));
        const placement& at = s.at(who);
        const vec3<double> world = at.position + rotate(cast<double>(at.rotation), model);
        CHECK(distance(world_of(s.registry, light).position, world) < 1e-5);
        const vec3<double> rigid =
            at.position + rotate(cast<double>(at.rotation), cast<double>(bones.rest_tail[tip]));
        largest = std::max(largest, distance(world, rigid));
    }
    CHECK(largest > 0.01);
}

TEST_CASE("what cannot carry a socket says so", "[socket][bad-input]") {
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = spawn(registry, odd_kind(1));
    const result<socket> wrong = make_socket(registry, who, "hand_L");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().name == "unknown_bone");
    CHECK(wrong.error().message.find("\"hand_R\"") != std::string::npos);

    const placement at = {{4, 0, 0}, {}, 1};
    const entt::entity extra = spawn(registry, palette_only(*odd_kind(1)), at);
    systems.run(dt);
    const result<socket> none = make_socket(registry, extra, "hand_R");
    REQUIRE_FALSE(none);
    CHECK(none.error().name == "not_kept");
    {
        const caught_assert caught;
        CHECK(world_bone(registry, extra, 1) == at);
        CHECK(caught.count() > 0);
        CHECK(caught.message().find("palette_only") != std::string::npos);
    }
    const socket hand = *make_socket(registry, who, "hand_R");
    despawn(registry, who);
    const caught_assert caught;
    CHECK(world_of(registry, hand) == placement{});
    CHECK(caught.count() > 0);
    const result<socket> stale = make_socket(registry, who, "hand_R");
    REQUIRE_FALSE(stale);
    CHECK(stale.error().name == "stale_character");
    CHECK(placement_of(registry, who) == placement{});
}

} // namespace socket_test
