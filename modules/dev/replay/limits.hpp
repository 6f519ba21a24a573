#pragma once

#include <jounce/modules/json/document.hpp>

#include <cstdint>

namespace jounce::replay {

// Limits of a case folder. Files are not trusted, so every count is checked against these before
// anything is allocated; the largest real case needs less than a hundredth.

inline constexpr std::int64_t max_frames = 100'000;
inline constexpr std::int64_t max_vertices = 10'000'000;
inline constexpr std::uint64_t max_case_bytes = 1ULL << 30U; ///< all arrays of a case, as doubles

inline constexpr json::file_kind case_kind = {"case file", "copy the whole case folder",
                                              16ULL << 20U, max_case_bytes};

inline constexpr int max_folder_depth = 8;
inline constexpr int max_cases = 1'000;

} // namespace jounce::replay
