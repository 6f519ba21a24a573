#include <jounce/modules/dev/bench/kernels_alone.hpp>

#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/dev/bench/bare_threads.hpp>
#include <jounce/modules/dev/bench/bench_scene.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstring>
#include <span>
#include <vector>

using namespace jounce;

namespace {

constexpr int frames = 30;

/// The last block is not full, nor is the last batch of blocks.
bench::bench_options odd_crowd(solver_id solver) {
    bench::bench_options options;
    options.characters = 75;
    options.bones = 24;
    options.springs = 10;
    options.threads = 0;
    options.solver = solver;
    options.baseline = false;
    return options;
}

/// A block's palette and the state of its springs, of characters that are there.
struct results {
    std::vector<float> rows;
    std::vector<float> state;

    friend bool operator==(const results& a, const results& b) {
        const auto same = [](const std::vector<float>& x, const std::vector<float>& y) {
            return x.size() == y.size() &&
                   std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
        };
        return same(a.rows, b.rows) && same(a.state, b.state);
    }
};

results results_of(const palette& rows, stable_state stable, reference_state reference,
                   std::uint32_t active) {
    results out;
    const std::size_t per_lane = static_cast<std::size_t>(rows.rows_per_lane());
    for (int lane = 0; lane < lane_count; ++lane) {
        if ((active >> lane & 1U) == 0) {
            continue;
        }
        for (std::size_t r = 0; r < per_lane; ++r) {
            const palette_row<float>& row = rows.lane_rows(lane)[r];
            out.rows.insert(out.rows.end(), std::begin(row.v), std::end(row.v));
        }
        const auto add = [&](std::span<jounce::lane<float>> lanes) {
            for (const jounce::lane<float>& value : lanes) {
                out.state.push_back(value.v[lane]);
            }
        };
        visit_lanes(stable, add);
        visit_lanes(reference, add);
    }
    return out;
}

void compare(entt::registry& registry, const bench::kernels_alone& kernels) {
    const crowd_index& index = context<crowd_index>(registry);
    REQUIRE(index.blocks.size() == kernels.size());
    for (std::size_t b = 0; b < kernels.size(); ++b) {
        const entt::entity e = index.blocks[b];
        const std::uint32_t active = registry.get<block>(e).active;
        const block_data& alone = kernels.blocks()[b];
        const stable_state* stable = registry.try_get<stable_state>(e);
        const reference_state* reference = registry.try_get<reference_state>(e);
        REQUIRE((stable != nullptr) != (reference != nullptr)); // its own solver's alone
        const results ours =
            results_of(registry.get<palette>(e), stable != nullptr ? *stable : alone.stable,
                       reference != nullptr ? *reference : alone.springs, active);
        REQUIRE(!ours.rows.empty());
        REQUIRE(!ours.state.empty());
        CAPTURE(b);
        CHECK(ours == results_of(alone.palette, alone.stable, alone.springs, active));
    }
}

} // namespace

TEST_CASE("kernels alone compute what the pipeline does, to the bit", "[bench][pairs]") {
    const bench::bench_options options = odd_crowd(GENERATE(stable_solver, reference_solver));
    auto scene = bench::bench_scene::make(options);
    REQUIRE(scene);
    bench::kernels_alone kernels((*scene)->kind(), 75);
    bench::kernels_alone timed((*scene)->kind(), 75);
    const results before = results_of(kernels.blocks()[0].palette, kernels.blocks()[0].stable,
                                      kernels.blocks()[0].springs, 1);
    for (int frame = 0; frame < frames; ++frame) {
        (*scene)->animate();
        (*scene)->frame();
        kernels.animate();
        kernels.frame();
        timed.animate();
        timed.timed_frame();
    }
    compare((*scene)->registry(), kernels);
    compare((*scene)->registry(), timed);
    // There is something to compare.
    CHECK_FALSE(before == results_of(kernels.blocks()[0].palette, kernels.blocks()[0].stable,
                                     kernels.blocks()[0].springs, 1));
    kernels.animate();
    kernels.frame();
    CHECK_FALSE(results_of(timed.blocks()[0].palette, timed.blocks()[0].stable,
                           timed.blocks()[0].springs,
                           1) == results_of(kernels.blocks()[0].palette, kernels.blocks()[0].stable,
                                            kernels.blocks()[0].springs, 1));
}

TEST_CASE("bare threads compute the same, however many", "[bench][pairs]") {
    const bench::bench_options options = odd_crowd(stable_solver);
    auto scene = bench::bench_scene::make(options);
    REQUIRE(scene);
    for (int frame = 0; frame < frames; ++frame) {
        (*scene)->animate();
        (*scene)->frame();
    }
    for (const std::size_t threads : {1U, 2U, 3U, 16U}) { // more than blocks, too
        bench::kernels_alone kernels((*scene)->kind(), 75);
        {
            bench::bare_threads bare(kernels, threads);
            for (int frame = 0; frame < frames; ++frame) {
                kernels.animate();
                bare.frame();
            }
        }
        CAPTURE(threads);
        compare((*scene)->registry(), kernels);
    }
}

TEST_CASE("kernels are timed one by one, those of their solver", "[bench][pairs]") {
    for (const solver_id solver : {stable_solver, reference_solver}) {
        const auto model = procedural::bench_character(24, 10, solver);
        REQUIRE(model);
        bench::kernels_alone kernels(*model, 75);
        kernels.animate();
        const bench::step_times took = kernels.timed_frame();
        const bool stable = solver == stable_solver;
        for (std::size_t s = 0; s < bench::kernel_steps; ++s) {
            const bench::kernel_step step = static_cast<bench::kernel_step>(s);
            const bool of_stable =
                step == bench::kernel_step::prepare || step == bench::kernel_step::tick;
            const bool of_reference =
                step == bench::kernel_step::integrate || step == bench::kernel_step::project;
            CAPTURE(bench::step_name(step), stable);
            CHECK((took[s] > 0) == (stable ? !of_reference : !of_stable));
        }
    }
}
