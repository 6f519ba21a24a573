#include <jounce/components/base/lane_slot.hpp>

#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define JOUNCE_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JOUNCE_ADDRESS_SANITIZER 1
#endif
#endif
#ifdef JOUNCE_ADDRESS_SANITIZER
// Of the sanitizer's own interface, declared here because components include no library.
extern "C" {
void __asan_poison_memory_region(const volatile void* from, std::size_t bytes);   // NOLINT
void __asan_unpoison_memory_region(const volatile void* from, std::size_t bytes); // NOLINT
}
#endif

namespace jounce {
namespace {

#ifdef JOUNCE_ADDRESS_SANITIZER
// Neighbours in a slot would hide what reaches beyond the end of an array.
constexpr std::size_t gap = lane_slot::alignment;
void forbid(void* from, std::size_t bytes) { __asan_poison_memory_region(from, bytes); }
void allow(void* from, std::size_t bytes) { __asan_unpoison_memory_region(from, bytes); }
#else
constexpr std::size_t gap = 0;
void forbid(void* /*from*/, std::size_t /*bytes*/) {}
void allow(void* /*from*/, std::size_t /*bytes*/) {}
#endif

constexpr std::size_t round_up(std::size_t bytes) {
    return (bytes + lane_slot::alignment - 1) / lane_slot::alignment * lane_slot::alignment;
}

constexpr std::size_t header = round_up(sizeof(lane_slot));

} // namespace

std::size_t lane_slot::share(std::size_t array_bytes) noexcept {
    return array_bytes > 0 ? round_up(array_bytes) + gap : 0;
}

std::size_t lane_slot::whole(std::size_t shares) noexcept { return header + shares; }

lane_slot* lane_slot::make(void* memory, std::size_t bytes, void* owner,
                           end_of_slot give_back) noexcept {
    allow(memory, header);
    forbid(static_cast<std::byte*>(memory) + header, bytes - header);
    return ::new (memory) lane_slot(bytes, owner, give_back);
}

void lane_slot::forget(void* memory, std::size_t bytes) noexcept { allow(memory, bytes); }

lane_slot::lane_slot(std::size_t bytes, void* owner, end_of_slot give_back) noexcept
    : size_(bytes), used_(header), owner_(owner), give_back_(give_back) {}

void* lane_slot::take(std::size_t bytes) noexcept {
    // Sizes beyond the slot first: they must not wrap around in `share`.
    if (bytes == 0 || bytes > size_ || share(bytes) > size_ - used_) {
        return nullptr;
    }
    void* const out = reinterpret_cast<std::byte*>(this) + used_;
    used_ += share(bytes);
    allow(out, bytes);
    return out;
}

bool lane_slot::holds(const void* address) const noexcept {
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(this);
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
    return at >= first && at < first + size_;
}

} // namespace jounce
