#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/procedural/colours.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::procedural {

/// A mesh that deforms without bones: the same vertices and triangles in every frame. Metres.
struct deforming_mesh {
    std::vector<vec3<double>> rest;       ///< [vertex]
    std::vector<std::uint32_t> triangles; ///< three vertices each, counter-clockwise from outside
    std::vector<colour> colours;          ///< [vertex]
    std::size_t frame_count = 0;
    double frames_per_second = 24;
    std::vector<vec3<double>> frames; ///< [frame][vertex]; the last one goes on to the first

    /// @{ The limbs that move it, for programs that cannot find bones: `frames` but for the belly, which sways.
    std::vector<affine<double>> bones; ///< [frame][bone], maps of the rest pose
    std::size_t bone_count = 0;
    std::vector<std::array<std::uint16_t, 4>> joints; ///< [vertex]
    std::vector<std::array<double, 4>> weights;       ///< [vertex], sum to one
    /// @}
};

/// A four-legged animal, 1.7 m tall, that gallops on the spot towards +z: one closed surface, moved by a formula per
/// vertex. Made for crowds: the metres it runs per second are `gallop_speed`.
/// @param cell  detail of the surface, metres; 0.03 gives some 13,000 triangles
deforming_mesh galloper(double cell = 0.03, std::size_t frames = 24);

/// The colour of the animal at a place of its rest pose.
colour galloper_coat(const vec3<double>& at_rest);

/// Detail of demos/models/galloper.glb, which is made of this animal by `jounce decompose`.
inline constexpr double galloper_model_cell = 0.035;

/// Of one cycle of 24 frames at 24 frames per second.
inline constexpr double gallop_speed = 4.5;

} // namespace jounce::procedural
