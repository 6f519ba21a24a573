// Components through the registry. Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace registry_test {

namespace {

struct position {
    int x;
    int y = 5;
};
struct velocity {
    float dx = 0.0F;
};
struct frozen {};
struct owner {
    std::unique_ptr<int> value;
};
class label {
public:
    label() = default;
    label(std::string text, int times) : text_{std::move(text)}, times_{times} {}
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] int times() const { return times_; }

private:
    std::string text_ = "none";
    int times_ = 0;
};

using registry_type = entt::registry;
template <typename... T>
using got = decltype(std::declval<registry_type&>().get<T...>(entt::entity{}));
template <typename... T>
using got_const = decltype(std::declval<const registry_type&>().get<T...>(entt::entity{}));
template <typename... T>
using tried = decltype(std::declval<registry_type&>().try_get<T...>(entt::entity{}));

static_assert(std::is_same_v<got<position>, position&>);
static_assert(std::is_same_v<got<const position>, const position&>);
static_assert(std::is_same_v<got_const<position>, const position&>);
static_assert(
    std::is_same_v<got<position, const velocity>, std::tuple<position&, const velocity&>>);
static_assert(
    std::is_same_v<got_const<position, velocity>, std::tuple<const position&, const velocity&>>);
static_assert(std::is_same_v<tried<position>, position*>);
static_assert(
    std::is_same_v<tried<position, const velocity>, std::tuple<position*, const velocity*>>);

} // namespace

TEST_CASE("emplace initialises aggregates and classes alike", "[ecs][registry]") {
    entt::registry registry;
    const auto a = registry.create();
    CHECK(registry.emplace<position>(a, 1, 2).y == 2);
    CHECK(registry.get<position>(a).x == 1);

    const auto b = registry.create();
    CHECK(registry.emplace<position>(b, 3).y == 5);
    const auto c = registry.create();
    CHECK(registry.emplace<position>(c).x == 0);
    CHECK(registry.get<position>(c).y == 5);
    const auto d = registry.create();
    CHECK(registry.emplace<position>(d, position{8, 9}).y == 9);

    CHECK(registry.emplace<label>(a, "tail", 4).times() == 4);
    CHECK(registry.get<label>(a).text() == "tail");
    CHECK(registry.emplace<label>(b).text() == "none");
    CHECK(registry.emplace<int>(a, 42) == 42);
    CHECK(registry.emplace<int>(b) == 0);
    CHECK(registry.emplace<std::vector<int>>(a, std::size_t{3}, 7).size() == 3);
    STATIC_CHECK(std::is_void_v<decltype(registry.emplace<frozen>(a))>);
}

TEST_CASE("emplace_or_replace adds, then overwrites in place", "[ecs][registry]") {
    entt::registry registry;
    const auto value = registry.create();
    auto& added = registry.emplace_or_replace<position>(value, 1, 2);
    CHECK(added.x == 1);
    auto& replaced = registry.emplace_or_replace<position>(value, 3);
    CHECK(&replaced == &added);
    CHECK(replaced.x == 3);
    CHECK(replaced.y == 5);
    CHECK(registry.storage<position>().size() == 1);

    registry.emplace_or_replace<frozen>(value);
    registry.emplace_or_replace<frozen>(value);
    CHECK(registry.storage<frozen>().size() == 1);
    CHECK(registry.all_of<frozen>(value));
}

TEST_CASE("get and try_get reach the same component", "[ecs][registry]") {
    entt::registry registry;
    const auto& reader = registry;
    const auto value = registry.create();
    registry.emplace<position>(value, 1, 2);
    CHECK(reader.try_get<velocity>(value) == nullptr);
    CHECK(registry.try_get<velocity>(value) == nullptr);

    registry.emplace<velocity>(value, 0.5F);
    registry.get<position>(value).x = 11;
    CHECK(reader.get<position>(value).x == 11);
    CHECK(reader.try_get<position>(value) == &registry.get<position>(value));

    auto [where, speed] = registry.get<position, velocity>(value);
    where.x = 12;
    speed.dx = 1.5F;
    CHECK(registry.get<position>(value).x == 12);
    CHECK(std::get<1>(reader.get<position, velocity>(value)).dx == 1.5F);

    const auto [here, label_of] = registry.try_get<position, label>(value);
    CHECK(here == &registry.get<position>(value));
    CHECK(label_of == nullptr);
}

