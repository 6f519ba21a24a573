#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/fit_scratch.hpp>
#include <jounce/modules/pipeline/look_ahead.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;

TEST_CASE("every scratch has room for the largest kind, whichever a thread takes", "[pipeline]") {
    entt::registry registry;
    const auto small = *procedural::bench_character(16, 4, stable_solver, 0);
    const auto large = *procedural::bench_character(70, 30, reference_solver, 0);
    spawn(registry, small.kind);
    spawn(registry, large.kind);
    const crowd_index& crowd = context<crowd_index>(registry);
    std::vector<frame_scratch> scratch;
    fit_for_any_block(crowd, 8, scratch);
    REQUIRE(scratch.size() == 8);
    for (const frame_scratch& one : scratch) {
        CHECK(one.rigid.bones.size() >= 70);
        CHECK(one.rigid.tails.size() >= large.kind->springs.affected.size());
        CHECK(one.rigid.tails.size() >= small.kind->springs.affected.size());
        CHECK(one.stable.now.bones.size() >= small.kind->springs.stable.walk.size());
        CHECK(one.stable.force.size() >= small.kind->springs.stable.springs.size());
    }
    fit_for_any_block(crowd, 4, scratch);
    CHECK(scratch.size() == 8);
}

TEST_CASE("the memory of the next blocks is named in crowds that no cache holds", "[pipeline]") {
    entt::registry registry;
    const auto kind = *procedural::bench_character(64, 16, stable_solver, 0);
    for (int i = 0; i < 3 * lane_count; ++i) {
        spawn(registry, kind.kind);
    }
    const std::vector<entt::entity>& blocks = context<crowd_index>(registry).blocks;
    REQUIRE(blocks.size() == 3);
    const std::span<const entt::entity> next = std::span(blocks).subspan(1);
    std::vector<frame_scratch> now(4);
    look_ahead(registry, next, 1000, now);
    for (std::size_t i = 0; i < 2; ++i) {
        const local_pose& pose = registry.get<local_pose>(next[i]);
        const auto* begin = reinterpret_cast<const std::byte*>(pose.bones.data());
        const std::byte* end = now[i].ahead.data() + now[i].ahead.size();
        CHECK(now[i].ahead.data() < begin);
        CHECK(end > begin + pose.bones.size() * sizeof(pose.bones.front()));
        const auto& springs = registry.get<stable_state>(next[i]).springs;
        CHECK(end >= reinterpret_cast<const std::byte*>(springs.data() + springs.size()));
        const auto& controls = registry.get<control_states>(next[i]).lanes;
        CHECK(end >= reinterpret_cast<const std::byte*>(controls.data() + controls.size()));
        // What is only written is not fetched.
        const bone_transforms& transforms = registry.get<bone_transforms>(next[i]);
        CHECK(end <= reinterpret_cast<const std::byte*>(transforms.bones.data()));
        const palette& rows = registry.get<palette>(next[i]);
        CHECK(end <= reinterpret_cast<const std::byte*>(rows.rows.data()));
    }
    CHECK(now[2].ahead.empty()); // nothing comes after the last
    CHECK(now[3].ahead.empty());
    look_ahead(registry, next, blocks.size(), now);
    CHECK(now[0].ahead.empty()); // three blocks stay in cache
}
