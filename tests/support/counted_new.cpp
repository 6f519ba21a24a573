// Replaces operator new, so it cannot share a program with tests that mind.

#include "counted_new.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

// GCC sees through the replaced operators and takes malloc and free for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace jounce::test {

std::atomic<long> allocations = 0;

} // namespace jounce::test

namespace {

void* counted(std::size_t size, std::size_t alignment) {
    ++jounce::test::allocations;
    size = (size + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, size == 0 ? alignment : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

} // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
// What sorting asks for. Not by the library's own version, or sanitizers see two allocators.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted(size, alignof(std::max_align_t));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
