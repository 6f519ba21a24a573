#pragma once

#include "case_files.hpp"

#include <functional>
#include <string>
#include <vector>

namespace jounce_test {

/// A folder that must be refused.
struct malformed {
    std::string what;
    std::function<fs::path(const temporary_folder&)> make; ///< gives the folder to replay
    std::string error;                                     ///< name of the error
    std::string names;                                     ///< file that the message must name
};

/// `case.json` and its arrays.
std::vector<malformed> malformed_cases();
/// `run.json` and what it refers to.
std::vector<malformed> malformed_runs();

} // namespace jounce_test
