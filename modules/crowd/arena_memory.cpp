#include <jounce/modules/crowd/arena_memory.hpp>

#include <jounce/components/base/lane_slot.hpp>

#include <cstdint>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace jounce {
namespace {

/// Whole pages would waste too much of anything smaller.
[[maybe_unused]] constexpr std::size_t least_mapped = std::size_t{1} << 18U;

#if defined(MAP_ANONYMOUS) && defined(MADV_HUGEPAGE)

constexpr std::size_t large_page = std::size_t{2} << 20U;

/// One large page, where the system has any left: a crowd that no cache holds spends less on finding
/// where its memory is. Null if the system says no.
void* map_large_page() {
    void* const mapped =
        mmap(nullptr, 2 * large_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) { // NOLINT: the macro is a cast
        return nullptr;
    }
    // Only one of the right alignment is kept.
    std::byte* const begin = static_cast<std::byte*>(mapped);
    const std::size_t before =
        (large_page - reinterpret_cast<std::uintptr_t>(begin) % large_page) % large_page;
    if (before > 0) {
        munmap(begin, before);
    }
    munmap(begin + before + large_page, large_page - before);
    madvise(begin + before, large_page, MADV_HUGEPAGE); // ordinary pages do as well
    return begin + before;
}

bool nearly_fills_large_page(std::size_t bytes) {
    return bytes <= large_page && bytes > large_page - large_page / 8;
}

#endif

} // namespace

std::size_t rounded_memory(std::size_t bytes) noexcept {
#if defined(MAP_ANONYMOUS) && defined(MADV_HUGEPAGE)
    return nearly_fills_large_page(bytes) ? large_page : bytes;
#else
    return bytes;
#endif
}

arena_memory take_memory(std::size_t bytes) {
#if defined(MAP_ANONYMOUS)
#if defined(MADV_HUGEPAGE)
    if (nearly_fills_large_page(bytes)) {
        if (void* const mapped = map_large_page()) {
            return {mapped, large_page, true};
        }
    }
#endif
    if (bytes >= least_mapped) {
        void* const mapped =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped != MAP_FAILED) { // NOLINT: the macro is a cast
            return {mapped, bytes, true};
        }
    }
#endif
    return {::operator new (bytes, std::align_val_t{lane_slot::alignment}), bytes, false};
}

void give_memory(const arena_memory& memory) noexcept {
#if defined(MAP_ANONYMOUS)
    if (memory.is_mapped) {
        munmap(memory.address, memory.bytes);
        return;
    }
#endif
    ::operator delete (memory.address, std::align_val_t{lane_slot::alignment});
}

} // namespace jounce
