#include <jounce/modules/weights/clean_surface.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace jounce::weights {

triangle_sides find_sides(const std::vector<triangle>& triangles) {
    triangle_sides out;
    out.twin.assign(3 * triangles.size(), no_vertex);
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> sides;
    sides.reserve(out.twin.size());
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        for (std::uint32_t s = 0; s < 3; ++s) {
            const std::uint32_t a = triangles[t][s];
            const std::uint32_t b = triangles[t][(s + 1) % 3];
            sides.emplace_back(std::min(a, b), std::max(a, b), 3 * t + s);
        }
    }
    std::sort(sides.begin(), sides.end());
    const auto same = [&](std::size_t i, std::size_t k) {
        return std::get<0>(sides[i]) == std::get<0>(sides[k]) &&
               std::get<1>(sides[i]) == std::get<1>(sides[k]);
    };
    for (std::size_t i = 0; i < sides.size();) {
        std::size_t end = i + 1;
        while (end < sides.size() && same(i, end)) {
            ++end;
        }
        if (end - i == 2) {
            out.twin[std::get<2>(sides[i])] = std::get<2>(sides[i + 1]);
            out.twin[std::get<2>(sides[i + 1])] = std::get<2>(sides[i]);
        } else if (end - i == 1) {
            ++out.open;
        } else {
            ++out.non_manifold;
        }
        i = end;
    }
    return out;
}

clean_surface refined(clean_surface mesh, int times) {
    for (int round = 0; round < times; ++round) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        std::vector<triangle> finer;
        finer.reserve(4 * mesh.triangles.size());
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [at, is_new] = middles.emplace(
                std::minmax(a, b), static_cast<std::uint32_t>(mesh.positions.size()));
            if (is_new) {
                mesh.positions.push_back(0.5 * (mesh.positions[a] + mesh.positions[b]));
                mesh.part_of.push_back(mesh.part_of[a]);
            }
            return at->second;
        };
        for (const triangle& t : mesh.triangles) {
            const std::uint32_t ab = middle(t[0], t[1]);
            const std::uint32_t bc = middle(t[1], t[2]);
            const std::uint32_t ca = middle(t[2], t[0]);
            finer.insert(finer.end(), {triangle{t[0], ab, ca}, triangle{ab, t[1], bc},
                                       triangle{ca, bc, t[2]}, triangle{ab, bc, ca}});
        }
        mesh.triangles = std::move(finer);
    }
    if (times > 0) {
        mesh.sides = find_sides(mesh.triangles);
    }
    return mesh;
}

std::vector<vec3<double>> normals_of(const clean_surface& mesh) {
    std::vector<vec3<double>> out(mesh.positions.size());
    for (const triangle& t : mesh.triangles) {
        const vec3<double> up = cross(mesh.positions[t[1]] - mesh.positions[t[0]],
                                      mesh.positions[t[2]] - mesh.positions[t[0]]);
        const double size = length(up);
        if (!(size > 0)) {
            continue;
        }
        for (std::size_t c = 0; c < 3; ++c) {
            const vec3<double> u = mesh.positions[t[(c + 1) % 3]] - mesh.positions[t[c]];
            const vec3<double> v = mesh.positions[t[(c + 2) % 3]] - mesh.positions[t[c]];
            const double angle = std::atan2(length(cross(u, v)), dot(u, v));
            out[t[c]] = out[t[c]] + (angle / size) * up;
        }
    }
    for (vec3<double>& normal : out) {
        const double size = length(normal);
        normal = size > 0 ? (1 / size) * normal : vec3<double>{};
    }
    return out;
}

} // namespace jounce::weights
