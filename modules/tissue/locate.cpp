#include <jounce/modules/tissue/locate.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::tissue {
namespace {

/// Boxes along the longest side, at most.
constexpr double most_boxes = 100;

} // namespace

tet_finder::tet_finder(const tet_mesh& mesh) : mesh_(mesh) {
    vec3<double> high = mesh.nodes.front();
    low_ = high;
    for (const vec3<double>& p : mesh.nodes) {
        low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    double volume = 0;
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        shapes_.push_back(shape_of(mesh, t));
        volume += shapes_.back().volume;
    }
    const vec3<double> size = high - low_;
    const double longest = std::max({size.x, size.y, size.z});
    // About a cube of six tetrahedra.
    side_ = std::max(std::cbrt(6 * volume / static_cast<double>(mesh.tets.size())),
                     longest / most_boxes);
    count_ = {static_cast<long>(size.x / side_) + 1, static_cast<long>(size.y / side_) + 1,
              static_cast<long>(size.z / side_) + 1};
    const auto each_box = [&](std::size_t t, const auto& call) {
        vec3<double> from = mesh.nodes[mesh.tets[t][0]], to = from;
        for (const std::uint32_t node : mesh.tets[t]) {
            const vec3<double>& p = mesh.nodes[node];
            from = {std::min(from.x, p.x), std::min(from.y, p.y), std::min(from.z, p.z)};
            to = {std::max(to.x, p.x), std::max(to.y, p.y), std::max(to.z, p.z)};
        }
        const std::array<long, 3> a = box_at(from), b = box_at(to);
        for (long x = a[0]; x <= b[0]; ++x) {
            for (long y = a[1]; y <= b[1]; ++y) {
                for (long z = a[2]; z <= b[2]; ++z) {
                    call(static_cast<std::size_t>((x * count_[1] + y) * count_[2] + z));
                }
            }
        }
    };
    first_.assign(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]) + 1, 0);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        each_box(t, [&](std::size_t box) { ++first_[box + 1]; });
    }
    for (std::size_t b = 1; b < first_.size(); ++b) {
        first_[b] += first_[b - 1];
    }
    tets_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        each_box(t, [&](std::size_t box) { tets_[next[box]++] = static_cast<std::uint32_t>(t); });
    }
}

std::array<long, 3> tet_finder::box_at(const vec3<double>& point) const {
    const vec3<double> place = (1 / side_) * (point - low_);
    const auto within = [](double at, long count) {
        return static_cast<long>(std::clamp(std::floor(at), 0.0, static_cast<double>(count - 1)));
    };
    return {within(place.x, count_[0]), within(place.y, count_[1]), within(place.z, count_[2])};
}

std::optional<tet_place> tet_finder::find(const vec3<double>& point) const {
    std::optional<tet_place> best;
    const auto look_in = [&](long x, long y, long z) {
        const auto box = static_cast<std::size_t>((x * count_[1] + y) * count_[2] + z);
        for (std::uint32_t i = first_[box]; i < first_[box + 1]; ++i) {
            const std::uint32_t tet = tets_[i];
            const vec3<double> off = point - mesh_.nodes[mesh_.tets[tet][0]];
            tet_place at;
            at.tet = tet;
            at.share[0] = 1;
            for (std::size_t k = 1; k < 4; ++k) {
                at.share[k] = dot(shapes_[tet].gradients[k], off);
                at.share[0] -= at.share[k];
            }
            at.least = *std::min_element(at.share.begin(), at.share.end());
            if (!best || at.least > best->least ||
                (at.least == best->least && at.tet < best->tet)) {
                best = at;
            }
        }
    };
    const std::array<long, 3> middle = box_at(point);
    look_in(middle[0], middle[1], middle[2]);
    for (long reach = 1; (!best || best->least < -1e-9) && reach <= 3; ++reach) {
        for (long x = std::max(middle[0] - reach, 0L);
             x <= std::min(middle[0] + reach, count_[0] - 1); ++x) {
            for (long y = std::max(middle[1] - reach, 0L);
                 y <= std::min(middle[1] + reach, count_[1] - 1); ++y) {
                for (long z = std::max(middle[2] - reach, 0L);
                     z <= std::min(middle[2] + reach, count_[2] - 1); ++z) {
                    look_in(x, y, z);
                }
            }
        }
    }
    return best;
}

} // namespace jounce::tissue
