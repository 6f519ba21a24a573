#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace {

using namespace jounce;
using namespace jounce::test;

/// Displacements at times that all rates have, one late tick included in all.
std::vector<std::vector<vec3<float>>> play(const std::shared_ptr<const character_kind>& kind,
                                           int fps) {
    limb_stage stage(kind);
    const entt::entity who = stage.add();
    std::vector<std::vector<vec3<float>>> out;
    for (int frame = 0; frame < 3 * fps; ++frame) {
        const double time = static_cast<double>(frame + 1) / fps;
        placement& at = stage.at(who);
        at.position.y = 0.03 * std::sin(9 * time) + 0.01 * std::sin(17 * time);
        at.rotation =
            axis_angle(vec3<float>{0, 1, 0}, static_cast<float>(0.6 * std::sin(5 * time)));
        stage.systems.run(1.0F / static_cast<float>(fps));
        if ((frame + 1) % (fps / 12) == 0) { // 12 times per second
            out.push_back(stage.shown(who));
        }
    }
    return out;
}

double rms(const std::vector<std::vector<vec3<float>>>& a,
           const std::vector<std::vector<vec3<float>>>* b) {
    double sum = 0;
    for (std::size_t i = 12; i < a.size(); ++i) { // when it has found its rhythm
        for (std::size_t h = 0; h < a[i].size(); ++h) {
            const vec3<float> d = b != nullptr ? a[i][h] - (*b)[i][h] : a[i][h];
            sum += static_cast<double>(dot(d, d));
        }
    }
    return std::sqrt(sum);
}

} // namespace

TEST_CASE("Flesh moves alike at all frame rates", "[tissue][pipeline]") {
    for (const tissue_tier tier : {tissue_tier::linear, tissue_tier::nonlinear}) {
        limb_options options;
        options.run.tier = tier;
        const auto kind = limb_kind(options);
        const auto finest = play(kind, 240);
        const double motion = rms(finest, nullptr);
        REQUIRE(motion > 0);
        for (const int fps : {24, 36, 60, 120}) {
            const auto coarse = play(kind, fps);
            CAPTURE(fps, rms(coarse, &finest) / motion);
            CHECK(rms(coarse, &finest) < 0.05 * motion);
        }
    }
}
