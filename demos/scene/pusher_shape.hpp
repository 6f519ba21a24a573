#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/result/result.hpp>

#include <vector>

namespace demo {

/// How something that pushes looks, and what of it is solid. Its front is at the origin and looks along -z; up is y.
struct pusher_shape {
    jounce::procedural::model model;
    jounce::render::mesh_id mesh{};
    bool is_drawn = false;
    std::vector<jounce::collider> solids;
    jounce::vec3<float> middle; ///< of what the pointer takes
    double grip = 0;            ///< metres from the middle that the pointer may miss it by
};

/// @{
/// @param renderer  null: it is not drawn
/// Errors: those of `skin_renderer::add_mesh`.
jounce::result<pusher_shape> make_ball(jounce::render::skin_renderer* renderer);
/// A flat hand with its fingers upwards, on a forearm.
jounce::result<pusher_shape> make_hand(jounce::render::skin_renderer* renderer);
/// @}

} // namespace demo
