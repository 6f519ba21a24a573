#pragma once

#include <jounce/modules/pipeline/pipeline.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jounce::bench {

/// "by_system" and "by_block".
std::string_view schedule_name(schedule order);
std::optional<schedule> schedule_from_name(std::string_view name);

/// 64 bits as 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);

} // namespace jounce::bench
