// Counts what planning and copying palettes allocates.

#include "support/counted_new.hpp"
#include "support/drawn_crowd.hpp"

#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/render/upload_workers.hpp>

#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

using namespace jounce;

TEST_CASE("planning and copying allocates nothing once lists have grown", "[no-allocation][bgfx]") {
    entt::registry registry;
    test::planned_meshes meshes;
    const render::mesh_id whole = meshes.add(test::random_mesh(1, {.joints = 90, .morphs = 3}));
    const render::mesh_id split = meshes.add(test::random_mesh(2, {.joints = 90}), 24);
    const auto kind = test::random_kind_of(90, 3);
    const std::vector<std::vector<float>> weights = {{0.5F, 0.25F, 1}};
    std::vector<entt::entity> all;
    for (int i = 0; i < 100; ++i) {
        const entt::entity who = spawn(registry, kind);
        render::appearance look;
        look.meshes = i % 4 == 0 ? std::vector{whole, split} : std::vector{whole};
        look.rigid = i % 3 == 0;
        registry.emplace<render::appearance>(who, look);
        registry.emplace<morph_weights>(who, make_morph_weights(weights));
        all.push_back(who);
    }
    pipeline frames(registry);
    render::upload_plan plan;
    render::upload_workers workers;
    std::vector<palette_row<float>> texels(std::size_t{1} << 18U);
    tf::Executor executor(2);
    std::size_t turn = 0;
    const auto frame = [&](tf::Executor* with) {
        frames.run(1.0F / 60);
        // Who is seen changes all the time.
        registry.get<render::appearance>(all[turn % 100]).hidden = turn % 3 == 0;
        ++turn;
        plan.make(registry, meshes.meshes, meshes.parts, {{}, texels.size(), true, true});
        workers.copy(plan, texels.data(), with);
    };
    CHECK(test::allocations_of(100, [&] { frame(nullptr); }) == 0);
    CHECK(plan.texel_count() > 16384);

    // From outside Taskflow takes a few objects of its own, from a task none.
    long in_task = -1;
    tf::Taskflow host;
    host.emplace([&] { in_task = test::allocations_of(100, [&] { frame(&executor); }); });
    executor.run(host).wait();
    CHECK(in_task == 0);
}
