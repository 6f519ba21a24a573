#include "support/lively_motion.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::test;

namespace {

basic_character_kind<float> chain_of(int links, double hertz, double damping) {
    spring_tuning tuning;
    tuning.frequency = hertz;
    tuning.damping_ratio = damping;
    chain_recipe recipe;
    recipe.links = links;
    return chain_kind<float>(recipe, tuning);
}

constexpr double all_seconds = motion_seconds + 2 * still_seconds;

} // namespace

TEST_CASE("springs move alike at any frame rate", "[stable][rates][one_thread]") {
    struct chain {
        int links;
        double hertz;
        double damping;
    };
    const chain one = GENERATE(chain{1, 3, 0.3}, chain{6, 3, 0.5}, chain{9, 3, 0.5},
                               chain{9, 5, 0.3}, chain{14, 3, 0.5});
    const basic_character_kind<float> kind = chain_of(one.links, one.hertz, one.damping);
    for (const lively_motion& motion : lively_motions()) {
        const played_chain dense = play_chain(kind, motion, frames_of(960, all_seconds, false));
        for (const double fps : {24.0, 25.0, 30.0, 50.0, 60.0, 72.0, 90.0, 144.0, 165.0, 240.0}) {
            for (const bool jitters : {false, true}) {
                const played_chain played =
                    play_chain(kind, motion, frames_of(fps, all_seconds, jitters));
                const rate_difference off = difference(played, dense);
                INFO(one.links << " links of " << one.hertz << " Hz, damped by " << one.damping
                               << ", " << motion.name << " at " << fps
                               << (jitters ? " fps, jittering" : " fps") << ": "
                               << 100 * off.secondary << " %, input " << 100 * off.input << " %");
                // A frame that is longer than the one before knows less of where it is going.
                const double allowed = jitters ? 0.03 + 3 * off.input : 0.02 + 2 * off.input;
                CHECK(off.secondary <= allowed);
            }
        }
    }
}

TEST_CASE("a pose between frames goes on as fast as it came", "[stable][rates]") {
    // A ball thrown: every frame's pose lies on a parabola, and so should what is between. The root has
    // a single spring that is so stiff that its tail is where the pose is.
    const basic_character_kind<float> kind = chain_of(1, 1000, 1);
    stable_block<float> block(kind);
    const auto height = [](double t) { return 3 * t - 5 * t * t; };
    double straight = 0;
    double most = 0;
    for (int frame = 0; frame < 12; ++frame) {
        const double begin = frame / 30.0;
        const double end = (frame + 1) / 30.0;
        transform<float> root;
        root.translation.y = static_cast<float>(height(end));
        block.pose_all(0, root);
        block.frame(1.0 / 30);
        if (frame < 6) {
            continue; // nobody knew how fast it was when it began
        }
        // `position` is of the last tick, which ended with the frame or up to a tick before.
        const double tick = std::floor(block.clock.time * 120 + 1e-9) / 120;
        const double y = static_cast<double>(get_lane(block.data.stable.springs[0].position, 0).y);
        most = std::max(most, std::abs(y + 0.1 - height(tick)));
        straight = std::max(
            straight, std::abs(height((begin + end) / 2) - 0.5 * (height(begin) + height(end))));
    }
    CHECK(straight > 1e-3);
    CHECK(most < 0.35 * straight);
}

TEST_CASE("a cut, a stop and a jerk do not swing out", "[stable][rates]") {
    // What is between two frames stays near them, whatever came before.
    const basic_character_kind<float> kind = chain_of(1, 1000, 1);
    struct step {
        double angle; ///< degrees
        double way;   ///< m
    };
    const step cut = GENERATE(step{170, 0}, step{90, 5}, step{20, 100}, step{0, 0.05});
    stable_block<float> block(kind);
    const double dt = 1.0 / 24;
    double over = 0;
    struct seen {
        stable_block<float>* block;
        double* over;
        double way;
    } see = {&block, &over, cut.way};
    block.options.user = &see;
    block.options.after = [](void* user, std::int64_t) {
        const seen& to = *static_cast<const seen*>(user);
        const vec3<float> tail = get_lane(to.block->data.stable.springs[0].position, 0);
        const double x = static_cast<double>(tail.x);
        *to.over = std::max({*to.over, x - to.way - 0.1, -0.1 - x});
    };
    for (int frame = 0; frame < 40; ++frame) {
        const double share = frame >= 20 ? 1 : 0;
        transform<float> root;
        root.rotation = cast<float>(turned(0, 0, share * cut.angle));
        root.translation.x = static_cast<float>(share * cut.way);
        block.pose_all(0, root);
        block.frame(dt);
    }
    // The rig is 0.3 m large; a tail hangs 0.1 m below the root.
    CHECK(over < 0.05);
}

TEST_CASE("a pose that stays gives no deflection", "[stable][rates]") {
    const basic_character_kind<float> kind = chain_of(9, 3, 0.5);
    const double fps = GENERATE(24.0, 60.0, 144.0);
    stable_block<float> block(kind);
    transform<float> root;
    root.rotation = cast<float>(turned(20, 50, -30));
    root.translation = {0.3F, 0.1F, -0.2F};
    block.pose_all(0, root);
    for (int frame = 0; frame < 100; ++frame) {
        block.frame(1 / fps);
        for (std::size_t s = 0; s < 9; ++s) {
            const vec3<float> y = block.deflection(s);
            REQUIRE(length(y) == 0.0F);
        }
    }
    // After a motion the rates are nothing again, exactly.
    for (int frame = 0; frame < 200; ++frame) {
        if (frame < 20) {
            root.translation.x += 0.01F;
        }
        block.pose_all(0, root);
        block.frame(1 / fps);
    }
    const lane_pose_rate<float>& rate = block.data.history.anchor_rates.front();
    CHECK(get_lane(rate.translation, 0) == vec3<float>{});
    CHECK(rate.rotation.x.v[0] == 0.0F);
}
