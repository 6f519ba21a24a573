// Storages: order, swap-and-pop, addresses, lifetimes. Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace storage_test {

namespace {

struct number {
    int value;
};
struct tag {};
struct alignas(64) lanes {
    std::array<float, 8> values;
};

/// Counts living instances and remembers the values that died while holding one.
struct tracked {
    static inline int alive = 0;
    static inline std::vector<int> died;

    int value;

    explicit tracked(int v) : value{v} { ++alive; }
    tracked(tracked&& other) noexcept : value{std::exchange(other.value, -1)} { ++alive; }
    tracked& operator=(tracked&& other) noexcept {
        value = std::exchange(other.value, -1);
        return *this;
    }
    ~tracked() {
        --alive;
        if (value >= 0) {
            died.push_back(value);
        }
    }
};

/// Destroys another entity when it dies itself.
struct chain {
    entt::registry* registry = nullptr;
    entt::entity next = entt::null;

    chain(entt::registry& owner, entt::entity other) : registry{&owner}, next{other} {}
    chain(chain&& other) noexcept { *this = std::move(other); }
    chain& operator=(chain&& other) noexcept {
        std::swap(registry, other.registry);
        std::swap(next, other.next);
        return *this;
    }
    ~chain() {
        if (registry != nullptr && registry->valid(next)) {
            registry->destroy(next);
        }
    }
};

std::vector<entt::entity> fill(entt::registry& registry, int count) {
    std::vector<entt::entity> made;
    for (int i = 0; i < count; ++i) {
        made.push_back(registry.create());
        registry.emplace<number>(made.back(), i);
    }
    return made;
}

std::vector<int> values(entt::registry& registry) {
    std::vector<int> result;
    for (const auto& element : registry.storage<number>()) {
        result.push_back(element.value);
    }
    return result;
}

} // namespace

TEST_CASE("a storage iterates from the newest to the oldest", "[ecs][storage]") {
    entt::registry registry;
    const auto made = fill(registry, 4);
    auto& pool = registry.storage<number>();
    CHECK(pool.size() == 4);
    CHECK_FALSE(pool.empty());
    CHECK(values(registry) == std::vector{3, 2, 1, 0});
    CHECK(std::vector(pool.data(), pool.data() + pool.size()) == made);
    CHECK(pool.index(made[2]) == 2);
    CHECK(pool.get(made[2]).value == 2);
    CHECK(pool.begin()->value == 3);

    for (auto& element : pool) {
        element.value += 10;
    }
    std::vector<entt::entity> seen;
    for (auto [value, element] : pool.each()) {
        CHECK(element.value == static_cast<int>(entt::to_entity(value)) + 10);
        seen.push_back(value);
    }
    CHECK(seen == std::vector(made.rbegin(), made.rend()));

    const auto& reader = pool;
    STATIC_CHECK(std::is_same_v<decltype(*reader.begin()), const number&>);
    STATIC_CHECK(
        std::is_same_v<decltype(*reader.each().begin()), std::tuple<entt::entity, const number&>>);
    CHECK(std::distance(reader.begin(), reader.end()) == 4);

    // The entities alone: the storage is a sparse set.
    const entt::sparse_set& entities = pool;
    CHECK(std::vector(entities.begin(), entities.end()) == seen);
}

TEST_CASE("the storage of a tag holds entities only", "[ecs][storage]") {
    entt::registry registry;
    const auto first = registry.create();
    const auto second = registry.create();
    registry.emplace<tag>(second);
    registry.emplace<tag>(first);
    auto& pool = registry.storage<tag>();
    CHECK(std::vector(pool.begin(), pool.end()) == std::vector{first, second});
    for (auto [value] : pool.each()) {
        CHECK(pool.contains(value));
    }
    CHECK(pool.remove(first));
    CHECK_FALSE(pool.remove(first));
    CHECK(pool.size() == 1);
}

TEST_CASE("erasing moves the last component into the hole", "[ecs][storage]") {
    entt::registry registry;
    const auto made = fill(registry, 5);
    auto& pool = registry.storage<number>();
    const auto* second = &pool.get(made[1]);
    registry.erase<number>(made[1]);
    CHECK(values(registry) == std::vector{3, 2, 4, 0});
    CHECK(&pool.get(made[4]) == second);
    CHECK(pool.index(made[4]) == 1);
    registry.erase<number>(made[3]);
    CHECK(values(registry) == std::vector{2, 4, 0});
    registry.emplace<number>(made[1], 1);
    CHECK(values(registry) == std::vector{1, 2, 4, 0});
}

