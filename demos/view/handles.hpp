#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Handles of colliders and helpers: where they are, which one the pointer is on, and what dragging it does. No window
/// and no picture is needed for any of it.
namespace viewer {

using place = jounce::vec3<double>;

/// @{ A similarity applied to a point; one after another, `b` first; backwards.
place apply(const jounce::transform<double>& t, const place& p);
jounce::transform<double> joined(const jounce::transform<double>& a,
                                 const jounce::transform<double>& b);
jounce::transform<double> inverted(const jounce::transform<double>& t);
/// @}

/// What the eye sees through a pixel, world space.
struct view_ray {
    place from;
    place direction; ///< unit
};

/// The directions of a picture in the world, unit vectors.
struct view_axes {
    place right, up, forward;
};

/// A shape that has handles, in metres of its frame.
struct handled_shape {
    jounce::collider_shape shape = jounce::collider_shape::sphere;
    place a, b;
    double radius = 0, radius_b = 0;
    place half;
    jounce::quat<double> rotation;
    bool has_one_radius = false; ///< of a capsule: `radius_b` is the same
    bool is_moved_along_axes = true;
};

handled_shape handled(const jounce::collider& of);
/// A helper is a capsule as thick as its reach.
handled_shape handled(const jounce::helper_entry& of);

/// @{ Writes what differs from `before`, in tenths of a millimetre so that files stay readable. Numbers that were not
/// dragged stay as they are.
void put(const handled_shape& before, const handled_shape& now, jounce::collider& to);
void put(const handled_shape& before, const handled_shape& now, jounce::helper_entry& to);
/// @}

/// In tenths of a millimetre.
place readable(const place& metres);

/// What a handle changes.
enum class handle_part : std::uint8_t {
    whole,  ///< moves all of it in the plane of the picture
    end_a,  ///< moves one end of a capsule
    end_b,  ///< the other
    size_a, ///< radius, at `a`
    size_b, ///< radius at `b`
    normal, ///< turns a plane
    side_x, ///< half sides of a box
    side_y,
    side_z,
    along_x, ///< moves all of it along an axis of the bone
    along_y,
    along_z,
};

const char* name_of(handle_part part);

/// A handle in the world.
struct handle {
    handle_part part = handle_part::whole;
    place at;
};

/// All handles of a shape.
/// @param frame  from metres of the shape to the world
/// @param arm    how long the handles along axes are, world space
std::vector<handle> handles_of(const handled_shape& of, const jounce::transform<double>& frame,
                               const view_axes& eye, double arm);

/// The handle that looks nearest to a ray, if it is within `slope` times its distance from the eye.
std::optional<std::size_t> nearest_handle(std::span<const handle> all, const view_ray& ray,
                                          double slope);

/// A handle that was taken.
struct grip {
    handle_part part = handle_part::whole;
    handled_shape before;
    jounce::transform<double> frame;
    view_axes eye;
    place at;       ///< the handle
    view_ray start; ///< where the pointer took it
};

/// The shape once the pointer is elsewhere.
/// @param away  up and down in the picture move it away and nearer
handled_shape dragged(const grip& held, const view_ray& now, bool away);

/// Where a ray meets the plane through a point, across `normal`; the point itself if it never does.
place on_plane(const view_ray& ray, const place& point, const place& normal);

/// How far along an axis a ray passes, of unit length from `from`; 0 if the eye looks along it.
double along_axis(const view_ray& ray, const place& from, const place& axis);

/// How far a ray passes from the rim of a shape in the picture, as a share of the distance from the eye; nothing if
/// it has no rim (planes, boxes) or is behind the eye.
std::optional<double> rim_distance(const handled_shape& of, const jounce::transform<double>& frame,
                                   const view_ray& ray);

} // namespace viewer
