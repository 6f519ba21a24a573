#include <jounce/modules/files/write_target.hpp>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#if defined(__unix__) || defined(__APPLE__)
#define JOUNCE_HAS_POSIX_FILES 1
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace jounce {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Where a chain of links ends, whether something is there or not.
result<fs::path> follow_links(const fs::path& file) {
    constexpr int most_links = 40; // as the kernel allows
    fs::path at = file;
    std::error_code code;
    for (int links = 0; links < most_links; ++links) {
        if (!fs::is_symlink(fs::symlink_status(at, code))) {
            return at;
        }
        const fs::path to = fs::read_symlink(at, code);
        if (code) {
            return cannot_write(file, "is a link that cannot be read: " + code.message());
        }
        at = to.is_absolute() ? to : folder_of(at) / to;
    }
    return cannot_write(file, "is a link that leads in a circle; remove it or give another name");
}

} // namespace

error cannot_write(const fs::path& file, const std::string& cause) {
    return {errors::cannot_write, file.string() + ": " + cause};
}

result<write_target> find_write_target(const fs::path& file) {
    if (file.empty()) {
        return cannot_write("\"\"", "is no name of a file; give one");
    }
    write_target out;
    std::error_code code;
    const fs::file_status status = fs::status(file, code);
    switch (status.type()) {
    case fs::file_type::directory: return cannot_write(file, "is a folder; add the name of a file");
    case fs::file_type::block:
        return cannot_write(file, "is a disk, not a file; give another name");
    case fs::file_type::socket:
        return cannot_write(file, "is a socket, not a file; give another name");
    case fs::file_type::character:
    case fs::file_type::fifo:
        // By the name that was given: what /dev/stdout leads to may have no name of its own.
        out.file = file;
        out.kind = target_kind::stream;
        return out;
    default: break;
    }
    const result<fs::path> end = follow_links(file);
    if (!end) {
        return end.error();
    }
    out.file = *end;
    const fs::path folder = folder_of(out.file);
    if (!out.file.has_filename() || !fs::is_directory(folder, code)) {
        return cannot_write(file,
                            "its folder " + folder.string() +
                                " does not exist; make it, or give a name in one that exists");
    }
#ifdef JOUNCE_HAS_POSIX_FILES
    struct stat seen {};
    if (stat(out.file.c_str(), &seen) == 0) {
        if (!S_ISREG(seen.st_mode)) {
            return cannot_write(file, "is not a regular file; give another name");
        }
        out.kind = target_kind::regular;
        out.mode = seen.st_mode & 07777U;
        out.owner = seen.st_uid;
        out.group = seen.st_gid;
        if (access(out.file.c_str(), W_OK) != 0) {
            return cannot_write(file, std::string("is write-protected (") + std::strerror(errno) +
                                          "); change its permissions or give another name");
        }
    } else if (errno != ENOENT) {
        return cannot_write(file, std::string("cannot be written: ") + std::strerror(errno));
    }
    if (access(folder.c_str(), W_OK | X_OK) != 0) {
        return cannot_write(file, "its folder " + folder.string() + " may not be written to (" +
                                      std::strerror(errno) +
                                      "); change its permissions or give another name");
    }
#else
    out.kind = fs::exists(out.file, code) ? target_kind::regular : target_kind::absent;
#endif
    return out;
}

} // namespace jounce
