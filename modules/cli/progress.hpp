#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace jounce::cli {

/// The line that a bar shows: what is done, a bar, the share, and the time that is left at the pace so
/// far (not in the first moments, when it is unknown). Where `of` is 0 the amount is unknown:
/// then it says how long it has been. At most `width` columns of plain letters.
std::string progress_line(std::string_view what, std::int64_t done, std::int64_t of,
                          double seconds_so_far, std::size_t width);

/// One line on a stream that is overwritten during long work and erased at the end. It appears
/// after half a second, so that short work does not flicker, and is updated ten times a second,
/// even without new progress. May be called from any thread.
class progress_bar {
public:
    using clock = std::function<double()>; ///< seconds

    /// On stderr if that is a terminal; otherwise it shows nothing.
    /// @param what  is being done until `show` says more
    explicit progress_bar(std::string_view what);
    /// On any stream, with another clock, and only updated by calls.
    progress_bar(std::FILE* to, clock now, std::string_view what);
    ~progress_bar();
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;

    /// Whether it ever shows anything; if not, progress need not be reported.
    bool is_watched() const { return to_ != nullptr; }

    /// `done` of `of`. Another `of`, or less than was done, means other work: its time starts
    /// again.
    void show(std::string_view what, std::int64_t done, std::int64_t of);

    /// Ends it. Call it before anything else is printed.
    void wipe();

private:
    void draw();
    void keep_drawing();

    std::FILE* to_; ///< null: not shown
    clock now_;
    std::mutex lock_; ///< of all below
    std::condition_variable ended_;
    double born_ = 0;    ///< of the bar
    double started_ = 0; ///< of the work that it shows
    double drawn_ = -1;
    std::string what_;
    std::int64_t done_ = 0;
    std::int64_t of_ = 0;
    bool is_there_ = false;
    bool is_over_ = false;
    std::thread drawer_;
};

/// Whether a stream is a terminal.
bool is_terminal(std::FILE* stream);

} // namespace jounce::cli
