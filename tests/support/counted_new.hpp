#pragma once

#include <atomic>

namespace jounce::test {

/// What `operator new` was called for so far, by anybody. Counts in programs that link counted_new.cpp,
/// which replaces it.
extern std::atomic<long> allocations;

/// Calls of `operator new` during frames, after some that may still grow things.
template <class Frame> long allocations_of(int frames, Frame&& frame) {
    for (int i = 0; i < 20; ++i) {
        frame(); // graphs are made and queues grow at first
    }
    const long before = allocations;
    for (int i = 0; i < frames; ++i) {
        frame();
    }
    return allocations - before;
}

} // namespace jounce::test
