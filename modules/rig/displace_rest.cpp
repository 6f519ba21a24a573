#include <jounce/modules/rig/displace_rest.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace jounce {
namespace {

std::optional<error> find_fault(const skinned_mesh& mesh, std::span<const std::uint32_t> triangles,
                                std::span<const vec3<float>> by) {
    if (by.size() != mesh.positions.size()) {
        return error{errors::bad_count, std::to_string(by.size()) + " displacements for " +
                                            std::to_string(mesh.positions.size()) +
                                            " vertices; give one for each"};
    }
    if (triangles.size() % 3 != 0) {
        return error{errors::bad_count, std::to_string(triangles.size()) +
                                            " indices are no whole number of triangles"};
    }
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        if (triangles[i] >= mesh.positions.size()) {
            return error{errors::bad_index, "triangle " + std::to_string(i / 3) + " has vertex " +
                                                std::to_string(triangles[i]) + ", the mesh has " +
                                                std::to_string(mesh.positions.size())};
        }
    }
    for (std::size_t v = 0; v < by.size(); ++v) {
        if (!std::isfinite(by[v].x) || !std::isfinite(by[v].y) || !std::isfinite(by[v].z)) {
            return error{errors::not_finite,
                         "the displacement of vertex " + std::to_string(v) + " is not finite"};
        }
    }
    return std::nullopt;
}

/// [vertex]: a number that vertices with the same place and normal share.
std::vector<std::uint32_t> find_groups(const skinned_mesh& mesh) {
    const auto key = [&](std::uint32_t v) {
        const vec3<float>& p = mesh.positions[v];
        const vec3<float>& n = mesh.normals[v];
        return std::tuple(p.x, p.y, p.z, n.x, n.y, n.z);
    };
    std::vector<std::uint32_t> order(mesh.positions.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(key(a), a) < std::tuple(key(b), b);
    });
    std::vector<std::uint32_t> out(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_same = i > 0 && key(order[i]) == key(order[i - 1]);
        out[order[i]] = is_same ? out[order[i - 1]] : order[i];
    }
    return out;
}

/// Normals of the surface, [group], by area: not of unit length.
std::vector<vec3<double>> surface_normals(const std::vector<vec3<float>>& positions,
                                          std::span<const std::uint32_t> triangles,
                                          const std::vector<std::uint32_t>& groups) {
    std::vector<vec3<double>> out(positions.size());
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
        const vec3<double> a = cast<double>(positions[triangles[t]]);
        const vec3<double> b = cast<double>(positions[triangles[t + 1]]);
        const vec3<double> c = cast<double>(positions[triangles[t + 2]]);
        const vec3<double> area = cross(b - a, c - a);
        for (std::size_t corner = 0; corner < 3; ++corner) {
            vec3<double>& to = out[groups[triangles[t + corner]]];
            to = to + area;
        }
    }
    return out;
}

/// Turns a normal as one direction turns into another, by the shortest way.
vec3<float> turned(const vec3<float>& normal, const vec3<double>& from, const vec3<double>& to) {
    const double size = length(from) * length(to);
    if (!(size > 0)) {
        return normal; // no surface that could say how
    }
    const vec3<double> n = cast<double>(normal);
    const double cosine = dot(from, to) / size;
    if (cosine < -1 + 1e-12) {
        return cast<float>(-1.0 * n); // inside out
    }
    const vec3<double> axis = (1 / size) * cross(from, to);
    // Rodrigues' formula; axis has the length of the sine.
    const vec3<double> out = cosine * n + cross(axis, n) + (dot(axis, n) / (1 + cosine)) * axis;
    const double long_as = length(out);
    return long_as > 0 ? cast<float>((length(n) / long_as) * out) : normal;
}

} // namespace

result<skinned_mesh> displace_rest(skinned_mesh mesh, std::span<const std::uint32_t> triangles,
                                   std::span<const vec3<float>> by) {
    if (std::optional<error> fault = find_fault(mesh, triangles, by)) {
        return *std::move(fault);
    }
    const bool has_normals = !mesh.normals.empty() && mesh.normals.size() == mesh.positions.size();
    std::vector<std::uint32_t> groups;
    std::vector<vec3<double>> before;
    if (has_normals) {
        groups = find_groups(mesh);
        before = surface_normals(mesh.positions, triangles, groups);
    }
    for (std::size_t v = 0; v < by.size(); ++v) {
        mesh.positions[v] = mesh.positions[v] + by[v];
    }
    if (!has_normals) {
        return mesh;
    }
    const std::vector<vec3<double>> after = surface_normals(mesh.positions, triangles, groups);
    for (std::size_t v = 0; v < mesh.normals.size(); ++v) {
        const bool is_turned = !(before[groups[v]] == after[groups[v]]);
        if (is_turned) { // what does not turn keeps its bits
            mesh.normals[v] = turned(mesh.normals[v], before[groups[v]], after[groups[v]]);
        }
    }
    return mesh;
}

} // namespace jounce
