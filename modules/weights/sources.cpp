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
/// A way that leaves a closed part by more than this cosine starts outside of it. Normals at sharp
/// edges are not exact, so it is not 0.
constexpr double outward = 0.25;

class source_finder {
public:
    source_finder(const clean_surface& mesh, std::span<const bone_segment> bones, bool must_see)
        : mesh_(mesh), bones_(bones), must_see_(must_see) {
        if (must_see) {
            normals_ = normals_of(mesh);
            std::vector<std::vector<triangle>> triangles(mesh.part_count());
            for (const triangle& t : mesh.triangles) {
                triangles[mesh.part_of[t[0]]].push_back(t);
            }
            for (std::vector<triangle>& of_part : triangles) {
                trees_.emplace_back(mesh.positions, std::move(of_part));
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
        const vec3<double> way = target - mesh_.positions[vertex];
        const std::uint32_t part = mesh_.part_of[vertex];
        if (mesh_.is_closed[part] != 0 && dot(way, normals_[vertex]) > outward * length(way)) {
            return false;
        }
        return !trees_[part].blocked(mesh_.positions[vertex], target,
                                     static_cast<std::uint32_t>(vertex));
    }

    const clean_surface& mesh_;
    std::span<const bone_segment> bones_;
    bool must_see_;
    std::vector<vec3<double>> normals_;
    std::vector<triangle_tree> trees_; ///< [part]
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
