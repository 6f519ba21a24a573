#include "case_files.hpp"
#include "golden_folder.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/read_golden.hpp>
#include <jounce/modules/dev/replay/resample.hpp>
#include <jounce/modules/dev/replay/stable_replay.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace stable_replay_test {

using namespace jounce;
using namespace jounce_test;
using Catch::Matchers::WithinAbs;
using replay::precision;

namespace {

/// One bone that turns by a right angle about z and goes 3 m along x in half a second.
replay::golden_case quarter_turn() {
    replay::golden_case out;
    out.file = "case.json";
    out.frames = 2;
    out.dt = 0.5;
    out.bones = {{-1, {0, 0, 0}, {0, 1, 0}, {}}};
    out.simulated = {0};
    out.driven = {0};
    out.poses = {{{0, 0, 0, 1}, {0, 0, 0}}, {{0, 0, std::sqrt(0.5), std::sqrt(0.5)}, {3, 0, 0}}};
    return out;
}

void check(const replay::stable_report& report) {
    INFO(report.name << " on " << report.isa << ", note \"" << report.note << "\", stretch "
                     << report.min_stretch << " to " << report.max_stretch << ", settled "
                     << report.settled);
    for (const replay::rate_error& rate : report.rates) {
        UNSCOPED_INFO(rate.fps << " fps: stable " << rate.stable << ", reference " << rate.reference
                               << ", input " << rate.input);
    }
    CHECK(report.finite);
    CHECK(report.lanes_agree);
    CHECK(report.bounded);
    CHECK(report.settled <= 1e-5);
    CHECK(report.pass);
    if (report.note.find("jump") == std::string::npos) {
        for (const replay::rate_error& rate : report.rates) {
            INFO(rate.fps);
            CHECK(rate.stable <= 0.02 + 2 * rate.input);
        }
    }
}

std::size_t check_all(const fs::path& folder, precision with) {
    const result<std::vector<replay::case_folder>> cases = replay::find_cases(folder);
    REQUIRE(cases);
    std::size_t count = 0;
    for (const replay::case_folder& one : *cases) {
        const result<std::vector<replay::stable_report>> reports = replay_stable_folder(one, with);
        INFO(one.path.string() << (reports ? "" : reports.error().message));
        REQUIRE(reports);
        for (const replay::stable_report& report : *reports) {
            check(report);
            ++count;
        }
    }
    return count;
}

} // namespace

TEST_CASE("a motion is resampled between two holds", "[replay]") {
    const replay::golden_case recorded = quarter_turn();
    const int fps = GENERATE(24, 30, 240);
    const result<replay::golden_case> played = resampled(recorded, fps);
    REQUIRE(played);
    CHECK(played->dt == 1.0 / fps);
    CHECK(played->frames == 19 * fps / 2); // 1 + 0.5 + 8 seconds
    REQUIRE(played->poses.size() == static_cast<std::size_t>(played->frames));

    // Frame i is at (i + 1) / fps seconds; the motion begins after one second.
    const std::size_t begin = static_cast<std::size_t>(fps) - 1;
    const std::size_t end = begin + static_cast<std::size_t>(fps) / 2;
    for (const std::size_t frame : {std::size_t{0}, begin}) {
        CHECK(played->poses[frame].rotation.w == 1.0);
        CHECK(played->poses[frame].translation.x == 0.0);
    }
    for (const std::size_t frame : {end, played->poses.size() - 1}) {
        CHECK_THAT(played->poses[frame].rotation.z, WithinAbs(std::sqrt(0.5), 1e-15));
        CHECK(played->poses[frame].translation.x == 3.0);
    }
    // 1/6 s is a third of the time. With s = 1/3 the curve through two poses that are held before and
    // after has s / 2 + 3 s^2 / 2 - s^3 = 8/27 of the second.
    const replay::golden_pose third = played->poses[begin + static_cast<std::size_t>(fps) / 6];
    CHECK_THAT(third.translation.x, WithinAbs(3 * 8.0 / 27, 1e-12));
    const double z = std::sqrt(0.5) * 8.0 / 27;
    const double w = 19.0 / 27 + std::sqrt(0.5) * 8.0 / 27;
    CHECK_THAT(third.rotation.z, WithinAbs(z / std::hypot(z, w), 1e-12));
}

