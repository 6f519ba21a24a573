#include <jounce/modules/profiling/system_stats.hpp>

#include "support/caught_assert.hpp"

#include <jounce/modules/profiling/cost_table.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <string>
#include <thread>
#include <vector>

using namespace jounce;
using Catch::Approx;
using jounce::test::caught_assert;

namespace {

constexpr std::array<system_stats::description, 2> two = {{{"walk", "legs"}, {"talk", "words"}}};
constexpr system_id walk{0};
constexpr system_id talk{1};

frame_counters of_characters(std::uint64_t count) {
    frame_counters out;
    out.at_level[0] = count;
    return out;
}

void record(system_stats& to, std::uint64_t wall, std::uint64_t walk_ns, std::uint64_t talk_ns) {
    to.begin_frame();
    to.add(walk, walk_ns, 10);
    to.add(talk, talk_ns, 4);
    to.end_frame(wall, of_characters(5));
}

} // namespace

TEST_CASE("costs are those of the frames recorded", "[profiling]") {
    system_stats stats(two, 256);
    // 1..100 us and 1 us always; the wall says their sum and one more.
    for (std::uint64_t i = 1; i <= 100; ++i) {
        record(stats, 1000 * (i + 2), 1000 * i, 1000);
    }
    const std::vector<system_cost> costs = stats.costs();
    REQUIRE(costs.size() == 2);
    CHECK(costs[0].name == "walk");
    CHECK(costs[0].element == "legs");
    CHECK(costs[0].elements == 10);
    CHECK(costs[0].min_ms == Approx(0.001));
    CHECK(costs[0].mean_ms == Approx(0.0505)); // 101 / 2
    CHECK(costs[0].p50_ms == Approx(0.050));
    CHECK(costs[0].p99_ms == Approx(0.099));
    CHECK(costs[0].ns_per_element == Approx(5050));
    CHECK(costs[0].share == Approx(50.5 / 51.5));
    CHECK(costs[1].share == Approx(1 / 51.5));
    CHECK(costs[1].ns_per_element == Approx(250));

    const system_cost frame = stats.frame_cost();
    CHECK(frame.name == "frame");
    CHECK(frame.elements == 5);
    CHECK(frame.min_ms == Approx(0.003));
    CHECK(frame.p50_ms == Approx(0.052));
    CHECK(frame.p99_ms == Approx(0.101));
    CHECK(frame.mean_ms == Approx(stats.wall_ms_mean()));
    CHECK(frame.ns_per_element == Approx(52500.0 / 5));
    CHECK(frame.share == 1);
}

TEST_CASE("only the window is kept, and the history has it in order", "[profiling]") {
    system_stats stats(two, 8);
    CHECK(stats.history(walk).size() == 0);
    for (std::uint64_t i = 1; i <= 20; ++i) {
        record(stats, 2000 * i, 1000 * i, 0);
        const cost_history seen = stats.history(walk);
        REQUIRE(seen.size() == std::min<std::uint64_t>(i, 8));
        for (std::size_t k = 0; k < seen.size(); ++k) {
            const double frame = static_cast<double>(i - seen.size() + k + 1);
            CHECK(seen.ms(k) == Approx(0.001 * frame));
            CHECK(stats.frame_history().ms(k) == Approx(0.002 * frame));
        }
    }
    CHECK(stats.frames() == 20);
    CHECK(stats.costs()[0].min_ms == Approx(0.013)); // 13..20
    CHECK(stats.costs()[0].mean_ms == Approx(0.0165));
    stats.reset();
    CHECK(stats.frames() == 0);
    CHECK(stats.history(walk).size() == 0);
    CHECK(stats.costs()[0].mean_ms == 0);
    CHECK(stats.counters() == frame_counters{});
}

TEST_CASE("elements that change from frame to frame are divided by what they were", "[profiling]") {
    system_stats stats(two);
    stats.begin_frame();
    stats.add(walk, 100, 10);
    stats.end_frame(100, {});
    stats.begin_frame();
    stats.add(walk, 900, 90);
    stats.end_frame(900, {});
    CHECK(stats.costs()[0].elements == 90);
    CHECK(stats.costs()[0].ns_per_element == Approx(10));
}

TEST_CASE("a system of the host's has a row of its own", "[profiling]") {
    system_stats stats(two);
    const result<system_id> upload = stats.register_system("palette_upload", "joints");
    REQUIRE(upload);
    CHECK(*stats.register_system("palette_upload") == *upload); // again is the same
    CHECK(*stats.register_system("talk") == talk);
    CHECK(stats.find("palette_upload") == upload.operator*());
    CHECK_FALSE(stats.find("nobody"));

    stats.add(*upload, 77, 7); // before the first frame: of none
    record(stats, 10, 1, 2);
    stats.add(*upload, 30, 64); // after the frame's end, of the same frame
    record(stats, 10, 1, 2);
    stats.add(*upload, 50, 64);
    stats.hold_frame();
    stats.add(*upload, 1000, 64); // while frames are held: of none
    const std::vector<system_cost> costs = stats.costs();
    REQUIRE(costs.size() == 3);
    CHECK(costs[2].element == "joints");
    CHECK(costs[2].mean_ms == Approx(40e-6));
    CHECK(costs[2].ns_per_element == Approx(80.0 / 128));
    CHECK(costs[2].share == Approx(40.0 / 43));
    CHECK(format_cost_table(stats).find("palette_upload") != std::string::npos);
}

TEST_CASE("rows are limited and their names checked", "[profiling][bad-input]") {
    system_stats stats(two);
    for (const std::string& name : {std::string(), std::string(64, 'x'), std::string("line\nbreak"),
                                    std::string("\xc3\xa4")}) {
        const result<system_id> refused = stats.register_system(name);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().name == "bad_name");
    }
    CHECK_FALSE(stats.register_system("fine", "not\tfine"));
    for (std::size_t i = two.size(); i < system_stats::max_systems; ++i) {
        REQUIRE(stats.register_system("system " + std::to_string(i)));
    }
    const result<system_id> refused = stats.register_system("one more");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "too_many_systems");
    CHECK(refused.error().message.find("one more") != std::string::npos);
    CHECK(stats.register_system("talk")); // those that are there are found still

    caught_assert caught;
    CHECK(stats.history(system_id{64}).size() == 0);
    CHECK(caught.count() == 1);
    stats.begin_frame();
    stats.add(system_id{64}, 1, 1); // ignored
}

TEST_CASE("threads add to the same system without losing anything", "[profiling][threads]") {
    system_stats stats(two);
    stats.begin_frame();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 10000; ++i) {
                stats.add(walk, 3, 2);
            }
        });
    }
    for (std::thread& one : threads) {
        one.join();
    }
    stats.end_frame(1, {});
    CHECK(stats.costs()[0].elements == 4 * 10000 * 2);
    CHECK(stats.costs()[0].mean_ms == Approx(4 * 10000 * 3e-6));
}
