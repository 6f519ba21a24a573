#include <jounce/modules/profiling/system_stats.hpp>

#include <jounce/components/base/assert.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jounce {
namespace {

constexpr double ms_per_ns = 1e-6;
constexpr std::size_t longest_name = 63;

double sum(std::span<const std::uint64_t> values) {
    return std::accumulate(values.begin(), values.end(), 0.0,
                           [](double a, std::uint64_t b) { return a + static_cast<double>(b); });
}

double mean(std::span<const std::uint64_t> values) {
    return values.empty() ? 0.0 : sum(values) / static_cast<double>(values.size());
}

/// Smallest value that at least `fraction` of all do not exceed. Reorders.
double percentile(std::span<std::uint64_t> values, double fraction) {
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

/// Names go into traces and tables as they are.
bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

} // namespace

system_stats::system_stats(std::span<const description> systems, std::size_t window)
    : wall_ns_(std::max<std::size_t>(window, 1)), characters_(wall_ns_.size()) {
    JOUNCE_ASSERT(systems.size() <= max_systems, "a table of costs has at most 64 systems");
    systems_.reserve(max_systems);
    for (const description& system : systems.first(std::min(systems.size(), max_systems))) {
        systems_.push_back({std::string(system.name), std::string(system.element),
                            std::vector<std::uint64_t>(wall_ns_.size()),
                            std::vector<std::uint64_t>(wall_ns_.size())});
    }
}

result<system_id> system_stats::register_system(std::string_view name, std::string_view element) {
    if (name.empty() || name.size() > longest_name || element.size() > longest_name ||
        !is_printable(name) || !is_printable(element)) {
        return error{errors::bad_name,
                     "the name of a system has 1 to 63 printable ASCII characters, and so has what "
                     "it counts (or none); this one has " +
                         std::to_string(name.size()) + " and " + std::to_string(element.size())};
    }
    if (const std::optional<system_id> known = find(name)) {
        return *known;
    }
    if (systems_.size() >= max_systems) {
        return error{errors::too_many_systems,
                     "system '" + std::string(name) + "': the table has its " +
                         std::to_string(max_systems) + " systems; time several under one name"};
    }
    systems_.push_back({std::string(name), std::string(element),
                        std::vector<std::uint64_t>(wall_ns_.size()),
                        std::vector<std::uint64_t>(wall_ns_.size())});
    return static_cast<system_id>(systems_.size() - 1);
}

std::optional<system_id> system_stats::find(std::string_view name) const {
    const auto found = std::find_if(systems_.begin(), systems_.end(),
                                    [&](const series& one) { return one.name == name; });
    return found != systems_.end()
               ? std::optional(static_cast<system_id>(std::distance(systems_.begin(), found)))
               : std::nullopt;
}

const system_stats::series& system_stats::row(system_id system) const {
    const std::size_t index = static_cast<std::size_t>(system);
    JOUNCE_ASSERT(index < systems_.size(), "no such system: ids come from register_system or find");
    static const series nobody = {"", "", std::vector<std::uint64_t>(1),
                                  std::vector<std::uint64_t>(1)};
    return index < systems_.size() ? systems_[index] : nobody;
}

void system_stats::begin_frame() noexcept {
    const std::size_t at = frames_ % wall_ns_.size();
    for (series& one : systems_) {
        one.ns[at] = 0;
        one.elements[at] = 0;
    }
    open_.store(static_cast<std::int64_t>(at), std::memory_order_relaxed);
}

void system_stats::end_frame(std::uint64_t wall_ns, const frame_counters& counters) noexcept {
    const std::size_t at = frames_ % wall_ns_.size();
    wall_ns_[at] = wall_ns;
    characters_[at] = counters.characters();
    counters_ = counters;
    ++frames_;
}

void system_stats::hold_frame() noexcept { open_.store(none_open, std::memory_order_relaxed); }

void system_stats::add(system_id system, std::uint64_t ns, std::uint64_t elements) noexcept {
    const std::int64_t open = open_.load(std::memory_order_relaxed);
    const std::size_t index = static_cast<std::size_t>(system);
    if (open == none_open || index >= systems_.size()) {
        return;
    }
    const std::size_t at = static_cast<std::size_t>(open);
    std::atomic_ref(systems_[index].ns[at]).fetch_add(ns, std::memory_order_relaxed);
    std::atomic_ref(systems_[index].elements[at]).fetch_add(elements, std::memory_order_relaxed);
}

void system_stats::reset() noexcept {
    hold_frame();
    frames_ = 0;
    counters_ = {};
}

std::size_t system_stats::kept() const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(frames_, wall_ns_.size()));
}

double system_stats::wall_ms_mean() const {
    return ms_per_ns * mean(std::span(wall_ns_).first(kept()));
}

double system_stats::wall_ms_min() const {
    return ms_per_ns * least(std::span(wall_ns_).first(kept()));
}

system_cost system_stats::summary(const series& of) const {
    std::vector<std::uint64_t> ns(of.ns.begin(),
                                  of.ns.begin() + static_cast<std::ptrdiff_t>(kept()));
    system_cost cost;
    cost.name = of.name;
    cost.element = of.element;
    cost.elements = frames_ > 0 ? of.elements[(frames_ - 1) % of.elements.size()] : 0;
    cost.min_ms = ms_per_ns * least(ns);
    cost.mean_ms = ms_per_ns * mean(ns);
    cost.p50_ms = ms_per_ns * percentile(ns, 0.5);
    cost.p99_ms = ms_per_ns * percentile(ns, 0.99);
    const double elements = sum(std::span(of.elements).first(kept()));
    cost.ns_per_element = elements > 0 ? sum(ns) / elements : 0.0;
    return cost;
}

std::vector<system_cost> system_stats::costs() const {
    std::vector<system_cost> out;
    double total = 0;
    for (const series& one : systems_) {
        out.push_back(summary(one));
        total += out.back().mean_ms;
    }
    for (system_cost& cost : out) {
        cost.share = total > 0 ? cost.mean_ms / total : 0.0;
    }
    return out;
}

system_cost system_stats::frame_cost() const {
    system_cost cost = summary({"frame", "characters", wall_ns_, characters_});
    cost.share = frames_ > 0 ? 1.0 : 0.0;
    return cost;
}

} // namespace jounce
