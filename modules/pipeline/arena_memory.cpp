#include <jounce/modules/pipeline/arena_memory.hpp>

#include <jounce/components/lane_slot.hpp>

#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace jounce {
namespace {

/// Whole pages would waste too much of anything smaller.
[[maybe_unused]] constexpr std::size_t least_mapped = std::size_t{1} << 18U;

} // namespace

arena_memory take_memory(std::size_t bytes) {
#if defined(MAP_ANONYMOUS)
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
