#include <jounce/modules/profiling/system_stats.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jounce {
namespace {

constexpr double ms_per_ns = 1e-6;

double mean(std::span<const std::uint64_t> values) {
    const double sum =
        std::accumulate(values.begin(), values.end(), 0.0,
                        [](double a, std::uint64_t b) { return a + static_cast<double>(b); });
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

/// Smallest value that at least `fraction` of all do not exceed.
double percentile(std::vector<std::uint64_t> values, double fraction) {
    if (values.empty()) {
        return 0.0;
    }
    const double rank = std::ceil(fraction * static_cast<double>(values.size()));
    const std::size_t index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index),
                     values.end());
    return static_cast<double>(values[index]);
}

double least(std::span<const std::uint64_t> values) {
    return values.empty() ? 0.0
                          : static_cast<double>(*std::min_element(values.begin(), values.end()));
}

} // namespace

system_stats::system_stats(std::span<const description> systems, std::size_t window)
    : wall_ns_(std::max<std::size_t>(window, 1)) {
    for (const description& system : systems) {
        systems_.push_back({std::string(system.name), std::string(system.element),
                            std::vector<std::uint64_t>(wall_ns_.size()), 0});
    }
}

void system_stats::record(std::uint64_t wall_ns, std::span<const std::uint64_t> system_ns,
                          std::span<const std::uint64_t> elements) noexcept {
    const std::size_t at = frames_ % wall_ns_.size();
    wall_ns_[at] = wall_ns;
    for (std::size_t s = 0; s < systems_.size(); ++s) {
        systems_[s].ns[at] = system_ns[s];
        systems_[s].elements = elements[s];
    }
    ++frames_;
}

void system_stats::reset() noexcept { frames_ = 0; }

std::size_t system_stats::kept() const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(frames_, wall_ns_.size()));
}

double system_stats::wall_ms_mean() const {
    return ms_per_ns * mean(std::span(wall_ns_).first(kept()));
}

double system_stats::wall_ms_min() const {
    return ms_per_ns * least(std::span(wall_ns_).first(kept()));
}

std::vector<system_cost> system_stats::costs() const {
    std::vector<system_cost> out;
    double total = 0;
    for (const series& s : systems_) {
        const std::span<const std::uint64_t> ns = std::span(s.ns).first(kept());
        system_cost cost;
        cost.name = s.name;
        cost.element = s.element;
        cost.elements = s.elements;
        cost.min_ms = ms_per_ns * least(ns);
        cost.mean_ms = ms_per_ns * mean(ns);
        cost.p99_ms = ms_per_ns * percentile({ns.begin(), ns.end()}, 0.99);
        cost.ns_per_element = s.elements > 0 ? mean(ns) / static_cast<double>(s.elements) : 0.0;
        total += cost.mean_ms;
        out.push_back(std::move(cost));
    }
    for (system_cost& cost : out) {
        cost.share = total > 0 ? cost.mean_ms / total : 0.0;
    }
    return out;
}

} // namespace jounce