TEST_CASE("all_of and any_of", "[ecs][registry]") {
    entt::registry registry;
    const auto& reader = registry;
    const auto both = registry.create();
    const auto one = registry.create();
    const auto none = registry.create();
    registry.emplace<position>(both, 1);
    registry.emplace<position>(one, 1);
    registry.emplace<frozen>(both);

    CHECK(reader.all_of<position>(both));
    CHECK(reader.all_of<position, frozen>(both));
    CHECK_FALSE(reader.all_of<position, frozen>(one));
    CHECK(reader.any_of<position, frozen>(one));
    CHECK_FALSE(reader.any_of<position, frozen>(none));
    CHECK_FALSE(reader.all_of<velocity>(both));
    CHECK(reader.any_of<velocity, frozen>(both));
    CHECK(registry.all_of<const position>(both));
}

TEST_CASE("remove counts, erase insists", "[ecs][registry]") {
    entt::registry registry;
    const auto value = registry.create();
    registry.emplace<position>(value, 1);
    registry.emplace<velocity>(value);
    registry.emplace<frozen>(value);

    CHECK(registry.remove<label>(value) == 0);
    CHECK(registry.remove<position>(value) == 1);
    CHECK(registry.remove<position>(value) == 0);
    CHECK(registry.remove<position, velocity, frozen>(value) == 2);
    CHECK_FALSE(registry.any_of<position, velocity, frozen>(value));
    CHECK(registry.valid(value));

    registry.emplace<position>(value, 1);
    registry.emplace<frozen>(value);
    registry.erase<position>(value);
    CHECK_FALSE(registry.all_of<position>(value));
    registry.emplace<position>(value, 1);
    registry.erase<position, frozen>(value);
    CHECK_FALSE(registry.any_of<position, frozen>(value));
}

TEST_CASE("destroy touches no other entity", "[ecs][registry]") {
    entt::registry registry;
    const auto first = registry.create();
    const auto second = registry.create();
    for (const auto value : {first, second}) {
        registry.emplace<position>(value, static_cast<int>(entt::to_entity(value)));
        registry.emplace<frozen>(value);
    }
    registry.destroy(first);
    CHECK(registry.get<position>(second).x == 1);
    CHECK(registry.all_of<position, frozen>(second));
    CHECK(registry.storage<position>().size() == 1);
    CHECK(registry.storage<frozen>().size() == 1);
}

TEST_CASE("clear of some types leaves the entities", "[ecs][registry]") {
    entt::registry registry;
    const auto value = registry.create();
    registry.emplace<position>(value, 1);
    registry.emplace<velocity>(value);
    registry.emplace<frozen>(value);
    registry.clear<position, frozen>();
    CHECK(registry.valid(value));
    CHECK_FALSE(registry.any_of<position, frozen>(value));
    CHECK(registry.all_of<velocity>(value));
}

TEST_CASE("move-only components", "[ecs][registry]") {
    entt::registry registry;
    std::vector<entt::entity> made;
    for (int i = 0; i < 3; ++i) {
        made.push_back(registry.create());
        registry.emplace<owner>(made.back(), std::make_unique<int>(i));
    }
    registry.emplace_or_replace<owner>(made[1], std::make_unique<int>(10));
    registry.destroy(made[0]);
    CHECK(*registry.get<owner>(made[1]).value == 10);
    CHECK(*registry.get<owner>(made[2]).value == 2);
    for (auto [value, held] : registry.view<owner>().each()) {
        CHECK(*held.value >= 2);
        held.value.reset();
    }
    CHECK(registry.get<owner>(made[2]).value == nullptr);
}

TEST_CASE("a const registry makes no storage", "[ecs][registry]") {
    entt::registry registry;
    const auto& reader = registry;
    CHECK(reader.storage<position>() == nullptr);
    CHECK_FALSE(reader.all_of<position>(entt::entity{}));
    CHECK(reader.storage<position>() == nullptr);
    auto& pool = registry.storage<position>();
    CHECK(reader.storage<position>() == &pool);
    STATIC_CHECK(std::is_const_v<std::remove_pointer_t<decltype(reader.storage<position>())>>);
}

} // namespace registry_test
