#include <jounce/components/base/assert.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace jounce {
namespace {

void print_and_abort(const char* condition, const char* message, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: jounce: %s [%s]\n", file, line, message, condition);
    std::abort();
}

std::atomic<assert_handler> installed_assert{&print_and_abort};

} // namespace

assert_handler set_assert_handler(assert_handler handler) noexcept {
    return installed_assert.exchange(handler != nullptr ? handler : &print_and_abort);
}

void report_assert(const char* condition, const char* message, const char* file, int line) {
    installed_assert.load()(condition, message, file, line);
}

} // namespace jounce
