// The walking figure of the demo's stage of flesh, without pictures: how far its flesh swings, and that no change of
// tier or of level of detail lets it jump.

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace jounce;

namespace {

/// The figure on its way, and what its flesh does from frame to frame.
struct walker {
    entt::registry registry;
    std::shared_ptr<character_kind> kind;
    entt::entity who{};
    std::unique_ptr<pipeline> frames;
    std::vector<vec3<float>> now, before;
    float furthest = 0; ///< of a handle from rest, so far

    walker() {
        const std::string folder = JOUNCE_DEMO_MODELS;
        const result<gltf::model> model = gltf::read_model(folder + "/heavy.glb");
        REQUIRE(model);
        const result<tissue::baked_tissue> baked =
            tissue::read_tissue(folder + "/heavy.tissue.glb");
        REQUIRE(baked);
        spring_set none;
        none.solver = stable_solver; // it has levels of detail
        result<gltf::ready_kind> ready = gltf::make_ready_kind(*model, none);
        REQUIRE(ready);
        kind = std::make_shared<character_kind>(*ready->kind);
        tissue_run_options how;
        how.newton_steps = 2;
        result<tissue_set> flesh =
            make_tissue_set<float>(*baked, kind->bind, 1, how, &model->meshes.front().vertices);
        REQUIRE(flesh);
        kind->tissue = std::make_shared<const tissue_set>(*std::move(flesh));
        ready->kind = kind;
        who = gltf::spawn(registry, *ready);
        registry.emplace<tissue_control>(who);
        frames = std::make_unique<pipeline>(registry);
        REQUIRE(play(registry, who, "walk"));
        now.resize(static_cast<std::size_t>(kind->tissue->handle_count));
        before = now;
    }

    /// A frame. How far the quickest handle went, metres.
    float step() {
        before = now;
        frames->run(1.0F / 60);
        REQUIRE(displacements_of(registry, who, now) == now.size());
        float most = 0;
        for (std::size_t h = 0; h < now.size(); ++h) {
            most = std::max(most, length(now[h] - before[h]));
            furthest = std::max(furthest, length(now[h]));
        }
        return most;
    }
    /// The largest of some frames.
    float steps(int count) {
        float most = 0;
        for (int f = 0; f < count; ++f) {
            most = std::max(most, step());
        }
        return most;
    }
};

} // namespace

TEST_CASE("the flesh of the heavy figure swings, and does not jump between tiers",
          "[demos][tissue]") {
    walker one;
    one.steps(30);
    const float usual = one.steps(132); // two rounds
    INFO("quickest " << usual << " m per frame, furthest " << one.furthest << " m");
    CHECK(one.furthest > 0.01F);
    CHECK(one.furthest < 0.15F);
    for (const tissue_tier tier :
         {tissue_tier::newton, tissue_tier::linear, tissue_tier::nonlinear}) {
        one.registry.get<tissue_control>(one.who).tier = tier;
        INFO("tier " << static_cast<int>(tier));
        CHECK(one.steps(20) < 1.5F * usual);
    }
    for (const int level : {1, 2, 1, 0}) {
        REQUIRE(set_level(one.registry, one.who, level));
        INFO("level " << level);
        CHECK(one.steps(20) < 1.5F * usual);
    }
}
