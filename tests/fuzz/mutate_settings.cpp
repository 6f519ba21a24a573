#include "mutate_settings.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace jounce::test {
namespace {

namespace fs = std::filesystem;

bool take_number(std::string_view text, std::uint64_t least, std::uint64_t& to) {
    const auto end = text.data() + text.size();
    const auto [stopped, code] = std::from_chars(text.data(), end, to);
    return code == std::errc() && stopped == end && to >= least && to <= 1'000'000'000;
}

} // namespace

void print_mutate_usage(std::FILE* to) {
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

bool take_arguments(int count, char** given, mutate_settings& to) {
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

} // namespace jounce::test
