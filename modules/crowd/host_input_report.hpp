#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/host/host_input.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace jounce {

struct crowd_index;

/// Input of the host that could not be used so far. In the registry's context, written by the
/// pipeline after each frame; the same for any number of workers. The first time that a field is
/// bad for a kind, `report_warning` is called with the character's entity. Assign {} to it to start
/// counting and warning again.
struct host_input_report {
    using field_counts = std::array<std::uint64_t, host_field_count>; ///< [host_field]

    /// Counts of one kind.
    struct kind_faults {
        std::weak_ptr<const character_kind> kind;
        field_counts counts{}; ///< characters, summed over frames
    };
    std::vector<kind_faults> kinds; ///< those that had any; forgotten when the kind is gone
    field_counts world{}; ///< of what belongs to no kind: frames, or colliders times frames

    /// How often a field was bad for characters of a kind, once per character and frame.
    std::uint64_t of(const character_kind& kind, host_field field) const noexcept;
    /// How often a field was bad that belongs to no kind.
    std::uint64_t of_world(host_field field) const noexcept {
        return world[static_cast<std::size_t>(field)];
    }
    /// Whether all input so far could be used.
    bool empty() const noexcept;
};

/// Counts input of the world that cannot be used, and warns of it once.
/// @param who  the entity that has it, if there is one
void tell_host(entt::registry& registry, host_field field, entt::entity who = entt::null);

/// The same for what a frame's systems noted, and forgets it.
/// @param faults  [block], in the order of `crowd_index::blocks`
void tell_host(entt::registry& registry, const crowd_index& crowd, std::span<host_faults> faults);

} // namespace jounce
