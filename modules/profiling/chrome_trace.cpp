#include <jounce/modules/profiling/trace_text.hpp>

#include <jounce/modules/profiling/append_format.hpp>

#include <algorithm>
#include <cinttypes>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce {
namespace {

/// The track of frames; threads follow.
constexpr std::size_t frame_track = 0;

/// Names have printable characters only (`register_system`): two of them mean something to JSON.
std::string quoted(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + "\"";
}

class chrome_writer {
public:
    explicit chrome_writer(const profiler& from) : log_(from.trace()) {
        for (std::size_t s = 0; s < from.stats().system_count(); ++s) {
            names_.push_back(quoted(from.stats().name_of(static_cast<system_id>(s))));
        }
    }

    std::string text() {
        append_format(out_,
                      "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"program\":\"jounce\","
                      "\"dropped_events\":%" PRIu64 ",\"dropped_frames\":%" PRIu64
                      "},\"traceEvents\":[\n",
                      log_.dropped_events(), log_.dropped_frames());
        out_ += "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"jounce\"}}";
        name_track(frame_track, "frames");
        for (std::size_t thread = 0; thread < log_.thread_count(); ++thread) {
            const std::int32_t worker = log_.worker_of(thread);
            name_track(track_of(thread), worker >= 0 ? "worker " + std::to_string(worker)
                                                     : "host " + std::to_string(thread));
        }
        for (std::size_t i = 0; i < log_.frame_count(); ++i) {
            write_frame(log_.frame_at(i));
        }
        for (std::size_t thread = 0; thread < log_.thread_count(); ++thread) {
            const trace_log::events events = log_.events_of(thread);
            for (std::size_t i = 0; i < events.size(); ++i) {
                write_event(track_of(thread), events[i]);
            }
        }
        return std::move(out_) + "\n]}\n";
    }

private:
    static std::size_t track_of(std::size_t thread) { return frame_track + 1 + thread; }

    void name_track(std::size_t track, const std::string& name) {
        append_format(out_,
                      ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%zu,\"name\":\"thread_name\",\"args\":{"
                      "\"name\":\"%s\"}}",
                      track, name.c_str());
        append_format(out_,
                      ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%zu,\"name\":\"thread_sort_index\","
                      "\"args\":{\"sort_index\":%zu}}",
                      track, track);
    }

    /// Microseconds with three digits behind the point, from whole nanoseconds: nothing is rounded.
    void append_us(std::uint64_t ns) {
        append_format(out_, "%" PRIu64 ".%03" PRIu64, ns / 1000, ns % 1000);
    }
    /// What began before recording did begins with it.
    std::uint64_t since_start(std::uint64_t ns) const { return ns - std::min(ns, log_.start_ns()); }

    void begin_slice(std::size_t track, std::string_view quoted_name, std::uint64_t start,
                     std::uint64_t end) {
        out_ += ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":" + std::to_string(track) + ",\"name\":";
        out_ += quoted_name;
        out_ += ",\"ts\":";
        append_us(since_start(start));
        out_ += ",\"dur\":";
        append_us(since_start(end) - since_start(start));
    }

    void write_event(std::size_t track, const trace_event& event) {
        const std::size_t system = static_cast<std::size_t>(event.system);
        begin_slice(track, system < names_.size() ? std::string_view(names_[system]) : "\"\"",
                    event.start_ns, event.end_ns);
        append_format(out_, ",\"cat\":\"system\",\"args\":{\"frame\":%" PRIu64, event.frame);
        if (event.blocks > 0) {
            append_format(out_, ",\"first_block\":%" PRIu32 ",\"blocks\":%" PRIu32,
                          event.first_block, event.blocks);
        }
        out_ += "}}";
    }

    void write_frame(const trace_frame& frame) {
        begin_slice(frame_track, "\"frame\"", frame.start_ns, frame.end_ns);
        append_format(out_, ",\"cat\":\"frame\",\"args\":{\"frame\":%" PRIu64 "}}", frame.frame);
        const frame_counters& of = frame.counters;
        const struct {
            const char* name;
            std::uint64_t value;
        } counters[] = {{"characters", of.characters()}, {"bones", of.bones},
                        {"springs", of.springs},         {"ticks", of.ticks},
                        {"contacts", of.contacts},       {"blocks", of.blocks}};
        for (const auto& [name, value] : counters) {
            begin_counter(name, frame.start_ns);
            append_format(out_, "\"%s\":%" PRIu64 "}}", name, value);
        }
        begin_counter("levels of detail", frame.start_ns);
        append_format(out_,
                      "\"full\":%" PRIu64 ",\"half\":%" PRIu64 ",\"quarter\":%" PRIu64
                      ",\"frozen\":%" PRIu64 "}}",
                      of.at_level[0], of.at_level[1], of.at_level[2], of.at_level[3]);
    }

    void begin_counter(const char* name, std::uint64_t at) {
        append_format(out_, ",\n{\"ph\":\"C\",\"pid\":1,\"name\":\"%s\",\"ts\":", name);
        append_us(since_start(at));
        out_ += ",\"args\":{";
    }

    const trace_log& log_;
    std::vector<std::string> names_; ///< [system], quoted
    std::string out_;
};

} // namespace

std::string chrome_trace(const profiler& from) { return chrome_writer(from).text(); }

} // namespace jounce
