#include <jounce/modules/procedural/skin_weights.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <utility>

namespace jounce::procedural {

bone_chain::bone_chain(std::vector<bone_line> links, std::int32_t root)
    : links_(std::move(links)), starts_{0}, root_(root) {
    const std::size_t given = links_.size();
    std::erase_if(
        links_, [](const bone_line& link) { return !(jounce::length(link.tail - link.head) > 0); });
    JOUNCE_ASSERT(!links_.empty() && links_.size() == given,
                  "a chain needs a bone, and bones of a chain need a length");
    if (links_.empty()) {
        links_.push_back({0, {0, 0, 0}, {0, 1, 0}}); // so that it has a curve
    }
    for (const bone_line& link : links_) {
        starts_.push_back(starts_.back() + jounce::length(link.tail - link.head));
    }
}

std::size_t bone_chain::link_at(double along) const {
    const auto after = std::upper_bound(starts_.begin() + 1, starts_.end() - 1, along);
    return static_cast<std::size_t>(after - starts_.begin()) - 1;
}

vec3<double> bone_chain::point(double along) const {
    const std::size_t i = link_at(along);
    const double t = (along - starts_[i]) / (starts_[i + 1] - starts_[i]);
    const vec3<double>& from = links_[i].head;
    const vec3<double>& to = links_[i].tail;
    // Catmull-Rom; the ends go on as they arrive.
    const vec3<double> before = i > 0 ? links_[i - 1].head : 2.0 * from - to;
    const vec3<double> after = i + 1 < links_.size() ? links_[i + 1].tail : 2.0 * to - from;
    const vec3<double> out_of = 0.5 * (to - before);
    const vec3<double> into = 0.5 * (after - from);
    const double h = t * t * (3 - 2 * t);
    return from + h * (to - from) + (t * (1 - t) * (1 - t)) * out_of - (t * t * (1 - t)) * into;
}

vec3<double> bone_chain::direction(double along) const {
    const double step = 1e-4 * length();
    const vec3<double> way = point(along + step) - point(along - step);
    return (1 / jounce::length(way)) * way;
}

skin_weights bone_chain::weights(double along) const {
    const std::size_t i = link_at(along);
    const double here = starts_[i + 1] - starts_[i];
    const double from_head = along - starts_[i];
    const double from_tail = starts_[i + 1] - along;
    const auto mixed = [&](std::int32_t neighbour, double its_length, double away) {
        const double half = 0.5 * std::min(here, its_length);
        const double share = smooth_step(0.5 - 0.5 * away / half);
        return skin_weights{{links_[i].bone, 1 - share}, {neighbour, share}};
    };
    if (from_head < from_tail) {
        if (i > 0) {
            return mixed(links_[i - 1].bone, starts_[i] - starts_[i - 1], from_head);
        }
        return root_ >= 0 ? mixed(root_, here, std::max(from_head, 0.0))
                          : skin_weights{{links_[i].bone, 1}};
    }
    if (i + 1 < links_.size()) {
        return mixed(links_[i + 1].bone, starts_[i + 2] - starts_[i + 1], from_tail);
    }
    return {{links_[i].bone, 1}};
}

} // namespace jounce::procedural
