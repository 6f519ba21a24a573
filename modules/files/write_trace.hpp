#pragma once

#include <jounce/modules/profiling/profiler.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace jounce {

/// Which program shows the trace.
enum class trace_format : std::uint8_t {
    chrome, ///< Perfetto, chrome://tracing
    tfprof, ///< Taskflow's profiler
};

/// Writes what was traced (`profiler::trace`), whole or not at all. While nothing is recorded.
/// Errors: `no_trace` if nothing was recorded, `cannot_write`.
result<void> write_trace(const std::filesystem::path& file, const profiler& from,
                         trace_format format = trace_format::chrome);

} // namespace jounce
