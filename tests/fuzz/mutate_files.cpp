// Breaks given model files in many ways and reads each: no crash, no hang, no more memory than
// allowed. What breaks a rule is kept.

#include "mutation.hpp"
#include "read_whole.hpp"

#include <jounce/modules/gltf/buffers.hpp>

#include <nlohmann/json.hpp>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
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
using jounce::test::mutation;
using jounce::test::read_whole;

namespace {

struct settings {
    std::uint64_t count = 1000;
    std::uint64_t seed = 1;
    std::uint64_t max_ms = 2000; ///< of processor time, so that waiting for others breaks no rule
    std::uint64_t max_mb = 1024; ///< of the process, sanitizers' own included
    fs::path keep = "mutated";
    std::vector<fs::path> files;
};

/// A file to break, and the document through which it is read: the file itself, or one that names it
/// as a buffer.
struct victim {
    fs::path file;
    fs::path document;
};

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

void usage(std::FILE* to) {
    std::fputs(
        "usage: jounce_mutate [options] FILE|FOLDER...\n\n"
        "Cuts off and turns over bits of .gltf, .glb and .vrm files and of the buffers beside\n"
        "them, and reads what comes out. Prints a line per file; stops at the first that\n"
        "crashes, takes too long or too much memory, and keeps it.\n\n"
        "  --count N    ways to break each file (default 1000)\n"
        "  --seed N     other ways (default 1)\n"
        "  --max-ms N   of processor time for one reading, the best of three (default 2000)\n"
        "  --max-mb N   of memory (default 1024)\n"
        "  --keep DIR   folder for what is being read (default ./mutated)\n\n"
        "exit: 0 nothing found, 1 something found, 2 wrong usage or input\n",
        to);
}

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

bool is_model(const fs::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".gltf" || ending == ".glb" || ending == ".vrm";
}

/// Buffers that a document names and that are there.
std::vector<fs::path> buffers_beside(const fs::path& document) {
    std::vector<fs::path> out;
    if (document.extension() != ".gltf") {
        return out;
    }
    std::ifstream stream(document, std::ios::binary);
    const nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
    if (!json.is_object() || !json.contains("buffers") || !json["buffers"].is_array()) {
        return out;
    }
    for (const nlohmann::json& buffer : json["buffers"]) {
        const auto uri = buffer.is_object() ? buffer.find("uri") : buffer.end();
        if (!buffer.is_object() || uri == buffer.end() || !uri->is_string()) {
            continue;
        }
        const fs::path name = jounce::gltf::path_of_uri(uri->get<std::string>()).path;
        // Only plain names: what is written for the reader must not leave the folder for it.
        if (!name.empty() && name == name.filename() &&
            fs::is_regular_file(document.parent_path() / name) &&
            std::find(out.begin(), out.end(), document.parent_path() / name) == out.end()) {
            out.push_back(document.parent_path() / name);
        }
    }
    return out;
}

std::vector<victim> victims_of(const std::vector<fs::path>& given) {
    std::vector<fs::path> documents;
    for (const fs::path& path : given) {
        if (!fs::is_directory(path)) {
            documents.push_back(path);
            continue;
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
            if (entry.is_regular_file() && is_model(entry.path())) {
                documents.push_back(entry.path());
            }
        }
    }
    std::sort(documents.begin(), documents.end()); // folders have no order of their own
    std::vector<victim> out;
    for (const fs::path& document : documents) {
        out.push_back({document, document});
        for (const fs::path& buffer : buffers_beside(document)) {
            out.push_back({buffer, document});
        }
    }
    return out;
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

bool take_number(std::string_view text, std::uint64_t least, std::uint64_t& to) {
    const auto end = text.data() + text.size();
    const auto [stopped, code] = std::from_chars(text.data(), end, to);
    return code == std::errc() && stopped == end && to >= least && to <= 1'000'000'000;
}

/// @return whether the command line makes sense; if not, a message was printed
bool take_arguments(int count, char** given, settings& to) {
    for (int i = 1; i < count; ++i) {
        const std::string_view name = given[i];
        if (!name.starts_with("--")) {
            if (!fs::exists(name)) {
                std::fprintf(stderr, "jounce_mutate: %s: there is no such file or folder\n",
                             given[i]);
                return false;
            }
            to.files.emplace_back(name);
            continue;
        }
        const std::string_view value = i + 1 < count ? given[++i] : "";
        const bool good = name == "--count"    ? take_number(value, 1, to.count)
                          : name == "--seed"   ? take_number(value, 0, to.seed)
                          : name == "--max-ms" ? take_number(value, 1, to.max_ms)
                          : name == "--max-mb" ? take_number(value, 1, to.max_mb)
                          : name == "--keep"   ? !(to.keep = value).empty()
                                               : false;
        if (!good) {
            std::fprintf(stderr,
                         "jounce_mutate: %s '%s': unknown option or wrong value; see --help\n",
                         std::string(name).c_str(), std::string(value).c_str());
            return false;
        }
    }
    return true;
}

} // namespace

int main(int count, char** given) try {
    if (count > 1 && std::string_view(given[1]) == "--help") {
        usage(stdout);
        return 0;
    }
    settings with;
    if (!take_arguments(count, given, with)) {
        return exit_wrong;
    }
    const std::vector<victim> victims = victims_of(with.files);
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
