#include <jounce/modules/dev/bench/bench_run.hpp>

#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>

using namespace jounce;

namespace {

// Under sanitizers 300 frames take seven minutes to a quarter of an hour, and faults show in the first ones.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr std::int64_t most_frames = 30;
#else
constexpr std::int64_t most_frames = 300;
#endif

bench::bench_options thousand() {
    bench::bench_options options;
    options.characters = 1000;
    options.bones = 16;
    options.springs = 6;
    options.frames = most_frames;
    options.baseline = false;
    return options;
}

std::uint64_t hash_of(const bench::bench_options& options) {
    const result<bench::bench_report> report = bench::run_bench(options);
    REQUIRE(report);
    return report->state_hash;
}

} // namespace

TEST_CASE("300 frames of 1000 characters do not depend on workers or schedule", "[determinism]") {
    bench::bench_options options = thousand();
    options.solver = GENERATE(stable_solver, reference_solver);
    options.colliders = options.solver == stable_solver ? 4 : 0;
    options.threads = 0;
    options.order = schedule::by_block;
    const std::uint64_t serial = hash_of(options);
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const std::int64_t threads : {0, 1, 2, 3, 8}) {
            options.order = order;
            options.threads = threads;
            CAPTURE(bench::schedule_name(order), threads);
            CHECK(hash_of(options) == serial);
        }
    }
    options.frames = most_frames - 1;
    CHECK(hash_of(options) != serial);
}

TEST_CASE("portable kernels agree bit for bit", "[determinism]") {
    const auto levels = supported_isa_levels();
    const auto has = [&](isa_level level) {
        return std::find(levels.begin(), levels.end(), level) != levels.end();
    };
    if (!has(isa_level::v2) || !has(isa_level::v3)) {
        SKIP("this CPU or build has fewer than two portable levels");
    }
    const isa_level before = active_isa();
    bench::bench_options options = thousand();
    options.characters = 100;
    options.solver = GENERATE(stable_solver, reference_solver);
    options.colliders = options.solver == stable_solver ? 4 : 0;
    REQUIRE(select_isa(isa_level::v2));
    const std::uint64_t v2 = hash_of(options);
    REQUIRE(select_isa(isa_level::v3));
    const std::uint64_t v3 = hash_of(options);
    REQUIRE(select_isa(before));
    CHECK(v2 == v3);
}