TEST_CASE("a record is played without corners", "[replay]") {
    // Frames of a sine at 24 per second: the curve between them is a sine, too.
    replay::golden_case recorded = quarter_turn();
    recorded.frames = 49;
    recorded.dt = 1.0 / 24;
    recorded.poses.clear();
    const auto wave = [](double t) { return std::sin(2 * 3.14159265358979324 * 2 * t); };
    for (int f = 0; f < 49; ++f) {
        recorded.poses.push_back({{0, 0, 0, 1}, {wave(f / 24.0), 0, 0}});
    }
    const result<replay::golden_case> played = resampled(recorded, 240);
    REQUIRE(played);
    double most = 0;
    for (int i = 20; i < 460; ++i) {
        const double x = played->poses[static_cast<std::size_t>(239 + i)].translation.x;
        most = std::max(most, std::abs(x - wave(i / 240.0)));
    }
    CHECK(most < 0.01); // straight ways are off by 0.034
    for (int f = 0; f < 49; ++f) {
        CHECK(played->poses[static_cast<std::size_t>(239 + 10 * f)].translation.x ==
              recorded.poses[static_cast<std::size_t>(f)].translation.x);
    }
}

TEST_CASE("a motion ends where its last bone comes to rest", "[replay]") {
    replay::golden_case recorded = quarter_turn();
    CHECK(motion_end(recorded) == 1.5);
    recorded.frames = 4;
    recorded.poses.push_back(recorded.poses.back());
    recorded.poses.push_back(recorded.poses.back());
    CHECK(motion_end(recorded) == 1.5);
    recorded.poses.back().translation.y = 1;
    CHECK(motion_end(recorded) == 2.5);
    recorded.poses.assign(4, {});
    CHECK(motion_end(recorded) == 1.0);
}

TEST_CASE("a motion that is too long is refused", "[replay][bad-input]") {
    replay::golden_case recorded = quarter_turn();
    recorded.dt = 500;
    CHECK(resampled(recorded, 24));
    const result<replay::golden_case> played = resampled(recorded, 240);
    REQUIRE_FALSE(played);
    CHECK(played.error().name == "too_long");
    const result<replay::stable_report> report = replay_stable(recorded, precision::f32);
    REQUIRE_FALSE(report);
    CHECK(report.error().message.find("case.json") != std::string::npos);
}

TEST_CASE("the stable solver plays the synthetic motions alike at every rate",
          "[golden][one_thread]") {
    const precision with = GENERATE(precision::f64, precision::f32);
    CHECK(check_all(synthetic_folder(), with) == 10);
}

TEST_CASE("a jump is judged by bounds and settling alone", "[golden]") {
    const replay::case_folder folder = {synthetic_folder() / "teleport_100m",
                                        replay::folder_kind::synthetic};
    const auto reports = replay_stable_folder(folder, precision::f64);
    REQUIRE(reports);
    const replay::stable_report& report = reports->front();
    CHECK(report.rates[1].stable > 0.05);
    CHECK(report.pass);
    CHECK(report.note.find("jump") != std::string::npos);
    // Two bones of one length are all the way a tail has.
    CHECK(report.max_deviation < 3);
}

TEST_CASE("the reference solver depends on the rate where the stable one does not", "[golden]") {
    const replay::case_folder folder = {synthetic_folder() / "single_swing",
                                        replay::folder_kind::synthetic};
    const auto reports = replay_stable_folder(folder, precision::f64);
    REQUIRE(reports);
    for (const replay::rate_error& rate : reports->front().rates) {
        INFO(rate.fps);
        CHECK(rate.stable < 0.01);
        CHECK(rate.reference >= (rate.fps == 240 ? 0 : 0.05));
    }
}

TEST_CASE("the stable solver plays the models' motions alike at every rate",
          "[golden][one_thread]") {
    const fs::path models = shared_golden() / "models";
    const precision with = GENERATE(precision::f64, precision::f32);
    for (const char* model : {"duck", "monstera", "cloth"}) {
        CHECK(check_all(models / model, with) >= 2);
    }
}

} // namespace stable_replay_test
