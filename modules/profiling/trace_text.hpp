#pragma once

#include <jounce/modules/profiling/profiler.hpp>

#include <string>

namespace jounce {

/// What was traced as Chrome's trace-event JSON, which Perfetto (ui.perfetto.dev), chrome://tracing
/// and Tracy's importer open: a track of frames, a track per thread with its systems, and the
/// counters. Times are microseconds since recording began, to the nanosecond. The numbers of
/// dropped events are under `otherData`. While nothing is recorded.
std::string chrome_trace(const profiler& from);

/// The same in the format of Taskflow's profiler (tfprof): the systems of every worker, with whole
/// microseconds. Threads of the host's stand after the workers.
std::string tfprof_trace(const profiler& from);

} // namespace jounce
