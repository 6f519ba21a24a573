#pragma once

#include <jounce/components/base/assert.hpp>

#include <atomic>
#include <mutex>
#include <string>

namespace jounce::test {

/// While it lives, failed assertions are counted and their last message kept, and the program goes
/// on: what follows an assertion must be harmless.
class caught_assert {
public:
    caught_assert() : before_(set_assert_handler(&catch_it)) {
        count_ = 0;
        const std::lock_guard lock(mutex_);
        message_.clear();
    }
    ~caught_assert() { set_assert_handler(before_); }
    caught_assert(const caught_assert&) = delete;
    caught_assert& operator=(const caught_assert&) = delete;

    int count() const { return count_; }
    std::string message() const {
        const std::lock_guard lock(mutex_);
        return message_;
    }

private:
    static void catch_it(const char*, const char* message, const char*, int) {
        ++count_;
        const std::lock_guard lock(mutex_);
        message_ = message;
    }
    static inline std::atomic<int> count_ = 0;
    static inline std::mutex mutex_;
    static inline std::string message_;
    assert_handler before_;
};

} // namespace jounce::test
