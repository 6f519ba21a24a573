// Signals of storages, ranges of entities, and what moving a registry does to them. Runs against EnTT
// and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace signal_test {

namespace {

struct number {
    int value;
};
struct tag {};
struct other {
    int value;
};

/// What was heard, in order.
struct ear {
    std::vector<std::pair<std::string, entt::entity>> heard;
    std::vector<const entt::registry*> from;

    void came(entt::registry& registry, entt::entity who) {
        heard.emplace_back("came", who);
        from.push_back(&registry);
    }
    void changed(entt::registry& registry, entt::entity who) {
        heard.emplace_back("changed", who);
        from.push_back(&registry);
    }
    void goes(entt::registry& registry, entt::entity who) {
        heard.emplace_back("goes", who);
        from.push_back(&registry);
    }
    std::size_t count(const char* what) const {
        return static_cast<std::size_t>(std::count_if(
            heard.begin(), heard.end(), [&](const auto& one) { return one.first == what; }));
    }
};

void listen(entt::registry& registry, ear& to) {
    registry.on_construct<number>().connect<&ear::came>(to);
    registry.on_update<number>().connect<&ear::changed>(to);
    registry.on_destroy<number>().connect<&ear::goes>(to);
}

int free_calls = 0;
void count_call(entt::registry&, entt::entity) { ++free_calls; }

int values_seen = 0;
/// The component is there while listeners hear that it came, and that it goes.
void read_value(entt::registry& registry, entt::entity who) {
    values_seen += registry.valid(who) ? registry.get<number>(who).value : -1000;
}

} // namespace

TEST_CASE("listeners hear of what comes, changes and goes", "[ecs][signal]") {
    entt::registry registry;
    ear hears;
    listen(registry, hears);
    const auto a = registry.create();
    CHECK(registry.emplace<number>(a, 1).value == 1);
    registry.emplace_or_replace<number>(a, 2);
    registry.patch<number>(a, [](number& it) { it.value += 5; });
    CHECK(registry.get<number>(a).value == 7);
    registry.get<number>(a).value = 8; // nobody can hear this
    registry.remove<number>(a);
    registry.remove<number>(a);
    registry.emplace<number>(a, 3);
    registry.destroy(a);
    const std::vector<std::pair<std::string, entt::entity>> expected = {
        {"came", a}, {"changed", a}, {"changed", a}, {"goes", a}, {"came", a}, {"goes", a}};
    CHECK(hears.heard == expected);
    CHECK(std::all_of(hears.from.begin(), hears.from.end(),
                      [&](const entt::registry* one) { return one == &registry; }));
}

TEST_CASE("a component is there when listeners hear of it", "[ecs][signal]") {
    entt::registry registry;
    registry.on_construct<number>().connect<&read_value>();
    registry.on_destroy<number>().connect<&read_value>();
    values_seen = 0;
    const auto a = registry.create();
    registry.emplace<number>(a, 5);
    CHECK(values_seen == 5);
    registry.destroy(a);
    CHECK(values_seen == 10);
    const auto b = registry.create();
    registry.emplace<number>(b, 7);
    registry.clear();
    CHECK(values_seen == 24);
    CHECK_FALSE(registry.valid(b));
}

TEST_CASE("listeners are connected once, and can be disconnected", "[ecs][signal]") {
    entt::registry registry;
    free_calls = 0;
    CHECK(registry.on_construct<tag>().empty());
    registry.on_construct<tag>().connect<&count_call>();
    registry.on_construct<tag>().connect<&count_call>();
    CHECK_FALSE(registry.on_construct<tag>().empty());
    registry.emplace<tag>(registry.create());
    CHECK(free_calls == 1);

    ear one;
    ear two;
    registry.on_construct<tag>().connect<&ear::came>(one);
    registry.on_construct<tag>().connect<&ear::came>(two);
    registry.on_construct<tag>().disconnect<&count_call>();
    registry.on_construct<tag>().disconnect<&ear::came>(one);
    registry.emplace<tag>(registry.create());
    CHECK(free_calls == 1);
    CHECK(one.heard.empty());
    CHECK(two.heard.size() == 1);
    registry.on_construct<tag>().disconnect();
    registry.emplace<tag>(registry.create());
    CHECK(two.heard.size() == 1);
    CHECK(registry.on_construct<tag>().empty());
}

TEST_CASE("clearing tells of every component before the first goes", "[ecs][signal]") {
    entt::registry registry;
    ear hears;
    std::vector<entt::entity> all;
    for (int i = 0; i < 5; ++i) {
        all.push_back(registry.create());
        registry.emplace<number>(all.back(), i);
        registry.emplace<tag>(all.back());
    }
    listen(registry, hears);
    struct witness {
        std::size_t least = 100;
        void see(entt::registry& of, entt::entity) {
            least = std::min<std::size_t>(least, of.storage<number>().size());
        }
    } saw;
    registry.on_destroy<number>().connect<&witness::see>(saw);
    registry.clear<number>();
    CHECK(saw.least == 5);
    CHECK(hears.count("goes") == 5);
    CHECK((hears.heard.front().second == all.back())); // the newest first
    CHECK(registry.storage<number>().empty());
    CHECK(registry.valid(all[0]));
    CHECK(registry.storage<tag>().size() == 5);
    registry.clear();
    CHECK(hears.count("goes") == 5);
    CHECK_FALSE(registry.valid(all[0]));
}

