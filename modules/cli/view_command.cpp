#include <jounce/modules/cli/commands.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#if __has_include(<unistd.h>)
#include <unistd.h>
#define JOUNCE_CAN_BECOME_A_PROGRAM 1
#endif

namespace jounce::cli {
namespace {

constexpr const char* viewer_name = "jounce-view";

constexpr const char* how_to_get_it =
    "it is built with jounce where bgfx, libpng and Dear ImGui are; \"./run view FILE\" in "
    "jounce's folder installs these, builds it and runs it";

} // namespace

int view_command(arguments given) {
    // The viewer is a program of its own, so that this one needs no graphics (ADR 0073).
    std::error_code unknown;
    const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", unknown);
    const std::filesystem::path folder = own.parent_path();
    const std::filesystem::path beside = folder / viewer_name;
    std::error_code no_file;
    const bool is_there = !unknown && std::filesystem::is_regular_file(beside, no_file);
    if (!unknown && !is_there) {
        std::fprintf(stderr, "jounce view: no_viewer: %s is not in %s; %s\n", viewer_name,
                     folder.string().c_str(), how_to_get_it);
        return exit_wrong;
    }
#ifdef JOUNCE_CAN_BECOME_A_PROGRAM
    // Where this program is unknown, the folders of PATH are searched.
    std::string program = is_there ? beside.string() : viewer_name;
    std::vector<std::string> words(given.begin(), given.end());
    std::vector<char*> pointers = {program.data()};
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    std::fflush(nullptr);
    execvp(program.c_str(), pointers.data());
    std::fprintf(stderr, "jounce view: no_viewer: %s: %s; %s\n", program.c_str(),
                 std::strerror(errno), how_to_get_it);
#else
    std::fprintf(stderr, "jounce view: no_viewer: start %s itself on this system; %s\n",
                 viewer_name, how_to_get_it);
#endif
    return exit_wrong;
}

} // namespace jounce::cli
