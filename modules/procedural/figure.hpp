#pragma once

#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

namespace jounce::procedural {

/// A simple person, some 1.7 m tall, who walks on the spot, to wear a cape or hair. Bones by index.
struct figure {
    std::int32_t hips = 0;
    std::int32_t spine = 0;
    std::int32_t shoulders = 0; ///< a bar from the right to the left
    std::int32_t head = 0;
    std::int32_t legs[2] = {}; ///< right (-x), left
    std::int32_t arms[2] = {};
};

struct figure_colours {
    colour skin = colours::skin;
    colour shirt = colours::slate;
    colour trousers = colours::ink;
    colour shoes = colours::earth;
    colour hair = colours::chestnut;
};

inline constexpr double shoulder_height = 1.36;
inline constexpr double shoulder_half_width = 0.19;
inline constexpr vec3<double> head_centre = {0, 1.575, 0.01};
inline constexpr double head_radius = 0.125;

/// Bones, their walk, and colliders that cover body, legs, neck and head.
figure add_figure(model_builder& body);

/// Warps a cap of hair: the part that would cover the face is moved into the head.
vec3<double> free_face(const vec3<double>& hair);

/// The surface of all but hair.
void add_figure_shape(surface_builder& to, const model_builder& body, const figure& of,
                      const figure_colours& worn);

} // namespace jounce::procedural
