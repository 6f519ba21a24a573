#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/cli/progress.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

using namespace jounce::cli;
using namespace jounce_test;

namespace {

/// A stream to look at, and a clock that goes by hand.
struct watched {
    temporary_folder folder;
    fs::path file = folder.path() / "shown";
    std::FILE* stream = std::fopen(file.c_str(), "w");
    double now = 0;

    ~watched() { std::fclose(stream); }
    std::string shown() const { return read_text(file); }
    std::ptrdiff_t frames() const {
        const std::string text = shown();
        return std::count(text.begin(), text.end(), '\r');
    }
};

} // namespace

TEST_CASE("a bar tells the share and the time that is left", "[cli]") {
    CHECK(progress_line("sway", 0, 100, 0, 60).find("sway [....") == 0);
    const std::string half = progress_line("sway", 50, 100, 30, 60);
    CHECK(half.find(" 50 %") != std::string::npos);
    CHECK(half.find("0:30 left") != std::string::npos);
    CHECK(std::count(half.begin(), half.end(), '#') == std::count(half.begin(), half.end(), '.'));
    CHECK(progress_line("x", 1, 10, 1000, 60).find("2:30:00 left") != std::string::npos);
    CHECK(progress_line("x", 100, 100, 5, 60).find("100 %") != std::string::npos);
    // Nobody knows yet, or nobody will.
    CHECK(progress_line("x", 1, 100, 0.2, 60).find("left") == std::string::npos);
    CHECK(progress_line("reading", 0, 0, 65, 60) == "reading  1:05");
    // More than all, less than nothing, and names of any length.
    for (const std::int64_t done : {-5, 0, 7, 500}) {
        for (const std::size_t width : {0U, 24U, 40U, 79U, 200U}) {
            const std::string line = progress_line(std::string(300, 'n'), done, 100, 1e9, width);
            CHECK(line.size() <= std::max<std::size_t>(width, 24));
            CHECK(line.find('%') != std::string::npos);
        }
    }
    const std::string umlauts =
        progress_line("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", 1, 2, 0, 27);
    CHECK(umlauts.substr(0, 9) == "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4 "); // no half letter
}

TEST_CASE("a bar appears when work takes long, and is wiped", "[cli]") {
    watched at;
    progress_bar bar(
        at.stream, [&] { return at.now; }, "reading");
    bar.show("sway", 1, 1000);
    CHECK(at.shown().empty()); // not yet
    at.now = 1;
    bar.show("sway", 100, 1000);
    CHECK(at.frames() == 1);
    CHECK(at.shown().find("sway [") != std::string::npos);
    CHECK(at.shown().find("0:09 left") != std::string::npos);
    at.now = 1.05;
    bar.show("sway", 110, 1000);
    CHECK(at.frames() == 1); // not too often
    at.now = 1.2;
    bar.show("step", 200, 1000);
    CHECK(at.frames() == 2);
    at.now = 11.2;
    bar.show("writing", 0, 3); // other work, whose pace is not known
    bar.wipe();
    CHECK(at.frames() == 4);
    const std::string shown = at.shown();
    CHECK(shown.substr(shown.size() - 4) == "\r\033[K");
    CHECK(shown.rfind("left") < shown.rfind("writing"));
    at.now = 20;
    bar.show("writing", 1, 3);
    CHECK(at.shown() == shown); // it is over
}

TEST_CASE("short work shows no bar", "[cli]") {
    watched at;
    {
        progress_bar bar(
            at.stream, [&] { return at.now; }, "reading");
        at.now = 0.4;
        bar.show("sway", 1000, 1000);
    }
    CHECK(at.shown().empty());
}

TEST_CASE("a terminal is told from a pipe and a file", "[cli]") {
    watched at;
    CHECK_FALSE(is_terminal(at.stream));
    int ends[2] = {-1, -1};
    REQUIRE(pipe(ends) == 0);
    std::FILE* into = fdopen(ends[1], "w");
    CHECK_FALSE(is_terminal(into));
    std::fclose(into);
    close(ends[0]);
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
        SKIP("there are no terminals to open");
    }
    std::FILE* terminal = std::fopen(ptsname(master), "w");
    REQUIRE(terminal != nullptr);
    CHECK(is_terminal(terminal));
    std::fclose(terminal);
    close(master);
}
