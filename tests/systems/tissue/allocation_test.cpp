#include "support/counted_new.hpp"
#include "systems/tissue/limb.hpp"

#include <jounce/components/host/tissue_control.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

TEST_CASE("Frames of flesh allocate nothing", "[tissue][pipeline]") {
    using namespace jounce;
    using namespace jounce::test;
    limb_options options;
    options.run.newton_steps = 2;
    limb_stage stage(limb_kind(options));
    constexpr tissue_tier tiers[] = {tissue_tier::linear, tissue_tier::nonlinear,
                                     tissue_tier::newton};
    std::vector<entt::entity> all;
    for (std::size_t i = 0; i < 20; ++i) {
        all.push_back(stage.add());
        stage.registry.emplace<tissue_control>(all.back()).tier = tiers[i % 3];
    }
    int frame = 0;
    const long count = allocations_of(10, [&] {
        ++frame;
        for (const entt::entity who : all) {
            stage.at(who).position.y = 0.02 * std::sin(0.3 * frame);
        }
        stage.systems.run(1.0F / 60);
    });
    CHECK(count == 0);
}
