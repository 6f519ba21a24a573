#include <jounce/modules/simplify/simplify.hpp>

#include <jounce/modules/simplify/collapse_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <queue>
#include <string>
#include <tuple>

namespace jounce::simplify {
namespace {

error bad(const char* name, const std::string& what) { return {name, "simplify: " + what}; }

result<bool> check(const posed_mesh& mesh, std::span<const std::size_t> targets,
                   const simplify_limits& limits) {
    const std::size_t vertices = mesh.rest.size();
    if (vertices == 0) {
        return bad(errors::no_vertices, "the mesh has no vertices");
    }
    if (mesh.triangles.empty() || mesh.triangles.size() % 3 != 0) {
        return bad(errors::no_triangles, std::to_string(mesh.triangles.size()) +
                                             " corners are no triangles; give three of each");
    }
    if (mesh.poses.size() % vertices != 0) {
        return bad(errors::bad_count, std::to_string(mesh.poses.size()) +
                                          " positions are not whole poses of " +
                                          std::to_string(vertices) + " vertices");
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        if (mesh.triangles[i] >= vertices) {
            return bad(errors::bad_index, "triangle " + std::to_string(i / 3) + " has vertex " +
                                              std::to_string(mesh.triangles[i]) + "; there are " +
                                              std::to_string(vertices));
        }
    }
    const auto is_bad = [](const vec3<double>& p) {
        // Squares of numbers beyond this are not finite.
        return !(std::abs(p.x) < 1e100 && std::abs(p.y) < 1e100 && std::abs(p.z) < 1e100);
    };
    for (const std::span<const vec3<double>> all : {mesh.rest, mesh.poses}) {
        if (const auto found = std::find_if(all.begin(), all.end(), is_bad); found != all.end()) {
            const auto at = static_cast<std::size_t>(found - all.begin());
            return bad(errors::not_finite,
                       "vertex " + std::to_string(at % vertices) +
                           " has a position that is infinite, huge or no number");
        }
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (targets[i] == 0 || (i > 0 && targets[i] > targets[i - 1])) {
            return bad(errors::bad_order, "target " + std::to_string(i) +
                                              " is 0 or above the one before; give finest first");
        }
    }
    const std::uint64_t poses = 1 + mesh.poses.size() / vertices;
    const std::uint64_t bytes =
        vertices * (poses * (sizeof(quadric) + sizeof(vec3<double>)) + 160) +
        mesh.triangles.size() * 60;
    if (bytes > limits.max_bytes) {
        return bad(errors::too_large, std::to_string(bytes >> 20U) +
                                          " MiB are needed; use fewer poses, or raise max_bytes");
    }
    return true;
}

/// A place that may go into a neighbour.
struct candidate {
    double cost;
    std::uint32_t from, into;
    std::uint32_t from_version, into_version;

    /// The least first; ties by number, so that every run does the same.
    bool operator<(const candidate& other) const {
        return std::tie(cost, from, into) > std::tie(other.cost, other.from, other.into);
    }
};

/// Makes levels finer to coarser.
class reduction {
public:
    explicit reduction(const posed_mesh& of) : mesh_(of) {}

    /// Fewer triangles, or as few as can be.
    void reduce_to(std::size_t triangles) {
        while (mesh_.triangle_count() > triangles) {
            if (queue_.empty()) {
                if (!has_changed_) {
                    return; // everything was refused
                }
                // What was refused may do now that its neighbours have changed.
                has_changed_ = false;
                for (const auto& [a, b] : mesh_.edges()) {
                    push(a, b);
                    push(b, a);
                }
                continue;
            }
            const candidate best = queue_.top();
            queue_.pop();
            if (best.from_version == mesh_.version(best.from) &&
                best.into_version == mesh_.version(best.into) &&
                mesh_.may_collapse(best.from, best.into)) {
                mesh_.collapse(best.from, best.into);
                has_changed_ = true;
                mesh_.neighbours(best.into, near_);
                for (const std::uint32_t other : near_) {
                    push(best.into, other);
                    push(other, best.into);
                }
            }
        }
    }
    mesh_detail detail() const { return mesh_.detail(); }

private:
    void push(std::uint32_t from, std::uint32_t into) {
        queue_.push({mesh_.cost(from, into), from, into, mesh_.version(from), mesh_.version(into)});
    }

    collapse_mesh mesh_;
    std::priority_queue<candidate> queue_;
    std::vector<std::uint32_t> near_;
    bool has_changed_ = true;
};

} // namespace

result<std::vector<mesh_detail>> simplify(const posed_mesh& mesh,
                                          std::span<const std::size_t> targets,
                                          const simplify_limits& limits) {
    if (const result<bool> fine = check(mesh, targets, limits); !fine) {
        return fine.error();
    }
    reduction work(mesh);
    std::vector<mesh_detail> out;
    for (const std::size_t target : targets) {
        work.reduce_to(target);
        out.push_back(work.detail());
    }
    return out;
}

std::vector<std::size_t> spread_frames(std::size_t count, std::size_t wanted) {
    std::vector<std::size_t> out;
    const std::size_t taken = std::min(count, wanted);
    for (std::size_t i = 0; i < taken; ++i) {
        out.push_back(i * count / taken);
    }
    return out;
}

} // namespace jounce::simplify
