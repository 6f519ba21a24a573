#pragma once

#include "case_files.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>

namespace jounce_test {

/// The shared golden folder, or a skipped test.
inline fs::path shared_golden() {
    const char* folder = std::getenv("JOUNCE_GOLDEN_DIR");
    if (folder == nullptr || !fs::is_directory(fs::path(folder) / "models")) {
        SKIP("JOUNCE_GOLDEN_DIR does not name a folder with golden models");
    }
    return folder;
}

} // namespace jounce_test
