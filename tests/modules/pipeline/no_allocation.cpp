// Counts what frames allocate.

#include "support/counted_new.hpp"
#include "support/random_rigs.hpp"
#include "support/random_skins.hpp"
#include "support/stable_block.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/bind_mesh.hpp>
#include <jounce/modules/rig/constraint_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/skin/skin.hpp>

#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

using namespace jounce;
using test::allocations;
using test::allocations_of;

namespace {

constexpr float dt = 1.0F / 60;

void fill(entt::registry& registry, int characters) {
    const auto kind = std::make_shared<const character_kind>(test::random_kind<float>(1, {}));
    for (int i = 0; i < characters; ++i) {
        spawn(registry, kind);
    }
}

/// Two clips that move a bone and a mesh.
std::shared_ptr<const clip_set> two_clips() {
    clip_set out;
    for (const char* name : {"walk", "run"}) {
        clip one;
        one.name = name;
        one.duration = 1;
        one.times = {0, 0.5F, 1};
        one.values = {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0.1F, 0.9F, 0.2F};
        one.tracks.push_back({2, track_target::rotation, interpolation::linear, 0, 3, 0});
        one.morphs.push_back({0, interpolation::linear, 1, 0, 3, 12});
        out.clips.push_back(one);
    }
    return std::make_shared<const clip_set>(out);
}

void play_all(entt::registry& registry) {
    const std::shared_ptr<const clip_set> clips = two_clips();
    const std::vector<std::vector<float>> rest = {{0.5F}};
    std::vector<entt::entity> all;
    for (const entt::entity who : registry.view<character>()) {
        all.push_back(who);
    }
    for (const entt::entity who : all) {
        play(registry, who, clips, "walk");
        add_layer(registry, who, "run", {.weight = 0.5F});
        cross_fade(registry, who, "run", 0.2F); // is over before counting begins: a layer ends
        registry.emplace<morph_weights>(who, make_morph_weights(rest));
    }
}

} // namespace

TEST_CASE("the counter counts", "[no-allocation]") {
    const long before = allocations;
    const auto one = std::make_unique<int>(1);
    const auto lanes = std::make_unique<lane<float>>();
    const void* volatile used = one.get(); // what nobody looks at is not allocated at all
    used = lanes.get();
    const long counted = allocations - before; // before the check itself takes memory
    CHECK(counted == 2);
    CHECK(used == lanes.get());
}

TEST_CASE("a serial frame allocates nothing", "[no-allocation]") {
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        entt::registry registry;
        fill(registry, 200);
        pipeline systems(registry, {order, true});
        const entt::entity who = *registry.view<character>().begin();
        CHECK(allocations_of(100, [&] {
                  pose_of(registry, who).set_rotation(0, {0, 0, 0.6F, 0.8F});
                  systems.run(dt);
                  (void)palette_of(registry, who);
              }) == 0);
    }
}

TEST_CASE("characters that come and go allocate nothing once there were as many",
          "[no-allocation]") {
    const auto kind = std::make_shared<const character_kind>(test::random_kind<float>(1, {}));
    entt::registry registry;
    pipeline systems(registry);
    std::vector<entt::entity> all;
    for (int i = 0; i < 200; ++i) {
        all.push_back(spawn(registry, kind));
    }
    test::dice roll(1);
    const std::size_t slots = context<block_arena>(registry).report().slots;
    std::size_t fewest = slots;
    CHECK(allocations_of(100, [&] {
              // The first 40 stand together: whole blocks go and come.
              for (std::size_t i = 0; i < 60; ++i) {
                  const int most = static_cast<int>(all.size()) - 1;
                  const std::size_t who =
                      i < 40 ? i : static_cast<std::size_t>(roll.whole(40, most));
                  despawn(registry, std::exchange(all[who], entt::null));
              }
              fewest = std::min(fewest, context<block_arena>(registry).report().slots);
              for (entt::entity& who : all) {
                  if (!is_character(registry, who)) {
                      who = spawn(registry, kind);
                  }
              }
              systems.run(dt);
          }) == 0);
    CHECK(fewest < slots);
}

TEST_CASE("moving to another level of detail allocates nothing", "[no-allocation]") {
    const auto kind = std::make_shared<const character_kind>(
        test::chain_kind<float>({.along = {1, 0, 0}}, spring_tuning{}, {{"root", collider{}}}));
    entt::registry registry;
    std::vector<entt::entity> all;
    for (int i = 0; i < 64; ++i) {
        all.push_back(spawn(registry, kind));
    }
    int level = 0;
    CHECK(allocations_of(20, [&] {
              level = 1 - level;
              for (const entt::entity who : all) {
                  set_level(registry, who, level);
              }
          }) == 0);
}

