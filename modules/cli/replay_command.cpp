#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/cli/replay_output.hpp>
#include <jounce/modules/dev/replay/folders.hpp>
#include <jounce/modules/dev/replay/replay.hpp>
#include <jounce/modules/dev/replay/stable_replay.hpp>
#include <jounce/modules/json/document.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace jounce::cli {
namespace {

using nlohmann::ordered_json;

ordered_json failure(const std::string& name, const std::string& error) {
    return {{"case", name}, {"error", error}, {"pass", false}};
}

void print_json(const ordered_json& value) {
    // Names come from files, and may hold anything.
    std::printf("%s\n", value.dump(-1, ' ', false, ordered_json::error_handler_t::replace).c_str());
}

/// What replays a folder with one of the solvers.
template <class Report>
using replayer = result<std::vector<Report>> (*)(const replay::case_folder&, replay::precision);

template <class Report>
std::vector<outcome<Report>> replay_all(const std::vector<replay::case_folder>& folders,
                                        replay::precision with, replayer<Report> replay_one) {
    std::vector<outcome<Report>> out;
    std::vector<std::string> refused; // said when the bar is gone
    progress_bar bar("reading");
    for (std::size_t f = 0; f < folders.size(); ++f) {
        const replay::case_folder& folder = folders[f];
        bar.show(json::printable(folder.path.filename().string()), static_cast<std::int64_t>(f),
                 static_cast<std::int64_t>(folders.size()));
        const result<std::vector<Report>> reports = replay_one(folder, with);
        if (!reports) {
            refused.push_back(reports.error().message);
            out.push_back({folder.path.string(), reports.error().message, {}});
            continue;
        }
        for (const Report& one : *reports) {
            out.push_back({one.name, "", one});
        }
    }
    bar.wipe();
    for (const std::string& message : refused) {
        std::fprintf(stderr, "jounce replay: %s\n", message.c_str());
    }
    return out;
}

/// Replays, prints, and gives the exit code.
template <class Report>
int answer(const std::string& folder, const std::vector<replay::case_folder>& folders,
           replay::precision with, bool as_json, replayer<Report> replay_one) {
    const std::vector<outcome<Report>> outcomes = replay_all(folders, with, replay_one);
    int code = exit_ok;
    ordered_json list = ordered_json::array();
    for (const outcome<Report>& o : outcomes) {
        list.push_back(o.error.empty() ? to_json(o.report) : failure(o.name, o.error));
        code = std::max(code, !o.error.empty() ? exit_wrong : o.pass() ? exit_ok : exit_failed);
    }
    const bool is_single =
        folders.size() == 1 && folders.front().path == folder && outcomes.size() == 1;
    if (!as_json) {
        print_table(outcomes);
    } else if (is_single) {
        print_json(list.front());
    } else {
        print_json({{"cases", list}, {"pass", code == exit_ok}});
    }
    return code;
}

} // namespace

int replay_command(arguments given) {
    std::string folder;
    std::string solver = "reference";
    std::string precision = "f32";
    bool as_json = false;
    const command_line takes = {
        "jounce replay",
        "Steps golden cases through the kernels: compares every recorded number, or plays their "
        "motion\nat several frame rates.",
        {{"DIR", "folder with case.json, run.json or unit.json, or with such folders in it",
          &folder}},
        {{"--solver", "NAME",
          "reference: the published method against the record (default);\n"
          "                             stable: the same motion at 24 to 240 fps, bounds, settling",
          choice{&solver, {"reference", "stable"}}},
         {"--precision", "f32|f64", "floats as at run time (default), or doubles",
          choice{&precision, {"f32", "f64"}}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    const result<std::vector<replay::case_folder>> folders = replay::find_cases(folder);
    if (!folders) {
        std::fprintf(stderr, "jounce replay: %s\n", folders.error().message.c_str());
        if (as_json) {
            print_json(failure(folder, folders.error().message));
        }
        return exit_wrong;
    }
    const replay::precision with =
        precision == "f64" ? replay::precision::f64 : replay::precision::f32;
    if (solver == "stable") {
        return answer<replay::stable_report>(folder, *folders, with, as_json,
                                             &replay::replay_stable_folder);
    }
    return answer<replay::report>(folder, *folders, with, as_json, &replay::replay_folder);
}

} // namespace jounce::cli