TEST_CASE("a storage can be used directly", "[ecs][storage]") {
    entt::registry registry;
    const auto value = registry.create();
    auto& pool = registry.storage<number>();
    CHECK(pool.emplace(value, 3).value == 3);
    CHECK(registry.get<number>(value).value == 3);
    CHECK(registry.view<number>().size() == 1);
    pool.erase(value);
    CHECK_FALSE(registry.all_of<number>(value));
    pool.emplace(value, 4);
    pool.clear();
    CHECK(pool.empty());
    CHECK_FALSE(pool.contains(value));
}

TEST_CASE("components stay where they are while the storage grows", "[ecs][storage]") {
    entt::registry registry;
    std::vector<entt::entity> made;
    std::vector<number*> addresses;
    for (int i = 0; i < 5000; ++i) {
        made.push_back(registry.create());
        addresses.push_back(&registry.emplace<number>(made.back(), i));
    }
    bool same = true;
    for (std::size_t i = 0; i < made.size(); ++i) {
        same = same && &registry.get<number>(made[i]) == addresses[i] &&
               addresses[i]->value == static_cast<int>(i);
    }
    CHECK(same);
    // Pages of 1024: neighbours inside one are neighbours in memory.
    CHECK(addresses[1023] == addresses[0] + 1023);
    CHECK(addresses[2047] == addresses[1024] + 1023);
}

TEST_CASE("over-aligned components are aligned", "[ecs][storage]") {
    entt::registry registry;
    bool aligned = true;
    for (int i = 0; i < 3000; ++i) {
        const auto& made = registry.emplace<lanes>(registry.create());
        aligned = aligned && reinterpret_cast<std::uintptr_t>(&made) % alignof(lanes) == 0;
    }
    for (const auto& element : registry.storage<lanes>()) {
        aligned = aligned && reinterpret_cast<std::uintptr_t>(&element) % alignof(lanes) == 0 &&
                  element.values[7] == 0.0F;
    }
    CHECK(aligned);
}

TEST_CASE("every component is destroyed once", "[ecs][storage]") {
    tracked::alive = 0;
    tracked::died.clear();
    {
        entt::registry registry;
        std::vector<entt::entity> made;
        for (int i = 0; i < 6; ++i) {
            made.push_back(registry.create());
            registry.emplace<tracked>(made.back(), i);
        }
        CHECK(tracked::alive == 6);
        registry.remove<tracked>(made[2]);
        registry.destroy(made[5]);
        CHECK(tracked::alive == 4);
        CHECK(tracked::died == std::vector{2, 5});
        registry.emplace_or_replace<tracked>(made[0], 20);
        CHECK(tracked::alive == 4);
        registry.clear<tracked>();
        CHECK(tracked::alive == 0);
        registry.emplace<tracked>(made[3], 30);
        registry.emplace<tracked>(made[4], 40);
    }
    CHECK(tracked::alive == 0);
    std::sort(tracked::died.begin(), tracked::died.end());
    CHECK(std::count(tracked::died.begin(), tracked::died.end(), 30) == 1);
    CHECK(std::count(tracked::died.begin(), tracked::died.end(), 40) == 1);
    CHECK(std::count(tracked::died.begin(), tracked::died.end(), 4) == 1);
}

TEST_CASE("a dying component may destroy another entity", "[ecs][storage]") {
    entt::registry registry;
    const auto head = registry.create();
    const auto middle = registry.create();
    const auto tail = registry.create();
    const auto bystander = registry.create();
    registry.emplace<chain>(head, registry, middle);
    registry.emplace<chain>(middle, registry, tail);
    registry.emplace<chain>(tail, registry, entt::entity{entt::null});
    registry.emplace<chain>(bystander, registry, entt::entity{entt::null});
    registry.remove<chain>(head);
    CHECK(registry.valid(head));
    CHECK_FALSE(registry.valid(middle));
    CHECK_FALSE(registry.valid(tail));
    CHECK(registry.valid(bystander));
    CHECK(registry.storage<chain>().size() == 1);
    CHECK(registry.all_of<chain>(bystander));
}

} // namespace storage_test
