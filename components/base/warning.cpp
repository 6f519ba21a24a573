#include <jounce/components/base/warning.hpp>

#include <atomic>
#include <cstdio>

namespace jounce {
namespace {

void print_warning(const char* message) { std::fprintf(stderr, "jounce: warning: %s\n", message); }

std::atomic<warning_handler> installed_warning{&print_warning};

} // namespace

warning_handler set_warning_handler(warning_handler handler) noexcept {
    return installed_warning.exchange(handler != nullptr ? handler : &print_warning);
}

void report_warning(const char* message) { installed_warning.load()(message); }

} // namespace jounce
