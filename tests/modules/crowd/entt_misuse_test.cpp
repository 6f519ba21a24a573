// EnTT's own calls at the wrong time: they assert, and all is well afterwards. Runs against EnTT and the
// subset.

#include "support/caught_assert.hpp"
#include "support/haired_crowd.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

/// Destroys something in the middle of a frame.
struct destroyer {
    entt::registry& registry;
    entt::entity victim;
    bool at_begin = false;
    block_follower follower() {
        return {this,
                [](void* self) {
                    auto& me = *static_cast<destroyer*>(self);
                    if (me.at_begin) {
                        me.act();
                    }
                },
                [](void* self, std::size_t, std::size_t) noexcept {
                    static_cast<destroyer*>(self)->act();
                }};
    }
    void act() {
        if (registry.valid(victim)) {
            registry.destroy(victim);
        }
    }
};

} // namespace

TEST_CASE("destroying while a frame is computed asserts and is put right", "[crowd][entt]") {
    const bool whole_block = GENERATE(false, true);
    const bool at_begin = GENERATE(false, true);
    const schedule order = GENERATE(schedule::by_block, schedule::by_system);
    entt::registry registry;
    pipeline frames(registry, {.order = order});
    const std::vector<entt::entity> all = spawn_many(registry, 80);
    frames.run(dt);
    const entt::entity home = registry.get<character>(all[70]).block;
    destroyer acts{registry, whole_block ? home : all[70], at_begin};
    follower_handle destroying = frames.follow(acts.follower());
    {
        caught_assert caught;
        frames.run(dt);
        CHECK(caught.count() >= 1);
        CHECK(caught.message().find("when run has returned") != std::string::npos);
    }
    destroying.leave();
    CHECK_FALSE(is_character(registry, all[70]));
    CHECK(fault_of_index(registry).empty());
    CHECK(slots(registry) == context<crowd_index>(registry).blocks.size());
    CHECK(frames.run(dt) == frame_status::done);
    registry.clear();
    check_empty(registry);
}

TEST_CASE("a copied character component is refused", "[crowd][entt]") {
    entt::registry registry;
    pipeline frames(registry);
    const entt::entity real = spawn(registry, hair());
    const entt::entity copy = registry.create();
    {
        caught_assert caught;
        registry.emplace<character>(copy, registry.get<character>(real));
        CHECK(caught.count() == 1);
        CHECK(caught.message().find("call spawn") != std::string::npos);
    }
    CHECK_FALSE(is_character(registry, copy));
    CHECK_FALSE(despawn(registry, copy));
    CHECK(frames.run(dt) == frame_status::done);
    CHECK(registry.valid(copy));
    CHECK_FALSE(registry.all_of<character>(copy));
    CHECK(is_character(registry, real));
    {
        caught_assert caught;
        registry.emplace_or_replace<character>(real, character{copy, 3});
        CHECK(caught.count() == 1);
    }
    CHECK(frames.run(dt) == frame_status::done);
    CHECK_FALSE(is_character(registry, real));
    check_empty(registry);
}
