// Views: selection, the forms of each, const, exclusion. Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace view_test {

namespace {

struct position {
    int x;
};
struct velocity {
    int dx;
};
struct frozen {};
struct hidden {
    int since;
};

template <typename View> std::vector<entt::entity> entities(const View& view) {
    return {view.begin(), view.end()};
}

using pair_view = decltype(std::declval<entt::registry&>().view<position, const velocity, frozen>(
    entt::exclude<hidden>));
using read_view = decltype(std::declval<const entt::registry&>().view<position, velocity>());
using row = std::tuple<entt::entity, position&, const velocity&>;
using read_row = std::tuple<entt::entity, const position&, const velocity&>;

template <typename View, typename... T>
using got = decltype(std::declval<const View&>().template get<T...>(entt::entity{}));

static_assert(std::is_same_v<decltype(*std::declval<pair_view>().each().begin()), row>);
static_assert(std::is_same_v<decltype(*std::declval<read_view>().each().begin()), read_row>);
static_assert(std::is_same_v<decltype(std::declval<const pair_view&>().get(entt::entity{})),
                             std::tuple<position&, const velocity&>>);
static_assert(std::is_same_v<got<pair_view, position>, position&>);
static_assert(std::is_same_v<got<pair_view, const velocity>, const velocity&>);
static_assert(std::is_same_v<got<pair_view, velocity>, const velocity&>);
static_assert(std::is_same_v<got<pair_view, const velocity, position>,
                             std::tuple<const velocity&, position&>>);
static_assert(std::is_same_v<got<read_view, position>, const position&>);
static_assert(std::is_same_v<decltype(std::declval<entt::registry&>().view<position>()),
                             entt::view<entt::get_t<position>>>);
static_assert(std::is_same_v<pair_view, entt::view<entt::get_t<position, const velocity, frozen>,
                                                   entt::exclude_t<hidden>>>);

/// Five entities; position on all, velocity on 1 to 4, frozen on 2 and 3, hidden on 3.
struct scene {
    entt::registry registry;
    std::vector<entt::entity> made;

    scene() {
        for (int i = 0; i < 5; ++i) {
            made.push_back(registry.create());
            registry.emplace<position>(made.back(), i);
        }
        for (int i = 1; i < 5; ++i) {
            registry.emplace<velocity>(at(i), i * 10);
        }
        registry.emplace<frozen>(at(2));
        registry.emplace<frozen>(at(3));
        registry.emplace<hidden>(at(3), 7);
    }
    [[nodiscard]] entt::entity at(int i) const { return made[static_cast<std::size_t>(i)]; }
};

} // namespace

TEST_CASE("a view selects entities that have every type", "[ecs][view]") {
    scene s;
    auto& r = s.registry;
    CHECK(entities(r.view<position>()) == std::vector(s.made.rbegin(), s.made.rend()));
    CHECK(entities(r.view<position, velocity>()) ==
          std::vector{s.at(4), s.at(3), s.at(2), s.at(1)});
    CHECK(entities(r.view<position, frozen>()) == std::vector{s.at(3), s.at(2)});
    CHECK(entities(r.view<frozen>()) == std::vector{s.at(3), s.at(2)});
    CHECK(entities(r.view<frozen, hidden, position>()) == std::vector{s.at(3)});

    const auto view = r.view<position, velocity>();
    CHECK(view.contains(s.at(1)));
    CHECK_FALSE(view.contains(s.at(0)));
    CHECK_FALSE(view.contains(entt::null));
    CHECK(view.size_hint() == 4);
    CHECK(r.view<position>().size() == 5);
    CHECK_FALSE(r.view<position>().empty());
    CHECK(r.view<double>().empty());
}

TEST_CASE("exclude leaves entities out", "[ecs][view]") {
    scene s;
    auto& r = s.registry;
    CHECK(entities(r.view<position>(entt::exclude<velocity>)) == std::vector{s.at(0)});
    CHECK(entities(r.view<position, velocity>(entt::exclude<frozen>)) ==
          std::vector{s.at(4), s.at(1)});
    CHECK(entities(r.view<frozen>(entt::exclude<hidden, int>)) == std::vector{s.at(2)});

    const auto view = r.view<frozen>(entt::exclude<hidden>);
    CHECK(view.size_hint() == 2);
    CHECK(view.contains(s.at(2)));
    CHECK_FALSE(view.contains(s.at(3)));
    r.remove<hidden>(s.at(3));
    CHECK(view.contains(s.at(3)));
}

