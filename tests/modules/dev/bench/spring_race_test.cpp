#include <jounce/modules/dev/bench/spring_race.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/bench/race.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/stable/stable_frame.hpp>
#include <jounce/systems/stable/stable_view_of.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace spring_race_test {

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

/// A clock that goes as tests say, and a little with every look at it.
double passed_ns = 0;
constexpr double look_ns = 3;
double made_up_clock() { return passed_ns += look_ns; }

} // namespace

TEST_CASE("racers take turns, ten each, and the first does not count", "[bench][race]") {
    std::string log;
    int turn = 0;
    // Only the turn that does not count is quick.
    const auto second = [&] {
        log += 'b';
        passed_ns += turn++ > 0 ? 500 - turn : 1;
    };
    const auto first = [&] {
        log += 'a';
        passed_ns += 2;
    };
    const bench::racer all[] = {{first,
                                 [&] {
                                     log += '.';
                                     passed_ns += 1000; // before a turn: not measured
                                 }},
                                {second, {}}};
    const std::vector<double> best = bench::race(all, &made_up_clock);
    CHECK(log == ".ab.ab.ab.ab.ab.ab.ab.ab.ab.ab");
    REQUIRE(best.size() == 2);
    CHECK(best[0] == 2 + look_ns);
    CHECK(best[1] == 490 + look_ns); // the tenth turn
    CHECK(bench::race(all)[0] >= 0); // by the real one
    const bench::kernel_cost cost = bench::compared("fk", "bone", 50, 200, 1400);
    CHECK(cost.ns_per_element == Catch::Approx(4));
    CHECK(cost.baseline_ns_per_element == Catch::Approx(28));
    CHECK(cost.ratio == Catch::Approx(7));
}

TEST_CASE("a stopwatch adds up what lies between start and stop", "[bench][race]") {
    bench::stopwatch all(&made_up_clock), none(&made_up_clock), twice(&made_up_clock);
    all.start();
    passed_ns += 700;
    all.stop();
    none.start();
    none.stop();
    passed_ns += 700;
    for (int i = 0; i < 2; ++i) {
        twice.start();
        passed_ns += 700;
        twice.stop();
    }
    CHECK(all.ns() == 700);
    CHECK(none.ns() == 0);
    CHECK(twice.ns() == 1400);
    bench::stopwatch real;
    real.start();
    real.stop();
    CHECK(real.ns() >= 0);
}

TEST_CASE("a raced crowd ticks as frames do, and the ordinary way with it", "[bench][race]") {
    const procedural::model of = *procedural::bench_character(24, 8, stable_solver);
    // More blocks than are under way at once, and not a multiple of them.
    constexpr std::size_t blocks = 6;
    bench::race_crowd crowd(of, blocks);
    CHECK(crowd.springs() == blocks * lane_count * 8);
    const character_kind& kind = *of.kind;
    std::vector<block_data> expected(blocks, make_block_data(kind));
    frame_clock clock = {procedural::frame_time, 0, 2};
    float swung = 0;
    for (int frame = 0; frame < 30; ++frame) {
        clock.time += static_cast<double>(clock.dt);
        for (std::size_t i = 0; i < blocks * lane_count; ++i) {
            for (const procedural::driver& bone : *of.plan) {
                set_lane(expected[i / lane_count].local.bones[static_cast<std::size_t>(bone.bone)],
                         static_cast<int>(i % lane_count),
                         procedural::pose_at(bone, clock.time, procedural::crowd_phase(i)));
            }
        }
        for (block_data& data : expected) {
            fk<float>(kind.rig, kind.springs, data.local, data.rigid);
            run_ticks<float>(stable_view_of(kind, data), clock, {});
        }
        const bench::spring_times ours = crowd.frame_of_blocks();
        const bench::spring_times theirs = crowd.frame_of_ordinary();
        CHECK(ours.springs > 0);
        CHECK(ours.bones > 0);
        CHECK(theirs.springs > 0);
        CHECK(theirs.bones > 0);
        for (std::size_t i = 0; i < blocks * lane_count; ++i) {
            for (std::size_t s = 0; s < kind.springs.stable.springs.size(); ++s) {
                const int lane = static_cast<int>(i % lane_count);
                const spring_state<float>& state = crowd.blocks()[i / lane_count].stable.springs[s];
                const vec3<float> tail = get_lane(state.position, lane);
                REQUIRE(tail ==
                        get_lane(expected[i / lane_count].stable.springs[s].position, lane));
                const Eigen::Vector3f& other = crowd.ordinary()[i].springs[s].position;
                REQUIRE((bench::to_vector(tail) - other).norm() < 1e-4F);
                swung = std::max(swung, length(get_lane(state.deflection, lane)));
            }
        }
    }
    CHECK(swung > 0.01F);
}

