#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/modules/procedural/motion.hpp>
#include <jounce/modules/procedural/surface.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Characters made by code, with bones, springs, colliders and a surface to draw; no file is needed.
namespace jounce::procedural {

/// A kind of character made by code, and how it moves. Under the stable solver its springs are those
/// of the presets.
struct model {
    std::string name;
    std::shared_ptr<const character_kind> kind;
    std::shared_ptr<const motion_plan> plan;
    float chain_length = 0; ///< of its longest spring chain, metres: the scale for deviations
    std::shared_ptr<const surface> shape; ///< null: it has bones only
    /// What its springs were made of (stable solver), by bone: for `retuned`.
    std::vector<std::pair<std::string, spring_tuning>> tunings = {};
    std::vector<std::pair<std::string, collider>> colliders = {};
};

/// The same model with other springs: `edit` is called with the tuning of each. `jounce::retune`
/// changes characters of the old kind to the new one. Models of the reference solver stay as they
/// are. Errors: those of `stable_builder`, for tunings that are no springs.
result<model> retuned(const model& of, const std::function<void(spring_tuning&)>& edit);

/// The frame time, seconds, for which the springs of the reference solver are tuned.
inline constexpr float frame_time = 1.0F / 60.0F;

// All of these stand on y = 0, face +z and are 0.8 to 1.8 m tall (docs/procedural.md).

/// An arm of eight bones on a foot; the outer four are a spring chain.
model tentacle(solver_id solver = stable_solver);

/// A stem with a whorl of forked leaves at each joint, in a pot that is shaken. Every bone above the
/// pot is a spring of fixed length.
model plant(solver_id solver = stable_solver);

/// Five parallel chains that hang from the shoulders of a walking person and collide with the body.
model cape(solver_id solver = stable_solver);

/// A plump person, with point springs around the trunk: handles that only shift, and a bone that
/// also turns.
model belly(solver_id solver = stable_solver);

/// A rubber duck: its bones stretch.
model duck(solver_id solver = stable_solver);

/// A blob that hops, and is squashed and stretched by point springs.
model creature(solver_id solver = stable_solver);

/// A person who shakes their head: a ponytail and a fringe that collide with head, neck and
/// shoulders.
model pony_tail(solver_id solver = stable_solver);

/// A bar of two bones without springs, whose upper half is twisted by up to 170 degrees: where
/// blended matrices collapse and dual quaternions do not.
model twist_bar(solver_id solver = stable_solver);

/// A character of any size, for measuring: a balanced tree of body bones with spring chains of four
/// hanging from it. Under the stable solver it may have colliders, spheres and capsules in turn, on
/// its inner bones.
/// Errors: `bad_size` unless 1 <= bones <= max_bones, 0 <= springs < bones and colliders <= bones.
result<model> bench_character(std::int32_t bones, std::int32_t springs,
                              solver_id solver = reference_solver, std::int32_t colliders = 0);

/// Makes a character that `animate` can move. @pre as `jounce::spawn`
entt::entity spawn(entt::registry& registry, const model& of);

} // namespace jounce::procedural
