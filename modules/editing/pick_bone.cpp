#include <jounce/modules/editing/pick_bone.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace jounce::editing {
namespace {

/// Where a ray and a bone are nearest: along the ray, and along the bone from 0 to 1.
struct nearest_pair {
    double along = 0;
    double share = 0;
};

/// @param direction  of unit length
nearest_pair nearest(const vec3<double>& from, const vec3<double>& direction,
                     const bone_line& bone) {
    const vec3<double> way = bone.tail - bone.head;
    const vec3<double> apart = bone.head - from;
    const double across = dot(direction, way);
    const double area = dot(way, way) - across * across; // of unit direction and the bone
    nearest_pair out;
    if (area > 1e-12 * dot(way, way)) {
        out.share = std::clamp((across * dot(direction, apart) - dot(way, apart)) / area, 0.0, 1.0);
    }
    out.along = dot(direction, apart + out.share * way);
    if (out.along < 0) { // behind the eye: from the eye itself
        out.along = 0;
        const double size = dot(way, way);
        out.share = size > 0 ? std::clamp(-dot(way, apart) / size, 0.0, 1.0) : 0;
    }
    return out;
}

bool is_finite(const vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }

/// Shares of the corners of a triangle at a place in it.
std::array<double, 3> shares_at(const std::array<vec3<double>, 3>& corners,
                                const vec3<double>& point) {
    const vec3<double> a = corners[1] - corners[0];
    const vec3<double> b = corners[2] - corners[0];
    const vec3<double> p = point - corners[0];
    const double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b);
    const double size = aa * bb - ab * ab;
    if (!(size > 0)) {
        return {1.0 / 3, 1.0 / 3, 1.0 / 3};
    }
    const double first = (bb * dot(p, a) - ab * dot(p, b)) / size;
    const double second = (aa * dot(p, b) - ab * dot(p, a)) / size;
    return {1 - first - second, first, second};
}

} // namespace

std::vector<bone_line> posed_bones(const entt::registry& registry, entt::entity character,
                                   const rig& bones) {
    std::vector<bone_line> out(bones.parents.size());
    for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
        const auto i = static_cast<std::size_t>(b);
        const transform<double> frame = cast<double>(bone_of(registry, character, b));
        const vec3<double> tail = cast<double>(bones.tail_local[i]);
        out[i] = {frame.translation,
                  frame.translation + rotate(frame.rotation, frame.scale * tail)};
    }
    return out;
}

std::optional<picked_bone> pick_bone(std::span<const bone_line> bones, const pick_ray& ray) {
    const double size = length(ray.direction);
    if (!is_finite(ray.from) || !(size > 0) || !std::isfinite(size)) {
        return std::nullopt;
    }
    const vec3<double> direction = (1 / size) * ray.direction;
    std::optional<picked_bone> best;
    double best_share = 1;
    for (std::size_t b = 0; b < bones.size(); ++b) {
        const nearest_pair pair = nearest(ray.from, direction, bones[b]);
        picked_bone one;
        one.bone = static_cast<std::int32_t>(b);
        one.point = bones[b].head + pair.share * (bones[b].tail - bones[b].head);
        one.along = pair.along;
        one.distance = length(one.point - (ray.from + pair.along * direction));
        const double allowed = ray.reach + ray.slope * pair.along;
        const double share = one.distance / allowed;
        if (!(allowed > 0) || !(share <= 1)) {
            continue;
        }
        constexpr double equal = 1e-9; // bones meet at joints
        const bool is_nearer = !best || share < best_share - equal ||
                               (share <= best_share + equal && one.along <= best->along + equal);
        if (is_nearer) {
            best = one;
            best_share = share;
        }
    }
    return best;
}

std::optional<picked_skin> heaviest_bone(bounds::posed_skin& skin, const bounds::surface_hit& hit,
                                         std::span<const bind_joint<float>> joints) {
    if (!skin || hit.triangle >= skin.tree().triangle_count()) {
        return std::nullopt;
    }
    const skinned_mesh& mesh = skin.tree().surface.vertices;
    const std::array<double, 3> shares = shares_at(skin.corners(hit.triangle), hit.point);
    std::map<std::int32_t, double> weights; // by bone
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::size_t vertex = skin.tree().surface.triangles[3 * hit.triangle + corner];
        for (std::size_t i = mesh.first_influence[vertex]; i < mesh.first_influence[vertex + 1];
             ++i) {
            const influence& one = mesh.influences[i];
            if (one.joint < joints.size()) {
                weights[joints[one.joint].bone] += shares[corner] * static_cast<double>(one.weight);
            }
        }
    }
    picked_skin out{hit, -1, 0};
    for (const auto& [bone, weight] : weights) {
        if (weight > out.weight) {
            out.bone = bone;
            out.weight = weight;
        }
    }
    return out.bone < 0 ? std::nullopt : std::optional(out);
}

std::optional<picked_skin> pick_skin(bounds::posed_skin& skin, const vec3<double>& from,
                                     const vec3<double>& direction,
                                     std::span<const bind_joint<float>> joints) {
    const std::optional<bounds::surface_hit> hit = bounds::cast_ray(skin, from, direction);
    return hit ? heaviest_bone(skin, *hit, joints) : std::nullopt;
}

} // namespace jounce::editing
