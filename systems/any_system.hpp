#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

namespace jounce {

/// Counts of a system for the blocks it visited, for the table of costs.
struct system_counts {
    bool is_measured = false; ///< whether counts that cost extra are needed
    std::uint64_t elements = 0;
    std::uint64_t contacts = 0;
};

/// A system of a pipeline, whatever its type. Made by `system_of`. It visits a few blocks per call,
/// so that the cost of the call through a pointer does not matter.
struct any_system {
    std::string_view
        name; ///< of its row in the table of costs; systems of different solvers may share one
    std::string_view element;
    std::shared_ptr<const void> (*make)(entt::registry&) = nullptr;
    /// Visits the blocks whose scratch has the bit of the system.
    void (*run)(const void* self, std::span<const entt::entity> blocks, frame_scratch* scratch,
                std::uint64_t bit, system_counts& counts) = nullptr;
    /// Elements of one character. Null: the system counts them itself.
    std::size_t (*elements)(const character_kind&) = nullptr;
    bool (*concerns)(const block&) = nullptr;     ///< null: all blocks of its solver
    bool (*has_work)(const void* self) = nullptr; ///< in this frame, for anyone; null: always
    bool fetches_ahead = false;                   ///< it wants `frame_scratch::ahead`
    bool needs_bones = true; ///< it skips blocks whose palettes come from clips alone
};

/// The entry of a system: a class with `name`, `element`, a constructor that takes the registry,
/// and `operator()(block, scratch)` or `operator()(block)`. `elements(kind)` returns the elements
/// of one character, or its operator returns how many elements it computed. Optional:
/// `concerns(block)`, `has_work()`, `contacts(block)`, `fetches_ahead`, `needs_bones`.
template <class System> constexpr any_system system_of() {
    any_system out;
    out.name = System::name;
    out.element = System::element;
    out.make = [](entt::registry& registry) -> std::shared_ptr<const void> {
        return std::make_shared<const System>(registry);
    };
    out.run = [](const void* self, std::span<const entt::entity> blocks, frame_scratch* scratch,
                 std::uint64_t bit, system_counts& counts) {
        const System& system = *static_cast<const System*>(self);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if ((scratch[i].systems & bit) == 0) {
                continue;
            }
            if constexpr (requires { system(blocks[i], scratch[i]); }) {
                if constexpr (std::is_void_v<decltype(system(blocks[i], scratch[i]))>) {
                    system(blocks[i], scratch[i]);
                } else {
                    counts.elements += system(blocks[i], scratch[i]);
                }
            } else {
                system(blocks[i]);
            }
            if constexpr (requires { system.contacts(blocks[i]); }) {
                counts.contacts += counts.is_measured ? system.contacts(blocks[i]) : 0;
            }
        }
    };
    if constexpr (requires(const character_kind kind) { System::elements(kind); }) {
        out.elements = [](const character_kind& kind) { return System::elements(kind); };
    }
    if constexpr (requires(const block home) { System::concerns(home); }) {
        out.concerns = [](const block& home) { return System::concerns(home); };
    }
    if constexpr (requires(const System system) { system.has_work(); }) {
        out.has_work = [](const void* self) {
            return static_cast<const System*>(self)->has_work();
        };
    }
    if constexpr (requires { System::fetches_ahead; }) {
        out.fetches_ahead = System::fetches_ahead;
    }
    if constexpr (requires { System::needs_bones; }) {
        out.needs_bones = System::needs_bones;
    }
    return out;
}

} // namespace jounce
