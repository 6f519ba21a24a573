#pragma once

// Meshes for tests of weights, made by program.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/bind_surface.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

namespace jounce::test {

struct test_mesh {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles;

    weights::surface view() const { return {positions, triangles}; }
    void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        triangles.insert(triangles.end(), {a, b, c});
    }
};

/// Adds another mesh, moved.
inline void append(test_mesh& to, const test_mesh& from, const vec3<double>& by = {}) {
    const auto first = static_cast<std::uint32_t>(to.positions.size());
    for (const vec3<double>& p : from.positions) {
        to.positions.push_back(p + by);
    }
    for (const std::uint32_t v : from.triangles) {
        to.triangles.push_back(first + v);
    }
}

/// A closed tube along y from 0 to `length`, with flat ends.
inline test_mesh tube(int rings, int sides, double radius, double length) {
    test_mesh out;
    for (int r = 0; r <= rings; ++r) {
        for (int s = 0; s < sides; ++s) {
            const double angle = 2 * std::numbers::pi * s / sides;
            out.positions.push_back(
                {radius * std::cos(angle), length * r / rings, radius * std::sin(angle)});
        }
    }
    const auto at = [&](int r, int s) { return static_cast<std::uint32_t>(r * sides + s % sides); };
    for (int r = 0; r < rings; ++r) {
        for (int s = 0; s < sides; ++s) {
            out.add(at(r, s), at(r + 1, s), at(r + 1, s + 1));
            out.add(at(r, s), at(r + 1, s + 1), at(r, s + 1));
        }
    }
    const auto low = static_cast<std::uint32_t>(out.positions.size());
    out.positions.push_back({0, 0, 0});
    out.positions.push_back({0, length, 0});
    for (int s = 0; s < sides; ++s) {
        out.add(low, at(0, s), at(0, s + 1));
        out.add(low + 1, at(rings, s + 1), at(rings, s));
    }
    return out;
}

/// An open sheet in the plane z = 0.
inline test_mesh sheet(int columns, int rows, double width, double height) {
    test_mesh out;
    for (int r = 0; r <= rows; ++r) {
        for (int c = 0; c <= columns; ++c) {
            out.positions.push_back({width * c / columns, -height * r / rows, 0});
        }
    }
    const auto at = [&](int r, int c) { return static_cast<std::uint32_t>(r * (columns + 1) + c); };
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            out.add(at(r, c), at(r + 1, c), at(r + 1, c + 1));
            out.add(at(r, c), at(r + 1, c + 1), at(r, c + 1));
        }
    }
    return out;
}

/// A flattened ball around the y axis.
inline test_mesh lens(int rings, int sides, double radius, double thickness) {
    test_mesh out;
    out.positions.push_back({0, -thickness, 0});
    for (int r = 1; r < rings; ++r) {
        const double tilt = std::numbers::pi * r / rings;
        for (int s = 0; s < sides; ++s) {
            const double angle = 2 * std::numbers::pi * s / sides;
            out.positions.push_back({radius * std::sin(tilt) * std::cos(angle),
                                     -thickness * std::cos(tilt),
                                     radius * std::sin(tilt) * std::sin(angle)});
        }
    }
    const auto top = static_cast<std::uint32_t>(out.positions.size());
    out.positions.push_back({0, thickness, 0});
    const auto at = [&](int r, int s) {
        return static_cast<std::uint32_t>(1 + (r - 1) * sides + s % sides);
    };
    for (int s = 0; s < sides; ++s) {
        out.add(0, at(1, s), at(1, s + 1));
        out.add(top, at(rings - 1, s + 1), at(rings - 1, s));
        for (int r = 1; r + 1 < rings; ++r) {
            out.add(at(r, s), at(r + 1, s), at(r + 1, s + 1));
            out.add(at(r, s), at(r + 1, s + 1), at(r, s + 1));
        }
    }
    return out;
}

/// Every triangle in four. Old vertices stay first.
inline test_mesh quartered(const test_mesh& from) {
    test_mesh out;
    out.positions = from.positions;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto [at, is_new] =
            middles.emplace(std::minmax(a, b), static_cast<std::uint32_t>(out.positions.size()));
        if (is_new) {
            out.positions.push_back(0.5 * (out.positions[a] + out.positions[b]));
        }
        return at->second;
    };
    for (std::size_t t = 0; t < from.triangles.size(); t += 3) {
        const std::uint32_t a = from.triangles[t];
        const std::uint32_t b = from.triangles[t + 1];
        const std::uint32_t c = from.triangles[t + 2];
        const std::uint32_t ab = middle(a, b);
        const std::uint32_t bc = middle(b, c);
        const std::uint32_t ca = middle(c, a);
        out.add(a, ab, ca);
        out.add(ab, b, bc);
        out.add(ca, bc, c);
        out.add(ab, bc, ca);
    }
    return out;
}

/// Two bones along y that meet in the middle.
inline std::vector<weights::bone_segment> two_bones(double length) {
    return {{0, {0, 0, 0}, {0, length / 2, 0}}, {1, {0, length / 2, 0}, {0, length, 0}}};
}

/// The largest difference of any weight of two tables with the same vertices.
inline double difference(const weights::weight_table& a, const weights::weight_table& b) {
    double most = a.vertex_count() == b.vertex_count() ? 0 : 1e9;
    for (std::size_t v = 0; most < 1e9 && v < a.vertex_count(); ++v) {
        for (const weights::bone_weight& one : a.of(v)) {
            most = std::max(most, std::abs(one.weight - b.of(v, one.bone)));
        }
        for (const weights::bone_weight& one : b.of(v)) {
            most = std::max(most, std::abs(one.weight - a.of(v, one.bone)));
        }
    }
    return most;
}

/// Whether every row is not negative, sums to one, ascends and is not too long.
inline bool is_tidy(const weights::weight_table& table, std::size_t most) {
    for (std::size_t v = 0; v < table.vertex_count(); ++v) {
        double sum = 0;
        std::int32_t before = -1;
        for (const weights::bone_weight& one : table.of(v)) {
            if (!(one.weight >= 0) || one.bone <= before) {
                return false;
            }
            before = one.bone;
            sum += one.weight;
        }
        if (std::abs(sum - 1) > 1e-6 || table.of(v).size() > most) {
            return false;
        }
    }
    return true;
}

} // namespace jounce::test