TEST_CASE("each as a range gives entity and components without tags", "[ecs][view]") {
    scene s;
    int sum = 0;
    for (auto [value, where, speed] : s.registry.view<position, frozen, const velocity>().each()) {
        CHECK(s.registry.all_of<frozen>(value));
        sum += speed.dx;
        where.x += 100;
    }
    CHECK(sum == 50);
    CHECK(s.registry.get<position>(s.at(2)).x == 102);
    CHECK(s.registry.get<position>(s.at(1)).x == 1);

    std::vector<entt::entity> seen;
    for (auto [value] : s.registry.view<frozen>().each()) {
        seen.push_back(value);
    }
    for (auto [value, since] : s.registry.view<frozen, const hidden>().each()) {
        CHECK(since.since == 7);
        seen.push_back(value);
    }
    CHECK(seen == std::vector{s.at(3), s.at(2), s.at(3)});
}

TEST_CASE("each with a function takes the entity or not", "[ecs][view]") {
    scene s;
    auto& r = s.registry;
    std::vector<entt::entity> seen;
    r.view<const position, const velocity>().each(
        [&](entt::entity value, const position& where, const velocity& speed) {
            CHECK(speed.dx == 10 * where.x);
            seen.push_back(value);
        });
    CHECK(seen == std::vector{s.at(4), s.at(3), s.at(2), s.at(1)});

    int sum = 0;
    r.view<position, const velocity>().each(
        [&](position& where, const velocity& speed) { sum += where.x + speed.dx; });
    CHECK(sum == 110);
    r.view<position, frozen>().each([&](auto& where) { where.x = 0; });
    CHECK(r.get<position>(s.at(3)).x == 0);
    r.view<position>().each([&](const auto value, const auto& where) {
        CHECK(where.x <= static_cast<int>(entt::to_entity(value)));
    });

    int tags = 0;
    r.view<frozen>().each([&](entt::entity) { tags += 1; });
    r.view<frozen>().each([&] { tags += 10; });
    CHECK(tags == 22);

    // Where both would do, the entity is passed.
    r.view<position, velocity>().each(
        [&](auto&&... arguments) { CHECK(sizeof...(arguments) == 3); });
    // What the function returns is ignored.
    r.view<position>(entt::exclude<velocity>).each([](const position& where) { return where.x; });
}

TEST_CASE("get of a view", "[ecs][view]") {
    scene s;
    const auto view = s.registry.view<position, const velocity, frozen>();
    view.get<position>(s.at(2)).x = 50;
    auto [where, speed] = view.get(s.at(2));
    CHECK(where.x == 50);
    CHECK(speed.dx == 20);
    auto [speed_too, where_too] = view.get<const velocity, position>(s.at(2));
    CHECK(&where_too == &where);
    CHECK(&speed_too == &speed);
    auto [alone] = s.registry.view<position>().get(s.at(2));
    CHECK(&alone == &where);
}

TEST_CASE("a view sees what is added after it was made", "[ecs][view]") {
    entt::registry registry;
    const auto one = registry.view<position>();
    const auto both = registry.view<position, velocity>(entt::exclude<hidden>);
    CHECK(one.empty());
    CHECK(one.begin() == one.end());
    CHECK(both.begin() == both.end());

    std::vector<entt::entity> made;
    for (int i = 0; i < 3000; ++i) {
        made.push_back(registry.create());
        registry.emplace<position>(made.back(), i);
        registry.emplace<velocity>(made.back(), i);
    }
    registry.emplace<int>(made[0], 1);
    registry.emplace<hidden>(made[7], 1);
    CHECK(one.size() == 3000);
    CHECK(std::distance(both.begin(), both.end()) == 2999);
    CHECK(both.get<velocity>(made[2999]).dx == 2999);
    CHECK_FALSE(both.contains(made[7]));
}

TEST_CASE("views of a const registry read, and missing storages are empty", "[ecs][view]") {
    entt::registry registry;
    const auto& reader = registry;
    const auto value = registry.create();
    const auto none = reader.view<position, velocity>();
    CHECK(none.begin() == none.end());
    CHECK_FALSE(none.contains(value));
    CHECK(none.size_hint() == 0);
    int calls = 0;
    none.each([&](const position&, const velocity&) { ++calls; });
    reader.view<position>().each([&](const position&) { ++calls; });
    for (auto [ignored, where] : reader.view<position>().each()) {
        calls += where.x;
    }
    CHECK(calls == 0);

    registry.emplace<position>(value, 1);
    CHECK(reader.view<position>().contains(value));
    CHECK(reader.view<position>(entt::exclude<velocity>).contains(value));
    CHECK(entities(reader.view<position, velocity>()).empty());
    CHECK(entities(reader.view<velocity, position>()).empty());
    const entt::view<entt::get_t<position, velocity>> blank{};
    CHECK(blank.begin() == blank.end());
}

} // namespace view_test
