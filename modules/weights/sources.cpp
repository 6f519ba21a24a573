#include <jounce/modules/weights/sources.hpp>

#include <jounce/modules/weights/place_math.hpp>
#include <jounce/modules/weights/triangle_tree.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace jounce::weights {
namespace {

/// Bones that are farther than the nearest one by less than this share are as near.
constexpr double equal_share = 1e-6;
/// Smaller shares of a corner are none: the place is on an edge or at a corner.
constexpr double on_edge = 1e-9;
/// A place nearer to the surface than this share of the extent is on it.
constexpr double on_surface = 1e-7;

class source_finder {
public:
    source_finder(const clean_surface& mesh, std::span<const bone_segment> bones, bool must_see)
        : mesh_(mesh), bones_(bones), must_see_(must_see) {
        if (must_see) {
            normals_ = normals_of(mesh);
            triangles_.resize(mesh.part_count());
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                triangles_[mesh.part_of[mesh.triangles[t][0]]].push_back(t);
            }
            for (const std::vector<std::uint32_t>& of_part : triangles_) {
                std::vector<triangle> corners;
                for (const std::uint32_t t : of_part) {
                    corners.push_back(mesh.triangles[t]);
                }
                trees_.emplace_back(mesh.positions, std::move(corners));
            }
        }
    }

    /// Bones of one vertex, nearest first; returns the distance.
    double find(std::size_t vertex, std::vector<std::int32_t>& out) const {
        const vec3<double>& from = mesh_.positions[vertex];
        std::vector<std::pair<double, std::size_t>> near;
        for (std::size_t b = 0; b < bones_.size(); ++b) {
            near.emplace_back(length(nearest_on(bones_[b], from) - from), b);
        }
        std::sort(near.begin(), near.end());
        double least = std::numeric_limits<double>::infinity();
        for (const auto& [distance, b] : near) {
            if (distance > least * (1 + equal_share) + equal_share * mesh_.extent) {
                break;
            }
            if (!must_see_ || is_visible(vertex, nearest_on(bones_[b], from))) {
                least = std::min(least, distance);
                out.push_back(bones_[b].bone);
            }
        }
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return least;
    }

private:
    bool is_visible(std::size_t vertex, const vec3<double>& target) const {
        const vec3<double>& from = mesh_.positions[vertex];
        const std::uint32_t part = mesh_.part_of[vertex];
        // A way that crosses nothing is wholly inside or wholly outside.
        return !trees_[part].blocked(from, target, static_cast<std::uint32_t>(vertex)) &&
               (mesh_.is_closed[part] == 0 || is_inside(part, 0.5 * (from + target)));
    }

    /// By the side of the nearest place. At edges and corners the mean normal of the triangles that meet
    /// there, weighted by angle, tells the sides apart.
    bool is_inside(std::uint32_t part, const vec3<double>& point) const {
        const std::optional<surface_point> near = trees_[part].nearest(point);
        if (!near) {
            return false;
        }
        const std::uint32_t at = triangles_[part][near->triangle];
        const triangle& corners = mesh_.triangles[at];
        vec3<double> place;
        vec3<double> normal = face_normal(at);
        for (std::size_t c = 0; c < 3; ++c) {
            place = place + near->share[c] * mesh_.positions[corners[c]];
            const std::uint32_t side = 3 * at + static_cast<std::uint32_t>((c + 1) % 3);
            if (near->share[c] < on_edge && mesh_.sides.twin[side] != no_vertex) {
                normal = normal + face_normal(mesh_.sides.twin[side] / 3);
            }
        }
        for (std::size_t c = 0; c < 3; ++c) {
            normal = near->share[c] > 1 - on_edge ? normals_[corners[c]] : normal;
        }
        // A way along the surface, to the end of a bone in a flat end of a limb, is inside.
        return dot(point - place, normal) <= on_surface * mesh_.extent;
    }

    vec3<double> face_normal(std::uint32_t t) const {
        const triangle& at = mesh_.triangles[t];
        const vec3<double> up = cross(mesh_.positions[at[1]] - mesh_.positions[at[0]],
                                      mesh_.positions[at[2]] - mesh_.positions[at[0]]);
        const double size = length(up);
        return size > 0 ? (1 / size) * up : vec3<double>{};
    }

    const clean_surface& mesh_;
    std::span<const bone_segment> bones_;
    bool must_see_;
    std::vector<vec3<double>> normals_;
    std::vector<std::vector<std::uint32_t>> triangles_; ///< [part], of the mesh
    std::vector<triangle_tree> trees_;                  ///< [part]
};

} // namespace

vec3<double> nearest_on(const bone_segment& bone, const vec3<double>& to) {
    return bone.head + share_on_segment(to, bone.head, bone.tail) * (bone.tail - bone.head);
}

std::optional<heat_sources> find_sources(const clean_surface& mesh,
                                         std::span<const bone_segment> bones, bool must_see,
                                         const work_options& work, const work_step& step) {
    const source_finder finder(mesh, bones, must_see);
    std::vector<std::vector<std::int32_t>> found(mesh.positions.size());
    heat_sources out;
    out.distance.resize(mesh.positions.size());
    const auto look = [&](std::size_t begin, std::size_t end) {
        for (std::size_t vertex = begin; vertex < end; ++vertex) {
            out.distance[vertex] = finder.find(vertex, found[vertex]);
        }
    };
    if (!share_work(work, step, mesh.positions.size(), 64, look)) {
        return std::nullopt;
    }
    for (const std::vector<std::int32_t>& of_vertex : found) {
        out.bones.insert(out.bones.end(), of_vertex.begin(), of_vertex.end());
        out.first.push_back(out.bones.size());
    }
    return out;
}

} // namespace jounce::weights
