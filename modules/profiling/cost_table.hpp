#pragma once

#include <jounce/modules/profiling/system_stats.hpp>

#include <string>

namespace jounce {

/// The costs as a table for people, one line per system and a total.
std::string format_cost_table(const system_stats& stats);

} // namespace jounce
