// Kernels one by one on a block that stays in cache, for Google Benchmark:
//     jounce_kernels_bench --benchmark_filter=tick --benchmark_repetitions=9
// JOUNCE_ISA chooses a level; all are measured otherwise.

#include "support/kernel_scene.hpp"

#include <jounce/systems/simd/isa.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace jounce;

void register_level(isa_level level) {
    for (const test::kernel_work& work : test::make_kernel_scene()) {
        const std::string name = work.name + "/" + std::string(isa_name(level));
        benchmark::RegisterBenchmark(name.c_str(), [work, level](benchmark::State& state) {
            select_isa(level);
            for (auto _ : state) {
                if (work.before) {
                    state.PauseTiming();
                    work.before();
                    state.ResumeTiming();
                }
                work.call();
            }
            const double elements = static_cast<double>(work.elements);
            // As a rate and inverted: seconds per element, which is printed with its unit, ns.
            state.counters[work.element] =
                benchmark::Counter(elements, benchmark::Counter::kIsIterationInvariantRate |
                                                 benchmark::Counter::kInvert);
        });
    }
}

} // namespace

int main(int count, char** words) {
    benchmark::Initialize(&count, words);
    if (benchmark::ReportUnrecognizedArguments(count, words)) {
        return 2;
    }
    if (std::getenv("JOUNCE_ISA") != nullptr) {
        register_level(active_isa());
    } else {
        for (const isa_level level : supported_isa_levels()) {
            register_level(level);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
