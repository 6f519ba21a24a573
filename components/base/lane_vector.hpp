#pragma once

#include <jounce/components/base/lane_slot.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace jounce {

/// Allocates arrays from a slot as long as there is room, and from the heap otherwise; without a
/// slot it works like `std::allocator`. It keeps its slot alive: an array may outlive its block,
/// and the arena. Moving an array moves its allocator too; a copy is on the heap.
template <class Element> class arena_allocator {
public:
    /// @{ Required of allocators by the standard library: a moved or swapped array keeps its slot.
    using value_type = Element;
    using propagate_on_container_copy_assignment = std::false_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    using is_always_equal = std::false_type;
    /// @}

    arena_allocator() noexcept = default;
    /// Allocates arrays from this slot.
    explicit arena_allocator(slot_handle slot) noexcept : slot_(std::move(slot)) {}
    /// Both keep the slot: the array that was moved from may be filled again.
    arena_allocator(const arena_allocator&) noexcept = default;
    arena_allocator& operator=(const arena_allocator&) noexcept = default;
    ~arena_allocator() = default;
    /// The same slot for another type of element.
    template <class Other>
    arena_allocator(const arena_allocator<Other>& other) noexcept // NOLINT: allocators convert
        : slot_(other.slot()) {}

    /// From the slot if it has room, else from the heap.
    Element* allocate(std::size_t count) {
        static_assert(alignof(Element) <= lane_slot::alignment);
        if (slot_ && count <= slot_->size() / sizeof(Element)) {
            if (void* taken = slot_->take(count * sizeof(Element))) {
                return static_cast<Element*>(taken);
            }
        }
        return std::allocator<Element>{}.allocate(count);
    }
    /// Frees memory of the heap. Memory of a slot is freed with the slot.
    void deallocate(Element* array, std::size_t count) noexcept {
        if (slot_ && slot_->holds(array)) {
            return; // a slot is emptied as a whole
        }
        std::allocator<Element>{}.deallocate(array, count);
    }
    /// Copies of an array live on the heap: a slot has room for one block only.
    arena_allocator select_on_container_copy_construction() const noexcept { return {}; }

    /// Empty: everything comes from the heap.
    const slot_handle& slot() const noexcept { return slot_; }

    /// Whether one may free memory that the other allocated: both have the same slot.
    template <class Other> bool operator==(const arena_allocator<Other>& other) const noexcept {
        return slot_.get() == other.slot().get();
    }

private:
    slot_handle slot_;
};

/// An array of a block's component: lanes, or data that belongs to them.
template <class Element> using lane_vector = std::vector<Element, arena_allocator<Element>>;

} // namespace jounce
