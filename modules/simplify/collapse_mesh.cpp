#include <jounce/modules/simplify/collapse_mesh.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::simplify {
namespace {

/// Flat places cost nothing; the shortest edges go first there. Small against any error that is seen.
constexpr double length_weight = 1e-9;
/// Cosine of the angle that a triangle may turn by in one step.
constexpr double least_agreement = 0.25;
/// Height over longest edge below which a triangle is a needle.
constexpr double needle = 1e-3;

} // namespace

int collapse_mesh::corner_in(std::uint32_t t, std::uint32_t at) const {
    for (int c = 0; c < 3; ++c) {
        if (place(t, c) == at) {
            return c;
        }
    }
    return -1;
}

void collapse_mesh::neighbours(std::uint32_t of, std::vector<std::uint32_t>& out) const {
    out.clear();
    for (const std::uint32_t t : around_[of]) {
        for (int c = 0; c < 3; ++c) {
            if (place(t, c) != of) {
                out.push_back(place(t, c));
            }
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> collapse_mesh::edges() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
    std::vector<std::uint32_t> near;
    for (std::uint32_t p = 0; p < welded_.place_count; ++p) {
        neighbours(p, near);
        for (const std::uint32_t other : near) {
            if (p < other) {
                out.emplace_back(p, other);
            }
        }
    }
    return out;
}

double collapse_mesh::cost(std::uint32_t from, std::uint32_t into) const {
    double sum = 0;
    for (std::size_t pose = 0; pose < welded_.pose_count; ++pose) {
        const vec3<double>& at = welded_.at(pose, into);
        const vec3<double> along = at - welded_.at(pose, from);
        sum += quadrics_[from * welded_.pose_count + pose].at(at) +
               quadrics_[into * welded_.pose_count + pose].at(at) +
               length_weight * dot(along, along);
    }
    return sum;
}

bool collapse_mesh::may_collapse(std::uint32_t from, std::uint32_t into) {
    if (is_locked_[from]) {
        return false;
    }
    const auto shared = static_cast<std::size_t>(
        std::count_if(around_[from].begin(), around_[from].end(),
                      [&](std::uint32_t t) { return corner_in(t, into) >= 0; }));
    // Borders shrink along themselves only.
    if (shared != (is_border_[from] ? 1U : 2U)) {
        return false;
    }
    return maps_vertices(from, into) && keeps_topology(from, into, shared) &&
           keeps_sides(from, into);
}

bool collapse_mesh::maps_vertices(std::uint32_t from, std::uint32_t into) {
    // Of several vertices in one place each goes to the one on its side of the seam.
    map_.clear();
    const auto find = [&](std::uint32_t vertex) {
        return std::find_if(map_.begin(), map_.end(),
                            [&](const auto& pair) { return pair.first == vertex; });
    };
    for (const std::uint32_t t : around_[from]) {
        const int target = corner_in(t, into);
        if (target < 0) {
            continue;
        }
        const std::uint32_t old = triangles_[t][static_cast<std::size_t>(corner_in(t, from))];
        const std::uint32_t now = triangles_[t][static_cast<std::size_t>(target)];
        if (const auto known = find(old); known == map_.end()) {
            map_.emplace_back(old, now);
        } else if (known->second != now) {
            return false;
        }
    }
    return std::all_of(around_[from].begin(), around_[from].end(), [&](std::uint32_t t) {
        return find(triangles_[t][static_cast<std::size_t>(corner_in(t, from))]) != map_.end();
    });
}

bool collapse_mesh::keeps_topology(std::uint32_t from, std::uint32_t into, std::size_t shared) {
    neighbours(from, near_from_);
    neighbours(into, near_into_);
    std::size_t common = 0;
    for (const std::uint32_t p : near_from_) {
        if (std::binary_search(near_into_.begin(), near_into_.end(), p)) {
            ++common;
            // What loses a triangle must not be folded flat, nor vanish.
            if (around_[p].size() <= (is_border_[p] ? 1U : 3U)) {
                return false;
            }
        }
    }
    return common == shared;
}

bool collapse_mesh::keeps_sides(std::uint32_t from, std::uint32_t into) const {
    for (const std::uint32_t t : around_[from]) {
        if (corner_in(t, into) >= 0) {
            continue;
        }
        const int c = corner_in(t, from);
        const std::uint32_t next = place(t, (c + 1) % 3);
        const std::uint32_t last = place(t, (c + 2) % 3);
        for (std::size_t pose = 0; pose < welded_.pose_count; ++pose) {
            const vec3<double>& b = welded_.at(pose, next);
            const vec3<double>& d = welded_.at(pose, last);
            const vec3<double>& to = welded_.at(pose, into);
            const vec3<double> before = normal_of(welded_.at(pose, from), b, d);
            const vec3<double> after = normal_of(to, b, d);
            const double size = length(after);
            const double longest =
                std::max({dot(b - to, b - to), dot(d - to, d - to), dot(d - b, d - b)});
            if (dot(before, after) < least_agreement * length(before) * size ||
                size < needle * longest) {
                return false;
            }
        }
    }
    return true;
}

void collapse_mesh::collapse(std::uint32_t from, std::uint32_t into) {
    for (const std::uint32_t t : around_[from]) {
        if (corner_in(t, into) >= 0) {
            is_dead_[t] = true;
            --alive_count_;
            for (int c = 0; c < 3; ++c) {
                if (place(t, c) != from) {
                    std::erase(around_[place(t, c)], t);
                }
            }
            continue;
        }
        std::uint32_t& vertex = triangles_[t][static_cast<std::size_t>(corner_in(t, from))];
        vertex = std::find_if(map_.begin(), map_.end(), [&](const auto& pair) {
                     return pair.first == vertex;
                 })->second;
        around_[into].push_back(t);
    }
    around_[from].clear();
    for (std::size_t pose = 0; pose < welded_.pose_count; ++pose) {
        quadrics_[into * welded_.pose_count + pose].add(
            quadrics_[from * welded_.pose_count + pose]);
    }
    ++versions_[from];
    ++versions_[into];
}

mesh_detail collapse_mesh::detail() const {
    mesh_detail out;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
        if (!is_dead_[t]) {
            out.triangles.insert(out.triangles.end(), triangles_[t].begin(), triangles_[t].end());
        }
    }
    out.kept = out.triangles;
    std::sort(out.kept.begin(), out.kept.end());
    out.kept.erase(std::unique(out.kept.begin(), out.kept.end()), out.kept.end());
    double sum = 0;
    for (std::uint32_t p = 0; p < welded_.place_count; ++p) {
        for (std::size_t pose = 0; is_alive(p) && pose < welded_.pose_count; ++pose) {
            sum += quadrics_[p * welded_.pose_count + pose].at(welded_.at(pose, p));
        }
    }
    out.error = area_ > 0 ? std::sqrt(sum / area_) : 0;
    return out;
}

} // namespace jounce::simplify
