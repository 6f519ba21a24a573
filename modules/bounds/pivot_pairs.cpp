#include <jounce/modules/bounds/build_parts.hpp>

#include <algorithm>

namespace jounce::bounds {

void add_pivot_pairs(skin_tree& tree, const vertex_shares& shares) {
    std::vector<bool> is_used(tree.vertex_count(), false);
    for (const std::uint32_t vertex : tree.surface.triangles) {
        is_used[vertex] = true;
    }
    struct entry {
        std::uint16_t pivot, joint;
        std::uint32_t vertex;
    };
    std::vector<entry> entries;
    std::vector<double> least(static_cast<std::size_t>(tree.joint_count) + 1, 1.0);
    for (std::uint32_t vertex = 0; vertex < tree.vertex_count(); ++vertex) {
        if (!is_used[vertex]) {
            continue;
        }
        const std::uint16_t pivot = shares.pivot[vertex];
        least[pivot] = std::min(least[pivot], shares.pivot_share[vertex]);
        for (const vertex_share& one : shares.of(vertex)) {
            if (one.joint != pivot) {
                entries.push_back({pivot, one.joint, vertex});
            }
        }
    }
    std::sort(entries.begin(), entries.end(), [](const entry& a, const entry& b) {
        return a.pivot != b.pivot   ? a.pivot < b.pivot
               : a.joint != b.joint ? a.joint < b.joint
                                    : a.vertex < b.vertex;
    });
    const std::vector<vec3<float>>& positions = tree.surface.vertices.positions;
    for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
        ball_of_points ball;
        while (end < entries.size() && entries[end].pivot == entries[begin].pivot &&
               entries[end].joint == entries[begin].joint) {
            ball.add_to_box(positions[entries[end++].vertex]);
        }
        for (std::size_t i = begin; i < end; ++i) {
            ball.add_to_ball(positions[entries[i].vertex]);
        }
        tree.pairs.push_back({ball.sphere(), entries[begin].pivot, entries[begin].joint});
    }
    for (const double share : least) {
        tree.least_share.push_back(-rounded_up(-share));
    }
}

} // namespace jounce::bounds