TEST_CASE("skinning allocates nothing", "[no-allocation][skin]") {
    for (const skin_method method : {skin_method::linear, skin_method::dual_quaternion}) {
        test::dice roll(4);
        const test::skin_recipe recipe = {palette_mode::polar, 12, 100, 6, false};
        const palette rows = test::to_float(test::random_palette(roll, recipe));
        const auto mesh = bind_mesh(test::to_float(test::random_mesh(roll, recipe)),
                                    test::bind_of<float>(recipe), method);
        REQUIRE(mesh);
        std::vector<skin_entry<float>> entries(mesh->entry_count());
        std::vector<vec3<float>> positions(mesh->vertex_count), normals(mesh->vertex_count);
        CHECK(allocations_of(
                  10, [&] { skin_mesh<float>(rows, 3, *mesh, entries, positions, normals); }) == 0);
    }
}

TEST_CASE("a traced frame with a system of the host's allocates nothing", "[no-allocation]") {
    entt::registry registry;
    fill(registry, 200);
    pipeline systems(registry, {.workers = worker_use::always});
    const system_id mine = *systems.profile().register_system("mine", "things");
    // Rings that run over while it is counted, and threads that find theirs.
    systems.profile().trace().start({.threads = 4, .events_per_thread = 300, .frames = 10});
    CHECK(allocations_of(100, [&] {
              systems.run(dt);
              const system_scope timed(systems.profile(), mine, 3);
          }) == 0);
    CHECK(systems.profile().trace().dropped_events() > 0);

    tf::Executor executor(2);
    tf::Taskflow host;
    long counted_in_task = -1;
    host.emplace(
        [&] { counted_in_task = allocations_of(100, [&] { systems.run(executor, dt); }); });
    executor.run(host).wait();
    CHECK(counted_in_task == 0);
}

TEST_CASE("a frame of VRM springs and constraints allocates nothing", "[no-allocation][vrm]") {
    const rig bones = test::random_kind<float>(1, {.bones = 8}).rig;
    vrm_description springs;
    springs.bodies = {{.bone = 0, .radius = 0.2}, {.bone = 7, .radius = 0.1}};
    springs.groups = {{"all", {0, 1}}};
    springs.chains = {{.joints = {{.bone = 7, .tail_offset = {0, 0.1, 0}},
                                  {.bone = 1, .tail_offset = {0, 0.1, 0}}},
                       .groups = {0}}};
    auto kind = std::make_shared<character_kind>();
    kind->rig = bones;
    kind->springs = *vrm_builder(springs).build(bones);
    kind->bind = make_rest_bind(bones);
    const constraint_description follow[] = {{constraint_kind::rotation, 2, 0, 0.3}};
    kind->constraints = *build_constraints<float>(follow, bones);
    entt::registry registry;
    for (int i = 0; i < 50; ++i) {
        spawn(registry, kind);
    }
    pipeline systems(registry);
    CHECK(allocations_of(100, [&] { systems.run(dt); }) == 0);
}

TEST_CASE("a frame launched from a task of the host allocates nothing", "[no-allocation]") {
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        entt::registry registry;
        fill(registry, 200);
        pipeline systems(registry, {.order = order, .workers = worker_use::always});
        tf::Executor executor(2);
        tf::Taskflow host;
        long counted_in_task = -1;
        host.emplace(
            [&] { counted_in_task = allocations_of(100, [&] { systems.run(executor, dt); }); });
        executor.run(host).wait();
        CHECK(counted_in_task == 0);
    }
}

TEST_CASE("characters that play clips allocate nothing, nor do fades", "[no-allocation]") {
    entt::registry registry;
    fill(registry, 40);
    play_all(registry);
    pipeline systems(registry);
    const entt::entity first = *registry.view<clip_player>().begin();
    int frame = 0;
    const long counted = allocations_of(100, [&] {
        if (++frame % 10 == 0) {
            cross_fade(registry, first, frame % 20 == 0 ? "run" : "walk", 0.1F);
            seek(registry, first, 0.7);
        }
        systems.run(dt);
    });
    CHECK(counted == 0);
    CHECK(registry.get<clip_player>(first).found_keys.size() == 2 * clip_layers);
}

TEST_CASE("a frame launched from outside costs Taskflow's few objects, whatever the crowd",
          "[no-allocation]") {
    const auto per_frame = [](int characters) {
        entt::registry registry;
        fill(registry, characters);
        pipeline systems(registry, {.workers = worker_use::always});
        tf::Executor executor(2);
        return static_cast<double>(allocations_of(100, [&] { systems.run(executor, dt); })) / 100.0;
    };
    const double few = per_frame(20);
    const double many = per_frame(2000);
    CHECK(few <= 4);
    CHECK(std::abs(many - few) < 0.2);
}
