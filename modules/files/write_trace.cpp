#include <jounce/modules/files/write_trace.hpp>

#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/profiling/trace_text.hpp>

namespace jounce {

result<void> write_trace(const std::filesystem::path& file, const profiler& from,
                         trace_format format) {
    if (from.trace().thread_count() == 0) {
        const char* why = profiling_is_built
                              ? ": nothing was recorded; call trace().start() before the frames, "
                                "and leave measuring on"
                              : ": this library was built without profiling (JOUNCE_PROFILING)";
        return error{errors::no_trace, file.string() + why};
    }
    return replace_file(file,
                        format == trace_format::chrome ? chrome_trace(from) : tfprof_trace(from));
}

} // namespace jounce
