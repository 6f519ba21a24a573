#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/base/entity.hpp>
#include <jounce/components/base/lane_slot.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jounce {

/// What handles of characters that are gone are told.
inline constexpr const char* stale_rule = "this handle is stale: its character was despawned";

/// The position of a block in the bookkeeping. A component of its entity, so that no list is
/// searched when it is removed. It stays for a moment after the block has ended: see
/// `crowd_index::ended`.
struct block_place {
    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
    std::size_t visited = nowhere; ///< index into `crowd_index::blocks`
    entt::entity before{entt::null};
    entt::entity after{entt::null}; ///< neighbours in its `open_list`
    std::uint32_t left = 0; ///< lanes whose characters went since the last frame, a bit each
    /// Memory of its arrays. Stored here because threads of a frame read it: an array returns its
    /// slot only as a copy, and copies are counted without a lock.
    slot_handle slot;
};

/// Blocks with a free lane, those that have had one for longest first. Linked by `block_place`.
struct open_list {
    entt::entity first{entt::null};
    entt::entity last{entt::null};
};

/// The blocks of a kind.
struct kind_blocks {
    std::size_t count = 0;
    std::array<open_list, frozen_level + 1> open; ///< by level of detail
};

/// Empty; its storage tells which registry it is in, see `crowd_link`.
struct registry_mark {};

/// Link from pipelines to the registry whose characters they compute. Registries can be moved and
/// destroyed without notice; this outlives them.
struct crowd_link {
    entt::registry* registry = nullptr; ///< as `find_registry` last saw it; null: it has ended
    entt::storage_for_t<registry_mark>* mark = nullptr; ///< keeps its address when registries move
    std::atomic<bool> is_computed = false;              ///< some pipeline runs a frame
};

/// Ends the link with the bookkeeping it belongs to.
class link_owner {
public:
    link_owner() = default;
    ~link_owner() { reset(nullptr); }
    link_owner(const link_owner&) = delete;
    link_owner& operator=(const link_owner&) = delete;

    /// Ends its old link: pipelines that still use it find no registry.
    void reset(std::shared_ptr<crowd_link> link) {
        if (link_ != nullptr) {
            link_->registry = nullptr;
        }
        link_ = std::move(link);
    }
    /// Null until listeners are connected.
    const std::shared_ptr<crowd_link>& get() const { return link_; }

private:
    std::shared_ptr<crowd_link> link_;
};

/// Bookkeeping of spawned characters, one per registry, in its context. `open_crowd` makes it.
struct crowd_index {
    std::vector<entt::entity> blocks; ///< in the order systems visit them
    /// Kinds that have blocks, and are alive as long.
    std::unordered_map<const character_kind*, kind_blocks> kinds;
    /// Entities of blocks that have ended and have given all back but their `block_place`. They are
    /// destroyed by the next call to jounce, because EnTT forbids it while it destroys a range of
    /// entities.
    std::vector<entt::entity> ended;
    std::uint64_t epoch = 0;     ///< counts the changes that move characters between lanes
    bool has_left_lanes = false; ///< some block has, see `block_place`
    /// A frame is being computed: nothing may be spawned or despawned. Atomic, because threads that
    /// break this rule read it too.
    std::atomic<bool> running = false;
    /// Something was removed nevertheless: `open_crowd` repairs the lists.
    std::atomic<bool> is_disturbed = false;
    link_owner link; ///< null until listeners are connected
};

/// Marks the time in which nothing may be spawned or despawned.
class running_mark {
public:
    /// From here on nothing may be spawned or despawned.
    explicit running_mark(crowd_index& index) : index_(index) { index_.running = true; }
    ~running_mark() { index_.running = false; }
    running_mark(const running_mark&) = delete;
    running_mark& operator=(const running_mark&) = delete;

private:
    crowd_index& index_;
};

} // namespace jounce
