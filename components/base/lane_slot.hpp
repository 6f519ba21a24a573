#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace jounce {

/// One piece of memory for all arrays of a block, cut from front to back. It begins with this
/// header; its maker (`block_arena`) gets it back when the last handle is destroyed. It belongs to
/// one thread at a time, as its block does.
class lane_slot {
public:
    /// Every array begins on a cache line.
    static constexpr std::size_t alignment = 64;

    /// How many bytes of a slot an array takes.
    static std::size_t share(std::size_t array_bytes) noexcept;
    /// The size of a slot for arrays of so many bytes, its header included.
    static std::size_t whole(std::size_t shares) noexcept;

    /// Called with a slot whose last handle was destroyed.
    using end_of_slot = void (*)(lane_slot&) noexcept;

    /// Makes a slot at the beginning of the memory. `owner` is only stored, for `give_back` to
    /// read.
    /// @pre the memory is aligned to `alignment` and has that many bytes, `whole` of something
    static lane_slot* make(void* memory, std::size_t bytes, void* owner,
                           end_of_slot give_back) noexcept;
    /// Makes memory that held slots ordinary memory again.
    static void forget(void* memory, std::size_t bytes) noexcept;

    /// Null if there is not enough left.
    void* take(std::size_t bytes) noexcept;
    /// Whether an address lies in the memory of this slot.
    bool holds(const void* address) const noexcept;
    std::size_t size() const noexcept { return size_; } ///< with the header
    std::size_t used() const noexcept { return used_; } ///< with the header
    /// What was given to `make`.
    void* owner() const noexcept { return owner_; }

    /// Marks the end of the front part. Arrays allocated before this call keep their values from
    /// frame to frame. Arrays allocated after it are written in each frame before they are read.
    void end_front() noexcept { front_ = used_; }
    std::size_t front() const noexcept { return front_; } ///< its bytes, with the header

    /// Counts one more handle. Not atomic: a slot belongs to one thread at a time.
    void keep() noexcept { ++keepers_; }
    /// Counts one handle less; the last one gives the slot back to its maker.
    void drop() noexcept {
        if (--keepers_ == 0) {
            give_back_(*this);
        }
    }

private:
    lane_slot(std::size_t bytes, void* owner, end_of_slot give_back) noexcept;

    std::size_t size_;
    std::size_t used_;
    std::size_t front_ = 0;
    std::size_t keepers_ = 0;
    void* owner_;
    end_of_slot give_back_;
};

/// Keeps a slot.
class slot_handle {
public:
    slot_handle() noexcept = default;
    /// Null is allowed and keeps nothing.
    explicit slot_handle(lane_slot* slot) noexcept : slot_(slot) {
        if (slot_ != nullptr) {
            slot_->keep();
        }
    }
    /// Both keep the slot.
    slot_handle(const slot_handle& other) noexcept : slot_handle(other.slot_) {}
    /// The other one is empty afterwards.
    slot_handle(slot_handle&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
    /// Releases the slot.
    slot_handle& operator=(slot_handle other) noexcept {
        std::swap(slot_, other.slot_);
        return *this;
    }
    ~slot_handle() {
        if (slot_ != nullptr) {
            slot_->drop();
        }
    }

    /// @{
    /// Null if nothing is kept.
    lane_slot* get() const noexcept { return slot_; }
    lane_slot* operator->() const noexcept { return slot_; }
    /// @}
    /// Whether it keeps a slot.
    explicit operator bool() const noexcept { return slot_ != nullptr; }

private:
    lane_slot* slot_ = nullptr;
};

} // namespace jounce
