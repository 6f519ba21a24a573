#pragma once

#include <jounce/components/base/lane_slot.hpp>

#include <cstddef>
#include <utility>

namespace jounce {

/// Present contents of an arena.
struct arena_report {
    std::size_t pieces = 0;      ///< that were taken from the system
    std::size_t bytes = 0;       ///< of all of them
    std::size_t slots = 0;       ///< in use: blocks
    std::size_t slot_bytes = 0;  ///< of those
    std::size_t empty_bytes = 0; ///< of pieces without a slot in use, kept for later blocks
};

/// Memory of a world's blocks, one per registry, in its context. A block has one slot, which holds
/// all its arrays one after the other. Slots of equal size are cut from pieces of up to 2 MiB and
/// used again; a piece is one allocation, and goes back to the system when it is empty and enough
/// others are. Pieces of a kind with few blocks are small. Slots may outlive the arena: the last
/// one frees the rest.
/// Cost  O(1), apart from asking the system for a piece.
/// Calls, and the ends of slots, come from one thread at a time.
class block_arena {
public:
    block_arena();
    ~block_arena();
    /// The other has no memory afterwards and must not be used.
    block_arena(block_arena&& other) noexcept : pool_(std::exchange(other.pool_, nullptr)) {}
    /// Both swap their memory.
    block_arena& operator=(block_arena&& other) noexcept {
        std::swap(pool_, other.pool_);
        return *this;
    }

    /// A slot with room for arrays whose shares (`lane_slot::share`) sum to so many bytes.
    slot_handle take(std::size_t shares);
    /// What it holds now.
    arena_report report() const;

    /// Memory that so many slots of that size take from the system, once pieces have their full
    /// size.
    static std::size_t system_bytes(std::size_t shares, std::size_t slots);

private:
    class pool;
    pool* pool_;
};

} // namespace jounce
