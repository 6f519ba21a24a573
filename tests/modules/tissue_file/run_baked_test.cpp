// From a skin to flesh that moves: bake, file, run-time set, pipeline.

#include "modules/tissue/made_skin.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/tissue_bake/write_tissue.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

/// The baked limb as a file has it.
tissue::baked_tissue limb_from_file() {
    const auto made = made_limb().bake(quick_bake());
    REQUIRE(made);
    const result<std::string> bytes = tissue::tissue_bytes(made->tissue, made->figures);
    REQUIRE(bytes);
    auto read = tissue::parse_tissue(std::as_bytes(std::span(*bytes)), "limb.tissue.glb");
    REQUIRE(read);
    return *std::move(read);
}

std::shared_ptr<const character_kind> fleshy_limb(const tissue::baked_tissue& baked,
                                                  tissue_tier tier) {
    rig_builder bones;
    bones.add(rig_builder::segment{"upper", -1, {-0.15, 0, 0}, {0, 0, 0}});
    bones.add(rig_builder::segment{"lower", 0, {0, 0, 0}, {0.15, 0, 0}});
    rig made = *bones.build<float>();
    spring_set springs = *stable_builder{}.build<float>(made);
    character_kind kind = *make_kind(std::move(made), std::move(springs));
    tissue_run_options options;
    options.tier = tier;
    options.newton_steps = 1;
    const result<tissue_set> flesh = make_tissue_set<float>(baked, kind.bind, 1, options);
    REQUIRE(flesh);
    kind.tissue = std::make_shared<const tissue_set>(*flesh);
    return std::make_shared<const character_kind>(std::move(kind));
}

} // namespace

TEST_CASE("baked flesh swings in the pipeline, within its bounds, and comes to rest", "[tissue]") {
    const tissue::baked_tissue baked = limb_from_file();
    const tissue_tier tier =
        GENERATE(tissue_tier::linear, tissue_tier::nonlinear, tissue_tier::newton);
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = spawn(registry, fleshy_limb(baked, tier));
    std::vector<vec3<float>> moved(baked.handles.size());
    // The largest displacement of a frame, and its largest share of what is allowed.
    const auto measure = [&](double& share) {
        displacements_of(registry, who, moved);
        float most = 0;
        for (std::size_t h = 0; h < moved.size(); ++h) {
            most = std::max(most, length(moved[h]));
            share = std::max(share, static_cast<double>(length(moved[h])) / baked.handle_bounds[h]);
        }
        return most;
    };
    float swung = 0;
    double share = 0;
    for (int frame = 0; frame < 90; ++frame) {
        registry.get<placement>(who).position.y = 0.05 * std::sin(0.4 * frame);
        systems.run(1.0F / 60);
        swung = std::max(swung, measure(share));
    }
    CHECK(swung > 1e-3F);
    CHECK(share <= 1 + 1e-5);
    for (int frame = 0; frame < 900; ++frame) {
        systems.run(1.0F / 60);
    }
    CHECK(measure(share) < 1e-5F);
}
