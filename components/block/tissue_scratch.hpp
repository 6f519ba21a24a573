#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/tissue_state.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce {

template <class Real> struct basic_tissue_set; // components/assets/tissue_set.hpp

/// How many vectors a step of tier newton works with.
inline constexpr std::size_t tissue_vectors = 4;

/// Probes of a character that its obstacles hold in a tick of the tiers with a constant matrix; of more, as many that
/// are spread over them stand for all.
inline constexpr std::size_t most_held = 64;

/// A probe of the skin that touches something at the end of a tick.
template <class Real> struct tissue_contact {
    lane<Real> stiffness;   ///< N/m; 0 where it touches nothing
    lane<Real> depth;       ///< units of the rig; below 0 where it only comes near
    lane<Real> friction;    ///< N s/m
    lane_vec3<Real> normal; ///< unit, out of what it touches
    lane_vec3<Real> slide;  ///< along the surface, units per second
    lane_mat3<Real> linear; ///< from displacement to model space
};

/// A collider that flesh may touch in a frame, in the present model space. In lanes where it is far `radius` is
/// `no_collider`.
template <class Real> struct tissue_obstacle {
    collider_traits traits;
    std::int32_t own = -1;           ///< among `tissue_set::colliders`; -1: of the world
    lane_collider<Real> start, end;  ///< of the frame
    lane_collider<Real> before, now; ///< at the ends of the tick
    lane_collider_motion<Real> motion;
};

/// What a group of probes can reach in a frame.
template <class Real> struct tissue_box { lane_vec3<Real> low, high; };

/// A probe that is held, of one character.
template <class Real> struct held_probe {
    std::uint32_t probe = 0;
    Real depth = 0;
    Real give = 0;                  ///< m/N, of the surface
    Real by_normal = 0, by_way = 0; ///< how much a force along and across the normal gives way
    Real force = 0;                 ///< along the normal, 0 or more
    vec3<Real> normal, slip, sideways, start;
    mat3<Real> linear;
};

/// What the kernels of flesh pass to each other in a frame. Arrays may be longer than a kind needs.
template <class Real> struct basic_tissue_scratch {
    lane_vector<lane_affine<Real>> joints; ///< [joint with flesh] at the end of the frame
    lane_vector<lane_affine<Real>>
        second; ///< [joint with flesh] second difference over the last three ticks
    lane_vector<lane_mat3<Real>> turns;  ///< [blend] rotation at the end of the tick
    lane_vector<lane_vec3<Real>> offset; ///< [handle] displacement minus its prediction
    lane_vector<lane_vec3<Real>>
        carried; ///< [handle] displacement, turned into the axes of the rest pose
    lane_vector<lane_vec3<Real>> velocity; ///< [handle] its velocity, the same
    lane_vector<lane_vec3<Real>> push;     ///< [handle] what the moving frame does, kg units
    lane_vector<lane_vec3<Real>> gradient; ///< [handle]
    lane_vector<lane_vec3<Real>> result;   ///< [handle]
    lane_vector<lane<Real>> modes;         ///< three per mode
    lane_vector<lane<Real>> matrix;  ///< of tier newton, of one character: rows of whole registers
    lane_vector<lane<Real>> vectors; ///< of tier newton: vectors of such a length
    lane_vector<tissue_contact<Real>> contacts; ///< [probe]
    lane_vector<lane<Real>> tiers;              ///< one value: tier of each lane, as a number
    /// Colliders of the character itself, then those of the world that are near.
    lane_vector<tissue_obstacle<Real>> obstacles;
    std::size_t obstacle_count = 0;
    lane_vector<tissue_box<Real>> boxes; ///< [group], then one around all
    lane_vector<lane<Real>> near;        ///< [group] above 0: something may touch its probes
    lane_vector<lane<Real>> touched;     ///< one value: how many probes do, per lane
    lane_vector<held_probe<Real>> held;  ///< of one character
    lane_vector<lane<Real>> answers; ///< [held][3] displacement per force; first, that of the tick
};

/// Length of a row of `matrix`: whole registers.
constexpr std::size_t padded_row(std::size_t numbers) {
    return (numbers + lane_count - 1) / lane_count * lane_count;
}

/// Makes room for the flesh of a kind, which may be more than it needs: several kinds take turns.
template <class Real>
void fit_tissue_scratch(basic_tissue_scratch<Real>& to, const basic_tissue_set<Real>& set);

using tissue_scratch = basic_tissue_scratch<float>; ///< in float, as programs use it

} // namespace jounce
