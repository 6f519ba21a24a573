#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace jounce::gltf {

/// What characters of one model share. Cheap to copy.
struct ready_kind {
    std::shared_ptr<const character_kind> kind;
    std::shared_ptr<const clip_set> clips = {}; ///< null: none
    std::shared_ptr<const morph_weights> weights =
        {};                                   ///< at rest, by mesh of the model; null: none
    std::optional<tissue_control> flesh = {}; ///< of kinds with flesh, what characters begin with
};

/// Whether some clip of a model has affine frames, as `jounce decompose` writes them for flexible bones.
bool has_affine_clips(const model& of);

/// Bones of all joints of a model, in order.
std::vector<std::int32_t> joint_bones(const model& of);

/// Everything that characters of a model share, made once. With `palette_mode::matrix` a model that has affine clips
/// plays them exactly (`take_affine_clips`), and its bones follow them (`follow_affine_frames`), for springs and
/// helpers that hang there; in other modes they are ignored.
/// Error names: those of `make_kind` and `take_affine_clips`.
result<ready_kind> make_ready_kind(const model& of, spring_set springs = {},
                                   palette_mode mode = palette_mode::polar);

/// @{ Makes a character in its rest pose, at the origin and at its natural size, or at the given
/// placement. If the model has clips or morph targets, the character also gets the components
/// `clip_player`, playing nothing yet, and `morph_weights`; if it has flesh, the `tissue_control` of the kind.
/// @pre as `jounce::spawn`
entt::entity spawn(entt::registry& registry, const ready_kind& of);
entt::entity spawn(entt::registry& registry, const ready_kind& of, const placement& at);
/// @}

/// Placements of characters that show the instances of a node, if the model itself is at `at`: with
/// one of these placements the node's meshes are drawn at the instance. A placement has one scale,
/// so the mean of the axes is used; the instance's own origin is exact.
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

/// One placed character for every instance of every node, and one for the meshes without instances,
/// if there are any or nothing has instances. Each has its own springs.
/// @pre as `jounce::spawn`; `of` was made of `in`
std::vector<spawned_instance> spawn_instances(entt::registry& registry, const model& in,
                                              const ready_kind& of, const placement& at);
/// The same for a model at the origin, at its natural size.
std::vector<spawned_instance> spawn_instances(entt::registry& registry, const model& in,
                                              const ready_kind& of);

} // namespace jounce::gltf
