#include <jounce/modules/dev/bench/baseline_run.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/reference_state.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <vector>

using namespace jounce;

namespace {

vec3<float> plain(const Eigen::Vector3f& v) { return {v.x(), v.y(), v.z()}; }

/// Largest distance between what the two ways computed for a character.
float difference(const entt::registry& registry, entt::entity who,
                 const bench::baseline_character& other) {
    const character& at = registry.get<character>(who);
    float largest = 0;
    const auto compare = [&](const lane_vec3<float>& ours, const Eigen::Vector3f& theirs) {
        largest = std::max(largest, length(get_lane(ours, at.lane) - plain(theirs)));
    };
    rigid_pose rigid;
    animated_pose(registry, at.block, rigid);
    for (std::size_t b = 0; b < rigid.bones.size(); ++b) {
        compare(rigid.bones[b].translation, other.rigid[b].translation);
    }
    const dynamic_pose& dynamic = registry.get<dynamic_pose>(at.block);
    for (std::size_t a = 0; a < dynamic.tails.size(); ++a) {
        compare(dynamic.heads[a], other.dynamic_heads[a]);
        compare(dynamic.tails[a], other.dynamic_tails[a]);
    }
    const reference_state& simulated = registry.get<reference_state>(at.block);
    for (std::size_t s = 0; s < simulated.particles.size(); ++s) {
        compare(simulated.particles[s].position, other.particles[s].position);
        compare(simulated.particles[s].anchor, other.particles[s].anchor);
    }
    return largest;
}

} // namespace

TEST_CASE("the baseline computes what jounce computes", "[bench]") {
    constexpr solver_id published = reference_solver;
    for (const procedural::model& kind :
         {procedural::tentacle(published), procedural::plant(published),
          procedural::cape(published), procedural::belly(published),
          *procedural::bench_character(64, 16), *procedural::bench_character(24, 23)}) {
        constexpr std::size_t count = 11;
        entt::registry registry;
        std::vector<entt::entity> crowd;
        for (std::size_t i = 0; i < count; ++i) {
            crowd.push_back(procedural::spawn(registry, kind));
        }
        bench::baseline_crowd other(kind, count);
        pipeline frames(registry);
        for (int f = 0; f < 200; ++f) {
            for (std::size_t i = 0; i < count; ++i) {
                procedural::animate(registry, crowd[i], f / 60.0, procedural::crowd_phase(i));
            }
            frames.run(procedural::frame_time);
            other.animate(f / 60.0);
            other.frame(procedural::frame_time);
            for (std::size_t i = 0; i < count; ++i) {
                CAPTURE(kind.name, f, i);
                REQUIRE(difference(registry, crowd[i], other.characters()[i]) < 1e-4F);
            }
        }
    }
}
