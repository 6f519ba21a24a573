#pragma once

#include <filesystem>
#include <string>

namespace jounce_test {

/// tests/golden.
std::filesystem::path test_data_folder();

/// The command line program that the tests were built with.
std::string jounce_program();

} // namespace jounce_test
