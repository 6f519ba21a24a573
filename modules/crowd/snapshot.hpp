#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

/// Identifies the kind of a character: its solver, and the sizes of its data. Kinds that agree in
/// this are treated as the same, whatever their tuning, because their states have the same layout.
struct kind_shape {
    std::uint32_t bones = 0;
    std::uint32_t springs = 0;
    std::uint32_t colliders = 0; ///< of the kind
    std::uint64_t solver = 0;    ///< hash of its name
    std::uint64_t arrays = 0;    ///< hash of the lengths of all arrays that are saved

    friend bool operator==(const kind_shape&, const kind_shape&) = default;
};

/// The simulated state of all characters at one time: springs, the poses they come from and what is
/// remembered of the frame before, by handle, its level of detail and the positions of its clips.
/// Block and lane of a character are not part of it. It contains neither data of the host
/// (placements, centre spaces, settings, world colliders, forces, the clips themselves) nor the
/// state of `update_detail`.
struct snapshot {
    /// One character as it was.
    struct character_state {
        entt::entity who{};
        kind_shape shape;
        std::uint8_t level = 0; ///< of detail
        control_state control;
        bool teleport = false; ///< requested of the next frame
        bool reset = false;
        bool plays = false; ///< it has a `clip_player`
        std::int32_t main_layer = 0;
        std::array<clip_layer, clip_layers> layers{};
        std::uint64_t first = 0; ///< of its numbers in `values`
        std::uint64_t count = 0;
    };
    /// Which colliders of the world the positions belong to, and where they were.
    struct collider_name {
        entt::entity source{};
        collider_traits traits;
        placement at; ///< flesh needs to know how it moves
    };

    frame_clock clock;
    std::vector<collider_name> colliders;
    std::vector<character_state> characters; ///< by handle, ascending
    std::vector<float> values;
};

/// How many characters `restore` found again.
struct restore_report {
    std::size_t restored = 0;
    std::size_t missing = 0; ///< were in the snapshot and are gone: skipped
    std::size_t added = 0;   ///< came after the snapshot: left as they are
};

/// The state of all characters now.
/// @pre no frame is being computed (asserts; the snapshot is empty)
/// Cost  O(all state), one pass.
snapshot take_snapshot(const entt::registry& registry);

/// The same into a snapshot that is used again: allocates nothing once it is large enough.
void take_snapshot(const entt::registry& registry, snapshot& reuse);

/// Puts every character of the snapshot back into its state and level, and the clock. Running on
/// with the same input gives the same bits as it did after the snapshot was taken. Palettes are
/// those of the later frame until the next frame has run; bones (`bone_of`) are restored. Poses and
/// spans taken before are void if levels differed. Allocates only then, and when the list of world
/// colliders did. A character that played then and has no `clip_player` now gets none, because its
/// clips belong to the host.
///
/// Error names: `kind_mismatch` (a handle names a character of another shape), `bad_snapshot` (its
/// counts contradict each other), `busy` (a frame is being computed). After an error nothing has
/// changed.
result<restore_report> restore(entt::registry& registry, const snapshot& from);

} // namespace jounce
