#pragma once

// Two boxes that move rigidly, each on its own, as a .sma file.

#include "modules/mesh_cache/cache_bytes.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/mesh_cache/parse_sma.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace jounce_test {

inline constexpr std::size_t moving_box_frames = 12;

/// The faces of a box of six grids, so that each box has triangles enough for a bone of its own.
inline void add_box(double at, std::vector<jounce::vec3<double>>& places,
                    std::vector<std::uint32_t>& triangles) {
    constexpr std::uint32_t cells = 4;
    for (std::size_t face = 0; face < 6; ++face) {
        const auto first = static_cast<std::uint32_t>(places.size());
        for (std::uint32_t i = 0; i <= cells; ++i) {
            for (std::uint32_t j = 0; j <= cells; ++j) {
                const double u = 2.0 * static_cast<double>(i) / cells - 1;
                const double v = 2.0 * static_cast<double>(j) / cells - 1;
                const double w = face % 2 == 0 ? 1 : -1;
                const jounce::vec3<double> p[3] = {{w, u * w, v}, {v, w, u * w}, {u * w, v, w}};
                places.push_back(p[face / 2] + jounce::vec3<double>{at, 0, 0});
            }
        }
        for (std::uint32_t i = 0; i < cells; ++i) {
            for (std::uint32_t j = 0; j < cells; ++j) {
                const std::uint32_t a = first + i * (cells + 1) + j;
                triangles.insert(triangles.end(), {a, a + cells + 1, a + cells + 2});
                triangles.insert(triangles.end(), {a, a + cells + 2, a + 1});
            }
        }
    }
}

inline std::string moving_boxes_sma() {
    using namespace jounce;
    std::vector<vec3<double>> rest;
    std::vector<std::uint32_t> triangles;
    add_box(-2, rest, triangles);
    const std::size_t half = rest.size();
    add_box(2, rest, triangles);
    cache_bytes out;
    out.text("JSMA0001").word(static_cast<std::uint32_t>(rest.size()));
    out.word(static_cast<std::uint32_t>(triangles.size() / 3)).word(moving_box_frames).word(0);
    const auto add = [&](const vec3<double>& p) {
        out.number(static_cast<float>(p.x)).number(static_cast<float>(p.y));
        out.number(static_cast<float>(p.z));
    };
    for (const vec3<double>& p : rest) {
        add(p);
    }
    for (const std::uint32_t index : triangles) {
        out.word(index);
    }
    for (std::size_t f = 0; f < moving_box_frames; ++f) {
        const double t = static_cast<double>(f);
        const quat<double> left = axis_angle<double>({0, 0.6, 0.8}, 0.25 * t);
        const quat<double> right = axis_angle<double>({1, 0, 0}, -0.3 * t);
        for (std::size_t v = 0; v < rest.size(); ++v) {
            const vec3<double> moved =
                v < half ? rotate(left, rest[v]) + vec3<double>{0, 0.1 * t, 0}
                         : rotate(right, rest[v]) + vec3<double>{0.05 * t, 0, 0.2 * std::sin(t)};
            add(moved);
        }
    }
    return out.bytes;
}

inline jounce::decompose::mesh_animation parse_moving_boxes() {
    const std::string bytes = moving_boxes_sma();
    auto read = jounce::mesh_cache::parse_sma(as_data(bytes), "boxes.sma");
    REQUIRE(read);
    return *std::move(read);
}

} // namespace jounce_test
