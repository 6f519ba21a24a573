#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/tissue_state.hpp>

#include <cstddef>

namespace jounce {

template <class Real> struct basic_tissue_set; // components/assets/tissue_set.hpp

/// How many vectors a step of tier newton works with.
inline constexpr std::size_t tissue_vectors = 4;

/// A probe of the skin that touches something at the end of a tick.
template <class Real> struct tissue_contact {
    lane<Real> stiffness;   ///< N/m; 0 where it touches nothing
    lane<Real> depth;       ///< units of the rig
    lane<Real> friction;    ///< N s/m
    lane_vec3<Real> normal; ///< unit, out of what it touches
    lane_vec3<Real> slide;  ///< along the surface, units per second
    lane_mat3<Real> linear; ///< from displacement to model space
};

/// A reactive bone in a tick: where the animation has its centre, and its turn.
template <class Real> struct reactive_frame {
    lane_quat<Real> turn, turn_before; ///< at the end of the tick, and at its start
    lane_vec3<Real> centre, centre_before;
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
    lane_vector<reactive_frame<Real>> frames;   ///< [reactive bone]
    lane_vector<lane_affine<Real>>
        animated; ///< [joint with flesh] at the end of the tick, of tier two_way
    lane_vector<lane_vec3<Real>> steps; ///< [reactive bone] shift and turn of this tick
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
