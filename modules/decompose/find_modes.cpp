#include <jounce/modules/decompose/find_modes.hpp>

#include <algorithm>
#include <numeric>

namespace jounce::decompose {
namespace {

constexpr std::uint32_t none = ~0U;

/// The nearest row of a table, if one is closer than the limit.
std::uint32_t nearest_row(const sequence_table& from, std::size_t row, const sequence_table& in,
                          float limit) {
    std::uint32_t found = none;
    for (std::size_t i = 0; i < in.count(); ++i) {
        const float far = distance_within(from, row, in, i, limit);
        if (far < limit) {
            limit = far;
            found = static_cast<std::uint32_t>(i);
        }
    }
    return found;
}

struct running_means {
    sequence_table means;
    std::vector<std::size_t> count;
};

running_means join(const shifted_points& shifted, const mode_options& options) {
    running_means out = {sequence_table(0, shifted.ends.frames()), {}};
    for (std::size_t p = 0; p < shifted.end_of.size(); p += options.stride) {
        const std::uint32_t end = shifted.end_of[p];
        const std::uint32_t nearest =
            nearest_row(shifted.ends, end, out.means, options.bandwidth / 2);
        if (nearest == none) {
            out.means.add(shifted.ends.row(end));
            out.count.push_back(1);
            continue;
        }
        const float share = 1 / static_cast<float>(++out.count[nearest]);
        const std::span<float> mean = out.means.row(nearest);
        const std::span<const float> row = shifted.ends.row(end);
        for (std::size_t k = 0; k < mean.size(); ++k) {
            mean[k] += share * (row[k] - mean[k]);
        }
        out.means.sum_up(nearest);
    }
    return out;
}

} // namespace

std::size_t found_modes::core_points() const {
    return std::accumulate(core.begin(), core.end(), std::size_t(0),
                           [](std::size_t sum, const auto& one) { return sum + one.size(); });
}

found_modes find_modes(const shifted_points& shifted, const mode_options& options) {
    const running_means all = join(shifted, options);
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < all.count.size(); ++i) {
        if (all.count[i] >= options.least_points) {
            kept.push_back(i);
        }
    }
    std::stable_sort(kept.begin(), kept.end(),
                     [&](std::size_t a, std::size_t b) { return all.count[a] > all.count[b]; });
    kept.resize(std::min(kept.size(), options.most_modes));
    sequence_table modes(0, shifted.ends.frames());
    for (const std::size_t i : kept) {
        modes.add(all.means.row(i));
    }
    std::vector<std::uint32_t> mode_of(shifted.ends.count());
    for (std::size_t end = 0; end < mode_of.size(); ++end) {
        mode_of[end] = nearest_row(shifted.ends, end, modes, options.bandwidth / 4);
    }
    found_modes out;
    out.core.resize(kept.size());
    for (std::size_t p = 0; p < shifted.end_of.size(); ++p) {
        if (const std::uint32_t mode = mode_of[shifted.end_of[p]]; mode != none) {
            out.core[mode].push_back(static_cast<std::uint32_t>(p));
        }
    }
    return out;
}

} // namespace jounce::decompose