TEST_CASE("a raced crowd steps and turns alike both ways", "[bench][race]") {
    constexpr solver_id published = reference_solver;
    for (const procedural::model& of :
         {*procedural::bench_character(24, 8, published), procedural::belly(published)}) {
        bench::race_crowd crowd(of, 5);
        for (int f = 1; f <= 60; ++f) {
            crowd.frame_of_blocks();
            crowd.frame_of_ordinary();
        }
        for (std::size_t i = 0; i < crowd.poses().size(); ++i) {
            const block_data& block = crowd.blocks()[i / lane_count];
            const bench::baseline_character& other = crowd.poses()[i];
            const int lane = static_cast<int>(i % lane_count);
            CAPTURE(of.name, i);
            for (std::size_t s = 0; s < other.particles.size(); ++s) {
                const vec3<float> ours = get_lane(block.springs.particles[s].position, lane);
                REQUIRE((bench::to_vector(ours) - other.particles[s].position).norm() < 1e-4F);
            }
            for (std::size_t b = 0; b < other.transforms.size(); ++b) {
                const transform<float> ours = get_lane(block.transforms.bones[b], lane);
                const bench::baseline_character::bone& theirs = other.transforms[b];
                for (const vec3<float>& p : {vec3<float>{1, 0, 0}, vec3<float>{0, 0, 1}}) {
                    const vec3<float> put =
                        ours.translation + ours.scale * rotate(ours.rotation, p);
                    const Eigen::Vector3f puts =
                        theirs.translation + theirs.scale * (theirs.rotation * bench::to_vector(p));
                    REQUIRE((bench::to_vector(put) - puts).norm() < 1e-3F);
                }
            }
        }
    }
}

TEST_CASE("springs of both solvers are raced, as many as there are", "[bench][race]") {
    const std::vector<bench::kernel_cost> costs = bench::race_springs(small());
    REQUIRE(names_of(costs) == std::vector<std::string>{"spring_step", "reference_pose",
                                                        "spring_tick", "spring_tick_4_colliders",
                                                        "stable_pose"});
    for (const bench::kernel_cost& cost : costs) {
        CHECK(cost.elements == (cost.element == "bone" ? 24 * 12 : 24 * 5)); // three blocks
        CHECK(cost.ns_per_element > 0);
        CHECK(cost.baseline_ns_per_element > 0);
    }
    CHECK(costs[2].over_spring_tick == 0);
    CHECK(costs[3].over_spring_tick ==
          Catch::Approx(costs[3].ns_per_element / costs[2].ns_per_element));
}

TEST_CASE("a race over springs leaves out what cannot be", "[bench][race][one_thread]") {
    bench::bench_options options = small();
    options.springs = 0;
    CHECK(bench::race_springs(options).empty());
    options.springs = 9; // three bones are left for colliders
    CHECK(names_of(bench::race_springs(options)) ==
          std::vector<std::string>{"spring_step", "reference_pose", "spring_tick", "stable_pose"});
    // A crowd beyond what tells more is not made.
    options.characters = 100000;
    options.bones = 3;
    options.springs = 1;
    for (const bench::kernel_cost& cost : bench::race_springs(options)) {
        CHECK(cost.elements == (cost.element == "bone" ? 3 * 4096 : 4096));
    }
    // Nor one that takes too much memory: 1024 bones are some 200 kB.
    options.characters = 4096;
    options.bones = 1024;
    for (const bench::kernel_cost& cost : bench::race_springs(options)) {
        CHECK(cost.elements >= lane_count);
        CHECK(cost.elements <= (cost.element == "bone" ? 1024 * 1024 : 1024));
    }
}

} // namespace spring_race_test
