#include <jounce/modules/tissue/keep_lattice.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace jounce::tissue {
namespace {

using edge = std::pair<std::uint32_t, std::uint32_t>;

/// Along which axes an edge goes: how many of them.
int axes_of(const vec3<double>& way) {
    const double noise = 1e-6 * length(way);
    return (std::abs(way.x) > noise ? 1 : 0) + (std::abs(way.y) > noise ? 1 : 0) +
           (std::abs(way.z) > noise ? 1 : 0);
}

} // namespace

void keep_lattice(const flesh_parts& from, baked_tissue& to) {
    std::set<edge> all, straight;
    for (const tet_facet& facet : from.facets) {
        if (facet.tets[0] != facet.tets[1]) {
            continue;
        }
        for (const auto& [a, b] :
             {edge{facet.nodes[0], facet.nodes[1]}, edge{facet.nodes[0], facet.nodes[2]},
              edge{facet.nodes[1], facet.nodes[2]}}) {
            // What nothing moves is not of interest.
            if (from.weights.of(a).empty() && from.weights.of(b).empty()) {
                continue;
            }
            all.emplace(a, b);
            if (axes_of(from.mesh.nodes[b] - from.mesh.nodes[a]) == 1) {
                straight.emplace(a, b);
            }
        }
    }
    // Two of three sides of half a square are sides of a cube; other meshes have few that are straight.
    const std::set<edge>& kept = 2 * straight.size() >= all.size() ? straight : all;
    std::vector<std::uint32_t> number(from.mesh.nodes.size(), 0);
    for (const auto& [a, b] : kept) {
        number[a] = number[b] = 1;
    }
    to.lattice_first = {0};
    to.lattice_joint_first = {0};
    for (std::size_t n = 0; n < number.size(); ++n) {
        if (number[n] == 0) {
            continue;
        }
        number[n] = static_cast<std::uint32_t>(to.lattice.size());
        // As the file has them, so that what is written is what is read.
        to.lattice.push_back(cast<double>(cast<float>(from.mesh.nodes[n])));
        for (const node_handle& one : from.weights.of(n)) {
            to.lattice_weights.push_back(
                {one.handle, static_cast<double>(static_cast<float>(one.weight)), {}});
        }
        to.lattice_first.push_back(static_cast<std::uint32_t>(to.lattice_weights.size()));
        add_joints(from.joints.of(n), most_joints, to.lattice_joints);
        to.lattice_joint_first.push_back(static_cast<std::uint32_t>(to.lattice_joints.size()));
    }
    for (joint_weight& one : to.lattice_joints) {
        one.weight = static_cast<double>(static_cast<float>(one.weight));
    }
    for (const auto& [a, b] : kept) {
        to.lattice_edges.push_back({number[a], number[b]});
    }
}

} // namespace jounce::tissue
