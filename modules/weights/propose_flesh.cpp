#include <jounce/modules/weights/propose.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/sources.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace jounce::weights {
namespace {

/// Nearer to its bone than this share of the extent nothing is flesh.
constexpr double least_depth = 0.05;
/// A swelling narrower than this share of its height is an ear or a nose, not flesh.
constexpr double least_width = 0.7;
constexpr std::size_t least_flesh_vertices = 6;

/// Swellings smaller than this share of the largest are shoulders and calves.
constexpr double least_share = 0.2;
/// Bones with less weight than this do not count as a vertex's own.
constexpr double least_flesh_weight = 0.1;

/// Where the vertex's own bones are, and how far the nearest is.
struct depth {
    std::int32_t bone = -1; ///< the heaviest
    vec3<double> from;      ///< nearest point of any
    double distance = 0;
    bool is_beside = false; ///< beside the bone, not beyond one of its ends
};

depth depth_of(const vec3<double>& place, std::span<const bone_weight> own,
               std::span<const bone_segment> bones) {
    depth out{heaviest(own), {}, std::numeric_limits<double>::infinity(), false};
    for (const bone_segment& one : bones) {
        const bool is_own = std::any_of(own.begin(), own.end(), [&](const bone_weight& of) {
            return of.bone == one.bone && of.weight >= least_flesh_weight;
        });
        if (!is_own) {
            continue;
        }
        const vec3<double> near = nearest_on(one, place);
        const double distance = length(near - place);
        if (distance < out.distance) {
            const vec3<double> along = one.tail - one.head;
            const double size = length(along) * distance;
            out.from = near;
            out.distance = distance;
            out.is_beside = size > 0 && std::abs(dot(place - near, along)) < 0.5 * size;
        }
    }
    return out;
}

/// The usual distance of a bone's vertices: a quarter of them are nearer.
std::vector<double> usual_depths(const std::vector<depth>& all, std::size_t bones) {
    std::vector<std::vector<double>> of_bone(bones);
    for (const depth& one : all) {
        if (one.bone >= 0 && std::isfinite(one.distance)) {
            of_bone[static_cast<std::size_t>(one.bone)].push_back(one.distance);
        }
    }
    std::vector<double> out(bones, 0);
    for (std::size_t b = 0; b < bones; ++b) {
        if (!of_bone[b].empty()) {
            const auto quarter =
                of_bone[b].begin() + static_cast<std::ptrdiff_t>(of_bone[b].size() / 4);
            std::nth_element(of_bone[b].begin(), quarter, of_bone[b].end());
            out[b] = *quarter;
        }
    }
    return out;
}

struct swelling {
    std::vector<std::uint32_t> vertices;
    double size = 0; ///< area times height
};

} // namespace

std::vector<proposed_chain> propose_flesh(const clean_surface& mesh, const weight_table& weights,
                                          std::span<const bone_segment> bones,
                                          const propose_options& options) {
    const std::vector<std::vector<std::uint32_t>> beside = neighbours_of(mesh);
    const std::vector<double> area = areas_of(mesh);
    std::size_t bone_count = 0;
    for (const bone_segment& one : bones) {
        bone_count = std::max(bone_count, static_cast<std::size_t>(one.bone) + 1);
    }
    std::vector<depth> depths;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::int32_t owner = heaviest(weights.of(v));
        depths.push_back(owner < 0 || static_cast<std::size_t>(owner) >= bone_count
                             ? depth{}
                             : depth_of(mesh.positions[v], weights.of(v), bones));
    }
    const std::vector<double> usual = usual_depths(depths, bone_count);
    const auto height = [&](std::uint32_t v) {
        const depth& one = depths[v];
        if (one.bone < 0 || !one.is_beside || mesh.is_closed[mesh.part_of[v]] == 0) {
            return 0.0;
        }
        const double floor = std::max(options.far * usual[static_cast<std::size_t>(one.bone)],
                                      least_depth * mesh.extent);
        return std::max(one.distance - floor, 0.0);
    };
    std::vector<swelling> found;
    std::vector<std::uint8_t> is_done(mesh.positions.size(), 0);
    for (std::uint32_t start = 0; start < mesh.positions.size(); ++start) {
        if (is_done[start] != 0 || !(height(start) > 0)) {
            continue;
        }
        swelling one;
        std::vector<std::uint32_t> open = {start};
        is_done[start] = 1;
        while (!open.empty()) {
            const std::uint32_t v = open.back();
            open.pop_back();
            one.vertices.push_back(v);
            one.size += area[v] * height(v);
            for (const std::uint32_t next : beside[v]) {
                if (is_done[next] == 0 && height(next) > 0) {
                    is_done[next] = 1;
                    open.push_back(next);
                }
            }
        }
        std::sort(one.vertices.begin(), one.vertices.end());
        found.push_back(std::move(one));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const swelling& a, const swelling& b) { return a.size > b.size; });
    std::vector<proposed_chain> out;
    for (const swelling& one : found) {
        if (one.vertices.size() < least_flesh_vertices || !(one.size > 0) ||
            one.size < least_share * found.front().size ||
            out.size() == static_cast<std::size_t>(std::max(options.most_flesh, 0))) {
            continue;
        }
        vec3<double> centre;
        vec3<double> root;
        std::vector<double> of_bone(bone_count, 0);
        double top = 0;
        for (const std::uint32_t v : one.vertices) {
            const double share = area[v] * height(v) / one.size;
            centre = centre + share * mesh.positions[v];
            root = root + share * depths[v].from;
            of_bone[static_cast<std::size_t>(depths[v].bone)] += share;
            top = std::max(top, height(v));
        }
        double wide = 0;
        for (const std::uint32_t v : one.vertices) {
            wide = std::max(wide, length(mesh.positions[v] - centre));
        }
        const bool is_covered =
            std::any_of(out.begin(), out.end(), [&](const proposed_chain& larger) {
                return length(centre - larger.points.back()) < larger.reach;
            });
        if (wide < least_width * top || is_covered) {
            continue;
        }
        proposed_chain chain;
        chain.kind = helper_kind::flesh;
        chain.name = "flesh" + std::to_string(out.size() + 1);
        chain.parent = static_cast<std::int32_t>(std::max_element(of_bone.begin(), of_bone.end()) -
                                                 of_bone.begin());
        // From half way out to just below the skin.
        chain.points = {0.5 * (root + centre), root + 0.9 * (centre - root)};
        chain.reach = 1.25 * wide + length(centre - chain.points.back());
        chain.vertices = one.vertices.size();
        out.push_back(std::move(chain));
    }
    return out;
}

} // namespace jounce::weights
