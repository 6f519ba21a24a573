// Flesh has the same bits on the instruction sets that promise it.

#include "systems/tissue/limb.hpp"
#include "systems/tissue/loose_limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

using namespace jounce;
using namespace jounce::test;

/// Every bit of what eight shaken limbs show, and of their state, over two seconds.
std::vector<std::uint32_t> bits_of(tissue_tier tier) {
    tissue_run_options run;
    run.tier = tier;
    run.newton_steps = 2;
    loose_limb<float> limb(golden_limb().baked, run);
    std::vector<std::uint32_t> out;
    const auto add = [&](const lane_vec3<float>& one) {
        for (const lane<float>* axis : {&one.x, &one.y, &one.z}) {
            for (const float number : axis->v) {
                out.push_back(std::bit_cast<std::uint32_t>(number));
            }
        }
    };
    for (int step = 0; step < 240; ++step) {
        for (int lane = 0; lane < lane_count; ++lane) {
            const double wave = std::sin((0.1 + 0.03 * lane) * step);
            for (std::size_t b = 0; b < 3; ++b) {
                const double angle = 0.3 * static_cast<double>(b) * wave;
                limb.place(b, lane, axis_angle(vec3<double>{0, 0.6, 0.8}, angle),
                           {0.01 * wave, 0.03 * wave, -0.02 * wave});
            }
        }
        limb.frame();
        for (const lane_vec3<float>& one : limb.shown.handles) {
            add(one);
        }
    }
    for (const tissue_handle<float>& one : limb.state.handles) {
        add(one.now);
        add(one.before);
        add(one.turned);
        add(one.velocity);
    }
    return out;
}

} // namespace

TEST_CASE("Levels v2 and v3 give flesh the same bits", "[tissue][isa]") {
    const isa_level before = active_isa();
    if (!select_isa(isa_level::v2) || !select_isa(isa_level::v3)) {
        select_isa(before);
        SKIP("this build or CPU has not both levels");
    }
    for (const tissue_tier tier :
         {tissue_tier::linear, tissue_tier::nonlinear, tissue_tier::newton}) {
        INFO(static_cast<int>(tier));
        select_isa(isa_level::v2);
        const std::vector<std::uint32_t> slow = bits_of(tier);
        select_isa(isa_level::v3);
        const std::vector<std::uint32_t> fast = bits_of(tier);
        select_isa(before);
        CHECK(slow == fast);
    }
}
