#include <jounce/modules/crowd/block_arena.hpp>

#include <jounce/modules/crowd/arena_memory.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <unordered_map>

namespace jounce {

/// Lives as long as its arena or one of its slots.
class block_arena::pool {
public:
    pool() = default;
    ~pool() {
        while (empty_.first != nullptr) {
            release(*empty_.first); // all of them are empty: no slot is in use
        }
    }
    pool(const pool&) = delete;
    pool& operator=(const pool&) = delete;

    slot_handle take(std::size_t bytes) {
        const auto [found, is_new] = classes_.try_emplace(bytes);
        size_class& from = found->second;
        if (is_new) {
            from.home = this;
            from.slot_bytes = bytes;
        }
        piece& one = from.open.first != nullptr ? *from.open.first : add_piece(from);
        if (one.used == 0) {
            empty_.remove(one);
            now_.empty_bytes -= one.memory.bytes;
        }
        void* memory = one.free;
        if (memory != nullptr) {
            one.free = one.free->next;
        } else {
            memory = one.slots() + one.touched++ * bytes;
        }
        ++one.used;
        if (one.used == one.capacity) {
            from.open.remove(one);
        }
        ++now_.slots;
        now_.slot_bytes += bytes;
        return slot_handle(lane_slot::make(memory, bytes, &one, give_back));
    }

    /// The arena is gone.
    void disown() noexcept {
        is_owned_ = false;
        end_if_unused();
    }
    const arena_report& report() const { return now_; }

    static std::size_t system_bytes(std::size_t slot_bytes, std::size_t slots) {
        const std::size_t most = slots_of_full_piece(slot_bytes);
        const std::size_t whole = slots / most;
        return whole * rounded_memory(piece_head + most * slot_bytes) +
               (slots - whole * most) * slot_bytes;
    }

private:
    struct size_class;

    /// What stands in a slot that was used and is free.
    struct free_slot {
        free_slot* next;
    };

    /// The head of a piece; its slots follow.
    struct piece {
        struct links {
            piece* before = nullptr;
            piece* after = nullptr;
        };
        links in_class; ///< in `open` of its class, unless it is full
        links in_empty; ///< in `empty_`, if it is
        size_class* home = nullptr;
        free_slot* free = nullptr;
        std::size_t capacity = 0;
        std::size_t used = 0;
        std::size_t touched = 0; ///< slots from here on were never used
        arena_memory memory;

        std::byte* slots() { return reinterpret_cast<std::byte*>(this) + piece_head; }
    };
    static constexpr std::size_t piece_head =
        (sizeof(piece) + lane_slot::alignment - 1) / lane_slot::alignment * lane_slot::alignment;

    template <typename piece::links piece::*Links> struct piece_list {
        piece* first = nullptr;
        piece* last = nullptr;

        void push_front(piece& one) {
            one.*Links = {nullptr, first};
            (first != nullptr ? (first->*Links).before : last) = &one;
            first = &one;
        }
        void push_back(piece& one) {
            one.*Links = {last, nullptr};
            (last != nullptr ? (last->*Links).after : first) = &one;
            last = &one;
        }
        void remove(piece& one) {
            const auto [before, after] = one.*Links;
            (before != nullptr ? (before->*Links).after : first) = after;
            (after != nullptr ? (after->*Links).before : last) = before;
        }
    };

    /// Slots of equal size.
    struct size_class {
        pool* home = nullptr;
        std::size_t slot_bytes = 0;
        std::size_t capacity = 0; ///< slots of all its pieces
        /// Pieces with a free slot; those in use first, so that the others stay empty.
        piece_list<&piece::in_class> open;
    };

    static constexpr std::size_t full_piece = std::size_t{2} << 20U;

    /// Pieces go back to the system when more than this part of what is in use lies empty, and more
    /// than two of them. A crowd that shrinks and grows by less every frame never asks the system.
    static constexpr std::size_t spare_part = 8;
    static constexpr std::size_t least_spare = 2 * full_piece;

    static std::size_t slots_of_full_piece(std::size_t slot_bytes) {
        return std::max<std::size_t>(1, (full_piece - piece_head) / slot_bytes);
    }

    static void give_back(lane_slot& slot) noexcept {
        piece& from = *static_cast<piece*>(slot.owner());
        from.home->home->recycle(from, slot);
    }

    void recycle(piece& from, lane_slot& slot) noexcept {
        size_class& home = *from.home;
        lane_slot::make(&slot, home.slot_bytes, &from, give_back); // sanitizers catch later reads
        from.free = ::new (static_cast<void*>(&slot)) free_slot{from.free};
        if (from.used == from.capacity) {
            home.open.push_front(from);
        }
        --from.used;
        --now_.slots;
        now_.slot_bytes -= home.slot_bytes;
        if (from.used == 0) {
            home.open.remove(from);
            home.open.push_back(from);
            empty_.push_front(from);
            now_.empty_bytes += from.memory.bytes;
            while (now_.empty_bytes > std::max(least_spare, now_.slot_bytes / spare_part)) {
                release(*empty_.last);
            }
        }
        end_if_unused();
    }

    /// Pieces of a class grow with it: a kind of which there is one block takes no more.
    piece& add_piece(size_class& to) {
        const std::size_t slots =
            std::clamp<std::size_t>(to.capacity, 1, slots_of_full_piece(to.slot_bytes));
        const arena_memory memory = take_memory(piece_head + slots * to.slot_bytes);
        piece& made = *::new (memory.address) piece;
        made.home = &to;
        made.capacity = slots;
        made.memory = memory;
        to.capacity += slots;
        to.open.push_front(made);
        empty_.push_front(made);
        ++now_.pieces;
        now_.bytes += memory.bytes;
        now_.empty_bytes += memory.bytes;
        return made;
    }

    /// @pre no slot of it is in use
    void release(piece& one) noexcept {
        size_class& home = *one.home;
        home.open.remove(one);
        home.capacity -= one.capacity;
        if (home.capacity == 0) {
            const std::size_t bytes = home.slot_bytes; // what is erased must not name itself
            classes_.erase(bytes);
        }
        empty_.remove(one);
        --now_.pieces;
        now_.bytes -= one.memory.bytes;
        now_.empty_bytes -= one.memory.bytes;
        const arena_memory memory = one.memory;
        lane_slot::forget(memory.address, memory.bytes);
        give_memory(memory);
    }

    void end_if_unused() noexcept {
        if (!is_owned_ && now_.slots == 0) {
            delete this;
        }
    }

    std::unordered_map<std::size_t, size_class> classes_; ///< by bytes of a slot
    piece_list<&piece::in_empty> empty_;                  ///< the latest first
    arena_report now_;
    bool is_owned_ = true;
};

block_arena::block_arena() : pool_(new pool) {}

block_arena::~block_arena() {
    if (pool_ != nullptr) {
        pool_->disown();
    }
}

slot_handle block_arena::take(std::size_t shares) { return pool_->take(lane_slot::whole(shares)); }

std::size_t block_arena::system_bytes(std::size_t shares, std::size_t slots) {
    return pool::system_bytes(lane_slot::whole(shares), slots);
}

arena_report block_arena::report() const { return pool_->report(); }

} // namespace jounce
