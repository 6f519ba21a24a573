#include <jounce/modules/cli/standard_streams.hpp>

#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/files/replace_file.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>

#if __has_include(<unistd.h>)
#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#define JOUNCE_HAS_POSIX_FILES 1
#endif

namespace jounce::cli {
namespace {

#ifdef JOUNCE_HAS_POSIX_FILES
void end_by_signal(int signal) {
    remove_unfinished_file();
    // Raises the signal again unhandled, so that the parent process sees what ended this one.
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
    raise(signal);
}
#endif

} // namespace

void prepare_process() {
#ifdef JOUNCE_HAS_POSIX_FILES
    for (int number = 0; number <= 2; ++number) {
        if (fcntl(number, F_GETFD) < 0 && errno == EBADF) {
            // The wrong way round on purpose: printing to a closed stream must fail, not vanish.
            const int opened = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
            static_cast<void>(opened); // the lowest number that is free, which is this one
        }
    }
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        // A signal that was ignored at start, as by nohup, stays ignored.
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
            struct sigaction ours {};
            ours.sa_handler = &end_by_signal;
            sigemptyset(&ours.sa_mask);
            sigaction(signal, &ours, nullptr);
        }
    }
    // A file that exceeds the size limit is an error like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
#endif
}

int after_printing(int code) {
    errno = 0;
    const bool flushed = std::fflush(stdout) == 0;
    const int failed = errno;
    if (flushed && std::ferror(stdout) == 0) {
        return code;
    }
    std::fprintf(stderr, "jounce: standard output could not be written%s%s\n",
                 failed != 0 ? ": " : "", failed != 0 ? std::strerror(failed) : "");
    return code == exit_ok ? exit_failed : code;
}

} // namespace jounce::cli
