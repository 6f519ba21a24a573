#pragma once

#include <jounce/components/base/math_types.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace jounce::procedural {

/// How one bone is animated: a periodic turn and a periodic shift about its rest pose.
struct driver {
    std::int32_t bone = 0;
    transform<float> rest; ///< relative to the parent
    vec3<float> turn;      ///< axis times the tangent of half the largest angle
    vec3<float> shift;     ///< largest displacement, metres
    float turn_hertz = 0;
    float shift_hertz = 0;
    float turn_burst_hertz =
        0; ///< > 0: turns come in bursts with rests between, to see things settle
    /// > 0: the share of a cycle that the bone is in the air, thrown to the whole of `shift` and
    /// falling back; it waits at rest between. 0: it swings to both sides.
    float air_share = 0;
    /// The turn is applied 2^n times over. A large angle is composed of smaller ones, because its
    /// tangent of half the angle moves too fast through the middle.
    std::int32_t turn_doublings = 0;
};

/// All driven bones of a kind of character.
using motion_plan = std::vector<driver>;

/// Component of a character that `animate` can move.
struct motion {
    std::shared_ptr<const motion_plan> plan;
};

/// The pose of a driven bone at a time. It uses only + - * / and sqrt, so that the bits are the
/// same on every CPU and state hashes can be compared between machines. Motion fades in during the
/// first second: characters spawn in their rest pose, and a first frame far from it would kick
/// every spring.
/// @param phase  in cycles; characters of different phase do not move in step
transform<float> pose_at(const driver& bone, double time, double phase);

/// Poses the driven bones of a character for a time in seconds since its spawn.
/// @pre the character has a `motion`; no frame is being computed
void animate(entt::registry& registry, entt::entity character, double time, double phase);

/// Phases for a crowd: spread evenly whatever its size.
double crowd_phase(std::size_t index);

} // namespace jounce::procedural