TEST_CASE("a range of entities is destroyed, and heard of", "[ecs][signal]") {
    entt::registry registry;
    ear hears;
    listen(registry, hears);
    std::vector<entt::entity> all;
    for (int i = 0; i < 9; ++i) {
        all.push_back(registry.create());
        if (i % 3 != 0) {
            registry.emplace<number>(all.back(), i);
        }
        registry.emplace<other>(all.back(), 10 * i);
    }
    registry.destroy(all.begin() + 2, all.begin() + 6);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool gone = i >= 2 && i < 6;
        CHECK(registry.valid(all[i]) == !gone);
        CHECK(registry.all_of<other>(all[i]) == !gone);
    }
    CHECK(hears.count("goes") == 3);
    CHECK(registry.get<other>(all[8]).value == 80);
    CHECK(registry.get<number>(all[7]).value == 7);

    // A range of the storage itself.
    const auto left = registry.view<number>();
    registry.destroy(left.begin(), left.end());
    CHECK(hears.count("goes") == 6);
    CHECK(registry.storage<number>().empty());
    CHECK(registry.storage<other>().size() == 2);
    CHECK(registry.valid(all[0]));
    registry.destroy(all.begin(), all.begin());
    CHECK(registry.valid(all[0]));
    // Ids come back with another version.
    const auto again = registry.create();
    CHECK(std::find(all.begin(), all.end(), again) == all.end());
}

TEST_CASE("listeners may remove what others have", "[ecs][signal]") {
    entt::registry registry;
    const auto main = registry.create();
    const auto child = registry.create();
    registry.emplace<other>(child, 4);
    registry.emplace<number>(main, 1);
    struct cascade {
        entt::entity child;
        void go(entt::registry& of, entt::entity) { of.remove<other>(child); }
    } falls{child};
    registry.on_destroy<number>().connect<&cascade::go>(falls);
    const auto range = {main, child};
    registry.destroy(range.begin(), range.end());
    CHECK_FALSE(registry.valid(main));
    CHECK_FALSE(registry.valid(child));
    CHECK(registry.storage<other>().empty());
}

TEST_CASE("listeners move and swap with their storages, and hear of the new owner",
          "[ecs][signal]") {
    ear hears;
    entt::registry source;
    const auto value = source.create();
    source.emplace<number>(value, 1);
    listen(source, hears);

    entt::registry target{std::move(source)};
    target.emplace_or_replace<number>(value, 2);
    REQUIRE(hears.heard.size() == 1);
    CHECK(hears.from.back() == &target);

    entt::registry assigned;
    assigned = std::move(target);
    assigned.emplace_or_replace<number>(value, 3);
    REQUIRE(hears.heard.size() == 2);
    CHECK(hears.from.back() == &assigned);

    entt::registry swapped;
    const auto unheard = swapped.create();
    swapped.emplace<number>(unheard, 9);
    swapped.swap(assigned);
    CHECK(hears.heard.size() == 2);
    swapped.destroy(value);
    REQUIRE(hears.heard.size() == 3);
    CHECK(hears.from.back() == &swapped);
    assigned.destroy(unheard); // came from the registry that nobody listens to
    CHECK(hears.heard.size() == 3);
}

TEST_CASE("a registry ends without a word", "[ecs][signal]") {
    ear hears;
    {
        entt::registry registry;
        listen(registry, hears);
        registry.emplace<number>(registry.create(), 1);
    }
    CHECK(hears.count("came") == 1);
    CHECK(hears.count("goes") == 0);
    entt::registry again;
    listen(again, hears);
    again.emplace<number>(again.create(), 1);
    again = entt::registry{};
    CHECK(hears.count("goes") == 0);
    again.emplace<number>(again.create(), 1);
    CHECK(hears.count("came") == 2); // listeners went with the storages
}

namespace {

/// A context variable that asks whether components were alive when it went.
struct component_alive {
    static inline bool now = false;
    bool mine = false;
    explicit component_alive(bool it) : mine(it) { now = true; }
    component_alive(component_alive&& from) noexcept : mine(std::exchange(from.mine, false)) {}
    component_alive& operator=(component_alive&& from) noexcept {
        std::swap(mine, from.mine);
        return *this;
    }
    ~component_alive() { now = now && !mine; }
};
struct last_look {
    bool* saw;
    ~last_look() { *saw = component_alive::now; }
};

} // namespace

TEST_CASE("components end before the context", "[ecs][signal]") {
    bool saw = true;
    {
        entt::registry registry;
        registry.ctx().emplace<last_look>(&saw);
        registry.emplace<component_alive>(registry.create(), true);
        CHECK(component_alive::now);
    }
    CHECK_FALSE(saw);
}

} // namespace signal_test
