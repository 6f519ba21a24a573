#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace jounce::bench {

/// For how long this thread has had a core, ns, where the system tells. In wall-clock time the
/// slower side would lose its core to other programs more often, and lose the race because of that.
double core_ns();

/// The clock of races and stopwatches; tests have their own.
using core_clock = double (*)();

/// A participant of a race.
struct racer {
    std::function<void()> work;
    std::function<void()> before = {}; ///< what each turn needs and is not measured
};

/// Lets all take turns, and returns the best of each, ns on a core, so that other load disturbs all
/// of them alike. The first turn of each, which fetches memory, does not count.
std::vector<double> race(std::span<const racer> all, core_clock clock = &core_ns);

/// What two of them say about a kernel.
kernel_cost compared(std::string name, std::string element, std::uint64_t elements, double ours_ns,
                     double theirs_ns);

/// Adds up times on a core, from `start` to `stop`, without what looking at the clock takes.
class stopwatch {
public:
    explicit stopwatch(core_clock clock = &core_ns);

    void start();
    void stop();
    double ns() const { return ns_; }

private:
    core_clock clock_;
    double looking_;
    double started_ = 0;
    double ns_ = 0;
};

/// Two in a race.
kernel_cost race(std::string name, std::string element, std::uint64_t elements,
                 std::function<void()> ours, std::function<void()> theirs);

} // namespace jounce::bench
