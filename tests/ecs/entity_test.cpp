// Identifiers: versions, stale handles, reuse, the null entity. Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct position {
    int x;
};

static_assert(std::is_same_v<std::underlying_type_t<entt::entity>, std::uint32_t>);
static_assert(std::is_same_v<decltype(entt::to_version(entt::entity{})), std::uint16_t>);
static_assert(!std::is_copy_constructible_v<entt::registry>);
static_assert(!std::is_copy_assignable_v<entt::registry>);

} // namespace

TEST_CASE("an identifier is 20 bits of id and 12 bits of version", "[ecs][entity]") {
    constexpr entt::entity value{0xABC12345U};
    STATIC_CHECK(entt::to_integral(value) == 0xABC12345U);
    STATIC_CHECK(entt::to_entity(value) == 0x12345U);
    STATIC_CHECK(entt::to_version(value) == 0xABCU);
}

TEST_CASE("null is no entity and compares by id", "[ecs][entity]") {
    // In extra parentheses: EnTT's comparison takes any type, Catch2's own included.
    const entt::entity none = entt::null;
    CHECK((none == entt::null));
    CHECK((entt::null == none));
    CHECK((entt::null == entt::null));
    CHECK_FALSE((none != entt::null));
    CHECK((entt::entity{0x000FFFFFU} == entt::null));
    CHECK((entt::entity{0U} != entt::null));
    CHECK(entt::to_integral(none) == 0xFFFFFFFFU);

    const entt::registry registry;
    CHECK_FALSE(registry.valid(entt::null));
    CHECK_FALSE(registry.valid(entt::entity{0U}));
    CHECK_FALSE(registry.all_of<position>(entt::null));
    CHECK(registry.try_get<position>(entt::null) == nullptr);
}

TEST_CASE("ids count upwards from zero", "[ecs][entity]") {
    entt::registry registry;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        const auto made = registry.create();
        REQUIRE(entt::to_integral(made) == i);
        REQUIRE(registry.valid(made));
    }
}

TEST_CASE("destroying makes handles stale and raises the version", "[ecs][entity]") {
    entt::registry registry;
    const auto first = registry.create();
    registry.emplace<position>(first, 1);
    CHECK(registry.current(first) == 0);
    CHECK(registry.destroy(first) == 1);
    CHECK(registry.current(first) == 1);
    CHECK_FALSE(registry.valid(first));
    CHECK_FALSE(registry.all_of<position>(first));
    CHECK_FALSE(registry.any_of<position>(first));
    CHECK(registry.try_get<position>(first) == nullptr);
    CHECK(registry.storage<position>().empty());

    const auto second = registry.create();
    CHECK(entt::to_entity(second) == entt::to_entity(first));
    CHECK(entt::to_version(second) == 1);
    CHECK(second != first);
    CHECK(registry.valid(second));
    CHECK_FALSE(registry.valid(first));

    // The stale handle must not reach the new owner's component.
    registry.emplace<position>(second, 2);
    CHECK_FALSE(registry.all_of<position>(first));
    CHECK_FALSE(registry.storage<position>().contains(first));
    CHECK_FALSE(registry.view<position>().contains(first));
    CHECK(registry.try_get<position>(first) == nullptr);
    CHECK(registry.remove<position>(first) == 0);
    CHECK(registry.get<position>(second).x == 2);
}

TEST_CASE("the id destroyed last is reused first", "[ecs][entity]") {
    entt::registry registry;
    std::vector<entt::entity> made(6);
    std::generate(made.begin(), made.end(), [&] { return registry.create(); });
    for (const std::size_t i : {1U, 4U, 0U, 2U}) {
        registry.destroy(made[i]);
    }
    for (const std::uint32_t id : {2U, 0U, 4U, 1U}) {
        const auto again = registry.create();
        CHECK(entt::to_entity(again) == id);
        CHECK(entt::to_version(again) == 1);
    }
    CHECK(entt::to_integral(registry.create()) == 6);
}

TEST_CASE("versions wrap around without the reserved one", "[ecs][entity]") {
    entt::registry registry;
    auto value = registry.create();
    std::set<std::uint16_t> seen;
    for (int i = 0; i < 4095; ++i) {
        seen.insert(entt::to_version(value));
        registry.destroy(value);
        value = registry.create();
        REQUIRE(entt::to_entity(value) == 0);
    }
    CHECK(seen.size() == 4095);
    CHECK_FALSE(seen.contains(4095));
    CHECK(entt::to_version(value) == 0);
    CHECK(registry.current(entt::entity{77U}) == 4095);
    CHECK(registry.current(entt::null) == 4095);
}

TEST_CASE("clear destroys every entity and keeps storages", "[ecs][entity]") {
    entt::registry registry;
    std::vector<entt::entity> made;
    for (int i = 0; i < 4; ++i) {
        made.push_back(registry.create());
        registry.emplace<position>(made.back(), i);
    }
    const auto view = registry.view<position>();
    const auto* pool = &registry.storage<position>();
    registry.destroy(made[1]);
    registry.clear();
    for (const auto value : made) {
        CHECK_FALSE(registry.valid(value));
    }
    CHECK(view.empty());
    CHECK(pool == &registry.storage<position>());

    // From the newest to the oldest, so the oldest comes back first: 0, then 3 (it had taken the
    // place of 1), 2, and 1.
    for (const std::uint32_t id : {0U, 3U, 2U, 1U}) {
        const auto again = registry.create();
        CHECK(entt::to_entity(again) == id);
        CHECK(entt::to_version(again) == 1);
    }
    CHECK(entt::to_integral(registry.create()) == 4);
}

TEST_CASE("moving a registry keeps entities, storages, views and context", "[ecs][entity]") {
    entt::registry source;
    const auto value = source.create();
    source.destroy(source.create());
    auto& component = source.emplace<position>(value, 7);
    source.ctx().emplace<int>(3);
    const auto view = source.view<position>();
    const auto* pool = &source.storage<position>();

    entt::registry target{std::move(source)};
    CHECK(target.valid(value));
    CHECK(&target.storage<position>() == pool);
    CHECK(&target.get<position>(value) == &component);
    CHECK(view.contains(value));
    CHECK(&view.get<position>(value) == &component);
    CHECK(target.ctx().get<int>() == 3);

    entt::registry other;
    other.emplace<double>(other.create(), 1.0);
    other.ctx().emplace<char>('c');
    other = std::move(target);
    CHECK(other.valid(value));
    CHECK(&other.get<position>(value) == &component);
    CHECK_FALSE(other.all_of<double>(value));
    CHECK_FALSE(other.ctx().contains<char>());
    CHECK(other.ctx().get<int>() == 3);

    // The view follows: it sees what is added through the new owner.
    const auto added = other.create();
    CHECK(entt::to_version(added) == 1);
    other.emplace<position>(added, 8);
    CHECK(view.size() == 2);
    CHECK(view.get<position>(added).x == 8);
}
