// Views while the registry changes, and the order of iteration. Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <cstddef>
#include <vector>

namespace {

struct first {
    int value;
};
struct second {
    int value;
};

template <typename View> std::vector<int> ids(const View& view) {
    std::vector<int> result;
    for (const auto value : view) {
        result.push_back(static_cast<int>(entt::to_entity(value)));
    }
    return result;
}

std::vector<entt::entity> fill(entt::registry& registry, int count) {
    std::vector<entt::entity> made;
    for (int i = 0; i < count; ++i) {
        made.push_back(registry.create());
        registry.emplace<first>(made.back(), i);
        registry.emplace<second>(made.back(), i);
    }
    return made;
}

} // namespace

TEST_CASE("the smallest storage when the view is made leads", "[ecs][view]") {
    entt::registry registry;
    const auto early = registry.view<first, second>();
    std::vector<entt::entity> made;
    for (int i = 0; i < 6; ++i) {
        made.push_back(registry.create());
        registry.emplace<first>(made.back(), i);
    }
    for (const std::size_t i : {3U, 0U, 1U}) {
        registry.emplace<second>(made[i], 0);
    }
    CHECK(ids(registry.view<first, second>()) == std::vector{1, 0, 3});
    CHECK(ids(registry.view<second, first>()) == std::vector{1, 0, 3});
    CHECK(registry.view<first, second>().size_hint() == 3);
    CHECK(ids(early) == std::vector{3, 1, 0});
    CHECK(early.size_hint() == 6);
}

TEST_CASE("of storages of the same size the first named leads", "[ecs][view]") {
    entt::registry registry;
    const auto a = registry.create();
    const auto b = registry.create();
    registry.emplace<first>(a, 0);
    registry.emplace<first>(b, 0);
    registry.emplace<second>(b, 0);
    registry.emplace<second>(a, 0);
    CHECK(ids(registry.view<first, second>()) == std::vector{1, 0});
    CHECK(ids(registry.view<second, first>()) == std::vector{0, 1});
}

TEST_CASE("the current entity may be destroyed while iterating", "[ecs][view]") {
    entt::registry registry;
    const auto made = fill(registry, 10);
    std::vector<int> seen;
    const auto odd = [](entt::entity value) { return entt::to_entity(value) % 2 == 1; };

    SECTION("entities of one type") {
        for (const auto value : registry.view<first>()) {
            seen.push_back(registry.get<first>(value).value);
            if (odd(value)) {
                registry.destroy(value);
            }
        }
    }
    SECTION("entities of two types") {
        for (const auto value : registry.view<first, second>()) {
            seen.push_back(registry.get<first>(value).value);
            if (odd(value)) {
                registry.destroy(value);
            }
        }
    }
    SECTION("each as a range") {
        for (auto [value, a, b] : registry.view<first, second>().each()) {
            CHECK(a.value == b.value);
            seen.push_back(a.value);
            if (odd(value)) {
                registry.destroy(value);
            }
        }
    }
    SECTION("each with a function") {
        registry.view<first>().each([&](entt::entity value, const first& a) {
            seen.push_back(a.value);
            if (odd(value)) {
                registry.destroy(value);
            }
        });
    }
    CHECK(seen == std::vector{9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
    // What is left, after each hole was filled from the back.
    CHECK(ids(registry.view<first>()) == std::vector{4, 6, 2, 8, 0});
    CHECK(registry.view<second>().size() == 5);
}

TEST_CASE("the current entity may lose a component while iterating", "[ecs][view]") {
    entt::registry registry;
    fill(registry, 6);
    int visits = 0;
    for (const auto value : registry.view<first, second>()) {
        ++visits;
        registry.remove<first>(value);
    }
    CHECK(visits == 6);
    CHECK(registry.view<first>().empty());
    CHECK(registry.view<second>().size() == 6);
}

TEST_CASE("all entities may be destroyed one by one while iterating", "[ecs][view]") {
    entt::registry registry;
    fill(registry, 2000);
    int visits = 0;
    registry.view<first, second>().each([&](entt::entity value, first&, second&) {
        ++visits;
        registry.destroy(value);
    });
    CHECK(visits == 2000);
    CHECK(registry.view<first>().empty());
}

TEST_CASE("components added while iterating are not visited and break no reference",
          "[ecs][view]") {
    entt::registry registry;
    fill(registry, 1000);
    int visits = 0;
    registry.view<first>().each([&](first& current) {
        ++visits;
        const int before = current.value;
        registry.emplace<first>(registry.create(), -1);
        registry.emplace<int>(registry.create(), 0);
        CHECK(current.value == before);
        current.value = 1;
    });
    CHECK(visits == 1000);
    for (auto [value, current] : registry.view<first>().each()) {
        if (current.value == 1) {
            registry.emplace<double>(value, 1.0);
        }
    }
    CHECK(registry.view<double>().size() == 1000);
    CHECK(registry.view<first>().size() == 2000);
}

TEST_CASE("loops nest", "[ecs][view]") {
    entt::registry registry;
    fill(registry, 7);
    const auto view = registry.view<const first, const second>();
    int pairs = 0;
    for (const auto outer : view) {
        for (auto [inner, a, b] : view.each()) {
            pairs += view.get<const first>(outer).value < b.value ? 1 : 0;
        }
    }
    CHECK(pairs == 21);
}
