#include <jounce/modules/bench/spring_race.hpp>

#include <jounce/components/scalar_math.hpp>
#include <jounce/modules/bench/race.hpp>
#include <jounce/systems/fk.hpp>
#include <jounce/systems/stable_frame.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

using namespace jounce;

namespace {

bench::bench_options small() {
    bench::bench_options options;
    options.characters = 20;
    options.bones = 12;
    options.springs = 5;
    return options;
}

std::vector<std::string> names_of(const std::vector<bench::kernel_cost>& costs) {
    std::vector<std::string> out;
    for (const bench::kernel_cost& cost : costs) {
        out.push_back(cost.name);
    }
    return out;
}

} // namespace

TEST_CASE("racers take turns, ten each, and the first does not count", "[bench][race]") {
    std::string log;
    int turn = 0;
    const bench::racer all[] = {{[&] { log += 'a'; }, [&] { log += '.'; }},
                                {[&] {
                                     log += 'b';
                                     // Only the turn that does not count is quick.
                                     if (turn++ > 0) {
                                         std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                     }
                                 },
                                 {}}};
    const std::vector<double> best = bench::race(all);
    CHECK(log == ".ab.ab.ab.ab.ab.ab.ab.ab.ab.ab");
    REQUIRE(best.size() == 2);
    CHECK(best[0] > 0);
    CHECK(best[1] >= 2e6);
    const bench::kernel_cost cost = bench::compared("fk", "bone", 50, 200, 1400);
    CHECK(cost.ns_per_element == Catch::Approx(4));
    CHECK(cost.baseline_ns_per_element == Catch::Approx(28));
    CHECK(cost.ratio == Catch::Approx(7));
}

TEST_CASE("the ticks of a race are those of its frames", "[bench][race]") {
    // The rates do not divide each other: frames have one tick, or two, or none.
    for (const double hertz : {120.0, 90.0, 50.0}) {
        bench::tick_sequence ticks(1 / hertz);
        frame_clock clock = {1.0F / 60, 0, 2};
        std::vector<tick_place<float>> expected;
        for (int f = 0; f < 60; ++f) {
            clock.time += static_cast<double>(clock.dt);
            const tick_range range = ticks_of(1 / hertz, 0, clock, 16);
            float before = 0;
            for (std::int64_t t = range.first; t <= range.last; ++t) {
                tick_place<float> at;
                at.share = static_cast<float>(range.share(t, clock));
                at.share_before = before;
                at.first = t == range.first;
                before = at.share;
                expected.push_back(at);
            }
        }
        CHECK(expected.size() == static_cast<std::size_t>(hertz));
        int begun = 0;
        int finished = 0;
        for (const tick_place<float>& at : expected) {
            ticks.next([&] { ++finished; }, [&] { ++begun; });
            REQUIRE(ticks.at().share == at.share);
            REQUIRE(ticks.at().share_before == at.share_before);
            REQUIRE(ticks.at().first == at.first);
            REQUIRE_FALSE(ticks.at().skipped);
            REQUIRE(begun == finished + 1); // one frame is always open
            REQUIRE(ticks.clock().frame == static_cast<std::uint64_t>(begun));
        }
    }
}

