#include <jounce/modules/tissue/flesh_surface.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/triangle_tree.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

namespace jounce::tissue {
namespace {

using weights::no_vertex;

std::optional<error> find_mistake(const tissue_mesh& mesh) {
    const std::size_t count = mesh.surface.positions.size();
    if (count == 0) {
        return error{errors::no_vertices, "the mesh has no vertices"};
    }
    if (mesh.surface.triangles.size() < 3) {
        return error{errors::no_triangles, "the mesh has no triangles"};
    }
    if (mesh.joints == nullptr || mesh.joints->entries.empty()) {
        return error{errors::no_weights, "the mesh has no weights for its bones; `jounce bind` "
                                         "gives it some"};
    }
    if (mesh.joints->vertex_count() != count) {
        return error{errors::bad_count, "the mesh has " + std::to_string(count) +
                                            " vertices, but weights for " +
                                            std::to_string(mesh.joints->vertex_count())};
    }
    for (const std::uint32_t vertex : mesh.surface.triangles) {
        if (vertex >= count) {
            return error{errors::bad_index, "a triangle names vertex " + std::to_string(vertex) +
                                                " of " + std::to_string(count)};
        }
    }
    std::vector<std::uint8_t> is_used(count, 0);
    for (const std::uint32_t vertex : mesh.surface.triangles) {
        is_used[vertex] = 1;
    }
    for (std::size_t v = 0; v < count; ++v) {
        const vec3<double>& at = mesh.surface.positions[v];
        if (!std::isfinite(at.x) || !std::isfinite(at.y) || !std::isfinite(at.z)) {
            return error{errors::not_finite,
                         "vertex " + std::to_string(v) + " has a place that is no number"};
        }
        double sum = 0;
        for (const weights::bone_weight& one : mesh.joints->of(v)) {
            if (one.bone < 0 || static_cast<std::uint32_t>(one.bone) >= mesh.joint_count) {
                return error{errors::bad_index, "vertex " + std::to_string(v) + " names joint " +
                                                    std::to_string(one.bone) + " of " +
                                                    std::to_string(mesh.joint_count)};
            }
            if (!std::isfinite(one.weight) || one.weight < 0) {
                return error{errors::bad_weight, "a weight of vertex " + std::to_string(v) +
                                                     " is negative or no number"};
            }
            sum += one.weight;
        }
        if (!(sum > 0) && is_used[v] != 0) {
            return error{errors::no_weights, "vertex " + std::to_string(v) +
                                                 " is moved by no bone; `jounce bind` gives "
                                                 "weights"};
        }
    }
    return std::nullopt;
}

/// Closes holes: a fan over the edges of each group of holes that touch, to the middle of their vertices.
void cap_holes(flesh_surface& to) {
    const weights::clean_surface& skin = to.skin;
    std::vector<std::uint32_t> above(skin.positions.size());
    std::iota(above.begin(), above.end(), 0U);
    const auto root = [&](std::uint32_t v) {
        while (above[v] != v) {
            v = above[v] = above[above[v]];
        }
        return v;
    };
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (std::size_t t = 0; t < skin.triangles.size(); ++t) {
        for (std::size_t s = 0; s < 3; ++s) {
            if (skin.sides.twin[3 * t + s] == no_vertex) {
                edges.push_back({skin.triangles[t][s], skin.triangles[t][(s + 1) % 3]});
                const std::uint32_t a = root(edges.back()[0]), b = root(edges.back()[1]);
                above[std::max(a, b)] = std::min(a, b);
            }
        }
    }
    to.capped_edges = edges.size();
    std::vector<std::uint32_t> middle(skin.positions.size(), no_vertex);
    std::vector<double> ends;
    for (const auto& edge : edges) {
        std::uint32_t& own = middle[root(edge[0])];
        if (own == no_vertex) {
            own = static_cast<std::uint32_t>(to.positions.size());
            to.positions.push_back({});
            ends.push_back(0);
        }
        vec3<double>& sum = to.positions[own];
        sum = sum + skin.positions[edge[0]] + skin.positions[edge[1]];
        ends[own - skin.positions.size()] += 2;
        to.triangles.push_back({edge[1], edge[0], own});
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
        vec3<double>& sum = to.positions[skin.positions.size() + i];
        sum = (1 / ends[i]) * sum;
    }
}

/// Whether each edge has as many triangles one way as the other: then every point is inside or outside.
bool is_balanced(const std::vector<weights::triangle>& triangles) {
    std::vector<std::array<std::uint32_t, 3>> ways; // lower, upper, direction
    for (const weights::triangle& t : triangles) {
        for (std::size_t s = 0; s < 3; ++s) {
            const std::uint32_t a = t[s], b = t[(s + 1) % 3];
            ways.push_back({std::min(a, b), std::max(a, b), a < b ? 1U : 0U});
        }
    }
    std::sort(ways.begin(), ways.end());
    for (std::size_t i = 0; i < ways.size();) {
        int sum = 0;
        const std::size_t first = i;
        for (; i < ways.size() && ways[i][0] == ways[first][0] && ways[i][1] == ways[first][1];
             ++i) {
            sum += ways[i][2] == 1 ? 1 : -1;
        }
        if (sum != 0) {
            return false;
        }
    }
    return true;
}

/// Parts that were open may face inwards. Gives the volume of all.
double turn_outwards(flesh_surface& of) {
    const auto part_of = [&](const weights::triangle& t) { return of.skin.part_of[t[0]]; };
    std::vector<double> volumes(of.skin.part_count(), 0);
    for (const weights::triangle& t : of.triangles) {
        const vec3<double>& origin = of.positions.front();
        volumes[part_of(t)] +=
            dot(of.positions[t[0]] - origin,
                cross(of.positions[t[1]] - origin, of.positions[t[2]] - origin)) /
            6;
    }
    for (weights::triangle& t : of.triangles) {
        if (volumes[part_of(t)] < 0) {
            std::swap(t[0], t[1]); // the middle of a cap stays the last
        }
    }
    double sum = 0;
    for (const double one : volumes) {
        sum += std::abs(one);
    }
    return sum;
}

std::optional<error> close(flesh_surface& out, hole_rule holes) {
    const weights::clean_surface& skin = out.skin;
    for (const weights::triangle& t : skin.triangles) {
        out.area += length(cross(skin.positions[t[1]] - skin.positions[t[0]],
                                 skin.positions[t[2]] - skin.positions[t[0]])) /
                    2;
    }
    if (holes == hole_rule::keep && !is_balanced(out.triangles)) {
        out.triangles.clear();
        return std::nullopt;
    }
    if (holes == hole_rule::cap) {
        cap_holes(out);
    }
    if (!is_balanced(out.triangles)) {
        return error{
            errors::open_mesh,
            holes == hole_rule::cap
                ? "the skin has no inside: its triangles cannot be turned so that neighbours face "
                  "the same way; mend it in a modelling program"
                : "the skin has no inside: " + std::to_string(skin.sides.open) +
                      " edges with one triangle, " + std::to_string(skin.sides.non_manifold) +
                      " with more than two; close it in a modelling program, let holes be capped "
                      "(--close-holes), or give tetrahedra (--tets)"};
    }
    out.volume = turn_outwards(out);
    if (!(out.volume > 1e-6 * std::pow(out.area, 1.5))) {
        return error{errors::no_volume, "the skin encloses no volume, so there is no flesh in it"};
    }
    return std::nullopt;
}

} // namespace

result<flesh_surface> take_skin(const tissue_mesh& mesh, hole_rule holes,
                                const work::work_options& work, const work::work_step& step) {
    if (std::optional<error> wrong = find_mistake(mesh)) {
        return *std::move(wrong);
    }
    flesh_surface out;
    out.skin = weights::clean(mesh.surface);
    if (out.skin.triangles.empty()) {
        return error{errors::no_volume, "all triangles of the skin are without area"};
    }
    out.positions = out.skin.positions;
    out.triangles = out.skin.triangles;
    out.given_vertex.assign(out.skin.positions.size(), no_vertex);
    for (std::size_t v = mesh.surface.positions.size(); v-- > 0;) {
        out.given_vertex[out.skin.vertex_of[v]] = static_cast<std::uint32_t>(v);
    }
    if (std::optional<error> wrong = close(out, holes)) {
        return *std::move(wrong);
    }
    const weights::triangle_tree tree(out.skin.positions, out.skin.triangles);
    std::atomic<std::size_t> crossing = 0;
    const auto count = [&](std::size_t begin, std::size_t end) {
        for (std::size_t side = 3 * begin; side < 3 * end; ++side) {
            const std::uint32_t twin = out.skin.sides.twin[side];
            const weights::triangle& t = out.skin.triangles[side / 3];
            if (twin == no_vertex || twin > side) {
                crossing += tree.blocked(out.skin.positions[t[side % 3]],
                                         out.skin.positions[t[(side + 1) % 3]])
                                ? 1
                                : 0;
            }
        }
    };
    if (!work::share_work(work, step, out.skin.triangles.size(), 256, count)) {
        return error{errors::cancelled, "the bake was cancelled"};
    }
    out.crossing_edges = crossing;
    return out;
}

} // namespace jounce::tissue
