#include "support/lone_character.hpp"
#include "support/spring_crowd.hpp"

#include <snippets/own_ecs.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstring>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr int characters = 5; // some lanes stay empty

quat<float> turn_at(int frame, int lane) {
    const auto angle = 0.5F * std::sin(0.13F * static_cast<float>(frame + 7 * lane));
    return axis_angle<float>({0, 0.6F, 0.8F}, angle);
}

} // namespace

TEST_CASE("a loop over the kernels gives the bits of the pipeline", "[docs]") {
    const auto kind = hairy_kind();
    stage told(kind);
    std::vector<entt::entity> there;
    my_block block{kind};
    for (int lane = 0; lane < characters; ++lane) {
        there.push_back(told.add());
        told.control(there.back());
        enter(block, lane);
    }
    world_forces& world = context<world_forces>(told.registry);
    world.wind = {3, 0, 1};
    frame_clock clock;
    float farthest = 0;
    for (int frame = 0; frame < 120; ++frame) {
        const float dt = frame % 3 == 0 ? 1.0F / 37 : 1.0F / 90;
        for (int lane = 0; lane < characters; ++lane) {
            const auto i = static_cast<std::size_t>(lane);
            const placement at = walk_at(clock.time + 0.3 * lane);
            told.at(there[i]) = at;
            block.placements[i] = at;
            pose_of(told.registry, there[i]).set_rotation(0, turn_at(frame, lane));
            set_lane(block.data.local.bones[0].rotation, lane, turn_at(frame, lane));
            told.control(there[i]).teleport = block.controls[i].teleport = frame == 40 + lane;
        }
        told.systems.run(dt);
        begin_frame(clock, dt);
        step(block, world, clock);
        for (int lane = 0; lane < characters; ++lane) {
            const entt::entity who = there[static_cast<std::size_t>(lane)];
            REQUIRE(told.lane(who) == lane);
            const auto rows = palette_of(told.registry, who);
            REQUIRE(static_cast<int>(rows.size()) == block.data.palette.rows_per_lane());
            INFO("frame " << frame << ", lane " << lane);
            REQUIRE(std::memcmp(rows.data(), block.data.palette.lane_rows(lane),
                                rows.size_bytes()) == 0);
            farthest = std::max(farthest, told.most(who));
        }
    }
    CHECK(farthest > 0.05F); // so there was something to compare
    CHECK(block.controls[3].teleport == false);
}
