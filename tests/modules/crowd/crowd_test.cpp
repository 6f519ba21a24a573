#include <jounce/modules/crowd/spawn.hpp>

#include "support/caught_assert.hpp"
#include "support/random_rigs.hpp"

#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <memory>
#include <vector>

namespace crowd_test {

using namespace jounce;
using namespace jounce::test;

namespace {

std::shared_ptr<const character_kind> some_kind(std::uint32_t seed) {
    rig_recipe recipe;
    recipe.stretch = seed % 2 == 0;
    return std::make_shared<const character_kind>(random_kind<float>(seed, recipe));
}

std::size_t block_count(entt::registry& registry) { return registry.storage<block>().size(); }

/// Turns the character's bones to where `motion` says it is in this frame.
void animate(entt::registry& registry, entt::entity who, int motion, int frame) {
    character_pose pose = pose_of(registry, who);
    for (std::int32_t b = 0; b < pose.bone_count(); ++b) {
        transform<float> local = pose.get(b);
        const double angle = 0.02 * ((frame * (motion + 3) + b) % 7 - 3);
        local.rotation =
            normalised(local.rotation * cast<float>(axis_angle(vec3<double>{0, 0.6, 0.8}, angle)));
        pose.set(b, local);
    }
}

} // namespace

TEST_CASE("spawn fills the lanes of a block before it makes another", "[crowd]") {
    entt::registry registry;
    const auto kind = some_kind(1);
    for (int i = 0; i < lane_count; ++i) {
        spawn(registry, kind);
        CHECK(block_count(registry) == 1);
    }
    spawn(registry, kind);
    CHECK(block_count(registry) == 2);
    spawn(registry, some_kind(2)); // another kind never shares a block
    CHECK(block_count(registry) == 3);
}

TEST_CASE("a despawned handle is stale and says so", "[crowd]") {
    entt::registry registry;
    const auto kind = some_kind(1);
    const entt::entity first = spawn(registry, kind);
    const entt::entity second = spawn(registry, kind);
    CHECK(is_character(registry, first));
    CHECK(despawn(registry, first));
    CHECK_FALSE(is_character(registry, first));
    CHECK_FALSE(despawn(registry, first));
    CHECK(palette_of(registry, first).empty());
    CHECK(character_hash(registry, first) == 0);

    caught_assert caught;
    CHECK_FALSE(pose_of(registry, first));
    CHECK(caught.count() == 1);
    CHECK(caught.message().find("stale") != std::string::npos);

    // The lane is used again; the old handle must not reach its new owner.
    const entt::entity third = spawn(registry, kind);
    CHECK(third != first);
    CHECK_FALSE(is_character(registry, first));
    CHECK(is_character(registry, second));
    CHECK(block_count(registry) == 1);
}

TEST_CASE("handles that were never characters are refused", "[crowd][bad-input]") {
    entt::registry registry;
    const entt::entity stranger = registry.create();
    CHECK_FALSE(despawn(registry, stranger));
    CHECK(registry.valid(stranger));
    CHECK_FALSE(despawn(registry, entt::null));
    CHECK_FALSE(is_character(registry, entt::null));
    caught_assert caught;
    CHECK((spawn(registry, nullptr) == entt::null));
    CHECK(caught.count() == 1);
}

TEST_CASE("a pose taken before characters moved writes nothing", "[crowd]") {
    entt::registry registry;
    const auto kind = some_kind(1);
    const entt::entity kept = spawn(registry, kind);
    const entt::entity gone = spawn(registry, kind);
    character_pose old = pose_of(registry, kept);
    despawn(registry, gone);
    caught_assert caught;
    old.set_translation(0, {99, 99, 99});
    CHECK(caught.count() == 1);
    CHECK(caught.message().find("pose_of again") != std::string::npos);
    CHECK(pose_of(registry, kept).get(0).translation == kind->rig.rest_local[0].translation);
    pose_of(registry, kept).set_translation(77, {});
    CHECK(caught.count() == 2);
}

TEST_CASE("a reused lane starts at rest", "[crowd]") {
    entt::registry registry;
    const auto kind = some_kind(3);
    pipeline frames(registry);
    const entt::entity keeper = spawn(registry, kind);
    const entt::entity wild = spawn(registry, kind);
    for (int frame = 0; frame < 10; ++frame) {
        animate(registry, wild, 4, frame);
        frames.run(1.0F / 60);
    }
    despawn(registry, wild);
    const entt::entity fresh = spawn(registry, kind);
    entt::registry elsewhere;
    const entt::entity reference = spawn(elsewhere, kind);
    CHECK(character_hash(registry, fresh) == character_hash(elsewhere, reference));
    CHECK(is_character(registry, keeper));
}

TEST_CASE("compacting moves characters without changing what they do", "[crowd][property]") {
    const auto kinds = {some_kind(1), some_kind(2)};
    std::map<int, std::uint64_t> expected;
    for (const bool compacting : {false, true}) {
        entt::registry registry;
        pipeline frames(registry);
        std::map<int, entt::entity> alive;
        dice roll(5);
        int born = 0;
        for (int frame = 0; frame < 60; ++frame) {
            for (const auto& kind : kinds) {
                for (int i = 0; i < 3; ++i) {
                    alive[born++] = spawn(registry, kind);
                }
            }
            for (int i = 0; i < 5; ++i) {
                const int victim = roll.whole(0, born - 1);
                const auto found = alive.find(victim);
                if (found != alive.end()) {
                    despawn(registry, found->second);
                    alive.erase(found);
                }
            }
            if (compacting && frame % 7 == 0) {
                compact(registry);
            }
            for (const auto& [motion, who] : alive) {
                animate(registry, who, motion, frame);
            }
            frames.run(1.0F / 60);
        }
        for (const auto& [motion, who] : alive) {
            const std::uint64_t hash = character_hash(registry, who);
            if (compacting) {
                CHECK(expected.at(motion) == hash);
            } else {
                expected[motion] = hash;
            }
        }
        if (compacting) {
            compact(registry);
            // Every kind has at most one block that is not full.
            const std::size_t full = alive.size() / lane_count;
            CHECK(block_count(registry) <= full + kinds.size());
            for (const auto& [motion, who] : alive) {
                CHECK(expected.at(motion) == character_hash(registry, who));
            }
        }
    }
}

TEST_CASE("blocks of a kind vanish with its last character", "[crowd]") {
    entt::registry registry;
    const auto kind = some_kind(1);
    std::vector<entt::entity> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(spawn(registry, kind));
    }
    CHECK(kind.use_count() > 1);
    for (const entt::entity who : all) {
        CHECK(despawn(registry, who));
    }
    CHECK(block_count(registry) == 0);
    CHECK(kind.use_count() == 1);
    CHECK(compact(registry) == 0);
    CHECK((spawn(registry, kind) != entt::null));
}

} // namespace crowd_test
