#pragma once

#include <jounce/modules/dev/bench/pairs.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace jounce::bench {

/// Pairs and overheads as a JSON object.
nlohmann::ordered_json pairs_json(const pairs_report& of);

/// Tables for people.
std::string pairs_table(const pairs_report& of);

} // namespace jounce::bench
