#include <jounce/modules/dev/bench/pairs.hpp>

#include <jounce/modules/dev/bench/pairs_format.hpp>
#include <jounce/modules/dev/bench/turns.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace jounce;
using Catch::Approx;

namespace {

bench::bench_options tiny() {
    bench::bench_options options;
    options.bones = 6;
    options.springs = 2;
    return options;
}

bench::pairs_plan short_plan() { return {{40}, {1, 9}, 2, 0.01}; }

} // namespace

TEST_CASE("two sides take turns, and best and middle of each count", "[bench][pairs]") {
    std::string order;
    std::int64_t frames = 0;
    double ours = 20; // ms, falls
    const auto one = [&](std::int64_t count) {
        order += 'a';
        frames = count;
        return ours -= 1;
    };
    const auto other = [&](std::int64_t count) {
        order += 'b';
        CHECK((order.size() == 2 || count == frames));
        return 5.0;
    };
    const auto [a, b] = bench::take_turns(one, other, 30);
    CHECK(order == "ab"
                   "ab"
                   "ba"
                   "ab"
                   "ba"
                   "ab"
                   "ba"
                   "ab"
                   "ba"
                   "ab"); // the first warms up
    CHECK(frames == 6);   // of 5 ms, the faster: 30 ms for each side at least
    CHECK(a.best_ms == 10);
    CHECK(a.median_ms == 14);
    CHECK(b.best_ms == 5);
    CHECK(b.median_ms == 5);
    CHECK(bench::frames_of_slice(30, 100) == 3);
    CHECK(bench::frames_of_slice(30, 0) == 100000);
    CHECK(bench::middle_of({3, 1, 2}) == 2);
}

TEST_CASE("a pair is judged by the best of each side", "[bench][pairs]") {
    bench::pair_cost pair;
    pair.pipeline = {1.2, 3.0};
    pair.other = {1.0, 1.5};
    pair.limit = 1.3;
    CHECK(pair.ratio() == Approx(1.2));
    CHECK(pair.median_ratio() == Approx(2.0));
    CHECK(pair.passes());
    pair.limit = 1.1;
    CHECK_FALSE(pair.passes());
    bench::overhead_cost cost;
    cost.pipeline = {1.04, 9};
    cost.kernel = {1.0, 1};
    cost.limit = 0.05;
    CHECK(cost.share() == Approx(0.04));
    CHECK(cost.passes());
    cost.pipeline.best_ms = 1.06;
    CHECK_FALSE(cost.passes());
}

TEST_CASE("the pipeline is measured beside what it is made of", "[bench][pairs]") {
    std::int64_t told = 0;
    std::int64_t of = 0;
    const auto report = bench::measure_pairs(
        tiny(), short_plan(), [&](std::string_view, std::int64_t done, std::int64_t all) {
            CHECK(done == told + 1);
            told = done;
            of = all;
        });
    REQUIRE(report);
    CHECK(told == of);
    int with_kernels = 0;
    int with_threads = 0;
    int with_serial = 0;
    for (const bench::pair_cost& one : report->pairs) {
        CAPTURE(one.name, one.characters, one.threads);
        CHECK(one.pipeline.best_ms > 0);
        CHECK(one.pipeline.best_ms <= one.pipeline.median_ms);
        CHECK(one.other.best_ms > 0);
        CHECK(one.other.best_ms <= one.other.median_ms);
        CHECK(one.limit >= 1);
        with_kernels += one.name == "kernels" && one.threads == 0 ? 1 : 0;
        with_threads += one.name == "bare_threads" && one.threads > 0 ? 1 : 0;
        with_serial += one.name == "serial" && one.threads > 1 ? 1 : 0;
    }
    CHECK(with_kernels == 1);
    CHECK(with_threads >= 2);
    CHECK(with_threads % 2 == 0); // launched from outside and from inside
    CHECK(with_serial == 4);
    std::vector<std::string> systems;
    for (const bench::overhead_cost& one : report->overheads) {
        systems.push_back(one.system);
        CHECK(one.pipeline.best_ms > 0);
        CHECK(one.kernel.best_ms > 0);
    }
    CHECK(systems == std::vector<std::string>{"fk", "prepare", "tick", "pose", "palette"});

    const nlohmann::ordered_json json = bench::pairs_json(*report);
    REQUIRE(json.at("pairs").size() == report->pairs.size());
    CHECK(json.at("pairs").at(0).at("over") == "kernels");
    CHECK(json.at("pairs").at(0).at("ratio") == report->pairs.front().ratio());
    CHECK(json.at("pairs").at(1).at("launch") == "outside");
    CHECK(json.at("pairs").at(2).at("launch") == "inside");
    CHECK(json.at("overheads").size() == 5);
    CHECK(json.at("left_out").empty());
    CHECK(bench::pairs_table(*report).find("bare_threads") != std::string::npos);
}

TEST_CASE("pairs too large for the machine are left out, impossible ones refused",
          "[bench][pairs][bad-input]") {
    bench::bench_options options = tiny();
    options.bones = 4096;
    bench::pairs_plan plan = short_plan();
    plan.crowds = {200000000};
    plan.small = {};
    const auto too_large = bench::measure_pairs(options, plan);
    REQUIRE(too_large);
    CHECK(too_large->pairs.empty());
    REQUIRE(too_large->left_out.size() == 1);
    CHECK(too_large->left_out.front().find("200000000 characters") != std::string::npos);
    CHECK(bench::pairs_table(*too_large).find("left out: ") != std::string::npos);

    options = tiny();
    options.springs = 6; // as many as bones
    const auto refused = bench::measure_pairs(options, short_plan());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "bad_size");
}
