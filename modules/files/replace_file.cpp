#include <jounce/modules/files/replace_file.hpp>

#include <jounce/modules/files/write_target.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <system_error>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#define JOUNCE_HAS_POSIX_FILES 1
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace jounce {
namespace {

namespace fs = std::filesystem;

/// A short name, so that it fits wherever the file's own does.
fs::path name_beside(const fs::path& file) {
    std::random_device random;
    char name[48];
    std::snprintf(name, sizeof name, ".jounce-%08x%08x.part", random(), random());
    return file.parent_path() / name;
}

#ifdef JOUNCE_HAS_POSIX_FILES

/// The name of the unfinished file, for signal handlers. One at a time is enough: a second thread that
/// writes meanwhile only goes without.
struct unfinished_name {
    std::atomic<int> state{0}; ///< 0 free, 1 being changed, 2 set
    char name[4096] = {};
};
constinit unfinished_name pending;

class pending_name {
public:
    explicit pending_name(const fs::path& file) {
        unfinished_name& to = pending;
        const std::string& name = file.native();
        int unused = 0;
        if (name.size() < sizeof to.name && to.state.compare_exchange_strong(unused, 1)) {
            std::memcpy(to.name, name.c_str(), name.size() + 1);
            to.state = 2;
            mine_ = true;
        }
    }
    ~pending_name() {
        if (mine_) {
            pending.state = 0;
        }
    }
    pending_name(const pending_name&) = delete;
    pending_name& operator=(const pending_name&) = delete;

private:
    bool mine_ = false;
};

/// Closes what it holds.
class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    int get() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    /// 0, or errno: some file systems tell of a full disk only here.
    int close() { return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno; }

private:
    int number_;
};

/// 0 or errno.
int write_all(int to, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const std::size_t part = std::min<std::size_t>(text.size() - done, 1U << 30U);
        const ssize_t wrote = ::write(to, text.data() + done, part);
        if (wrote < 0 && errno != EINTR) {
            return errno;
        }
        done += wrote > 0 ? static_cast<std::size_t>(wrote) : 0;
    }
    return 0;
}

/// 0 or errno. The bytes reach the disk before the name does: without this a machine that stops may
/// keep the new name and lose them.
int fill(int to, const std::string& text, const write_target& target) {
    if (const int failed = write_all(to, text)) {
        return failed;
    }
    if (target.kind == target_kind::regular) {
        // Without the right to change the owner the file stays ours; then setuid and setgid bits
        // must be cleared.
        const bool same_owner = fchown(to, target.owner, target.group) == 0;
        if (fchmod(to, same_owner ? target.mode : target.mode & 0777U) != 0) {
            return errno;
        }
    }
    return fsync(to) == 0 ? 0 : errno;
}

/// 0 or errno.
int write_through(const fs::path& file, const std::string& text) {
    descriptor stream(open(file.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (!stream.is_open()) {
        return errno;
    }
    const int failed = write_all(stream.get(), text);
    return failed != 0 ? failed : stream.close();
}

/// 0 or errno.
int move_over(const fs::path& from, const fs::path& to) {
    if (std::rename(from.c_str(), to.c_str()) == 0) {
        return 0;
    }
    const int failed = errno;
    unlink(from.c_str());
    return failed;
}

/// 0 or errno.
int write_named(const write_target& target, const std::string& text) {
    const fs::path beside = name_beside(target.file);
    const pending_name known(beside);
    descriptor file(open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.is_open()) {
        return errno;
    }
    int failed = fill(file.get(), text, target);
    const int closing = file.close();
    failed = failed != 0 ? failed : closing;
    if (failed != 0) {
        unlink(beside.c_str());
        return failed;
    }
    return move_over(beside, target.file);
}

/// 0 or errno; nothing where the system or the folder has no files without a name.
std::optional<int> write_nameless(const write_target& target, const std::string& text) {
#ifdef O_TMPFILE
    const fs::path folder = target.file.has_parent_path() ? target.file.parent_path() : ".";
    const descriptor file(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    if (!file.is_open()) {
        return std::nullopt;
    }
    if (const int failed = fill(file.get(), text, target)) {
        return failed;
    }
    const std::string by_number = "/proc/self/fd/" + std::to_string(file.get());
    const auto give_name = [&](const fs::path& name) {
        return linkat(AT_FDCWD, by_number.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (target.kind == target_kind::absent && give_name(target.file)) {
        return 0;
    }
    // A link can only be made under a free name, so the complete file gets a temporary name first.
    const fs::path beside = name_beside(target.file);
    const pending_name known(beside);
    if (!give_name(beside)) {
        return std::nullopt; // without /proc, for example
    }
    return move_over(beside, target.file);
#else
    static_cast<void>(target);
    static_cast<void>(text);
    return std::nullopt;
#endif
}

int write_whole(const write_target& target, const std::string& text, unfinished until) {
    if (target.kind == target_kind::stream) {
        return write_through(target.file, text);
    }
    if (until == unfinished::nameless) {
        if (const std::optional<int> done = write_nameless(target, text)) {
            return *done;
        }
    }
    return write_named(target, text);
}

#else

int write_whole(const write_target& target, const std::string& text, unfinished) {
    const fs::path beside = name_beside(target.file);
    std::FILE* stream = std::fopen(beside.string().c_str(), "wbx");
    if (stream == nullptr) {
        return errno;
    }
    const bool whole =
        std::fwrite(text.data(), 1, text.size(), stream) == text.size() && std::fflush(stream) == 0;
    std::error_code code;
    if (std::fclose(stream) != 0 || !whole) {
        fs::remove(beside, code);
        return EIO;
    }
    fs::rename(beside, target.file, code);
    const int failed = code.value();
    if (code) {
        fs::remove(beside, code);
    }
    return failed;
}

#endif

} // namespace

std::optional<error> replace_file(const fs::path& file, const std::string& text, unfinished until) {
    const result<write_target> target = find_write_target(file);
    if (!target) {
        return target.error();
    }
    const int failed = write_whole(*target, text, until);
    return failed == 0 ? std::nullopt
                       : std::optional<error>(cannot_write(
                             file, "cannot be written: " + std::string(std::strerror(failed))));
}

std::optional<error> check_replaceable(const fs::path& file) {
    const result<write_target> target = find_write_target(file);
    return target ? std::nullopt : std::optional<error>(target.error());
}

void remove_unfinished_file() noexcept {
#ifdef JOUNCE_HAS_POSIX_FILES
    if (pending.state == 2) {
        unlink(pending.name);
    }
#endif
}

} // namespace jounce
