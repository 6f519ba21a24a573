#include <jounce/modules/cli/progress.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#if __has_include(<unistd.h>)
#include <sys/ioctl.h>
#include <unistd.h>
#define JOUNCE_HAS_TERMINALS 1
#endif

namespace jounce::cli {
namespace {

constexpr double appears_after = 0.5;  ///< s
constexpr double between_frames = 0.1; ///< s
constexpr double guess_after = 1;      ///< s, before the remaining time is shown
constexpr std::size_t narrowest = 24;
constexpr std::size_t widest = 100;

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::size_t width_of(std::FILE* stream) {
#ifdef JOUNCE_HAS_TERMINALS
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return std::clamp<std::size_t>(size.ws_col - 1U, narrowest, widest);
    }
#else
    static_cast<void>(stream);
#endif
    return 79;
}

std::string time_text(double seconds) {
    char text[32];
    const double whole = std::min(std::ceil(seconds), 359999.0);
    const int total = static_cast<int>(whole);
    if (total >= 3600) {
        std::snprintf(text, sizeof text, "%d:%02d:%02d", total / 3600, total / 60 % 60, total % 60);
    } else {
        std::snprintf(text, sizeof text, "%d:%02d", total / 60, total % 60);
    }
    return text;
}

/// No more than so many bytes, and no half of a letter of several bytes.
std::string_view shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) {
        return text;
    }
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) {
        --most;
    }
    return text.substr(0, most);
}

} // namespace

bool is_terminal(std::FILE* stream) {
#ifdef JOUNCE_HAS_TERMINALS
    return isatty(fileno(stream)) == 1;
#else
    static_cast<void>(stream);
    return false;
#endif
}

std::string progress_line(std::string_view what, std::int64_t done, std::int64_t of,
                          double seconds_so_far, std::size_t width) {
    width = std::max(width, narrowest);
    const std::string left(shortened(what, width / 3));
    if (of <= 0) {
        return left + "  " + time_text(seconds_so_far);
    }
    const double share = std::clamp(static_cast<double>(done) / static_cast<double>(of), 0.0, 1.0);
    char percent[16];
    std::snprintf(percent, sizeof percent, " %3d %%", static_cast<int>(std::floor(100 * share)));
    std::string right = percent;
    if (seconds_so_far >= guess_after && share > 0.01) {
        right += "  " + time_text(seconds_so_far * (1 - share) / share) + " left";
    }
    const std::size_t taken = left.size() + right.size() + 3;
    if (taken + 5 > width) {
        return (left + right).substr(0, width);
    }
    const std::size_t cells = std::min<std::size_t>(width - taken, 40);
    const std::size_t full = static_cast<std::size_t>(share * static_cast<double>(cells));
    return left + " [" + std::string(full, '#') + std::string(cells - full, '.') + "]" + right;
}

progress_bar::progress_bar(std::string_view what)
    : progress_bar(is_terminal(stderr) ? stderr : nullptr, &steady_seconds, what) {
    if (to_ != nullptr) {
        drawer_ = std::thread([this] { keep_drawing(); });
    }
}

progress_bar::progress_bar(std::FILE* to, clock now, std::string_view what)
    : to_(to), now_(std::move(now)), what_(what) {
    born_ = started_ = now_();
}

progress_bar::~progress_bar() { wipe(); }

void progress_bar::show(std::string_view what, std::int64_t done, std::int64_t of) {
    if (to_ == nullptr) {
        return;
    }
    const std::lock_guard held(lock_);
    if (of_ != of || done < done_) {
        started_ = now_();
    }
    what_ = what;
    done_ = done;
    of_ = of;
    draw();
}

void progress_bar::draw() {
    const double now = now_();
    if (is_over_ || now - born_ < appears_after || (drawn_ >= 0 && now - drawn_ < between_frames)) {
        return;
    }
    drawn_ = now;
    is_there_ = true;
    const std::string line = progress_line(what_, done_, of_, now - started_, width_of(to_));
    std::fprintf(to_, "\r\033[K%s", line.c_str());
    std::fflush(to_);
}

void progress_bar::keep_drawing() {
    std::unique_lock held(lock_);
    while (!is_over_) {
        ended_.wait_for(held, std::chrono::duration<double>(between_frames));
        draw();
    }
}

void progress_bar::wipe() {
    {
        const std::lock_guard held(lock_);
        is_over_ = true;
        if (is_there_) {
            std::fprintf(to_, "\r\033[K");
            std::fflush(to_);
            is_there_ = false;
        }
    }
    ended_.notify_all();
    if (drawer_.joinable()) {
        drawer_.join();
    }
}

} // namespace jounce::cli
