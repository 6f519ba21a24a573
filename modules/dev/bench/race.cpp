#include <jounce/modules/dev/bench/race.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <limits>
#include <utility>

namespace jounce::bench {
double core_ns() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
        return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
    }
#endif
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

namespace {

double ns_of(const racer& one, core_clock clock) {
    if (one.before) {
        one.before();
    }
    const double start = clock();
    one.work();
    return clock() - start;
}

} // namespace

std::vector<double> race(std::span<const racer> all, core_clock clock) {
    constexpr int turns = 9;
    std::vector<double> best(all.size(), std::numeric_limits<double>::infinity());
    for (int turn = 0; turn <= turns; ++turn) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double ns = ns_of(all[i], clock);
            if (turn > 0) {
                best[i] = std::min(best[i], ns);
            }
        }
    }
    return best;
}

kernel_cost compared(std::string name, std::string element, std::uint64_t elements, double ours_ns,
                     double theirs_ns) {
    const double count = static_cast<double>(elements);
    kernel_cost out;
    out.name = std::move(name);
    out.element = std::move(element);
    out.elements = elements;
    out.ns_per_element = ours_ns / count;
    out.baseline_ns_per_element = theirs_ns / count;
    out.ratio = ours_ns > 0 ? theirs_ns / ours_ns : 0;
    return out;
}

stopwatch::stopwatch(core_clock clock)
    : clock_(clock), looking_(std::numeric_limits<double>::infinity()) {
    for (int i = 0; i < 32; ++i) {
        const double first = clock_();
        looking_ = std::min(looking_, clock_() - first);
    }
}
void stopwatch::start() { started_ = clock_(); }
void stopwatch::stop() { ns_ += std::max(clock_() - started_ - looking_, 0.0); }

kernel_cost race(std::string name, std::string element, std::uint64_t elements,
                 std::function<void()> ours, std::function<void()> theirs) {
    const racer both[] = {{std::move(ours)}, {std::move(theirs)}};
    const std::vector<double> best = race(both);
    return compared(std::move(name), std::move(element), elements, best[0], best[1]);
}

} // namespace jounce::bench
