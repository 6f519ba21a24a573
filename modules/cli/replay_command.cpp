#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/replay/folders.hpp>
#include <jounce/modules/replay/replay.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace jounce::cli {
namespace {

using nlohmann::ordered_json;

/// A case that could be replayed, or why it could not.
struct outcome {
    std::string name;
    std::string error; ///< empty if there is a report
    replay::report report;

    bool pass() const { return error.empty() && report.pass; }
};

const char* precision_name(replay::precision with) {
    return with == replay::precision::f64 ? "f64" : "f32";
}

/// Errors that are not finite become null.
ordered_json to_json(const outcome& from) {
    if (!from.error.empty()) {
        return {{"case", from.name}, {"error", from.error}, {"pass", false}};
    }
    const replay::report& r = from.report;
    ordered_json out = {{"case", r.name},
                        {"frames", r.frames},
                        {"extent", r.extent},
                        {"max_error_bones", r.max_error_bones},
                        {"max_error_rst", r.max_error_rst},
                        {"max_error_vertices", r.max_error_vertices},
                        {"max_error_masses", r.max_error_masses},
                        {"tolerance", r.tolerance},
                        {"deviation", r.deviation},
                        {"precision", precision_name(r.with)},
                        {"isa", r.isa},
                        {"lanes_agree", r.lanes_agree},
                        {"pass", r.pass}};
    for (const replay::array_error& array : r.arrays) {
        out["arrays"].push_back({{"name", array.name},
                                 {"max_error", array.max_error},
                                 {"frame", array.frame},
                                 {"element", array.element}});
    }
    return out;
}

void print_json(const ordered_json& value) {
    // Names come from files, and may hold anything.
    std::printf("%s\n", value.dump(-1, ' ', false, ordered_json::error_handler_t::replace).c_str());
}

void print_table(const std::vector<outcome>& outcomes) {
    std::printf("%-36s %6s %9s %9s %9s %9s %9s %9s  %s\n", "case", "frames", "extent", "bones",
                "masses", "rst", "vertices", "allowed", "result");
    for (const outcome& o : outcomes) {
        if (!o.error.empty()) {
            continue; // has been said
        }
        const replay::report& r = o.report;
        std::printf("%-36s %6lld %9.3g %9.2e %9.2e %9.2e %9.2e %9.2e  %s\n", r.name.c_str(),
                    static_cast<long long>(r.frames), r.extent, r.max_error_bones,
                    r.max_error_masses, r.max_error_rst, r.max_error_vertices, r.tolerance,
                    !r.lanes_agree ? "LANES DIFFER"
                    : r.pass       ? "pass"
                                   : "MISMATCH");
    }
}

std::vector<outcome> replay_all(const std::vector<replay::case_folder>& folders,
                                replay::precision with) {
    std::vector<outcome> out;
    for (const replay::case_folder& folder : folders) {
        const result<std::vector<replay::report>> reports = replay_folder(folder, with);
        if (!reports) {
            std::fprintf(stderr, "jounce replay: %s\n", reports.why().message.c_str());
            out.push_back({folder.path.string(), reports.why().message, {}});
            continue;
        }
        for (const replay::report& one : *reports) {
            out.push_back({one.name, "", one});
        }
    }
    return out;
}

} // namespace

int replay_command(arguments given) {
    std::string folder;
    std::string solver = "reference";
    std::string precision = "f32";
    bool as_json = false;
    const command_line takes = {
        "jounce replay",
        "Steps golden cases through the kernels and compares every recorded number.",
        {{"DIR", "folder with case.json, run.json or unit.json, or with such folders in it",
          &folder}},
        {{"--solver", "NAME", "reference, the published method (default; the only one so far)",
          choice{&solver, {"reference"}}},
         {"--precision", "f32|f64", "floats as at run time (default), or doubles",
          choice{&precision, {"f32", "f64"}}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    const result<std::vector<replay::case_folder>> folders = replay::find_cases(folder);
    if (!folders) {
        std::fprintf(stderr, "jounce replay: %s\n", folders.why().message.c_str());
        if (as_json) {
            print_json(to_json({folder, folders.why().message, {}}));
        }
        return exit_wrong;
    }
    const std::vector<outcome> outcomes =
        replay_all(*folders, precision == "f64" ? replay::precision::f64 : replay::precision::f32);

    int code = exit_ok;
    ordered_json list = ordered_json::array();
    for (const outcome& o : outcomes) {
        list.push_back(to_json(o));
        code = std::max(code, !o.error.empty() ? exit_wrong : o.pass() ? exit_ok : exit_failed);
    }
    const bool is_single =
        folders->size() == 1 && folders->front().path == folder && outcomes.size() == 1;
    if (!as_json) {
        print_table(outcomes);
    } else if (is_single) {
        print_json(list.front());
    } else {
        print_json({{"cases", list}, {"pass", code == exit_ok}});
    }
    return code;
}

} // namespace jounce::cli
