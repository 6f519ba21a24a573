#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace jounce {
namespace {

constexpr std::size_t longest = 64; ///< names come from files; further characters are ignored

/// How many letters to put in, take out, change, or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
    a = a.substr(0, longest);
    b = b.substr(0, longest);
    using row = std::array<std::size_t, longest + 1>;
    row before{}; // two letters back
    row last{};
    row now{};
    for (std::size_t j = 0; j <= b.size(); ++j) {
        now[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = last;
        last = now;
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
            now[j] = std::min({changed, last[j] + 1, now[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = std::min(now[j], before[j - 2] + 1);
            }
        }
    }
    return now[b.size()];
}

std::string_view without_dashes(std::string_view word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

} // namespace

std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> known) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    std::string_view nearest;
    for (const std::string_view name : known) {
        const std::size_t steps = distance(wrong, name);
        if (steps < least) {
            least = steps;
            nearest = name;
        }
    }
    return known.empty() ? "there is none to choose from"
                         : "did you mean \"" + std::string(nearest) + "\"?";
}

std::string near_word(std::string_view wrong, std::span<const std::string_view> known) {
    const std::string_view letters = without_dashes(wrong);
    // A third of the letters may be wrong; of two letters none, as any other two would be near.
    const std::size_t allowed =
        letters.size() < 3 ? 0 : std::max<std::size_t>(1, letters.size() / 3);
    std::size_t least = allowed + 1;
    std::string_view nearest;
    std::string_view begins;
    bool several = false;
    for (const std::string_view name : known) {
        const std::size_t steps = distance(letters, without_dashes(name));
        if (steps < least) {
            least = steps;
            nearest = name;
        }
        if (letters.size() >= 2 && without_dashes(name).substr(0, letters.size()) == letters) {
            several = !begins.empty();
            begins = name;
        }
    }
    nearest = nearest.empty() && !several ? begins : nearest;
    return nearest.empty() ? "" : "did you mean \"" + std::string(nearest) + "\"?";
}

} // namespace jounce
