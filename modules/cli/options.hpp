#pragma once

#include <jounce/modules/cli/commands.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jounce::cli {

/// Where the value of an option goes, and what it may be. The target keeps its value, the default,
/// if the option is not given.
struct flag {
    bool* target;
};
struct text {
    std::string* target;
};
/// May be given several times.
struct texts {
    std::vector<std::string>* target;
};
struct choice {
    std::string* target;
    std::vector<std::string_view> values;
};
struct whole_number {
    std::int64_t* target;
    std::int64_t least;
    std::int64_t most;
};
struct real_number {
    double* target;
    double least;
    double most;
};

struct option {
    std::string_view name;       ///< with its dashes: "--json"
    std::string_view value_name; ///< for the help; empty for a flag
    std::string_view help;
    std::variant<flag, text, texts, choice, whole_number, real_number> value;
};

/// An argument without a name.
struct positional {
    std::string_view name;
    std::string_view help;
    std::string* target;
    bool required = true;
};

/// All that a command takes. `--help` and `--version` are added to every command.
struct command_line {
    std::string_view command; ///< as a person types it: "jounce bench"
    std::string_view summary;
    std::vector<positional> positionals;
    std::vector<option> options;
};

/// Fills the targets. Returns nothing if the command is to run; else the exit code: after --help or
/// --version (printed to stdout) or a mistake (one line on stderr that says what, and where to
/// look).
std::optional<int> parse(const command_line& takes, arguments given);

} // namespace jounce::cli
