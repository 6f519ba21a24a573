#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

namespace demo {

/// A ball that springs and flesh meet. It goes to and fro by itself, or where the pointer takes it.
class poking_ball {
public:
    static constexpr float radius = 0.13F; ///< metres

    /// @param renderer  null: it is not drawn
    /// Errors: those of `skin_renderer::add_mesh`.
    static jounce::result<poking_ball> make(jounce::render::skin_renderer* renderer);

    /// Brings it on stage. @param inwards  unit vector, into what it pokes
    /// @param touch  where its surface meets what it pokes, at rest
    entt::entity add(entt::registry& registry, const jounce::vec3<double>& touch,
                     const jounce::vec3<double>& inwards);
    /// It has been taken off the stage.
    void forget() { who_ = entt::null; }
    /// Moves it on, to a time in seconds. Does nothing off stage.
    void animate(entt::registry& registry, double time);

    /// The pointer as a ray into the world. Begins to drag if it is pressed on the ball, and ends when it is let go.
    /// True while the ball is held.
    bool drag(const entt::registry& registry, const jounce::vec3<float>& eye,
              const jounce::vec3<float>& direction, bool is_pressed, bool was_pressed);

private:
    jounce::procedural::model model_;
    jounce::render::mesh_id mesh_{};
    bool is_drawn_ = false;
    entt::entity who_ = entt::null;
    jounce::vec3<double> touch_, inwards_;
    jounce::vec3<double> hand_; ///< where the pointer wants it
    bool is_held_ = false;
    double away_ = 0; ///< metres from the eye when it was taken
    double time_ = 0;
    double free_at_ = 0; ///< when it goes on by itself after it was let go
};

} // namespace demo
