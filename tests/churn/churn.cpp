// Characters that come, go and change in every way a host has, frame after frame on many workers.
// Made for the thread sanitizer and for hours; as a test it runs a few hundred frames, without a clock.

#include "churn_world.hpp"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct options {
    std::uint32_t seed = 1;
    int frames = 80;  ///< per round and number of workers
    int seconds = 0;  ///< 0: one round
    int workers = -1; ///< -1: all of 1, 2, 3, 4 and 8
};

constexpr const char* usage =
    "usage: jounce_churn [--frames N] [--seconds N] [--workers N] [--seed N]\n"
    "  --frames   frames of each round, for each number of workers (80)\n"
    "  --seconds  go on with further rounds for so long (0: one round)\n"
    "  --workers  only this number of workers, 0 to 64 (1, 2, 3, 4 and 8 in turn)\n"
    "  --seed     of what happens (1)\n";

/// False if it is no whole number from least to most.
bool read_number(const char* text, int least, int most, int& to) {
    const char* end = text + std::strlen(text);
    const auto [stop, fault] = std::from_chars(text, end, to);
    return fault == std::errc{} && stop == end && to >= least && to <= most;
}

/// Names the first argument that is wrong, or nothing.
std::string read_options(int count, char** arguments, options& to) {
    for (int i = 1; i < count; i += 2) {
        const std::string_view name = arguments[i];
        const char* value = i + 1 < count ? arguments[i + 1] : "";
        int seed = 0;
        bool good = false;
        if (name == "--frames") {
            good = read_number(value, 1, 1 << 30, to.frames);
        } else if (name == "--seconds") {
            good = read_number(value, 1, 1 << 20, to.seconds);
        } else if (name == "--workers") {
            good = read_number(value, 0, 64, to.workers);
        } else if (name == "--seed") {
            good = read_number(value, 0, 1 << 30, seed);
            to.seed = static_cast<std::uint32_t>(seed);
        }
        if (!good) {
            return std::string(name) + " " + value;
        }
    }
    return {};
}

} // namespace

int main(int count, char** arguments) {
    options wanted;
    if (const std::string wrong = read_options(count, arguments, wanted); !wrong.empty()) {
        std::fprintf(stderr, "jounce_churn: wrong argument: %s\n%s", wrong.c_str(), usage);
        return 2;
    }
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    const auto has_time = [&] {
        return wanted.seconds > 0 && clock::now() - start < std::chrono::seconds(wanted.seconds);
    };
    const std::vector<int> workers =
        wanted.workers >= 0 ? std::vector<int>{wanted.workers} : std::vector<int>{1, 2, 3, 4, 8};
    std::uint32_t round = 0;
    std::uint64_t frames = 0;
    do {
        const std::uint32_t seed = wanted.seed + round;
        churn::outcome first;
        for (const int each : workers) {
            const churn::outcome now = churn::run(seed, wanted.frames, each);
            frames += static_cast<std::uint64_t>(wanted.frames);
            std::printf("seed %u, %d workers: %d frames, %d came, %d clears, hash %016llx\n", seed,
                        each, wanted.frames, now.came, now.clears,
                        static_cast<unsigned long long>(now.hash));
            if (!now.fault.empty()) {
                std::fprintf(stderr, "seed %u, %d workers, frame %d: does not hold: %s\n", seed,
                             each, now.frame, now.fault.c_str());
                return 1;
            }
            if (each != workers.front() && now.hash != first.hash) {
                std::fprintf(stderr, "seed %u: %d workers give other bits than %d\n", seed, each,
                             workers.front());
                return 1;
            }
            first = each == workers.front() ? now : first;
            std::fflush(stdout);
        }
        ++round;
    } while (has_time());
    std::printf("%llu frames, all as it should be\n", static_cast<unsigned long long>(frames));
    return 0;
}
