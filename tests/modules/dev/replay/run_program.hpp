#pragma once

// The program `jounce` as a person meets it.

#include "case_files.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/wait.h>

namespace jounce_test {

struct program_outcome {
    int code = -1; ///< -1 after a crash
    std::string out;
    std::string err;
};

/// Runs the program `jounce`; words are quoted for the shell.
inline program_outcome run_program(const std::vector<std::string>& words) {
    const temporary_folder folder;
    std::string line = "'" + jounce_test::jounce_program() + "'";
    for (const std::string& word : words) {
        line += " '" + word + "'";
    }
    const fs::path out = folder.path() / "out";
    const fs::path err = folder.path() / "err";
    const int status = std::system((line + " >" + out.string() + " 2>" + err.string()).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(out), read_text(err)};
}

inline std::ptrdiff_t lines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

} // namespace jounce_test
