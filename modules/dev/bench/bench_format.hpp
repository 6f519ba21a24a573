#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/dev/bench/names.hpp>

#include <string>

namespace jounce::bench {

/// One JSON object. `state_hash` is text, since numbers of JSON need not hold 64 bits.
std::string bench_json(const bench_report& report);

/// A table for people.
std::string bench_table(const bench_report& report);

} // namespace jounce::bench
