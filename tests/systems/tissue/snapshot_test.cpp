#include "systems/tissue/limb.hpp"

#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>
#include <jounce/modules/crowd/state_hash.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace {

using namespace jounce;
using namespace jounce::test;

void play(limb_stage& stage, const std::vector<entt::entity>& all, int first, int last) {
    for (int frame = first; frame < last; ++frame) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            stage.at(all[i]).position.y = 0.02 * std::sin(0.3 * frame + static_cast<double>(i));
        }
        stage.systems.run(1.0F / 60);
    }
}

} // namespace

TEST_CASE("Restored flesh goes on with the same bits", "[tissue][pipeline]") {
    limb_options options;
    SECTION("nonlinear") {}
    SECTION("linear") { options.run.tier = tissue_tier::linear; }
    SECTION("beside the reference solver") { options.is_reference = true; }
    limb_stage stage(limb_kind(options));
    std::vector<entt::entity> all;
    for (int i = 0; i < 11; ++i) {
        all.push_back(stage.add());
    }
    play(stage, all, 0, 25);
    const snapshot saved = take_snapshot(stage.registry);
    const std::uint64_t then = state_hash(stage.registry);
    play(stage, all, 25, 50);
    const std::uint64_t later = state_hash(stage.registry);
    CHECK(then != later);
    for (const entt::entity who : all) { // placements are the host's
        stage.at(who).position.y = 0;
    }
    REQUIRE(restore(stage.registry, saved));
    play(stage, all, 25, 50);
    CHECK(state_hash(stage.registry) == later);
}

TEST_CASE("Flesh is part of the hash of a character", "[tissue][pipeline]") {
    limb_stage stage(limb_kind());
    const entt::entity who = stage.add();
    play(stage, {who}, 0, 10);
    const std::uint64_t before = character_hash(stage.registry, who);
    const character& at = stage.registry.get<character>(who);
    stage.registry.get<tissue_state>(at.block).handles[3].now.x.v[at.lane] += 1e-6F;
    CHECK(character_hash(stage.registry, who) != before);
}
