#pragma once

namespace jounce {

/// Called with one line of text, without a newline, about something wrong but harmless, for example
/// input of the host that was not used. The default prints it to stderr. A replacement must not
/// call back into jounce. Called between frames, on the thread that runs them.
using warning_handler = void (*)(const char* message);

/// Installs `handler` (nullptr restores the default) and returns the one before it.
warning_handler set_warning_handler(warning_handler handler) noexcept;

/// Reports through the installed handler.
void report_warning(const char* message);

} // namespace jounce
