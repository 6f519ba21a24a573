#pragma once

#include "pusher_shape.hpp"

#include <jounce/components/base/math_types.hpp>

#include <entt/entt.hpp>

#include <vector>

namespace demo {

/// Where something that pushes goes to and fro.
struct pusher_path {
    jounce::vec3<double> touch;   ///< where its front meets what it pushes, at rest
    jounce::vec3<double> inwards; ///< unit vector, into what it pushes
    double depth = 0.1;           ///< that it goes in, metres
    double gap = 0.3;             ///< between both while it is away, metres
    double in_by = 0.45;          ///< seconds on its way in; the same and less on its way out
};

/// A ball or a hand that springs and flesh meet. It goes to and fro by itself, or where the pointer takes it.
class pusher {
public:
    /// Brings it on stage. @param shape  must outlive it
    pusher(entt::registry& registry, const pusher_shape& shape, const pusher_path& path);

    /// The character that is drawn.
    entt::entity who() const { return who_; }
    /// Takes its colliders off the stage. The character is the caller's to despawn.
    void leave(entt::registry& registry);
    /// Moves it on, to a time in seconds.
    void animate(entt::registry& registry, double time);

    /// The pointer as a ray into the world. Begins to drag if it is pressed on it, and ends when it is let go.
    /// True while it is held.
    bool drag(const entt::registry& registry, const jounce::vec3<float>& eye,
              const jounce::vec3<float>& direction, bool is_pressed, bool was_pressed);

private:
    void put(entt::registry& registry, const jounce::vec3<double>& at) const;

    const pusher_shape* shape_;
    pusher_path path_;
    jounce::quat<float> turn_;
    entt::entity who_;
    std::vector<entt::entity> solids_;
    jounce::vec3<double> hand_; ///< where the pointer wants its front
    bool is_held_ = false;
    double away_ = 0; ///< metres from the eye when it was taken
    double time_ = 0;
    double free_at_ = 0; ///< when it goes on by itself after it was let go
};

} // namespace demo
