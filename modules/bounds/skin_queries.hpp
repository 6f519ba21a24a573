#pragma once

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/bounds/posed_skin.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace jounce::bounds {

// Queries against the skin of a pose: its triangles as they are skinned, both sides of them. All but `touch_skin`
// are in the model space of the character (`to_model`). They visit only nodes whose sphere is in reach
// (`posed_skin::visited`), and give exactly what looking at every triangle gives. Nothing is allocated once the
// lists have grown. Numbers that are not finite, or a skin without a pose, find nothing.

/// A place on the skin.
struct surface_hit {
    std::uint32_t triangle = 0;
    vec3<double> point;
    vec3<double> normal; ///< unit, outwards if corners are counter-clockwise; zero without area
    double distance =
        0; ///< along the ray, or between the skin and the centre or axis of what touches it

    friend bool operator==(const surface_hit&, const surface_hit&) = default;
};

/// A triangle of one skin near a triangle of another, in world space.
struct skin_contact {
    std::uint32_t first = 0, second = 0; ///< triangles
    vec3<double> first_point;            ///< nearest to the other; the same place if they cross
    vec3<double> second_point;
    vec3<double> normal; ///< of the second triangle, as `surface_hit::normal`
    double distance = 0; ///< m

    friend bool operator==(const skin_contact&, const skin_contact&) = default;
};

/// The first triangle that a ray meets, of equally near ones the first in the mesh.
/// @param direction  of any length but zero
/// @param reach  how far the ray goes
std::optional<surface_hit> cast_ray(posed_skin& skin, const vec3<double>& from,
                                    const vec3<double>& direction,
                                    double reach = std::numeric_limits<double>::infinity());

/// The place of the skin that is nearest to a point, if it is within reach.
std::optional<surface_hit> nearest_point(posed_skin& skin, const vec3<double>& point,
                                         double reach = std::numeric_limits<double>::infinity());

/// All triangles that a ball touches, in the order of the mesh. Replaces what is in `hits`.
void touch_sphere(posed_skin& skin, const vec3<double>& centre, double radius,
                  std::vector<surface_hit>& hits);

/// All triangles that a capsule from `a` to `b` touches, in the order of the mesh. Replaces what is in `hits`.
void touch_capsule(posed_skin& skin, const vec3<double>& a, const vec3<double>& b, double radius,
                   std::vector<surface_hit>& hits);

/// All pairs of triangles of two skins that cross or are not farther apart than `margin`, in the order of the
/// meshes. Replaces what is in `contacts`.
/// @param margin  m, >= 0
/// @pre first and second are not the same object
void touch_skin(posed_skin& first, const placement& first_at, posed_skin& second,
                const placement& second_at, double margin, std::vector<skin_contact>& contacts);

/// A place in the world in the model space of a character, for queries.
vec3<double> to_model(const placement& at, const vec3<double>& world);
/// And back.
vec3<double> to_world(const placement& at, const vec3<double>& model);

} // namespace jounce::bounds
