#include "support/drawn_crowd.hpp"

#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

using namespace jounce;

namespace {

using row = palette_row<float>;

/// Plans as a frame begins and copies blocks as they are done, as the renderer does.
struct gatherer {
    entt::registry& registry;
    test::planned_meshes& meshes;
    render::upload_plan plan = {};
    std::vector<row> texels = {};
    std::atomic<std::size_t> visited = 0;

    block_follower follower() {
        return {this,
                [](void* self) {
                    auto& me = *static_cast<gatherer*>(self);
                    me.plan.make(me.registry, me.meshes.meshes, me.meshes.parts,
                                 {{}, std::size_t{1} << 20U, false, false});
                    me.texels.assign(me.plan.texel_count(), row{{-7, -7, -7, -7}});
                    me.visited = 0;
                },
                [](void* self, std::size_t first, std::size_t last) noexcept {
                    auto& me = *static_cast<gatherer*>(self);
                    me.plan.copy_blocks(me.texels.data(), first, last);
                    me.visited += last - first;
                }};
    }
};

} // namespace

TEST_CASE("palettes gathered within a frame are those gathered after it", "[bgfx][pipeline]") {
    const schedule order = GENERATE(schedule::by_block, schedule::by_system);
    const std::size_t workers = GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{3});
    entt::registry registry;
    const std::shared_ptr<const character_kind> kind = test::random_kind_of(12, 3);
    test::planned_meshes meshes;
    const render::mesh_id mesh = meshes.add(test::random_mesh(5, {.joints = 12, .morphs = 6}));
    for (std::uint32_t i = 0; i < 77; ++i) {
        const entt::entity who = spawn(registry, kind);
        render::appearance look;
        look.meshes = {mesh};
        look.hidden = i % 5 == 0;
        registry.emplace<render::appearance>(who, look);
        registry.emplace<morph_weights>(who, make_morph_weights(std::vector<std::vector<float>>(
                                                 1, {0.1F * static_cast<float>(i), 1, 0, 2, 3})));
        test::pose_at_random(registry, who, i);
    }
    pipeline frames(registry, {.order = order, .workers = worker_use::always});
    gatherer gathers{registry, meshes};
    follower_handle gathering = frames.follow(gathers.follower());
    tf::Executor executor(std::max<std::size_t>(workers, 1));
    for (int frame = 0; frame < 3; ++frame) {
        workers == 0 ? frames.run(1.0F / 60) : frames.run(executor, 1.0F / 60);
    }
    CHECK(gathers.visited == registry.ctx().get<crowd_index>().blocks.size());

    render::upload_plan afterwards;
    afterwards.make(registry, meshes.meshes, meshes.parts,
                    {{}, std::size_t{1} << 20U, false, false});
    std::vector<row> wanted(afterwards.texel_count(), row{{-7, -7, -7, -7}});
    afterwards.copy(wanted.data(), 0, 1);
    REQUIRE(gathers.texels.size() == wanted.size());
    REQUIRE_FALSE(wanted.empty());
    CHECK(std::memcmp(gathers.texels.data(), wanted.data(), wanted.size() * sizeof(row)) == 0);

    // Without a follower, and while frames are held, nobody is visited.
    gathers.visited = 0;
    frames.run(0);
    CHECK(gathers.visited == 0);
    gathering.leave();
    frames.run(1.0F / 60);
    CHECK(gathers.visited == 0);
}

TEST_CASE("a plan forgets whom the host destroyed, and follows a registry that moved",
          "[bgfx][pipeline][entt]") {
    entt::registry registry;
    const std::shared_ptr<const character_kind> kind = test::random_kind_of(12, 3);
    test::planned_meshes meshes;
    const render::mesh_id mesh = meshes.add(test::random_mesh(5, {.joints = 12, .morphs = 6}));
    std::vector<entt::entity> all;
    for (std::uint32_t i = 0; i < 40; ++i) {
        all.push_back(spawn(registry, kind));
        registry.emplace<render::appearance>(all.back()).meshes = {mesh};
    }
    pipeline frames(registry);
    gatherer gathers{registry, meshes};
    follower_handle gathering = frames.follow(gathers.follower());
    frames.run(1.0F / 60);
    CHECK(gathers.plan.drawn() == 40);
    registry.destroy(all.begin(), all.begin() + 9);
    registry.destroy(all[20]);
    frames.run(1.0F / 60);
    CHECK(gathers.plan.drawn() == 30);
    CHECK(gathers.visited == registry.ctx().get<crowd_index>().blocks.size());
    registry.clear();
    frames.run(1.0F / 60);
    CHECK(gathers.plan.drawn() == 0);
    CHECK(gathers.plan.texel_count() == 0);

    const entt::entity late = spawn(registry, kind);
    registry.emplace<render::appearance>(late).meshes = {mesh};
    entt::registry moved = std::move(registry);
    gathering.leave();
    const follower_handle looking = frames.follow(
        {&frames, [](void* self) { CHECK(static_cast<pipeline*>(self)->registry() != nullptr); }});
    CHECK(frames.run(1.0F / 60) == frame_status::done);
    CHECK(frames.registry() == &moved);
    render::upload_plan plan;
    plan.make(moved, meshes.meshes, meshes.parts, {{}, std::size_t{1} << 20U, false, false});
    CHECK(plan.drawn() == 1);
}

TEST_CASE("several followers visit every block, each as long as its handle", "[pipeline]") {
    entt::registry registry;
    const std::shared_ptr<const character_kind> kind = test::random_kind_of(12, 3);
    for (int i = 0; i < 30; ++i) {
        spawn(registry, kind);
    }
    struct counter {
        std::atomic<std::size_t> visited = 0;
        block_follower follower() {
            return {this, nullptr, [](void* self, std::size_t first, std::size_t last) noexcept {
                        static_cast<counter*>(self)->visited += last - first;
                    }};
        }
    } first, second;
    follower_handle kept;
    {
        pipeline frames(registry);
        follower_handle other = frames.follow(first.follower());
        kept = frames.follow(second.follower());
        frames.run(1.0F / 60);
        CHECK(first.visited == 4);
        CHECK(second.visited == 4);
        other = {};
        frames.run(1.0F / 60);
        CHECK(first.visited == 4);
        CHECK(second.visited == 8);
        follower_handle moved = std::move(kept);
        frames.run(1.0F / 60);
        CHECK(second.visited == 12);
        kept = std::move(moved);
    }
    kept.leave(); // its pipeline is gone
}
