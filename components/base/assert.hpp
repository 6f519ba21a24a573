#pragma once

namespace jounce {

/// Called when an assertion fails. The default prints one line to stderr and aborts.
/// A replacement may throw (tests do) or log and return; it must not call back into jounce.
using assert_handler = void (*)(const char* condition, const char* message, const char* file,
                                int line);

/// Installs `handler` (nullptr restores the default) and returns the one before it.
assert_handler set_assert_handler(assert_handler handler) noexcept;

/// Reports through the installed handler.
void report_assert(const char* condition, const char* message, const char* file, int line);

} // namespace jounce

/// Checks a contract. The check is cheap compared with the work it guards, so it is on in every
/// build type. Define JOUNCE_ASSERT before including any jounce header to route it elsewhere.
#ifndef JOUNCE_ASSERT
#define JOUNCE_ASSERT(condition, message)                                                          \
    (static_cast<bool>(condition)                                                                  \
         ? static_cast<void>(0)                                                                    \
         : ::jounce::report_assert(#condition, message, __FILE__, __LINE__))
#endif
