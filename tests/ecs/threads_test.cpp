// Reading from two threads (run it under a thread sanitizer). Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <array>
#include <cstddef>
#include <thread>
#include <vector>

namespace {

struct input {
    int value;
};
struct output {
    long value = 0;
};
struct skipped {};
struct never_used {
    int value;
};

constexpr int count = 3000;

std::vector<entt::entity> fill(entt::registry& registry) {
    std::vector<entt::entity> made;
    for (int i = 0; i < count; ++i) {
        made.push_back(registry.create());
        registry.emplace<input>(made.back(), i);
        registry.emplace<output>(made.back());
        if (i % 3 == 0) {
            registry.emplace<skipped>(made.back());
        }
    }
    registry.ctx().emplace<int>(2);
    return made;
}

template <typename Work> void on_two_threads(Work work) {
    std::thread first{[&work] { work(std::size_t{0}); }};
    std::thread second{[&work] { work(std::size_t{1}); }};
    first.join();
    second.join();
}

} // namespace

TEST_CASE("two threads read the same components", "[ecs][threads]") {
    entt::registry registry;
    const auto made = fill(registry);
    const auto view = registry.view<const input, const output>(entt::exclude<skipped>);
    const auto& reader = registry;
    std::array<long, 2> sums{};
    std::array<int, 2> surprises{};
    on_two_threads([&](std::size_t me) {
        for (auto [value, in, out] : view.each()) {
            sums[me] += in.value + out.value + view.get<const input>(value).value;
        }
        for (const auto value : made) {
            const bool fine = reader.valid(value) && reader.all_of<input, output>(value) &&
                              reader.try_get<never_used>(value) == nullptr &&
                              reader.get<input>(value).value >= 0 && reader.ctx().get<int>() == 2 &&
                              reader.view<input, never_used>().size_hint() == 0;
            surprises[me] += fine ? 0 : 1;
        }
    });
    CHECK(sums[0] == sums[1]);
    CHECK(sums[0] == 2L * (2999L * 3000L / 2L - 3L * (999L * 1000L / 2L)));
    CHECK(surprises == std::array<int, 2>{});
}

TEST_CASE("two threads write different components of one storage", "[ecs][threads]") {
    entt::registry registry;
    const auto made = fill(registry);
    const auto view = registry.view<const input, output>();
    on_two_threads([&](std::size_t me) {
        for (std::size_t i = me; i < made.size(); i += 2) {
            view.get<output>(made[i]).value = 2L * view.get<const input>(made[i]).value;
        }
    });
    long sum = 0;
    for (const auto& element : registry.storage<output>()) {
        sum += element.value;
    }
    CHECK(sum == 2999L * 3000L);
}
