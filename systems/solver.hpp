#pragma once

#include <jounce/components/assets/solver_id.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/base/math_types.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/systems/any_system.hpp>
#include <jounce/systems/block_component.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

/// How a solver takes part in levels of detail. All functions may be null, and are called between frames.
struct level_hooks {
    /// A character was moved to a block of another level. Null: its springs continue unchanged.
    void (*changed)(entt::registry&, const character& at, std::int32_t from,
                    std::int32_t to) = nullptr;
    /// A frozen character wakes. Its motion is measured over one frame first: `remember` stores
    /// where it is, `measure` computes a frame later how its springs would move, `start` starts
    /// them with that motion at the new level. Null: they start from rest.
    void (*remember)(const entt::registry&, const character& at,
                     std::vector<vec3<float>>& places) = nullptr;
    std::vector<vec3<float>> (*measure)(entt::registry&, const character& at,
                                        std::span<const vec3<float>> places) = nullptr;
    void (*start)(entt::registry&, const character& at,
                  std::span<const vec3<float>> velocities) = nullptr;
};

/// Functions for the data that a solver keeps per world collider, whose number changes from frame
/// to frame. All are required, and are called between frames.
struct collider_hooks {
    void (*fit)(entt::registry&, entt::entity block, const world_collider_list&) = nullptr;
    /// Called before a character's lane is copied to another block, so that it keeps its data.
    void (*fit_like)(entt::registry&, const character& from, const character& to) = nullptr;
    /// Numbers of a character that a snapshot holds.
    std::size_t (*count)(const character_kind&, std::size_t in_world) = nullptr;
    void (*save)(const entt::registry&, const character& at, std::size_t in_world,
                 std::vector<float>& to) = nullptr;
    void (*load)(entt::registry&, const character& at, std::size_t in_world,
                 const float* from) = nullptr;
};

/// The difference between two kinds of one solver because of which blocks of one cannot become
/// blocks of the other.
enum class kind_difference : std::uint8_t { none, springs, colliders };

/// A solver: the components of its blocks, the systems that visit them, and its abilities. Each
/// solver is one constant; `built_in_solvers` lists those of jounce, `add_solver` adds others. Only
/// `id`, `components`, `pose` and `springs` are required.
struct solver {
    solver_id id;
    /// In addition to the components of all blocks. In the order in which its systems visit them.
    std::span<const block_component> components;
    std::span<const any_system> systems; ///< between prepare and pose, in order
    any_system pose;                     ///< writes bone_transforms; named "pose"
    std::size_t (*springs)(const character_kind&) = nullptr; ///< of one character

    /// Its blocks have a `frame_environment`, which prepare writes: `spring_control` and wind reach it.
    bool feels_world = false;
    bool logs_ticks = false; ///< it writes `tick_slots` where there are any
    /// Length of a tick at level 0. Null: it steps once per frame.
    double (*tick_seconds)(const character_kind&) = nullptr;
    const level_hooks* levels = nullptr;       ///< null: its characters have level 0 alone
    const collider_hooks* colliders = nullptr; ///< null: it ignores the world's colliders

    /// Words of a character's hash before those of its bones. Null: all its saved components.
    void (*hash)(const entt::registry&, const character& at, lane_reader) = nullptr;
    /// Null: kinds with arrays of the same lengths have the same springs.
    kind_difference (*compare)(const spring_set&, const spring_set&) = nullptr;
    /// Called when the kind of a block was replaced by one that differs only in tuning.
    void (*retuned)(entt::registry&, entt::entity block) = nullptr;
    /// @param impulse  newton seconds along the model's axes  @return whether the bone is a spring
    bool (*push)(entt::registry&, const character& at, std::int32_t bone,
                 const vec3<float>& impulse) = nullptr;
    double (*energy)(const entt::registry&, const character& at) = nullptr; ///< J
    /// Lets springs come to rest under the pose and the world of this moment.
    void (*warm_up)(entt::registry&, entt::entity who, const character& at, const placement& place,
                    float seconds) = nullptr;
};

} // namespace jounce
