#pragma once

#include <atomic>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace jounce_test {

/// A folder that no other test has, also of those that run at the same time. Gone, with all that is in it, at the end of
/// the test.
class temporary_folder {
public:
    temporary_folder() {
        static std::atomic<unsigned> count{0};
        static const unsigned process = std::random_device{}();
        path_ = std::filesystem::temp_directory_path() /
                ("jounce_test_" + std::to_string(process) + "_" + std::to_string(count++));
        std::filesystem::create_directories(path_);
    }
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace jounce_test
