#pragma once

#include <jounce/modules/dev/bench/weights_cost.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace jounce::bench {

/// The cost of binding as a JSON object. Points that were not bound bone by bone have no such field.
nlohmann::ordered_json weights_json(const weights_cost& of);

/// Tables for people.
std::string weights_table(const weights_cost& of);

} // namespace jounce::bench
