#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace jounce::gltf {

/// What characters of one model share. Cheap to copy.
struct ready_kind {
    std::shared_ptr<const character_kind> kind;
    std::shared_ptr<const clip_set> clips = {}; ///< null: none
    std::shared_ptr<const morph_weights> weights =
        {}; ///< at rest, by mesh of the model; null: none
};

/// Everything that characters of a model share, made once.
/// Error names: those of `make_kind`.
result<ready_kind> make_ready_kind(const model& of, spring_set springs = {},
                                   palette_mode mode = palette_mode::polar);

/// @{
/// Makes a character in its rest pose, at the origin and at its natural size, or where it is told. If
/// the model has clips or morph targets it also has them: the components `clip_player`, playing nothing
/// yet, and `morph_weights`.
/// @pre as `jounce::spawn`
entt::entity spawn(entt::registry& registry, const ready_kind& of);
entt::entity spawn(entt::registry& registry, const ready_kind& of, const placement& at);
/// @}

/// Where characters stand that show the instances of a node, if the model itself stands at `at`: with
/// one of these placements the node's meshes are drawn where the instance is. A placement has one
/// scale, so the mean of the axes is taken; the instance's own origin is met exactly.
std::vector<placement> placements_of(const model& in, const node_instances& of,
                                     const placement& at);
/// The same for a model at the origin, at its natural size.
std::vector<placement> placements_of(const model& in, const node_instances& of);

/// A character of a model with instances.
struct spawned_instance {
    entt::entity who{};
    /// Draw the meshes of this node only; -1: those of all nodes without instances.
    std::int32_t node = -1;
};

/// One character, placed, for every instance of every node, and one for what has no instances, if there
/// is any mesh of that kind or nothing has instances. Each swings by itself.
/// @pre as `jounce::spawn`; `of` was made of `in`
std::vector<spawned_instance> spawn_instances(entt::registry& registry, const model& in,
                                              const ready_kind& of, const placement& at);
/// The same for a model at the origin, at its natural size.
std::vector<spawned_instance> spawn_instances(entt::registry& registry, const model& in,
                                              const ready_kind& of);

} // namespace jounce::gltf
