#include <jounce/modules/weights/intrinsic.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>

namespace jounce::weights {
namespace {

/// Triangles by vertices, lengths and neighbours. Side s goes from vertex s to vertex s + 1, and corner
/// (s + 2) % 3 is opposite of it.
class intrinsic_surface {
public:
    explicit intrinsic_surface(const clean_surface& mesh)
        : triangles_(mesh.triangles), twin_(mesh.sides.twin), lengths_(3 * mesh.triangles.size()) {
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            for (std::size_t s = 0; s < 3; ++s) {
                lengths_[3 * t + s] = length(mesh.positions[triangles_[t][(s + 1) % 3]] -
                                             mesh.positions[triangles_[t][s]]);
            }
        }
        mollify(mesh.extent);
        // A neighbour that runs the same way is on the other side of a twisted surface: no flip there.
        for (std::uint32_t side = 0; side < twin_.size(); ++side) {
            const std::uint32_t other = twin_[side];
            if (other != no_vertex && corner(other) == corner(side)) {
                twin_[side] = no_vertex;
                twin_[other] = no_vertex;
            }
        }
    }

    void make_delaunay(std::size_t& flips) {
        std::deque<std::uint32_t> open;
        std::vector<std::uint8_t> is_open(twin_.size(), 0);
        const auto look_at = [&](std::uint32_t side) {
            if (twin_[side] != no_vertex && is_open[std::min(side, twin_[side])] == 0) {
                is_open[std::min(side, twin_[side])] = 1;
                open.push_back(std::min(side, twin_[side]));
            }
        };
        for (std::uint32_t side = 0; side < twin_.size(); ++side) {
            look_at(side);
        }
        // Flips end by themselves; rounding may make two of them undo each other.
        const std::size_t most = 20 * twin_.size();
        while (!open.empty() && flips < most) {
            const std::uint32_t side = open.front();
            open.pop_front();
            is_open[side] = 0;
            if (twin_[side] == no_vertex || cotangents(side) >= -1e-9 || !flip(side)) {
                continue;
            }
            ++flips;
            for (const std::uint32_t t : {side / 3, twin_[side] / 3}) {
                for (std::uint32_t s = 3 * t; s < 3 * t + 3; ++s) {
                    look_at(s);
                }
            }
        }
    }

    laplacian weights(std::size_t vertices) const {
        laplacian out;
        out.area.assign(vertices, 0);
        for (std::uint32_t side = 0; side < twin_.size(); ++side) {
            if (twin_[side] == no_vertex || side < twin_[side]) {
                const double both = cotangents(side) / 2;
                out.clamped += both < -1e-9 ? 1U : 0U;
                if (both > 0 && corner(side) != end(side)) {
                    out.edges.push_back({corner(side), end(side), both});
                }
            }
        }
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            for (const std::uint32_t v : triangles_[t]) {
                out.area[v] += area(t) / 3;
            }
        }
        return out;
    }

private:
    static std::uint32_t next(std::uint32_t side) { return side % 3 == 2 ? side - 2 : side + 1; }
    std::uint32_t corner(std::uint32_t side) const { return triangles_[side / 3][side % 3]; }
    std::uint32_t end(std::uint32_t side) const { return corner(next(side)); }
    std::uint32_t apex(std::uint32_t side) const { return corner(next(next(side))); }

