#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/dev/plot/line_chart.hpp>
#include <jounce/modules/dev/replay/folders.hpp>
#include <jounce/modules/dev/replay/read_golden.hpp>
#include <jounce/modules/dev/replay/resample.hpp>
#include <jounce/modules/dev/replay/tail_traces.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/files/suffix.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::cli {
namespace {

constexpr std::size_t most_rates = 6; ///< more cannot be told apart
constexpr double shown_before = 0.25; ///< seconds, of the hold before the motion
constexpr double shown_after = 3;     ///< of the hold after it

/// "24,30,60" as numbers, the fastest first; nothing if it is not such a list.
std::optional<std::vector<int>> rates_of(std::string_view list) {
    std::vector<int> out;
    while (out.size() < most_rates) {
        const std::size_t comma = list.find(',');
        const std::string_view word = list.substr(0, comma);
        int fps = 0;
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), fps);
        if (code != std::errc() || end != word.data() + word.size() || fps < 1 || fps > 1000 ||
            std::find(out.begin(), out.end(), fps) != out.end()) {
            return std::nullopt;
        }
        out.push_back(fps);
        if (comma == std::string_view::npos) {
            std::sort(out.begin(), out.end(), std::greater<>());
            return out;
        }
        list.remove_prefix(comma + 1);
    }
    return std::nullopt;
}

result<replay::golden_case> read_one(const std::string& folder) {
    const result<std::vector<replay::case_folder>> found = replay::find_cases(folder);
    if (!found) {
        return found.error();
    }
    const replay::case_folder& first = found->front();
    if (found->size() > 1 || first.kind == replay::folder_kind::units) {
        return error{errors::not_one_case,
                     folder + ": has more than one case; give a folder with one case.json or "
                              "run.json"};
    }
    if (first.kind == replay::folder_kind::tissue) {
        return error{errors::unsupported,
                     folder + ": records flesh; give a folder that records springs"};
    }
    return first.kind == replay::folder_kind::synthetic ? replay::read_case(first.path)
                                                        : replay::read_run(first.path);
}

plot::panel make_panel(const replay::tail_traces& traces,
                       std::vector<double> replay::tail_trace::*solver, const char* title) {
    plot::panel out;
    out.title = title;
    double most = 0;
    for (const replay::tail_trace& rate : traces.rates) {
        const double step = 1.0 / rate.fps;
        out.curves.push_back(
            {std::to_string(rate.fps) + " fps", step - replay::hold_before, step, rate.*solver});
        for (const double value : rate.*solver) {
            most = std::isfinite(value) ? std::max(most, value) : most;
        }
    }
    out.y_most = most > 0 ? 1.05 * most : 1;
    return out;
}

plot::line_chart make_chart(const replay::golden_case& recorded,
                            const replay::tail_traces& traces) {
    plot::line_chart out;
    out.title = recorded.name + ": the tail of spring bone " + std::to_string(traces.bone);
    out.x_label = "time since the motion starts, s";
    out.y_label = "from the animation, m";
    const double end = replay::motion_end(recorded) - replay::hold_before;
    out.x_least = -shown_before;
    out.x_most = end + shown_after;
    out.marks = {{end, "motion ends"}};
    plot::panel reference =
        make_panel(traces, &replay::tail_trace::reference, "reference solver: one step per frame");
    plot::panel stable =
        make_panel(traces, &replay::tail_trace::stable, "stable solver: 120 ticks per second");
    // One scale for both where that leaves something to be seen of either.
    const auto [low, high] = std::minmax({reference.y_most, stable.y_most});
    if (high < 4 * low) {
        reference.y_most = stable.y_most = high;
    }
    out.panels = {std::move(reference), std::move(stable)};
    return out;
}

int refuse_plot(const std::string& message) {
    std::fprintf(stderr, "jounce plot: %s\n", message.c_str());
    return exit_wrong;
}

} // namespace

int plot_command(arguments given) {
    std::string folder;
    std::string file;
    std::string bone_name;
    std::string rate_list = "24,30,60,240";
    const command_line takes = {
        "jounce plot",
        "Draws how far a spring tail swings from the animation, at several frame rates, as SVG.",
        {{"DIR", "folder with one case.json or run.json", &folder}},
        {{"-o", "FILE", "the SVG to write", text{&file}},
         {"--bone", "NAME", "spring bone by index or name (default: the one that swings farthest)",
          text{&bone_name}},
         {"--fps", "LIST", "one to six frame rates from 1 to 1000 (default 24,30,60,240)",
          text{&rate_list}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    if (file.empty()) {
        return refuse_plot("-o FILE is missing; see jounce plot --help");
    }
    if (const std::optional<error> wrong = check_suffix(file, ".svg", "a drawing")) {
        return refuse_plot(wrong->message);
    }
    const std::optional<std::vector<int>> rates = rates_of(rate_list);
    if (!rates) {
        return refuse_plot("--fps \"" + rate_list +
                           "\" is not a list of one to six different numbers "
                           "from 1 to 1000, as in 24,60; see jounce plot --help");
    }
    const result<replay::golden_case> recorded = read_one(folder);
    if (!recorded) {
        return refuse_plot(recorded.error().message);
    }
    std::optional<std::int32_t> bone;
    if (!bone_name.empty()) {
        const result<std::int32_t> found = replay::find_spring(*recorded, bone_name);
        if (!found) {
            return refuse_plot(found.error().message);
        }
        bone = *found;
    }
    progress_bar bar("playing " + recorded->name);
    const result<replay::tail_traces> traces = replay::trace_tail(*recorded, *rates, bone);
    bar.wipe();
    if (!traces) {
        return refuse_plot(traces.error().message);
    }
    const std::string svg = plot::to_svg(make_chart(*recorded, *traces));
    if (const std::optional<error> wrong = replace_file(file, svg)) {
        return refuse_plot(wrong->message);
    }
    std::printf("%s\n", file.c_str());
    return exit_ok;
}

} // namespace jounce::cli
