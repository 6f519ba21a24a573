#include <jounce/modules/surface/tangent_groups.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace jounce {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

/// An edge of a triangle, as places.
struct half_edge {
    std::uint32_t low, high;
    bool is_rising;         ///< from low to high
    std::uint32_t from, to; ///< corners

    auto key() const { return std::tie(low, high); }
    friend bool operator<(const half_edge& a, const half_edge& b) {
        return std::tie(a.low, a.high, a.is_rising, a.from) <
               std::tie(b.low, b.high, b.is_rising, b.from);
    }
};

} // namespace

tangent_groups::tangent_groups(const tangent_source& of, std::span<const face_tangent> faces)
    : of_(of), parent_(of.triangles.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    weld();
    join(find_pairs(), faces);
}

void tangent_groups::weld() {
    const auto key = [&](std::uint32_t v) {
        const vec3<float>& p = of_.positions[v];
        const vec3<float>& n = of_.normals[v];
        return std::tie(p.x, p.y, p.z, n.x, n.y, n.z, of_.texcoords[v][0], of_.texcoords[v][1]);
    };
    std::vector<std::uint32_t> order(of_.positions.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return key(a) < key(b) || (!(key(b) < key(a)) && a < b);
    });
    places_.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_same = i > 0 && key(order[i - 1]) == key(order[i]);
        places_[order[i]] = is_same ? places_[order[i - 1]] : order[i];
    }
}

std::vector<tangent_groups::edge_pair> tangent_groups::find_pairs() const {
    std::vector<half_edge> edges;
    edges.reserve(of_.triangles.size());
    for (std::uint32_t corner = 0; corner + 2 < of_.triangles.size(); corner += 3) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t from = corner + i;
            const std::uint32_t to = corner + (i + 1) % 3;
            const std::uint32_t a = places_[of_.triangles[from]];
            const std::uint32_t b = places_[of_.triangles[to]];
            if (a != b) {
                edges.push_back({std::min(a, b), std::max(a, b), a < b, from, to});
            }
        }
    }
    std::sort(edges.begin(), edges.end());
    std::vector<edge_pair> out;
    for (std::size_t first = 0; first < edges.size();) {
        std::size_t rising = first; // those that fall come before
        while (rising < edges.size() && edges[rising].key() == edges[first].key() &&
               !edges[rising].is_rising) {
            ++rising;
        }
        std::size_t end = rising;
        while (end < edges.size() && edges[end].key() == edges[first].key()) {
            ++end;
        }
        // Where more than two triangles meet the first ones go together, and so on.
        for (std::size_t k = 0; first + k < rising && rising + k < end; ++k) {
            const half_edge& down = edges[first + k];
            const half_edge& up = edges[rising + k];
            out.push_back({{down.from, up.to}, {down.to, up.from}});
        }
        first = end;
    }
    return out;
}

void tangent_groups::join(const std::vector<edge_pair>& pairs,
                          std::span<const face_tangent> faces) {
    const auto face = [&](std::uint32_t corner) -> const face_tangent& {
        return faces[corner / 3];
    };
    for (const edge_pair& one : pairs) {
        const face_tangent& a = face(one.first[0]);
        const face_tangent& b = face(one.first[1]);
        if (a.is_known == b.is_known && (!a.is_known || a.side == b.side)) {
            unite(one.first[0], one.first[1]);
            unite(one.second[0], one.second[1]);
        }
    }
    // Triangles that say nothing hang together now; each such group goes with the first neighbour that knows. Not with
    // a second one, or they would bridge what is mirrored.
    std::vector<std::uint32_t> host(parent_.size(), none);
    const auto offer = [&](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t mute = face(a).is_known ? b : a;
        std::uint32_t& chosen = host[of(mute)];
        chosen = chosen == none ? (mute == a ? b : a) : chosen;
    };
    for (const edge_pair& one : pairs) {
        if (face(one.first[0]).is_known != face(one.first[1]).is_known) {
            offer(one.first[0], one.first[1]);
            offer(one.second[0], one.second[1]);
        }
    }
    for (std::uint32_t corner = 0; corner < host.size(); ++corner) {
        if (host[corner] != none) {
            unite(corner, host[corner]);
        }
    }
}

std::uint32_t tangent_groups::of(std::uint32_t corner) const {
    while (parent_[corner] != corner) {
        parent_[corner] = parent_[parent_[corner]];
        corner = parent_[corner];
    }
    return corner;
}

void tangent_groups::unite(std::uint32_t a, std::uint32_t b) {
    a = of(a);
    b = of(b);
    parent_[std::max(a, b)] = std::min(a, b);
}

} // namespace jounce
