#include <jounce/modules/profiling/trace_text.hpp>

#include "modules/dev/replay/case_files.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/modules/files/write_trace.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trace_test {

using namespace jounce;
using namespace jounce::test;
using Catch::Approx;
using nlohmann::json;

namespace {

constexpr float dt = 1.0F / 60;

/// Frames with a trace, and a system of the host's in tasks of its own beside and around them.
struct traced_run {
    spring_crowd crowd{60};
    pipeline systems;
    system_id upload;

    explicit traced_run(schedule order, trace_options options = {})
        : systems(crowd.registry, {.order = order, .workers = worker_use::always}),
          upload(*systems.profile().register_system("up\"load\\", "rows")) {
        systems.profile().trace().start(options);
    }
    void run(int frames, std::size_t workers) {
        std::optional<tf::Executor> executor;
        if (workers > 0) {
            executor.emplace(workers);
        }
        for (int frame = 0; frame < frames; ++frame) {
            crowd.input(frame);
            if (!executor) {
                systems.run(dt);
                const system_scope timed(systems.profile(), upload, 3);
                continue;
            }
            // From a worker: one from outside may have done all of it before the first wakes up.
            executor->async([&] { systems.run(*executor, dt); }).wait();
            tf::Taskflow host;
            for (int task = 0; task < 8; ++task) {
                host.emplace([this] { const system_scope timed(systems.profile(), upload, 3); });
            }
            executor->run(host).wait();
        }
    }
};

struct slice {
    double start;
    double end;
};

} // namespace

TEST_CASE("a trace is Chrome's JSON with every system where and when it ran",
          "[profiling][trace]") {
    const schedule order = GENERATE(schedule::by_block, schedule::by_system);
    const std::size_t workers = GENERATE(0U, 1U, 3U);
    constexpr int frames = 20;
    traced_run run(order);
    run.run(frames, workers);
    const json out = json::parse(chrome_trace(run.systems.profile()));
    CHECK(out.at("otherData").at("dropped_events") == 0);

    std::map<int, std::string> tracks;
    std::map<int, std::vector<slice>> slices;
    std::map<std::string, double> us_of;
    std::map<std::string, std::vector<json>> counters;
    std::set<std::int64_t> numbers;
    for (const json& event : out.at("traceEvents")) {
        const std::string ph = event.at("ph");
        CHECK(event.at("pid") == 1);
        if (ph == "M") {
            if (event.at("name") == "thread_name") {
                tracks[event.at("tid")] = event.at("args").at("name");
            }
        } else if (ph == "X") {
            const double start = event.at("ts");
            const double length = event.at("dur");
            REQUIRE(start >= 0);
            REQUIRE(length >= 0);
            slices[event.at("tid")].push_back({start, start + length});
            us_of[event.at("name")] += length;
            if (event.at("name") == "frame") {
                numbers.insert(event.at("args").at("frame").get<std::int64_t>());
            }
        } else {
            REQUIRE(ph == "C");
            REQUIRE(event.at("ts").is_number());
            counters[event.at("name")].push_back(event.at("args"));
        }
    }

    SECTION("every track has a name") {
        CHECK(tracks.at(0) == "frames");
        std::size_t named_workers = 0;
        for (const auto& [tid, of] : slices) {
            REQUIRE(tracks.contains(tid));
            named_workers += tracks.at(tid).starts_with("worker ") ? 1U : 0U;
        }
        CHECK(named_workers <= workers); // one that only had tasks of the host's has no number
        CHECK((named_workers > 0) == (workers > 0));
        if (workers == 0) {
            CHECK(tracks.size() == 2);
            CHECK(tracks.at(1).starts_with("host "));
        }
    }
    SECTION("slices of a track follow each other or are in each other") {
        for (auto& [tid, of] : slices) {
            std::stable_sort(of.begin(), of.end(), [](const slice& a, const slice& b) {
                return a.start != b.start ? a.start < b.start : a.end > b.end;
            });
            std::vector<double> open;
            constexpr double rounding = 1e-6; // of sums in double; the text has whole nanoseconds
            for (const slice& one : of) {
                while (!open.empty() && open.back() <= one.start + rounding) {
                    open.pop_back();
                }
                CHECK((open.empty() || one.end <= open.back() + rounding));
                open.push_back(one.end);
            }
        }
    }
    SECTION("its sums are those of the table") {
        for (const system_cost& cost : run.systems.stats().costs()) {
            const double us = us_of.contains(cost.name) ? us_of.at(cost.name) : 0;
            CHECK(us == Approx(1000 * cost.mean_ms * frames).epsilon(1e-6).margin(1e-9));
        }
        CHECK(us_of.at("up\"load\\") > 0);
        CHECK(us_of.at("frame") ==
              Approx(1000 * run.systems.stats().wall_ms_mean() * frames).epsilon(1e-6));
    }
    SECTION("frames and counters are all there") {
        CHECK(slices.at(0).size() == frames);
        CHECK(*numbers.begin() == 0);
        CHECK(numbers.size() == frames);
        const frame_counters& last = run.systems.stats().counters();
        for (const auto& [name, value] :
             std::map<std::string, std::uint64_t>{{"characters", last.characters()},
                                                  {"bones", last.bones},
                                                  {"springs", last.springs},
                                                  {"ticks", last.ticks},
                                                  {"contacts", last.contacts},
                                                  {"blocks", last.blocks}}) {
            REQUIRE(counters.at(name).size() == frames);
            CHECK(counters.at(name).back().at(name) == value);
        }
        CHECK(counters.at("levels of detail").back().at("full") == last.at_level[0]);
    }
}

