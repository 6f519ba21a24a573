#include <jounce/modules/crowd/spring_actions.hpp>

#include "sagging_kind.hpp"
#include "support/lone_character.hpp"

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace retune_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float dt = 1.0F / 60;

} // namespace

TEST_CASE("retuning keeps every bit of state", "[actions]") {
    const auto old_kind = sagging_kind(2);
    stage s(old_kind);
    const entt::entity who = s.add();
    const entt::entity other = s.add();
    vec3<float> last;
    for (int frame = 0; frame < 120; ++frame) {
        last = frame < 119 ? last : s.tail(who, 3);
        s.at(who) = walk_at(frame / 60.0);
        s.systems.run(dt);
    }
    const std::vector<std::byte> before = to_bytes(take_snapshot(s.registry));
    const auto new_kind = sagging_kind(4);
    const result<std::size_t> count = retune(s.registry, old_kind, new_kind);
    REQUIRE(count);
    CHECK(*count == 2);
    CHECK(to_bytes(take_snapshot(s.registry)) == before);
    // Motion goes on from there without a jump of place or speed, then settles higher.
    const float sag = s.most(other);
    const vec3<float> now = s.tail(who, 3);
    s.at(who) = walk_at(2);
    s.systems.run(dt);
    check_near(s.tail(who, 3) - now, now - last, 5e-3F);
    for (int frame = 0; frame < 240; ++frame) {
        s.systems.run(dt);
    }
    CHECK(s.most(other) < 0.5F * sag);
    // Characters that come later join the same block, and leave it again.
    const entt::entity late = spawn(s.registry, new_kind);
    CHECK((s.registry.get<character>(late).block == s.registry.get<character>(who).block));
    CHECK(despawn(s.registry, late));
    CHECK(despawn(s.registry, who));
    CHECK(despawn(s.registry, other));
    CHECK(context<crowd_index>(s.registry).blocks.empty());
    CHECK(context<crowd_index>(s.registry).kinds.empty());
}

TEST_CASE("retuning joins kinds whose blocks are open", "[actions]") {
    const auto a = sagging_kind(2);
    const auto b = sagging_kind(3);
    entt::registry registry;
    std::vector<entt::entity> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(spawn(registry, i % 2 == 0 ? a : b));
    }
    set_level(registry, all[0], 1);
    const result<std::size_t> count = retune(registry, a, b);
    REQUIRE(count);
    CHECK(*count == 10);
    CHECK(*retune(registry, a, b) == 0);
    CHECK(*retune(registry, b, b) == 20);
    CHECK(compact(registry) > 0);
    CHECK(context<crowd_index>(registry).blocks.size() == 4); // one of them of level 1
    pipeline systems(registry);
    systems.run(dt);
    for (const entt::entity who : all) {
        CHECK(despawn(registry, who));
    }
    CHECK(context<crowd_index>(registry).kinds.empty());
}

TEST_CASE("only tuning may change", "[actions][bad-input]") {
    const auto kind = sagging_kind();
    stage s(kind);
    const entt::entity who = s.add();
    const auto refused = [&](const character_kind& other) {
        const result<std::size_t> count =
            retune(s.registry, kind, std::make_shared<const character_kind>(other));
        CHECK((s.registry.get<block>(s.registry.get<character>(who).block).kind == kind));
        return count ? "" : count.error().name;
    };
    CHECK(refused(chain_kind<float>({.links = 5}, {}, {{"root", collider{}}})) == "other_rig");
    character_kind other = *kind;
    other.rig.parents[4] = 1;
    CHECK(refused(other) == "other_rig");
    stable_builder springs;
    springs.add("link0", spring_tuning{});
    springs.add("root", collider{});
    other = *kind;
    other.springs = *springs.build(kind->rig);
    CHECK(refused(other) == "other_springs");
    other = *kind;
    other.springs.stable.springs[1].parent = -1;
    CHECK(refused(other) == "other_springs");
    other = *kind;
    other.springs.stable.chains_collide = true;
    CHECK(refused(other) == "other_springs");
    other = *kind;
    other.springs.stable.colliders.clear();
    CHECK(refused(other) == "other_colliders");
    other = *kind;
    other.bind.joints.pop_back();
    CHECK(refused(other) == "other_binding");
    CHECK(retune(s.registry, kind, nullptr).error().name == "no_kind");
    // The bodies of colliders are tuning.
    other = *kind;
    other.springs.stable.colliders[0].body.shape = collider_shape::capsule;
    CHECK(retune(s.registry, kind, std::make_shared<const character_kind>(other)));
    CHECK(s.registry.get<block_colliders>(s.registry.get<character>(who).block).traits[0].shape ==
          collider_shape::capsule);
}

} // namespace retune_test
