#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <vector>

namespace jounce::test {

/// What `jounce_mutate` was asked for.
struct mutate_settings {
    std::uint64_t count = 1000;
    std::uint64_t seed = 1;
    std::uint64_t max_ms = 2000; ///< of processor time, so that waiting for others breaks no rule
    std::uint64_t max_mb = 1024; ///< of the process, sanitizers' own included
    std::filesystem::path keep = "mutated";
    std::vector<std::filesystem::path> files;
};

void print_mutate_usage(std::FILE* to);

/// @return whether the command line makes sense; if not, a message was printed
bool take_arguments(int count, char** given, mutate_settings& to);

} // namespace jounce::test
