#pragma once

namespace jounce {

/// Tells the CPU that a loop waits for another thread.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

} // namespace jounce
