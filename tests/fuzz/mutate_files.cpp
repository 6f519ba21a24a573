// Breaks given model files in many ways and reads each: no crash, no hang, no more memory than
// allowed. What breaks a rule is kept.

#include "mutate_settings.hpp"
#include "mutation.hpp"
#include "read_whole.hpp"
#include "victims.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <string_view>

namespace fs = std::filesystem;
using jounce::test::buffers_beside;
using jounce::test::mutation;
using jounce::test::read_whole;
using jounce::test::victim;
using settings = jounce::test::mutate_settings;

namespace {

/// What the child that reads has got to; shared with its parent, who may outlive it.
struct progress {
    std::uint64_t mutations = 0; ///< begun
    std::uint64_t accepted = 0;
    std::uint64_t refused = 0;
    double longest_ms = 0;
    double peak_mb = 0;
};

/// Caches and cores are shared too: a reading is too slow if it is so each time.
constexpr int attempts = 3;

constexpr int exit_found = 1;
constexpr int exit_wrong = 2;
constexpr int exit_too_much_memory = 3; ///< of a child
constexpr int exit_unreadable = 4;      ///< of a child: could not do its work

std::vector<std::byte> bytes_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    if (!stream) {
        std::fprintf(stderr, "jounce_mutate: %s: cannot be read\n", file.c_str());
        std::exit(exit_wrong);
    }
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

void write_bytes(const fs::path& file, std::span<const std::byte> bytes) {
    fs::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) {
        std::fprintf(stderr, "jounce_mutate: %s: cannot be written\n", file.c_str());
        std::_Exit(exit_unreadable);
    }
}

double processor_ms() {
    timespec now = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double peak_mb() {
    rusage used = {};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_maxrss) / 1024;
}

/// A process that takes longer ends by a signal: of its own time, or asleep.
void limit_time(std::uint64_t ms) {
    itimerval timer = {};
    timer.it_value.tv_sec = static_cast<time_t>(ms / 1000);
    timer.it_value.tv_usec = static_cast<suseconds_t>(ms % 1000 * 1000);
    setitimer(ITIMER_PROF, &timer, nullptr);
    alarm(ms == 0 ? 0 : static_cast<unsigned>(60 + ms / 50)); // others may keep it waiting
}

/// In a process of its own: every mutation is written down before it is read.
int read_mutations(const settings& with, const victim& of, const fs::path& folder,
                   std::uint64_t first, progress& done) {
    const std::vector<std::byte> whole = bytes_of(of.file);
    std::vector<std::byte> document = bytes_of(of.document);
    const bool breaks_buffer = of.file != of.document;
    for (const fs::path& buffer : buffers_beside(of.document)) {
        write_bytes(folder / buffer.filename(), bytes_of(buffer));
    }
    const fs::path name = folder / of.document.filename();
    write_bytes(name, document);
    jounce::gltf::read_limits limits;
    limits.need_all_buffers = false; // a turned letter in a name should not end the reading
    limits.surfaces.read_images = true;
    limits.surfaces.need_tangents = true;
    limits.surfaces.max_image_bytes = 64U << 20U; // a turned bit in a width may ask for gigabytes
    for (std::uint64_t m = first; m < with.count; ++m) {
        const std::vector<std::byte> broken = mutation(whole, with.seed, m);
        write_bytes(folder / of.file.filename(), broken);
        done.mutations = m + 1;
        limit_time(with.max_ms);
        const double start = processor_ms();
        const bool accepted = read_whole(breaks_buffer ? document : broken, name, limits);
        done.longest_ms = std::max(done.longest_ms, processor_ms() - start);
        limit_time(0);
        ++(accepted ? done.accepted : done.refused);
        done.peak_mb = std::max(done.peak_mb, peak_mb());
        if (done.peak_mb > static_cast<double>(with.max_mb)) {
            return exit_too_much_memory;
        }
    }
    fs::remove_all(folder);
    return 0;
}

bool was_too_slow(int status) {
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM);
}

std::string what_happened(int status, const settings& with) {
    if (was_too_slow(status)) {
        return "took more than " + std::to_string(with.max_ms) + " ms";
    }
    if (WIFSIGNALED(status)) {
        return "ended by signal " + std::to_string(WTERMSIG(status));
    }
    if (WEXITSTATUS(status) == exit_too_much_memory) {
        return "took more than " + std::to_string(with.max_mb) + " MB";
    }
    return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

/// Reads all mutations from one on in a process of its own. @return what waitpid says of it
int status_of_reading(const settings& with, const victim& of, const fs::path& folder,
                      std::uint64_t first, progress& done) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        std::exit(read_mutations(with, of, folder, first, done)); // leaks are looked for at the end
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        std::fputs("jounce_mutate: cannot start a process\n", stderr);
        std::exit(exit_wrong);
    }
    return status;
}

/// @return whether nothing was found
bool break_file(const settings& with, const victim& of, std::size_t index, progress& done) {
    done = {};
    const fs::path folder = with.keep / std::to_string(index);
    int status = status_of_reading(with, of, folder, 0, done);
    std::uint64_t slow = done.mutations;
    for (int attempt = 1; was_too_slow(status) && attempt < attempts; ++attempt) {
        std::fprintf(stderr, "jounce_mutate: %s: mutation %llu took more than %llu ms, once more\n",
                     of.file.c_str(), static_cast<unsigned long long>(slow),
                     static_cast<unsigned long long>(with.max_ms));
        status = status_of_reading(with, of, folder, slow - 1, done);
        if (done.mutations != slow) { // another one
            slow = done.mutations;
            attempt = 0;
        }
    }
    const std::string name = of.file == of.document ? of.file.filename().string()
                                                    : of.document.filename().string() + " " +
                                                          of.file.filename().string();
    std::printf("%-64s %9llu %9llu %9llu %10.1f %8.0f\n", name.c_str(),
                static_cast<unsigned long long>(done.mutations),
                static_cast<unsigned long long>(done.accepted),
                static_cast<unsigned long long>(done.refused), done.longest_ms, done.peak_mb);
    std::fflush(stdout);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return true;
    }
    std::fprintf(stderr, "jounce_mutate: %s: mutation %llu of seed %llu %s; it is kept in %s\n",
                 of.file.c_str(), static_cast<unsigned long long>(done.mutations),
                 static_cast<unsigned long long>(with.seed), what_happened(status, with).c_str(),
                 folder.c_str());
    return false;
}

} // namespace

int main(int count, char** given) try {
    if (count > 1 && std::string_view(given[1]) == "--help") {
        jounce::test::print_mutate_usage(stdout);
        return 0;
    }
    settings with;
    if (!jounce::test::take_arguments(count, given, with)) {
        return exit_wrong;
    }
    const std::vector<victim> victims = jounce::test::victims_of(with.files);
    if (victims.empty()) {
        std::fputs("jounce_mutate: no .gltf, .glb or .vrm file given; see --help\n", stderr);
        return exit_wrong;
    }
    void* shared =
        mmap(nullptr, sizeof(progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        std::fputs("jounce_mutate: no memory\n", stderr);
        return exit_wrong;
    }
    auto* done = new (shared) progress;
    std::printf("%-64s %9s %9s %9s %10s %8s\n", "file", "mutations", "accepted", "refused",
                "longest ms", "peak MB");
    for (std::size_t v = 0; v < victims.size(); ++v) {
        if (!break_file(with, victims[v], v, *done)) {
            return exit_found;
        }
    }
    return 0;
} catch (const std::exception& failed) {
    std::fprintf(stderr, "jounce_mutate: %s\n", failed.what());
    return exit_wrong;
}
