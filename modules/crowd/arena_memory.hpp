#pragma once

#include <cstddef>

namespace jounce {

/// Large memory directly from the system: the heap may not return freed memory.
struct arena_memory {
    void* address = nullptr;
    std::size_t bytes = 0;
    bool is_mapped = false; ///< else from operator new
};

/// What `take_memory` takes for so many bytes.
std::size_t rounded_memory(std::size_t bytes) noexcept;

/// Aligned to 64 bytes at least. Throws std::bad_alloc as operator new does.
arena_memory take_memory(std::size_t bytes);
void give_memory(const arena_memory& memory) noexcept;

} // namespace jounce
