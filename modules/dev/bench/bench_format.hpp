#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>

#include <string>

namespace jounce::bench {

/// One JSON object. `state_hash` is text, since numbers of JSON need not hold 64 bits.
std::string bench_json(const bench_report& report);

/// A table for people.
std::string bench_table(const bench_report& report);

/// 64 bits as 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);

} // namespace jounce::bench
