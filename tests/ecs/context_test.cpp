// Context variables. Runs against EnTT and the subset.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace {

struct clock_state {
    float step;
    int substeps = 2;
};
struct resource {
    std::unique_ptr<int> value;
};
struct alignas(64) wide {
    std::array<float, 32> values{};
};

} // namespace

TEST_CASE("a context variable is made once", "[ecs][context]") {
    entt::registry registry;
    const auto& reader = registry;
    CHECK_FALSE(reader.ctx().contains<clock_state>());
    CHECK(reader.ctx().find<clock_state>() == nullptr);

    CHECK(registry.ctx().emplace<clock_state>(0.5F).substeps == 2);
    CHECK(registry.ctx().emplace<clock_state>(0.25F, 9).step == 0.5F);
    CHECK(reader.ctx().contains<clock_state>());
    CHECK(reader.ctx().get<clock_state>().step == 0.5F);
    CHECK(reader.ctx().find<clock_state>() == &registry.ctx().get<clock_state>());

    registry.ctx().get<clock_state>().step = 1.0F;
    CHECK(registry.ctx().get<const clock_state>().step == 1.0F);
    registry.ctx().find<clock_state>()->substeps = 3;
    CHECK(registry.ctx().find<const clock_state>()->substeps == 3);

    STATIC_CHECK(std::is_same_v<decltype(reader.ctx().get<clock_state>()), const clock_state&>);
    STATIC_CHECK(std::is_same_v<decltype(registry.ctx().get<clock_state>()), clock_state&>);
    STATIC_CHECK(
        std::is_same_v<decltype(registry.ctx().get<const clock_state>()), const clock_state&>);
}

TEST_CASE("insert_or_assign replaces", "[ecs][context]") {
    entt::registry registry;
    CHECK(registry.ctx().insert_or_assign(clock_state{0.5F, 1}).substeps == 1);
    CHECK(registry.ctx().insert_or_assign(clock_state{0.5F, 4}).substeps == 4);
    const std::string text = "wind";
    registry.ctx().insert_or_assign(text);
    CHECK(registry.ctx().get<std::string>() == "wind");
    registry.ctx().insert_or_assign(std::string{"calm"});
    CHECK(registry.ctx().get<std::string>() == "calm");
    CHECK(registry.ctx().get<clock_state>().substeps == 4);
}

TEST_CASE("erase of a context variable", "[ecs][context]") {
    entt::registry registry;
    CHECK_FALSE(registry.ctx().erase<int>());
    registry.ctx().emplace<int>(1);
    registry.ctx().emplace<char>('c');
    CHECK(registry.ctx().erase<int>());
    CHECK_FALSE(registry.ctx().contains<int>());
    CHECK(registry.ctx().get<char>() == 'c');
    CHECK(registry.ctx().emplace<int>(2) == 2);
}

TEST_CASE("context variables outlive the entities", "[ecs][context]") {
    entt::registry registry;
    registry.destroy(registry.create());
    registry.ctx().emplace<int>(1);
    registry.clear();
    CHECK(registry.ctx().contains<int>());
}

TEST_CASE("context variables may be move-only or over-aligned and are destroyed",
          "[ecs][context]") {
    auto shared = std::make_shared<int>(1);
    {
        entt::registry registry;
        registry.ctx().emplace<resource>(std::make_unique<int>(5));
        CHECK(*registry.ctx().get<resource>().value == 5);
        registry.ctx().insert_or_assign(resource{std::make_unique<int>(6)});
        CHECK(*registry.ctx().get<resource>().value == 6);
        const auto& aligned = registry.ctx().emplace<wide>();
        CHECK(reinterpret_cast<std::uintptr_t>(&aligned) % alignof(wide) == 0);
        registry.ctx().emplace<std::shared_ptr<int>>(shared);
        CHECK(shared.use_count() == 2);
    }
    CHECK(shared.use_count() == 1);
}