TEST_CASE("a raced crowd ticks as frames do, and the ordinary way with it", "[bench][race]") {
    const procedural::model of = *procedural::bench_character(24, 8, solver_kind::stable);
    bench::race_crowd crowd(of, 2);
    CHECK(crowd.springs() == 2 * lane_count * 8);
    const archetype& kind = *of.kind;
    std::vector<block_data> expected(2, make_block_data(kind));
    bench::tick_sequence frames(static_cast<double>(kind.springs.stable.tick_seconds));
    int compared = 0;
    float swung = 0;
    const auto pose_and_run = [&] {
        for (std::size_t i = 0; i < 2 * lane_count; ++i) {
            for (const procedural::driver& bone : *of.plan) {
                set_lane(
                    expected[i / lane_count].local.bones[static_cast<std::size_t>(bone.bone)],
                    static_cast<int>(i % lane_count),
                    procedural::pose_at(bone, frames.clock().time, procedural::crowd_phase(i)));
            }
        }
        for (block_data& data : expected) {
            fk<float>(kind.rig, kind.springs, data.local, data.rigid);
            const stable_view<float> view = {kind.rig,       kind.springs.stable, data.local,
                                             data.rigid,     data.history,        data.conditions,
                                             data.colliders, data.swing,          data.walk};
            run_ticks<float>(view, frames.clock(), {});
        }
    };
    const auto compare = [&] {
        for (std::size_t i = 0; i < 2 * lane_count; ++i) {
            for (std::size_t s = 0; s < kind.springs.stable.springs.size(); ++s) {
                const int lane = static_cast<int>(i % lane_count);
                const spring_state<float>& ours = crowd.blocks()[i / lane_count].swing.springs[s];
                const vec3<float> tail = get_lane(ours.position, lane);
                REQUIRE(tail == get_lane(expected[i / lane_count].swing.springs[s].position, lane));
                const Eigen::Vector3f& other = crowd.ordinary()[i].springs[s].position;
                REQUIRE((bench::to_vector(tail) - other).norm() < 1e-4F);
                swung = std::max(swung, length(get_lane(ours.deflection, lane)));
                ++compared;
            }
        }
    };
    for (int tick = 0; tick < 60; ++tick) {
        frames.next(compare, pose_and_run);
        crowd.prepare_tick_of_blocks();
        crowd.tick_blocks();
        crowd.prepare_tick_of_ordinary();
        crowd.tick_ordinary();
    }
    CHECK(compared > 25 * 2 * lane_count * 8);
    CHECK(swung > 0.01F);
}

TEST_CASE("a raced crowd steps alike both ways", "[bench][race]") {
    bench::race_crowd crowd(*procedural::bench_character(24, 8, solver_kind::reference), 2);
    for (int f = 1; f <= 60; ++f) {
        crowd.pose_blocks(f / 60.0);
        crowd.step_blocks();
        crowd.pose_ordinary(f / 60.0);
        crowd.step_ordinary();
    }
    for (std::size_t i = 0; i < crowd.poses().size(); ++i) {
        for (std::size_t s = 0; s < 8; ++s) {
            const vec3<float> ours =
                get_lane(crowd.blocks()[i / lane_count].springs.particles[s].position,
                         static_cast<int>(i % lane_count));
            REQUIRE((bench::to_vector(ours) - crowd.poses()[i].particles[s].position).norm() <
                    1e-4F);
        }
    }
}

TEST_CASE("springs of both solvers are raced, as many as there are", "[bench][race]") {
    const std::vector<bench::kernel_cost> costs = bench::race_springs(small());
    REQUIRE(names_of(costs) ==
            std::vector<std::string>{"spring_step", "spring_tick", "spring_tick_4_colliders"});
    for (const bench::kernel_cost& cost : costs) {
        CHECK(cost.elements == 24 * 5); // three blocks
        CHECK(cost.ns_per_element > 0);
        CHECK(cost.baseline_ns_per_element > 0);
    }
    CHECK(costs[1].over_spring_tick == 0);
    CHECK(costs[2].over_spring_tick ==
          Catch::Approx(costs[2].ns_per_element / costs[1].ns_per_element));
}

TEST_CASE("a race over springs leaves out what cannot be", "[bench][race]") {
    bench::bench_options options = small();
    options.springs = 0;
    CHECK(bench::race_springs(options).empty());
    options.springs = 9; // three bones are left for colliders
    CHECK(names_of(bench::race_springs(options)) ==
          std::vector<std::string>{"spring_step", "spring_tick"});
    // A crowd beyond what tells more is not made.
    options.characters = 100000;
    options.bones = 3;
    options.springs = 1;
    for (const bench::kernel_cost& cost : bench::race_springs(options)) {
        CHECK(cost.elements == 4096);
    }
    // Nor one that takes too much memory: 1024 bones are some 200 kB.
    options.characters = 4096;
    options.bones = 1024;
    for (const bench::kernel_cost& cost : bench::race_springs(options)) {
        CHECK(cost.elements >= lane_count);
        CHECK(cost.elements <= 1024);
    }
}
