#pragma once

// A crowd to be destroyed in every way, and what must be left of it.

#include "support/crowd_checks.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/modules/crowd/block_arena.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace jounce::test {

inline constexpr float dt = 1.0F / 60;

inline std::shared_ptr<const character_kind> hair() {
    static const std::shared_ptr<const character_kind> kind = hairy_kind();
    return kind;
}

inline std::vector<entt::entity> spawn_many(entt::registry& registry, int count) {
    std::vector<entt::entity> all;
    for (int i = 0; i < count; ++i) {
        all.push_back(spawn(registry, i % 3 == 0 ? stranded_kind() : hair()));
        registry.get<placement>(all.back()).position.x = i;
    }
    return all;
}

inline std::size_t slots(entt::registry& registry) {
    return context<block_arena>(registry).report().slots;
}

inline void check_empty(entt::registry& registry) {
    const crowd_index& index = context<crowd_index>(registry);
    CHECK(index.blocks.empty());
    CHECK(index.kinds.empty());
    CHECK(slots(registry) == 0);
    CHECK(registry.storage<block>().empty());
    CHECK(registry.storage<palette>().empty());
    CHECK(registry.storage<separation_grid<float>>().empty());
    CHECK(registry.storage<character>().empty());
    CHECK(fault_of_index(registry).empty());
}

} // namespace jounce::test
