#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/entity.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/stable_state.hpp>

#include <span>

namespace jounce {

/// Adds forces of the host to the springs of a block, before each of its ticks. In the registry's
/// context. Called from several threads at once, for different blocks; the same input must give the
/// same forces.
struct force_hook {
    /// @param forces  [spring of `kind.springs.stable`], N, along the model's axes; zero when called
    void (*call)(void* user, entt::entity block, const character_kind& kind,
                 const stable_state& state, std::span<lane_vec3<float>> forces) = nullptr;
    void* user = nullptr;
};

} // namespace jounce
