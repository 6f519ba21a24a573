#include <jounce/modules/tissue/bone_nodes.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/locate.hpp>
#include <jounce/modules/tissue/winding.hpp>
#include <jounce/modules/weights/triangle_tree.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::tissue {
namespace {

constexpr double bone_share = 0.2; ///< of the way from a bone to the skin
/// Places along a bone that are looked at, at most.
constexpr double most_places = 200;

bool is_finite(const vec3<double>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The mean length of an edge from the first node of tetrahedra.
double edge_length(const tet_mesh& mesh) {
    double sum = 0;
    for (const tetrahedron& t : mesh.tets) {
        sum += length(mesh.nodes[t[1]] - mesh.nodes[t[0]]);
    }
    return sum / static_cast<double>(mesh.tets.size());
}

/// Holds the nearest node of places that have no held one within reach.
void hold_everywhere(const tet_mesh& mesh, const std::vector<vec3<double>>& places, double reach,
                     std::vector<std::uint8_t>& is_held) {
    for (const vec3<double>& at : places) {
        std::size_t nearest = 0;
        double least = length(mesh.nodes[0] - at);
        bool is_near_held = false;
        for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
            const double far = length(mesh.nodes[n] - at);
            is_near_held = is_near_held || (is_held[n] != 0 && far <= reach);
            if (far < least) {
                least = far;
                nearest = n;
            }
        }
        if (!is_near_held) {
            is_held[nearest] = 1;
        }
    }
}

} // namespace

double distance_to(const weights::bone_segment& bone, const vec3<double>& point) {
    const vec3<double> along = bone.tail - bone.head;
    const double square = dot(along, along);
    const double t =
        square > 0 ? std::clamp(dot(point - bone.head, along) / square, 0.0, 1.0) : 0.0;
    return length(point - (bone.head + t * along));
}

result<held_nodes> find_bone_nodes(const tet_mesh& mesh, const flesh_surface& skin,
                                   std::span<const weights::bone_segment> bones, double radius) {
    if (bones.empty()) {
        return error{errors::no_bones, "there are no bones to hold the flesh"};
    }
    const double step = edge_length(mesh) / 2;
    const weights::triangle_tree tree(skin.skin.positions, skin.skin.triangles);
    std::vector<std::uint8_t> is_held(mesh.nodes.size(), 0);
    const tet_finder finder(mesh);
    std::vector<vec3<double>> inner; // places along bones, in flesh
    held_nodes out;
    for (const weights::bone_segment& bone : bones) {
        if (!is_finite(bone.head) || !is_finite(bone.tail)) {
            return error{errors::no_bones,
                         "bone " + std::to_string(bone.bone) + " has a place that is no number"};
        }
        const double places =
            std::min(most_places, std::ceil(length(bone.tail - bone.head) / step));
        std::vector<double> depths;
        const std::size_t before = inner.size();
        for (double i = 0; i <= places; ++i) {
            const vec3<double> at =
                bone.head + (places > 0 ? i / places : 0) * (bone.tail - bone.head);
            const auto tet = skin.triangles.empty() ? finder.find(at) : std::nullopt;
            if (tet ? tet->least < 0 : winding_number(skin, at) <= 0) {
                continue;
            }
            inner.push_back(at);
            if (const auto found = tree.nearest(at)) {
                depths.push_back(found->distance);
            }
        }
        out.radius.push_back(0);
        if (inner.size() == before) {
            ++out.outside;
            continue;
        }
        std::sort(depths.begin(), depths.end());
        out.radius.back() = radius > 0       ? radius
                            : depths.empty() ? 0
                                             : bone_share * depths[depths.size() / 2];
        for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
            if (distance_to(bone, mesh.nodes[n]) <= out.radius.back()) {
                is_held[n] = 1;
            }
        }
    }
    if (out.outside == bones.size()) {
        return error{errors::bones_outside,
                     "none of the bones lies inside of the skin, so nothing holds the flesh; check "
                     "that bones and mesh have the same space and unit"};
    }
    hold_everywhere(mesh, inner, 2 * step, is_held);
    for (std::uint32_t n = 0; n < is_held.size(); ++n) {
        if (is_held[n] != 0) {
            out.nodes.push_back(n);
        }
    }
    return out;
}

} // namespace jounce::tissue