TEST_CASE("a trace in Taskflow's format has the same systems per worker", "[profiling][trace]") {
    traced_run run(schedule::by_block);
    const std::size_t workers = GENERATE(0U, 2U);
    run.run(5, workers);
    const json out = json::parse(tfprof_trace(run.systems.profile()));
    REQUIRE(out.size() == 1);
    CHECK(out[0].at("executor").is_string());
    std::size_t events = 0;
    for (const json& list : out[0].at("data")) {
        CHECK(list.at("worker").get<std::size_t>() < std::max<std::size_t>(workers, 1));
        CHECK(list.at("level").is_number_unsigned());
        std::int64_t before = 0;
        for (const json& task : list.at("data")) {
            const std::int64_t start = task.at("span").at(0);
            const std::int64_t end = task.at("span").at(1);
            CHECK(before <= start);
            CHECK(start <= end);
            before = end;
            CHECK(run.systems.stats().find(task.at("name").get<std::string>()));
            CHECK(task.at("type") == "static");
            ++events;
        }
    }
    std::size_t recorded = 0;
    for (std::size_t t = 0; t < run.systems.profile().trace().thread_count(); ++t) {
        recorded += run.systems.profile().trace().events_of(t).size();
    }
    CHECK(events == recorded);
}

TEST_CASE("scopes in scopes are levels for Taskflow's profiler", "[profiling][trace]") {
    entt::registry registry;
    pipeline systems(registry);
    const system_id outer = *systems.profile().register_system("outer");
    const system_id inner = *systems.profile().register_system("inner");
    systems.profile().trace().start();
    systems.run(dt);
    for (int i = 0; i < 2; ++i) {
        const system_scope around(systems.profile(), outer);
        { const system_scope timed(systems.profile(), inner); }
        { const system_scope timed(systems.profile(), inner); }
    }
    const json lists = json::parse(tfprof_trace(systems.profile()))[0].at("data");
    std::map<int, std::vector<std::string>> names;
    for (const json& list : lists) {
        for (const json& task : list.at("data")) {
            names[list.at("level")].push_back(task.at("name"));
        }
    }
    CHECK(names[0] == std::vector<std::string>{"outer", "outer"});
    CHECK(names[1] == std::vector<std::string>(4, "inner"));
}

