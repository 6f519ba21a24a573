#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace jounce {
namespace {

constexpr std::size_t longest = 64; ///< names come from files; what is beyond does not decide

/// How many letters to put in, take out or change.
std::size_t distance(std::string_view a, std::string_view b) {
    a = a.substr(0, longest);
    b = b.substr(0, longest);
    std::array<std::size_t, longest + 1> row{};
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
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

} // namespace jounce
