// Random operations against a plain model. Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <vector>

namespace model_test {

namespace {

struct number {
    int value;
};
struct boxed {
    std::unique_ptr<int> value;
};
struct tag {};

struct expected {
    std::optional<int> number;
    std::optional<int> boxed;
    bool tag = false;
};

using model = std::map<std::uint32_t, expected>;

bool same(const entt::registry& registry, entt::entity value, const expected& want) {
    const auto* plain = registry.try_get<number>(value);
    const auto* held = registry.try_get<boxed>(value);
    return registry.valid(value) && (plain != nullptr) == want.number.has_value() &&
           (plain == nullptr || plain->value == *want.number) &&
           (held != nullptr) == want.boxed.has_value() &&
           (held == nullptr || *held->value == *want.boxed) &&
           registry.all_of<tag>(value) == want.tag;
}

/// The ids that a view visits, each once, are those for which `wanted` holds.
template <typename View, typename Wanted>
bool same_set(const View& view, const model& all, Wanted wanted) {
    std::set<std::uint32_t> seen;
    std::size_t visits = 0;
    for (const auto value : view) {
        seen.insert(entt::to_integral(value));
        ++visits;
    }
    std::set<std::uint32_t> want;
    for (const auto& [key, components] : all) {
        if (wanted(components)) {
            want.insert(key);
        }
    }
    return visits == seen.size() && seen == want;
}

bool same_views(entt::registry& registry, const model& all) {
    return same_set(registry.view<number>(), all, [](const auto& e) { return e.number; }) &&
           same_set(registry.view<tag>(), all, [](const auto& e) { return e.tag; }) &&
           same_set(registry.view<number, const boxed>(), all,
                    [](const auto& e) { return e.number && e.boxed; }) &&
           same_set(registry.view<boxed>(entt::exclude<tag>), all,
                    [](const auto& e) { return e.boxed && !e.tag; }) &&
           same_set(registry.view<tag, number>(entt::exclude<boxed>), all,
                    [](const auto& e) { return e.tag && e.number && !e.boxed; });
}

} // namespace

TEST_CASE("ten thousand random operations agree with a map", "[ecs][model]") {
    entt::registry registry;
    model all;
    std::vector<entt::entity> alive;
    std::vector<entt::entity> dead;
    std::mt19937 random{20240607U};
    const auto below = [&random](std::size_t limit) {
        return static_cast<std::size_t>(random()) % limit;
    };

    int failures = 0;
    for (int step = 0; step < 10000; ++step) {
        const std::size_t action = below(12);
        if (action < 3 || alive.empty()) {
            alive.push_back(registry.create());
            failures += all.contains(entt::to_integral(alive.back())) ? 1 : 0;
            all[entt::to_integral(alive.back())] = {};
            continue;
        }
        const std::size_t which = below(alive.size());
        const entt::entity value = alive[which];
        expected& want = all[entt::to_integral(value)];
        switch (action) {
        case 3:
        case 4:
            registry.destroy(value);
            all.erase(entt::to_integral(value));
            dead.push_back(value);
            alive[which] = alive.back();
            alive.pop_back();
            break;
        case 5:
        case 6:
            registry.emplace_or_replace<number>(value, step);
            want.number = step;
            break;
        case 7:
            if (!want.boxed) {
                registry.emplace<boxed>(value, std::make_unique<int>(step));
            } else {
                *registry.get<boxed>(value).value = step;
            }
            want.boxed = step;
            break;
        case 8:
            registry.emplace_or_replace<tag>(value);
            want.tag = true;
            break;
        case 9:
            failures += registry.remove<number>(value) != (want.number ? 1U : 0U) ? 1 : 0;
            want.number.reset();
            break;
        case 10: {
            const std::size_t had = (want.boxed ? 1U : 0U) + (want.tag ? 1U : 0U);
            failures += registry.remove<boxed, tag>(value) != had ? 1 : 0;
            want.boxed.reset();
            want.tag = false;
            break;
        }
        default:
            failures += same(registry, value, want) ? 0 : 1;
            if (!dead.empty()) {
                const entt::entity stale = dead[below(dead.size())];
                failures += registry.valid(stale) || registry.all_of<number>(stale) ? 1 : 0;
            }
        }
        if (step % 100 == 0) {
            failures += same_views(registry, all) ? 0 : 1;
        }
        REQUIRE(failures == 0);
    }
    for (const auto value : alive) {
        failures += same(registry, value, all[entt::to_integral(value)]) ? 0 : 1;
    }
    CHECK(failures == 0);
    CHECK(same_views(registry, all));
    CHECK(alive.size() > 100);
    CHECK(dead.size() > 100);
}

} // namespace model_test
