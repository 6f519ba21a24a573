#include <jounce/modules/dev/bench/weights_cost.hpp>

#include "modules/weights/test_meshes.hpp"

#include <jounce/modules/dev/bench/bone_by_bone.hpp>
#include <jounce/modules/dev/bench/sweep_format.hpp>
#include <jounce/modules/dev/bench/weights_figure.hpp>
#include <jounce/modules/dev/bench/weights_format.hpp>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace weights_cost_test {

using namespace jounce;

namespace {

/// Small meshes, and a clock by which every piece of work takes 2 ms longer than the one before.
bench::weights_plan short_plan() {
    bench::weights_plan plan;
    plan.vertices = {100, 400};
    plan.bones = 10;
    plan.bone_counts = {5, 7};
    plan.vertices_of_bones = 400;
    plan.most_by_bone = 100;
    plan.clock = [now = std::uint64_t{0}, calls = std::uint64_t{0}]() mutable {
        return now += ++calls * 1'000'000;
    };
    return plan;
}

} // namespace

TEST_CASE("the figure to bind is closed, in one part, and its bones are inside",
          "[bench][weights]") {
    const bench::weights_figure figure = bench::make_weights_figure(1000, 17);
    CHECK(figure.positions.size() <= 1000);
    CHECK(figure.positions.size() > 600);
    REQUIRE(figure.bones.size() == 17);
    const auto bound = weights::bind_surface(figure.view(), figure.bones);
    REQUIRE(bound);
    const weights::bind_report& report = bound->report;
    REQUIRE(report.parts.size() == 1);
    CHECK(report.parts.front().is_closed);
    CHECK(report.parts.front().rule == weights::part_rule::visible);
    CHECK(report.parts.front().triangles == 2 * figure.positions.size() - 4); // no holes
    CHECK(report.flipped == 0);
    CHECK(report.welded + report.degenerate + report.duplicate + report.non_manifold == 0);
    std::vector<bool> moves(figure.bones.size(), false);
    for (const weights::bone_weight& one : bound->weights.entries) {
        moves[static_cast<std::size_t>(one.bone)] = true;
    }
    CHECK(std::find(moves.begin(), moves.end(), false) == moves.end());
    const bench::weights_figure smallest = bench::make_weights_figure(0, 1);
    CHECK(smallest.triangles.size() == 3 * (2 * smallest.positions.size() - 4));
}

TEST_CASE("a factorisation for every bone gives the weights that one for all gives",
          "[bench][weights]") {
    const bench::weights_figure figure = bench::make_weights_figure(400, 10);
    weights::bind_options all;
    all.influences = 64;
    all.threshold = 0;
    const auto bound = weights::bind_surface(figure.view(), figure.bones, all);
    REQUIRE(bound);
    REQUIRE(bound->report.solved > figure.positions.size()); // it was refined
    const weights::weight_table plain =
        bench::bind_bone_by_bone(figure.view(), figure.bones, all, bound->report.solved);
    CHECK(test::difference(plain, bound->weights) < 1e-4); // weights below 1e-5 are dropped
}

TEST_CASE("binding is measured over vertices and over bones", "[bench][weights]") {
    std::int64_t told = 0;
    std::int64_t of = 0;
    bench::bench_options options;
    options.threads = 2;
    const auto cost = bench::measure_weights(
        options, short_plan(), [&](std::string_view, std::int64_t done, std::int64_t all) {
            CHECK(done == told + 1);
            told = done;
            of = all;
        });
    REQUIRE(cost);
    CHECK(told == of);
    CHECK(cost->threads == 2);
    REQUIRE(cost->of_vertices.size() == 2);
    const bench::weights_cost::point& small = cost->of_vertices[0];
    const bench::weights_cost::point& large = cost->of_vertices[1];
    CHECK(small.vertices < large.vertices);
    CHECK(small.bones == 10);
    CHECK(small.unknowns > small.vertices);
    // Three ways in turns, 2 ms longer each.
    CHECK(small.heat.best_ms == 2);
    CHECK(small.heat.median_ms == 8);
    CHECK(small.nearest.best_ms == 4);
    CHECK(small.nearest.median_ms == 10);
    REQUIRE(small.bone_by_bone);
    CHECK(small.bone_by_bone->best_ms == 6);
    CHECK(small.bone_by_bone->median_ms == 12);
    CHECK_FALSE(large.bone_by_bone);
    CHECK(large.heat.best_ms == 20);
    CHECK(large.bytes > small.bytes);
    REQUIRE(cost->of_bones.size() == 2);
    CHECK(cost->of_bones[0].bones == 5);
    CHECK(cost->of_bones[1].bones == 7);
    CHECK(cost->of_bones[0].vertices == large.vertices);
    REQUIRE(cost->left_out.size() == 1);

    bench::bench_sweeps sweeps;
    sweeps.weights = *cost;
    const nlohmann::json out = nlohmann::json::parse(bench::sweeps_json(sweeps)).at("weights");
    CHECK(out.at("threads") == 2);
    CHECK(out.at("turns") == 3);
    const nlohmann::json& points = out.at("over_vertices");
    REQUIRE(points.size() == 2);
    CHECK(points[0].at("vertices") == small.vertices);
    CHECK(points[0].at("heat").at("best_ms") == 2.0);
    CHECK(points[0].at("bone_by_bone").at("median_ms") == 12.0);
    CHECK(points[1].at("predicted_bytes") == large.bytes);
    CHECK_FALSE(points[1].contains("bone_by_bone"));
    CHECK(out.at("over_bones").at(1).at("bones") == 7);
    CHECK(out.at("left_out").size() == 1);
    const std::string table = bench::sweeps_table(sweeps);
    CHECK(table.find("threads: 2; the best of 3 turns") != std::string::npos);
    CHECK(table.find("left out: bone by bone, of meshes with more than 100 vertices") !=
          std::string::npos);
    const std::vector<bench::chart_file> charts = bench::sweep_charts(sweeps);
    REQUIRE(charts.size() == 2);
    CHECK(charts[0].name == "weights.svg");
    CHECK(charts[0].svg.find("10 bones, threads: 2") != std::string::npos);
    CHECK(charts[1].name == "weights_bones.svg");
    CHECK(charts[1].svg.find(std::to_string(large.vertices) + " vertices") != std::string::npos);
}

TEST_CASE("meshes too large for the machine are left out, impossible ones refused",
          "[bench][weights][bad-input]") {
    bench::weights_plan plan = short_plan();
    plan.vertices = {1'000'000'000'000};
    plan.bone_counts = {};
    const auto too_large = bench::measure_weights({}, plan);
    REQUIRE(too_large);
    CHECK(too_large->of_vertices.empty());
    REQUIRE(too_large->left_out.size() == 1);
    CHECK(too_large->left_out.front().find("1000000000000 vertices") != std::string::npos);
    CHECK(bench::weights_table(*too_large).find("left out: ") != std::string::npos);

    plan.vertices = {100};
    plan.bones = 0;
    const auto refused = bench::measure_weights({}, plan);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "no_bones");
    CHECK(std::ranges::count(bench::sweep_names(), "weights") == 1);
}

} // namespace weights_cost_test