    /// Adds a little to all lengths, so that the thinnest triangle has an area.
    void mollify(double extent) {
        double missing = 0;
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            const double* l = &lengths_[3 * t];
            for (std::size_t s = 0; s < 3; ++s) {
                missing = std::max(missing, l[s] - l[(s + 1) % 3] - l[(s + 2) % 3] + 1e-6 * extent);
            }
        }
        for (double& l : lengths_) {
            l += missing;
        }
    }

    double area(std::size_t t) const {
        std::array<double, 3> l = {lengths_[3 * t], lengths_[3 * t + 1], lengths_[3 * t + 2]};
        std::sort(l.begin(), l.end(), std::greater<>());
        const double squared = (l[0] + (l[1] + l[2])) * (l[2] - (l[0] - l[1])) *
                               (l[2] + (l[0] - l[1])) * (l[0] + (l[1] - l[2]));
        return std::sqrt(std::max(squared, 0.0)) / 4;
    }

    /// Of the corner opposite of a side.
    double cotangent(std::uint32_t side) const {
        const double a = lengths_[side];
        const double b = lengths_[next(side)];
        const double c = lengths_[next(next(side))];
        const double whole = area(side / 3);
        return whole > 0 ? (b * b + c * c - a * a) / (4 * whole) : 0;
    }
    double cotangents(std::uint32_t side) const {
        return cotangent(side) + (twin_[side] != no_vertex ? cotangent(twin_[side]) : 0);
    }

    void connect(std::uint32_t side, std::uint32_t other) {
        twin_[side] = other;
        if (other != no_vertex) {
            twin_[other] = side;
        }
    }

    /// Exchanges the side's diagonal for the other one of its two triangles. False where they do not
    /// form a quadrilateral: a vertex of two triangles only.
    bool flip(std::uint32_t side) {
        const std::uint32_t other = twin_[side];
        if (side / 3 == other / 3) {
            return false;
        }
        // Quadrilateral a d b c: this triangle is a b c, the other b a d.
        const std::uint32_t bc = next(side);
        const std::uint32_t ca = next(bc);
        const std::uint32_t ad = next(other);
        const std::uint32_t db = next(ad);
        if (twin_[bc] == db || twin_[ca] == ad || twin_[bc] == ca || twin_[ad] == db) {
            return false;
        }
        const std::uint32_t a = corner(side);
        const std::uint32_t b = end(side);
        const std::uint32_t c = apex(side);
        const std::uint32_t d = apex(other);
        const double across = diagonal(side, other);
        if (!(across > 0)) {
            return false;
        }
        const std::array<std::uint32_t, 4> twins = {twin_[bc], twin_[ca], twin_[ad], twin_[db]};
        const std::array<double, 4> l = {lengths_[bc], lengths_[ca], lengths_[ad], lengths_[db]};
        const std::uint32_t t = side / 3;
        const std::uint32_t u = other / 3;
        triangles_[t] = {c, d, b}; // sides c d, d b, b c
        triangles_[u] = {d, c, a}; // sides d c, c a, a d
        const std::array<double, 3> of_t = {across, l[3], l[0]};
        const std::array<double, 3> of_u = {across, l[1], l[2]};
        std::copy(of_t.begin(), of_t.end(), lengths_.begin() + 3 * static_cast<std::ptrdiff_t>(t));
        std::copy(of_u.begin(), of_u.end(), lengths_.begin() + 3 * static_cast<std::ptrdiff_t>(u));
        connect(3 * t, 3 * u);
        connect(3 * t + 1, twins[3]);
        connect(3 * t + 2, twins[0]);
        connect(3 * u + 1, twins[1]);
        connect(3 * u + 2, twins[2]);
        return true;
    }

    /// Distance of the two apexes when both triangles are laid flat; 0 if the quadrilateral is not
    /// convex.
    double diagonal(std::uint32_t side, std::uint32_t other) const {
        const double base = lengths_[side];
        const auto apex_of = [&](std::uint32_t from_head, std::uint32_t from_end, double sign) {
            const double x =
                (base * base + from_head_squared(from_head) - from_head_squared(from_end)) /
                (2 * base);
            const double y = std::sqrt(std::max(from_head_squared(from_head) - x * x, 0.0));
            return std::array<double, 2>{x, sign * y};
        };
        const auto c = apex_of(next(next(side)), next(side), 1);
        const auto d = apex_of(next(other), next(next(other)), -1);
        const double height = c[1] - d[1];
        if (!(height > 0)) {
            return 0;
        }
        const double cut = d[0] + (c[0] - d[0]) * (-d[1] / height);
        if (!(cut > 0) || !(cut < base)) {
            return 0;
        }
        return std::hypot(c[0] - d[0], height);
    }
    double from_head_squared(std::uint32_t side) const { return lengths_[side] * lengths_[side]; }

    std::vector<triangle> triangles_;
    std::vector<std::uint32_t> twin_;
    std::vector<double> lengths_; ///< [side]
};

} // namespace

laplacian make_laplacian(const clean_surface& mesh) {
    intrinsic_surface intrinsic(mesh);
    std::size_t flips = 0;
    intrinsic.make_delaunay(flips);
    laplacian out = intrinsic.weights(mesh.positions.size());
    out.flips = flips;
    return out;
}

} // namespace jounce::weights
