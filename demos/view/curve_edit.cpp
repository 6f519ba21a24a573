#include "curve_edit.hpp"

#include <algorithm>
#include <cmath>

namespace viewer {

using namespace jounce;

namespace {

constexpr double step = 0.01; ///< between positions, so that they ascend

double rounded(double value) { return std::round(value * 100) / 100; }
double good_factor(double factor) { return rounded(std::clamp(factor, 0.0, max_curve_factor)); }

} // namespace

bool move_key(curve_keys& keys, std::size_t index, double position, double factor) {
    if (index >= keys.size() || !std::isfinite(position) || !std::isfinite(factor)) {
        return false;
    }
    const double least = index > 0 ? keys[index - 1].position + step : 0;
    const double most = index + 1 < keys.size() ? keys[index + 1].position - step : 1;
    if (least <= most) { // else keys of a file are closer than that: it stays
        keys[index].position = rounded(std::clamp(position, least, most));
    }
    keys[index].factor = good_factor(factor);
    return true;
}

bool add_key(curve_keys& keys, double position, double factor, std::size_t& added) {
    if (keys.size() >= max_curve_keys || !std::isfinite(position) || !std::isfinite(factor)) {
        return false;
    }
    const double at = rounded(std::clamp(position, 0.0, 1.0));
    const auto next = std::ranges::upper_bound(keys, at, {}, &curve_key::position);
    const bool is_free = (next == keys.begin() || (next - 1)->position <= at - step / 2) &&
                         (next == keys.end() || next->position >= at + step / 2);
    if (!is_free) {
        return false;
    }
    added = static_cast<std::size_t>(next - keys.begin());
    keys.insert(next, {at, good_factor(factor)});
    return true;
}

bool remove_key(curve_keys& keys, std::size_t index) {
    if (index >= keys.size() || keys.size() == 1) {
        return false;
    }
    keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(index));
    return true;
}

double curve_height(const curve_keys& keys) {
    double most = 2;
    for (const curve_key& key : keys) {
        most = std::max(most, 1.25 * key.factor);
    }
    return most;
}

std::optional<std::size_t> key_at(const curve_keys& keys, double x, double y, double width,
                                  double height, double reach) {
    std::optional<std::size_t> best;
    double best_distance = reach;
    const double top = curve_height(keys);
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const double dx = keys[k].position * width - x;
        const double dy = (1 - keys[k].factor / top) * height - y;
        const double distance = std::hypot(dx, dy);
        if (distance <= best_distance) {
            best = k;
            best_distance = distance;
        }
    }
    return best;
}

} // namespace viewer
