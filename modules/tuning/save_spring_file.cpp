#include <jounce/modules/tuning/spring_file.hpp>

#include <cstdio>
#include <random>
#include <system_error>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace jounce {
namespace {

namespace fs = std::filesystem;

/// Without this a machine that stops may keep the new name and lose the bytes.
bool reach_disk(std::FILE* stream) {
#if defined(__unix__) || defined(__APPLE__)
    return fsync(fileno(stream)) == 0;
#else
    return std::fflush(stream) == 0;
#endif
}

bool write_new(const fs::path& file, const std::string& text) {
    // "x": never through a link, nor over what someone else is writing.
    std::FILE* stream = std::fopen(file.string().c_str(), "wbx");
    if (stream == nullptr) {
        return false;
    }
    const bool whole = std::fwrite(text.data(), 1, text.size(), stream) == text.size() &&
                       std::fflush(stream) == 0 && reach_disk(stream);
    return std::fclose(stream) == 0 && whole;
}

} // namespace

std::optional<error> save_spring_file(const spring_file& springs, const fs::path& file) {
    const std::string text = write_spring_file(springs);
    if (const result<spring_file> again = parse_spring_file(text, file); !again) {
        return error{again.why().name, again.why().message + " (nothing was written)"};
    }
    // A folder is refused here, because some systems rename onto an empty one.
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) {
        return error{"cannot_write", file.string() + ": is a folder; add the name of a file"};
    }
    fs::path beside = file;
    beside += ".new" + std::to_string(std::random_device{}());
    if (!write_new(beside, text)) {
        fs::remove(beside, ignored);
        return error{"cannot_write", file.string() + ": cannot be written here; check that the "
                                                     "folder exists, may be written to, and has "
                                                     "space left"};
    }
    std::error_code code;
    fs::rename(beside, file, code);
    if (code) {
        fs::remove(beside, ignored);
        return error{"cannot_write", file.string() + ": cannot be replaced: " + code.message() +
                                         "; check its permissions"};
    }
    return std::nullopt;
}

} // namespace jounce