TEST_CASE("a full ring keeps the latest and says how much it dropped", "[profiling][trace]") {
    traced_run run(schedule::by_system, {.threads = 4, .events_per_thread = 8, .frames = 3});
    run.run(7, 0);
    const trace_log& log = run.systems.profile().trace();
    // Each frame: what two solvers have work for, and the host's own.
    const std::vector<std::string_view> in_frame = {
        "fk", "prepare", "integrate", "project", "tick", "pose", "pose", "palette", "up\"load\\"};
    const std::size_t dropped = 7 * in_frame.size() - 8;
    CHECK(log.dropped_events() == dropped);
    CHECK(log.dropped_frames() == 4);
    REQUIRE(log.thread_count() == 1);
    REQUIRE(log.events_of(0).size() == 8);
    for (std::size_t i = 0; i < 8; ++i) {
        CHECK(log.events_of(0)[i].frame == 6);
        CHECK(run.systems.stats().name_of(log.events_of(0)[i].system) == in_frame[i + 1]);
    }
    REQUIRE(log.frame_count() == 3);
    CHECK(log.frame_at(0).frame == 4);
    const json out = json::parse(chrome_trace(run.systems.profile()));
    CHECK(out.at("otherData").at("dropped_events") == dropped);
    CHECK(out.at("otherData").at("dropped_frames") == 4);
}

TEST_CASE("threads beyond those there is room for are counted as dropped", "[profiling][trace]") {
    trace_log log;
    log.add({1, 2, 0, 0, 0, system_id{0}}); // not started: nothing to write to
    log.add_frame({});
    CHECK(log.frame_count() == 0);
    CHECK(log.thread_count() == 0);
    log.start({.threads = 1, .events_per_thread = 4, .frames = 1});
    log.add({1, 2, 0, 0, 0, system_id{0}});
    std::thread([&] {
        log.add({3, 4, 0, 0, 0, system_id{0}});
        log.add({5, 6, 0, 0, 0, system_id{0}});
    }).join();
    CHECK(log.thread_count() == 1);
    CHECK(log.events_of(0).size() == 1);
    CHECK(log.dropped_events() == 2);
    log.start({.threads = 0, .events_per_thread = 0, .frames = 0}); // begins anew, with one of each
    CHECK(log.dropped_events() == 0);
    log.add({1, 2, 0, 0, 0, system_id{0}});
    CHECK(log.events_of(0).size() == 1);
    // A slip of a digit is cut, not granted.
    log.start({.threads = std::size_t{1} << 60, .events_per_thread = std::size_t{1} << 60});
    log.stop();
    CHECK_FALSE(log.is_on());
}

TEST_CASE("traces are written whole, or the reason is told", "[profiling][trace][bad-input]") {
    const jounce_test::temporary_folder folder;
    const std::filesystem::path file = folder.path() / "trace.json";
    traced_run run(schedule::by_block);
    const result<void> nothing = write_trace(file, run.systems.profile());
    REQUIRE_FALSE(nothing);
    CHECK(nothing.error().name == "no_trace");
    CHECK_FALSE(std::filesystem::exists(file));
    run.run(3, 0);
    REQUIRE(write_trace(file, run.systems.profile()));
    CHECK(jounce_test::read_text(file) == chrome_trace(run.systems.profile()));
    REQUIRE(write_trace(file, run.systems.profile(), trace_format::tfprof));
    CHECK(jounce_test::read_text(file) == tfprof_trace(run.systems.profile()));
    const result<void> nowhere =
        write_trace(folder.path() / "no" / "trace.json", run.systems.profile());
    REQUIRE_FALSE(nowhere);
    CHECK(nowhere.error().name == "cannot_write");
    CHECK(nowhere.error().message.find("trace.json") != std::string::npos);
}

} // namespace trace_test
