#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/files/replace_file.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cerrno>
#include <csignal>
#include <functional>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace jounce;
using namespace jounce_test;

namespace {

std::ptrdiff_t entries(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

unsigned mode_of(const fs::path& file) {
    struct stat seen {};
    REQUIRE(stat(file.c_str(), &seen) == 0);
    return seen.st_mode & 07777U;
}

/// Refused with that name, saying so; gives the message.
std::string refused(const fs::path& file) {
    const std::optional<error> early = check_replaceable(file);
    const std::optional<error> why = replace_file(file, "x");
    REQUIRE(why);
    CHECK(why->name == "cannot_write");
    CHECK(why->message.find(file.filename().string()) != std::string::npos);
    REQUIRE(early); // known before the work is done
    CHECK(early->message == why->message);
    return why->message;
}

/// The status of a child that does something and ends.
int in_child(const std::function<void()>& what) {
    const pid_t child = fork();
    if (child == 0) {
        what();
        _exit(0);
    }
    REQUIRE(child > 0);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return status;
}

bool has_nameless_files(const fs::path& folder) {
#ifdef O_TMPFILE
    const int made = open(folder.c_str(), O_TMPFILE | O_WRONLY, 0600);
    return made >= 0 && close(made) == 0;
#else
    return folder.empty();
#endif
}

} // namespace

TEST_CASE("a file is replaced as a whole", "[files]") {
    const unfinished until = GENERATE(unfinished::nameless, unfinished::named);
    const temporary_folder folder;
    const fs::path file = folder.path() / "text";
    CHECK_FALSE(replace_file(file, "one", until));
    CHECK_FALSE(replace_file(file, "two\n", until));
    CHECK(read_text(file) == "two\n");
    CHECK(entries(folder.path()) == 1);
    const std::string long_name(255, 'n'); // as long as a name may be
    CHECK_FALSE(replace_file(folder.path() / long_name, "three", until));
    CHECK(read_text(folder.path() / long_name) == "three");
}

TEST_CASE("where nothing can be written nothing is left behind", "[files]") {
    const temporary_folder folder;
    CHECK(refused(folder.path()).find("is a folder") != std::string::npos);
    CHECK(refused(folder.path() / "no" / "text").find("does not exist") != std::string::npos);
    CHECK(refused(folder.path() / "").find("folder") != std::string::npos);
    CHECK(fs::is_empty(folder.path()));
    CHECK(replace_file("", "x"));
}

TEST_CASE("a replaced file keeps its permissions, a new one has the usual", "[files]") {
    const unfinished until = GENERATE(unfinished::nameless, unfinished::named);
    const temporary_folder folder;
    const fs::path file = folder.path() / "text";
    const mode_t before = umask(027);
    CHECK_FALSE(replace_file(file, "one", until));
    umask(before);
    CHECK(mode_of(file) == 0640U);
    REQUIRE(chmod(file.c_str(), 0600) == 0);
    CHECK_FALSE(replace_file(file, "two", until));
    CHECK(mode_of(file) == 0600U);
    REQUIRE(chmod(file.c_str(), 0755) == 0);
    CHECK_FALSE(replace_file(file, "three", until));
    CHECK(mode_of(file) == 0755U);
    CHECK(read_text(file) == "three");
}

TEST_CASE("a link stays and the file it names is replaced in its own folder", "[files]") {
    const unfinished until = GENERATE(unfinished::nameless, unfinished::named);
    const temporary_folder folder;
    const fs::path away = folder.path() / "away";
    fs::create_directory(away);
    write_text(away / "text", "old");
    fs::create_symlink("away/text", folder.path() / "first"); // relative to its own folder
    fs::create_symlink(folder.path() / "first", folder.path() / "second");
    CHECK_FALSE(replace_file(folder.path() / "second", "new", until));
    CHECK(fs::is_symlink(folder.path() / "first"));
    CHECK(fs::is_symlink(folder.path() / "second"));
    CHECK(read_text(away / "text") == "new");
    CHECK(entries(folder.path()) == 3);
    CHECK(entries(away) == 1);
}

TEST_CASE("a link to nothing makes the file it names, or is refused", "[files]") {
    const temporary_folder folder;
    fs::create_directory(folder.path() / "away");
    fs::create_symlink("away/text", folder.path() / "link");
    CHECK_FALSE(replace_file(folder.path() / "link", "new"));
    CHECK(fs::is_symlink(folder.path() / "link"));
    CHECK(read_text(folder.path() / "away" / "text") == "new");

    fs::create_symlink("nowhere/text", folder.path() / "lost");
    CHECK(refused(folder.path() / "lost").find("nowhere") != std::string::npos);
    fs::create_symlink("round", folder.path() / "round");
    CHECK(refused(folder.path() / "round").find("circle") != std::string::npos);
    fs::create_directory_symlink("away", folder.path() / "place");
    CHECK(refused(folder.path() / "place").find("is a folder") != std::string::npos);
    CHECK(fs::is_symlink(folder.path() / "round"));
}

TEST_CASE("devices and FIFOs are written through and stay what they are", "[files]") {
    const temporary_folder folder;
    // Through a link in a folder of our own: if this fails, it is not /dev that is spoilt.
    const fs::path null = folder.path() / "null";
    fs::create_symlink("/dev/null", null);
    CHECK_FALSE(check_replaceable(null));
    CHECK_FALSE(replace_file(null, "gone"));
    CHECK(fs::is_symlink(null));
    CHECK(fs::is_character_file("/dev/null"));
    CHECK(entries(folder.path()) == 1);

    const fs::path pipe = folder.path() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::string seen;
    std::thread reader([&] { seen = read_text(pipe); });
    const std::string much(200000, 'm'); // more than a pipe holds
    CHECK_FALSE(replace_file(pipe, much));
    reader.join();
    CHECK(seen == much);
    CHECK(fs::is_fifo(pipe));
    CHECK(entries(folder.path()) == 2);
}

TEST_CASE("a device without room is an error", "[files]") {
    if (!fs::is_character_file("/dev/full")) {
        SKIP("there is no /dev/full");
    }
    const std::optional<error> why = replace_file("/dev/full", "text");
    REQUIRE(why);
    CHECK(why->name == "cannot_write");
    CHECK(why->message.find("/dev/full") != std::string::npos);
    CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("a disk without room leaves the old file alone", "[files]") {
    const unfinished until = GENERATE(unfinished::nameless, unfinished::named);
    const temporary_folder folder;
    const fs::path file = folder.path() / "text";
    write_text(file, "old");
    const int status = in_child([&] {
        // What happens is the same as on a full disk: a write stops half way.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit little = {4096, 4096};
        setrlimit(RLIMIT_FSIZE, &little);
        const std::optional<error> why = replace_file(file, std::string(100000, 'n'), until);
        _exit(why && why->name == "cannot_write" ? 7 : 8);
    });
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(read_text(file) == "old");
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a process that is killed while it writes leaves nothing behind", "[files]") {
    const temporary_folder folder;
    if (!has_nameless_files(folder.path())) {
        SKIP("files without a name are not to be had in " << folder.path());
    }
    const fs::path file = folder.path() / "text";
    write_text(file, "old");
    const int status = in_child([&] {
        std::signal(SIGXFSZ, SIG_DFL); // ends the process inside of write
        const rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        const rlimit little = {4096, 4096};
        setrlimit(RLIMIT_FSIZE, &little);
        replace_file(file, std::string(100000, 'n'));
    });
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGXFSZ);
    CHECK(read_text(file) == "old");
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a signal handler can remove the file that is being written", "[files]") {
    const temporary_folder folder;
    const fs::path file = folder.path() / "text";
    const int status = in_child([&] {
        std::signal(SIGXFSZ, [](int) {
            remove_unfinished_file();
            _exit(7);
        });
        const rlimit little = {4096, 4096};
        setrlimit(RLIMIT_FSIZE, &little);
        replace_file(file, std::string(100000, 'n'), unfinished::named);
    });
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(entries(folder.path()) == 0);
}

TEST_CASE("write-protected files and folders are refused", "[files]") {
    const temporary_folder folder;
    const fs::path file = folder.path() / "text";
    const fs::path closed = folder.path() / "closed";
    write_text(file, "old");
    fs::create_directory(closed);
    write_text(closed / "text", "old");
    REQUIRE(chmod(file.c_str(), 0444) == 0);
    REQUIRE(chmod((closed / "text").c_str(), 0666) == 0);
    REQUIRE(chmod(closed.c_str(), 0555) == 0);
    REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
    const int status = in_child([&] {
        // Root may write anywhere; nobody may not.
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) {
            _exit(9);
        }
        const std::optional<error> one = replace_file(file, "new");
        const std::optional<error> two = replace_file(closed / "text", "new");
        const std::optional<error> three = check_replaceable(closed / "other");
        _exit(one && one->message.find("write-protected") != std::string::npos && two &&
                      two->message.find("may not be written to") != std::string::npos && three
                  ? 7
                  : 8);
    });
    chmod(closed.c_str(), 0755);
    REQUIRE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 9) {
        SKIP("cannot become another user");
    }
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(read_text(file) == "old");
    CHECK(read_text(closed / "text") == "old");
}
