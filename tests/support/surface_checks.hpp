#pragma once

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/procedural/surface.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace jounce::test {

inline vec3<double> corner(const procedural::surface& of, std::size_t index) {
    return cast<double>(of.vertices.positions[of.triangles[index]]);
}

/// One number for all vertices of the same place: those on either side of a sharp edge.
inline std::vector<std::size_t> places(const procedural::surface& of) {
    std::map<std::tuple<float, float, float>, std::size_t> seen;
    std::vector<std::size_t> out;
    for (const vec3<float>& p : of.vertices.positions) {
        out.push_back(seen.emplace(std::tuple{p.x, p.y, p.z}, seen.size()).first->second);
    }
    return out;
}

/// How many edges do not have exactly one triangle to either side.
inline std::size_t open_edges(const procedural::surface& of) {
    const std::vector<std::size_t> place = places(of);
    std::map<std::pair<std::size_t, std::size_t>, int> uses;
    for (std::size_t t = 0; t < of.triangles.size(); t += 3) {
        for (std::size_t c = 0; c < 3; ++c) {
            ++uses[{place[of.triangles[t + c]], place[of.triangles[t + (c + 1) % 3]]}];
        }
    }
    std::size_t wrong = 0;
    for (const auto& [edge, count] : uses) {
        const auto back = uses.find({edge.second, edge.first});
        if (count != 1 || back == uses.end() || back->second != 1) {
            ++wrong;
        }
    }
    return wrong;
}

/// Volumes of the parts that hang together, by the divergence theorem: above zero if the triangles
/// are counter-clockwise seen from outside.
inline std::vector<double> part_volumes(const procedural::surface& of) {
    const std::vector<std::size_t> place = places(of);
    std::vector<std::size_t> leader(of.vertices.positions.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto find = [&](std::size_t p) {
        while (leader[p] != p) {
            p = leader[p] = leader[leader[p]];
        }
        return p;
    };
    for (std::size_t t = 0; t < of.triangles.size(); t += 3) {
        for (const std::size_t c : {t + 1, t + 2}) {
            leader[find(place[of.triangles[c]])] = find(place[of.triangles[t]]);
        }
    }
    std::map<std::size_t, double> volume;
    for (std::size_t t = 0; t < of.triangles.size(); t += 3) {
        volume[find(place[of.triangles[t]])] +=
            dot(corner(of, t), cross(corner(of, t + 1), corner(of, t + 2))) / 6;
    }
    std::vector<double> out;
    for (const auto& [part, v] : volume) {
        out.push_back(v);
    }
    return out;
}

} // namespace jounce::test
