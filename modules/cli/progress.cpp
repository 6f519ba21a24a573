#include <jounce/modules/cli/progress.hpp>

#include <cstdio>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace jounce::cli {

bool stderr_is_terminal() {
#ifdef STDERR_FILENO
    return isatty(STDERR_FILENO) == 1;
#else
    return false;
#endif
}

void show_progress(std::string_view what, std::int64_t done, std::int64_t of) {
    if (done % 10 == 0 && done < of) {
        std::fprintf(stderr, "\r%.*s %lld of %lld ", static_cast<int>(what.size()), what.data(),
                     static_cast<long long>(done), static_cast<long long>(of));
    }
    if (done == of) {
        std::fprintf(stderr, "\r\033[K");
    }
}

} // namespace jounce::cli
