// What a `collapse_mesh` knows before the first place goes.

#include <jounce/modules/simplify/collapse_mesh.hpp>

#include <algorithm>

namespace jounce::simplify {
namespace {

/// Planes that stand on borders and seams count more than those of triangles, as borders have no other side.
constexpr double border_weight = 10;
constexpr double seam_weight = 2;

} // namespace

collapse_mesh::collapse_mesh(const posed_mesh& mesh) : welded_(weld(mesh)) {
    drop_degenerate(mesh);
    around_.resize(welded_.place_count);
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        for (int c = 0; c < 3; ++c) {
            around_[place(t, c)].push_back(t);
        }
    }
    is_dead_.assign(triangles_.size(), false);
    alive_count_ = triangles_.size();
    versions_.assign(welded_.place_count, 0);
    quadrics_.resize(welded_.place_count * welded_.pose_count);
    add_quadrics();
    find_borders();
}

void collapse_mesh::drop_degenerate(const posed_mesh& mesh) {
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
        const corners t = {mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]};
        const std::vector<std::uint32_t>& at = welded_.place_of;
        if (at[t[0]] != at[t[1]] && at[t[1]] != at[t[2]] && at[t[2]] != at[t[0]]) {
            triangles_.push_back(t);
        }
    }
}

void collapse_mesh::add_quadrics() {
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        for (std::size_t pose = 0; pose < welded_.pose_count; ++pose) {
            const vec3<double>& a = welded_.at(pose, place(t, 0));
            const vec3<double> n =
                normal_of(a, welded_.at(pose, place(t, 1)), welded_.at(pose, place(t, 2)));
            const double twice_area = length(n);
            if (!(twice_area > 0)) {
                continue;
            }
            area_ += 0.5 * twice_area;
            for (int c = 0; c < 3; ++c) {
                quadrics_[place(t, c) * welded_.pose_count + pose].add_plane((1 / twice_area) * n,
                                                                             a, twice_area / 6);
            }
        }
    }
}

void collapse_mesh::find_borders() {
    is_border_.assign(welded_.place_count, false);
    is_locked_.assign(welded_.place_count, false);
    /// One side of an edge, from a lower place to a higher one.
    struct side {
        std::uint32_t low, high, triangle;
        int corner; ///< where it begins
        bool is_turned;
    };
    std::vector<side> sides;
    sides.reserve(3 * triangles_.size());
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        for (int c = 0; c < 3; ++c) {
            const std::uint32_t a = place(t, c);
            const std::uint32_t b = place(t, (c + 1) % 3);
            sides.push_back({std::min(a, b), std::max(a, b), t, c, a > b});
        }
    }
    std::stable_sort(sides.begin(), sides.end(), [](const side& a, const side& b) {
        return std::pair(a.low, a.high) < std::pair(b.low, b.high);
    });
    const auto vertex = [&](const side& s, std::uint32_t of_place) {
        return triangles_[s.triangle][static_cast<std::size_t>(corner_in(s.triangle, of_place))];
    };
    for (std::size_t first = 0; first < sides.size();) {
        std::size_t last = first + 1;
        while (last < sides.size() && sides[last].low == sides[first].low &&
               sides[last].high == sides[first].high) {
            ++last;
        }
        const side& one = sides[first];
        const side& other = sides[last - 1];
        if (last - first == 1) {
            is_border_[one.low] = true;
            is_border_[one.high] = true;
            guard_edge(one.triangle, one.corner, border_weight);
        } else if (last - first > 2 || one.is_turned == other.is_turned) {
            is_locked_[one.low] = true;
            is_locked_[one.high] = true;
        } else if (vertex(one, one.low) != vertex(other, one.low) ||
                   vertex(one, one.high) != vertex(other, one.high)) {
            guard_edge(one.triangle, one.corner, seam_weight);
            guard_edge(other.triangle, other.corner, seam_weight);
        }
        first = last;
    }
    for (std::uint32_t p = 0; p < welded_.place_count; ++p) {
        is_locked_[p] = is_locked_[p] || !is_one_fan(p);
    }
}

void collapse_mesh::guard_edge(std::uint32_t t, int corner, double weight) {
    const std::uint32_t from = place(t, corner);
    const std::uint32_t to = place(t, (corner + 1) % 3);
    for (std::size_t pose = 0; pose < welded_.pose_count; ++pose) {
        const vec3<double>& a = welded_.at(pose, from);
        const vec3<double> along = welded_.at(pose, to) - a;
        const vec3<double> across =
            cross(along,
                  normal_of(a, welded_.at(pose, to), welded_.at(pose, place(t, (corner + 2) % 3))));
        const double size = length(across);
        if (size > 0) {
            const double counts = weight * dot(along, along) / 2;
            quadrics_[from * welded_.pose_count + pose].add_plane((1 / size) * across, a, counts);
            quadrics_[to * welded_.pose_count + pose].add_plane((1 / size) * across, a, counts);
        }
    }
}

bool collapse_mesh::is_one_fan(std::uint32_t centre) const {
    const std::vector<std::uint32_t>& all = around_[centre];
    if (all.empty()) {
        return true;
    }
    std::vector<bool> is_seen(all.size(), false);
    std::vector<std::size_t> next = {0};
    is_seen[0] = true;
    std::size_t seen = 0;
    while (!next.empty()) {
        const std::size_t i = next.back();
        next.pop_back();
        ++seen;
        for (std::size_t j = 0; j < all.size(); ++j) {
            for (int c = 0; !is_seen[j] && c < 3; ++c) {
                if (place(all[j], c) != centre && corner_in(all[i], place(all[j], c)) >= 0) {
                    is_seen[j] = true;
                    next.push_back(j);
                }
            }
        }
    }
    return seen == all.size();
}

} // namespace jounce::simplify
