#include <jounce/components/base/warning.hpp>

#include <atomic>
#include <cstdio>

namespace jounce {
namespace {

void print(const char* message) { std::fprintf(stderr, "jounce: warning: %s\n", message); }

std::atomic<warning_handler> installed{&print};

} // namespace

warning_handler set_warning_handler(warning_handler handler) noexcept {
    return installed.exchange(handler != nullptr ? handler : &print);
}

void report_warning(const char* message) { installed.load()(message); }

} // namespace jounce
