#include <jounce/modules/editing/align_lists.hpp>

#include <algorithm>

namespace jounce::editing {
namespace {

using list_json = nlohmann::ordered_json;

constexpr std::size_t most_pairs = 1'000'000; ///< compared; longer lists are matched in order

struct equal_pair {
    std::size_t held;
    std::size_t wanted;
};

/// The longest common subsequence of the elements from `first` on, up to these ends.
std::vector<equal_pair> longest_common(const list_json& held, const list_json& wanted,
                                       std::size_t first, std::size_t held_end,
                                       std::size_t wanted_end) {
    const std::size_t rows = held_end - first;
    const std::size_t columns = wanted_end - first;
    std::vector<equal_pair> out;
    if (rows == 0 || columns == 0 || rows * columns > most_pairs) {
        return out;
    }
    // [row][column]: of what is left from there on.
    std::vector<std::size_t> length((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t r, std::size_t c) -> std::size_t& {
        return length[r * (columns + 1) + c];
    };
    for (std::size_t r = rows; r-- > 0;) {
        for (std::size_t c = columns; c-- > 0;) {
            at(r, c) = held[first + r] == wanted[first + c] ? at(r + 1, c + 1) + 1
                                                            : std::max(at(r + 1, c), at(r, c + 1));
        }
    }
    for (std::size_t r = 0, c = 0; r < rows && c < columns;) {
        if (held[first + r] == wanted[first + c]) {
            out.push_back({first + r++, first + c++});
        } else if (at(r + 1, c) >= at(r, c + 1)) {
            ++r;
        } else {
            ++c;
        }
    }
    return out;
}

} // namespace

std::vector<list_slot> align_lists(const list_json& held, const list_json& wanted) {
    const std::size_t both = std::min(held.size(), wanted.size());
    std::size_t first = 0;
    while (first < both && held[first] == wanted[first]) {
        ++first;
    }
    std::size_t last = 0;
    while (last < both - first &&
           held[held.size() - 1 - last] == wanted[wanted.size() - 1 - last]) {
        ++last;
    }
    const std::size_t held_end = held.size() - last;
    const std::size_t wanted_end = wanted.size() - last;
    std::vector<equal_pair> pairs = longest_common(held, wanted, first, held_end, wanted_end);
    pairs.push_back({held_end, wanted_end});
    std::vector<list_slot> out;
    for (std::size_t i = 0; i < first; ++i) {
        out.push_back({i, i});
    }
    std::size_t h = first, w = first;
    for (const equal_pair& pair : pairs) {
        for (; w < pair.wanted; ++w) {
            out.push_back({h < pair.held ? std::optional(h++) : std::nullopt, w});
        }
        if (pair.held < held_end) {
            out.push_back({pair.held, w});
        }
        h = pair.held + 1;
        w = pair.wanted + 1;
    }
    for (std::size_t i = 0; i < last; ++i) {
        out.push_back({held_end + i, wanted_end + i});
    }
    return out;
}

} // namespace jounce::editing
