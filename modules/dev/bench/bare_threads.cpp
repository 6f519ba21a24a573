#include <jounce/modules/dev/bench/bare_threads.hpp>

#include <jounce/modules/dev/bench/kernels_alone.hpp>
#include <jounce/modules/pipeline/relax.hpp>

namespace jounce::bench {
namespace {

/// About as long as it takes to wake a thread that sleeps.
constexpr int spins = 4000;

/// Until the value is another.
void wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    for (int i = 0; i < spins; ++i) {
        if (value.load(std::memory_order_acquire) != old) {
            return;
        }
        relax();
    }
    value.wait(old, std::memory_order_acquire);
}

} // namespace

bare_threads::bare_threads(kernels_alone& kernels, std::size_t threads)
    : kernels_(kernels), threads_(threads) {
    helpers_.reserve(threads - 1);
    for (std::size_t which = 1; which < threads; ++which) {
        helpers_.emplace_back([this, which] { help(which); });
    }
}

bare_threads::~bare_threads() {
    is_over_ = true;
    frame_.fetch_add(1, std::memory_order_release);
    frame_.notify_all();
    for (std::thread& helper : helpers_) {
        helper.join();
    }
}

void bare_threads::frame() {
    kernels_.begin_frame();
    if (!helpers_.empty()) {
        working_.store(static_cast<std::uint32_t>(helpers_.size()), std::memory_order_relaxed);
        frame_.fetch_add(1, std::memory_order_release);
        frame_.notify_all();
    }
    run_part(0);
    for (std::uint32_t left = working_.load(std::memory_order_acquire); left != 0;
         left = working_.load(std::memory_order_acquire)) {
        wait_while(working_, left);
    }
}

void bare_threads::help(std::size_t which) {
    std::uint32_t done = 0;
    for (;;) {
        wait_while(frame_, done);
        ++done; // the caller waits for everybody before it begins another
        if (is_over_) {
            return;
        }
        run_part(which);
        working_.fetch_sub(1, std::memory_order_acq_rel);
        working_.notify_all();
    }
}

void bare_threads::run_part(std::size_t which) noexcept {
    kernels_.run(kernels_.size() * which / threads_, kernels_.size() * (which + 1) / threads_);
}

} // namespace jounce::bench
