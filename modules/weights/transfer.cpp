#include <jounce/modules/weights/transfer.hpp>

#include <jounce/modules/weights/make_rows.hpp>
#include <jounce/modules/weights/place_math.hpp>
#include <jounce/modules/weights/triangle_tree.hpp>

#include <algorithm>
#include <array>
#include <numbers>

namespace jounce::weights {
namespace {

/// How much farther than the nearest surface one may be that faces the right way, as a share of the extent. A
/// lip is thinner; the other side of a body is not what a flipped mesh wants.
constexpr double detour = 0.05;

bool has_bad_index(const surface& mesh) {
    return mesh.triangles.size() % 3 != 0 ||
           std::any_of(mesh.triangles.begin(), mesh.triangles.end(),
                       [&](std::uint32_t v) { return v >= mesh.positions.size(); });
}

std::optional<error> fault_in(const surface& from, const weight_table& weights, const surface& to,
                              const transfer_options& options) {
    const auto fail = [](const char* name, const char* message) { return error{name, message}; };
    if (has_bad_index(from) || has_bad_index(to)) {
        return fail(errors::bad_index, "transfer: a triangle names a vertex that is not there, or "
                                       "the last triangle has fewer than three");
    }
    if (weights.vertex_count() != from.positions.size()) {
        return fail(errors::bad_count, "transfer: the weights are of another number of vertices "
                                       "than the mesh they come from");
    }
    if (!options.normals.empty() && options.normals.size() != to.positions.size()) {
        return fail(errors::bad_count, "transfer: give a normal for each vertex, or none");
    }
    if (bounds_of(from.positions).is_empty() || bounds_of(to.positions).is_empty()) {
        return fail(errors::no_vertices, "transfer: a mesh has no vertex with finite numbers");
    }
    if (from.triangles.empty()) {
        return fail(errors::no_triangles, "transfer: the mesh that gives weights has no triangles");
    }
    return std::nullopt;
}

/// Twice the area long.
vec3<double> normal_of(const surface& mesh, std::size_t triangle) {
    const auto at = [&](std::size_t k) { return mesh.positions[mesh.triangles[3 * triangle + k]]; };
    return cross(at(1) - at(0), at(2) - at(0));
}

/// Of unit length; zero where there is none, which fits any direction.
vec3<double> unit(const vec3<double>& v) {
    const double size = length(v);
    return size > 0 && std::isfinite(size) ? (1 / size) * v : vec3<double>{};
}

std::vector<vec3<double>> vertex_normals(const surface& mesh) {
    std::vector<vec3<double>> out(mesh.positions.size());
    for (std::size_t t = 0; t < mesh.triangles.size() / 3; ++t) {
        const vec3<double> normal = normal_of(mesh, t);
        for (std::size_t k = 0; k < 3 && is_finite(normal); ++k) {
            vec3<double>& sum = out[mesh.triangles[3 * t + k]];
            sum = sum + normal;
        }
    }
    return out;
}

/// Answers for one vertex after another.
struct lookup {
    const triangle_tree& tree;
    const weight_table& weights;
    std::vector<vec3<double>> facing; ///< [triangle of `from`], unit; empty: no matter
    double least_cosine = -1;
    double reach = 0; ///< `detour` as a length
    bone_weight fallback;

    surface_point place_of(const vec3<double>& p, const vec3<double>& normal) const {
        const surface_point nearest = *tree.nearest(p);
        const auto fits = [&](std::uint32_t t) {
            const double cosine = dot(facing[t], normal);
            return cosine >= least_cosine || facing[t] == vec3<double>{};
        };
        if (facing.empty() || normal == vec3<double>{} || fits(nearest.triangle)) {
            return nearest;
        }
        return tree.nearest(p, fits, nearest.distance + reach).value_or(nearest);
    }

    void row_at(const surface_point& place, std::vector<bone_weight>& row) const {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            for (const bone_weight& w : weights.of(tree.triangles()[place.triangle][k])) {
                const double share = place.share[k] * w.weight;
                if (share > 0 && std::isfinite(share)) {
                    row.push_back({w.bone, share});
                    sum += share;
                }
            }
        }
        for (bone_weight& w : row) { // a corner may have no weights
            w.weight /= sum;
        }
    }
};

} // namespace

result<weight_table> transfer(const surface& from, const weight_table& weights, const surface& to,
                              const transfer_options& options) {
    if (auto fault = fault_in(from, weights, to, options)) {
        return *std::move(fault);
    }
    std::vector<std::array<std::uint32_t, 3>> triangles(from.triangles.size() / 3);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        std::copy_n(from.triangles.begin() + static_cast<std::ptrdiff_t>(3 * t), 3,
                    triangles[t].begin());
    }
    const triangle_tree tree(from.positions, std::move(triangles));
    if (!tree.nearest({})) {
        return error{errors::no_triangles,
                     "transfer: no triangle of the mesh that gives weights is finite"};
    }
    lookup find = {.tree = tree, .weights = weights, .facing = {}, .fallback = {0, 1}};
    for (std::size_t i = 0; i < weights.entries.size(); ++i) {
        const std::int32_t bone = weights.entries[i].bone;
        find.fallback.bone = i == 0 ? bone : std::min(find.fallback.bone, bone);
    }
    std::vector<vec3<double>> own_normals;
    std::span<const vec3<double>> normals = options.normals;
    if (options.max_angle < std::numbers::pi) {
        for (std::size_t t = 0; t < tree.triangles().size(); ++t) {
            find.facing.push_back(unit(normal_of(from, t)));
        }
        find.least_cosine = std::cos(std::max(options.max_angle, 0.0));
        find.reach = detour * bounds_of(from.positions).extent();
        if (normals.empty()) {
            own_normals = vertex_normals(to);
            normals = own_normals;
        }
    }
    auto made = make_rows(options.work, {"transfer"}, to.positions.size(),
                          [&](std::size_t vertex, std::vector<bone_weight>& row) {
                              const vec3<double>& p = to.positions[vertex];
                              if (!is_finite(p)) {
                                  row.push_back(find.fallback);
                                  return;
                              }
                              const vec3<double> normal =
                                  normals.empty() ? vec3<double>{} : unit(normals[vertex]);
                              find.row_at(find.place_of(p, normal), row);
                          });
    if (!made) {
        return error{errors::cancelled, "transfer: cancelled"};
    }
    return *std::move(made);
}

} // namespace jounce::weights
