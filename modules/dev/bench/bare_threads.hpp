#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace jounce::bench {

class kernels_alone;

/// Kernels on threads that do nothing else: the lower bound for a task system. The calling thread
/// is one of them. Each has the same blocks in every frame; they meet before and after it, where
/// they spin a little and then sleep. A frame allocates nothing.
class bare_threads {
public:
    /// @pre threads > 0; the kernels outlive this
    bare_threads(kernels_alone& kernels, std::size_t threads);
    ~bare_threads();
    bare_threads(const bare_threads&) = delete;
    bare_threads& operator=(const bare_threads&) = delete;

    void frame();

private:
    void help(std::size_t which);
    void run_part(std::size_t which) noexcept;

    kernels_alone& kernels_;
    std::size_t threads_;
    // On lines of their own: one is written by the caller, the other by everybody else.
    alignas(64) std::atomic<std::uint32_t> frame_{0};   ///< that helpers are to compute
    alignas(64) std::atomic<std::uint32_t> working_{0}; ///< helpers that have not come to its end
    alignas(64) std::atomic<bool> is_over_{false};
    std::vector<std::thread> helpers_;
};

} // namespace jounce::bench
