#pragma once

#include <span>
#include <string_view>

namespace jounce::cli {

/// What follows the command's name.
using arguments = std::span<const char* const>;

/// Exit codes, the same for every command.
inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1; ///< ran, and the answer is no
inline constexpr int exit_wrong = 2;  ///< wrong usage, or input that cannot be used

/// A new command is a row of the table in main.cpp, a declaration here, and a file of its own.
struct command {
    std::string_view name;
    std::string_view summary;
    int (*run)(arguments);
};

int bench_command(arguments given);     // bench_command.cpp
int bind_command(arguments given);      // bind_command.cpp
int decompose_command(arguments given); // decompose_command.cpp
int inspect_command(arguments given);   // inspect_command.cpp
int plot_command(arguments given);      // plot_command.cpp
int replay_command(arguments given);    // replay_command.cpp
int simulate_command(arguments given);  // simulate_command.cpp
int suggest_command(arguments given);   // suggest_command.cpp
int tissue_command(arguments given);    // tissue_command.cpp
int view_command(arguments given);      // view_command.cpp

} // namespace jounce::cli
