#pragma once

#include <jounce/components/morph_weights.hpp>
#include <jounce/components/placement.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <memory>

namespace jounce::gltf {

/// What characters of one model share. Cheap to copy.
struct character_kind {
    std::shared_ptr<const archetype> kind;
    std::shared_ptr<const clip_set> clips = {}; ///< null: none
    std::shared_ptr<const morph_weights> weights =
        {}; ///< at rest, by mesh of the model; null: none
};

/// Error names: those of `make_kind`.
result<character_kind> make_character_kind(const model& of, spring_set springs = {},
                                           palette_mode mode = palette_mode::polar);

/// Makes a character in its rest pose, at the origin and at its natural size, or where it is told. If the model has clips or morph targets it also has them: the
/// components `clip_player`, playing nothing yet, and `morph_weights`.
/// @pre as `jounce::spawn`
entt::entity spawn(entt::registry& registry, const character_kind& of);
entt::entity spawn(entt::registry& registry, const character_kind& of, const placement& at);

} // namespace jounce::gltf
