#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/standard_streams.hpp>
#include <jounce/modules/cli/version_text.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace jounce::cli;

constexpr command commands[] = {
    {"bench", "measure what every system costs on a crowd", &bench_command},
    {"bind", "give the meshes of a model weights for its bones", &bind_command},
    {"decompose", "turn a mesh that deforms into bones, weights and clips", &decompose_command},
    {"inspect", "show a model's bones, clips and springs, and what is wrong", &inspect_command},
    {"plot", "draw what a spring tail does at several frame rates", &plot_command},
    {"replay", "step recorded golden cases and compare", &replay_command},
    {"simulate", "bake springs and flesh of a model into its clips", &simulate_command},
    {"suggest", "find bones of a model that should swing", &suggest_command},
    {"tissue", "bake flesh that gives way for the skin of a model", &tissue_command},
    {"view", "show a character and tune its springs, in a window or as pictures", &view_command},
};

void print_help(std::FILE* to) {
    std::fprintf(to, "jounce: secondary motion for skinned characters\n\n"
                     "usage: jounce COMMAND [options]\n\n");
    for (const command& c : commands) {
        std::fprintf(to, "  %-10.*s %.*s\n", static_cast<int>(c.name.size()), c.name.data(),
                     static_cast<int>(c.summary.size()), c.summary.data());
    }
    std::fprintf(
        to, "\njounce COMMAND --help says what a command takes, jounce --version what this is\n");
}

int run(arguments given) {
    if (given.empty()) {
        print_help(stderr);
        return exit_wrong;
    }
    const std::string_view name = given.front();
    if (name == "--help" || name == "-h" || name == "help") {
        print_help(stdout);
        return exit_ok;
    }
    if (name == "--version" || name == "version") {
        std::fputs(version_text().c_str(), stdout);
        return exit_ok;
    }
    std::vector<std::string_view> known = {"--help", "--version"};
    for (const command& c : commands) {
        if (c.name == name) {
            return c.run(given.subspan(1));
        }
        known.push_back(c.name);
    }
    const std::string near = jounce::near_word(name, known);
    std::fprintf(stderr, "jounce: unknown %s \"%.*s\"%s%s; see jounce --help\n",
                 name.substr(0, 1) == "-" ? "option" : "command", static_cast<int>(name.size()),
                 name.data(), near.empty() ? "" : ", ", near.c_str());
    return exit_wrong;
}

} // namespace

int main(int count, char** words) {
    // Nothing is expected to throw; memory may still run out.
    try {
        prepare_process();
        const std::size_t given = count > 0 ? static_cast<std::size_t>(count) - 1 : 0;
        return after_printing(run(arguments(words + (count > 0 ? 1 : 0), given)));
    } catch (const std::exception& wrong) {
        std::fprintf(stderr, "jounce: %s\n", wrong.what());
    } catch (...) {
        std::fprintf(stderr, "jounce: unknown error\n");
    }
    return exit_wrong;
}
