#include <jounce/modules/dev/replay/folders.hpp>

#include <jounce/modules/dev/replay/limits.hpp>
#include <jounce/modules/dev/replay/read_golden.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>
#include <jounce/modules/dev/replay/tissue_replay.hpp>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace jounce::replay {
namespace {

namespace fs = std::filesystem;

struct case_file {
    const char* name;
    folder_kind kind;
};

constexpr case_file case_files[] = {{"case.json", folder_kind::synthetic},
                                    {"run.json", folder_kind::model_run},
                                    {"unit.json", folder_kind::units}};

std::optional<folder_kind> kind_of(const fs::path& folder) {
    for (const case_file& file : case_files) {
        std::error_code ignored; // what cannot be looked at is reported when it is read
        if (fs::exists(fs::symlink_status(folder / file.name, ignored))) {
            return file.kind == folder_kind::synthetic && is_tissue_case(folder)
                       ? folder_kind::tissue
                       : file.kind;
        }
    }
    return std::nullopt;
}

std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> out;
    std::error_code code;
    fs::directory_iterator entry(folder, code);
    for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
        std::error_code ignored;
        if (fs::is_directory(entry->symlink_status(ignored))) {
            out.push_back(entry->path());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

void search(const fs::path& folder, int depth, std::vector<case_folder>& found) {
    if (const std::optional<folder_kind> kind = kind_of(folder)) {
        found.push_back({folder, *kind});
        return;
    }
    if (depth == max_folder_depth) {
        return;
    }
    for (const fs::path& inner : folders_in(folder)) {
        if (found.size() < static_cast<std::size_t>(max_cases)) {
            search(inner, depth + 1, found);
        }
    }
}

result<std::vector<report>> only(result<golden_case> recorded, precision with) {
    if (!recorded) {
        return recorded.error();
    }
    result<report> replayed = replay_case(*recorded, with);
    if (!replayed) {
        return replayed.error();
    }
    return std::vector<report>{*std::move(replayed)};
}

result<std::vector<report>> replay_flesh(const fs::path& folder, precision with) {
    const result<golden_tissue> recorded = read_tissue_case(folder);
    if (!recorded) {
        return recorded.error();
    }
    result<report> replayed = replay_tissue(*recorded, with);
    if (!replayed) {
        return replayed.error();
    }
    return std::vector<report>{*std::move(replayed)};
}

result<std::vector<report>> replay_units(const fs::path& folder, precision with) {
    const result<unit_cases> units = read_units(folder);
    if (!units) {
        return units.error();
    }
    std::vector<result<report>> replayed = {replay_segments(units->segments, with)};
    for (const golden_case& trajectory : units->trajectories) {
        replayed.push_back(replay_case(trajectory, with));
    }
    std::vector<report> out;
    for (result<report>& one : replayed) {
        if (!one) {
            return one.error();
        }
        out.push_back(*std::move(one));
    }
    return out;
}

} // namespace

result<std::vector<case_folder>> find_cases(const fs::path& folder) {
    std::error_code code;
    const fs::file_status status = fs::status(folder, code);
    if (!fs::is_directory(status)) {
        return error{errors::not_a_folder,
                     folder.string() + (fs::exists(status)
                                            ? ": is not a folder; give the one that has case.json"
                                            : ": does not exist; check the path")};
    }
    std::vector<case_folder> found;
    search(folder, 0, found);
    if (found.empty()) {
        return error{errors::no_case, folder.string() +
                                          ": has no case.json, run.json or unit.json, nor "
                                          "has a folder in it; give a folder of golden "
                                          "cases"};
    }
    return found;
}

result<std::vector<report>> replay_folder(const case_folder& folder, precision with) {
    switch (folder.kind) {
    case folder_kind::synthetic: return only(read_case(folder.path), with);
    case folder_kind::model_run: return only(read_run(folder.path), with);
    case folder_kind::tissue: return replay_flesh(folder.path, with);
    case folder_kind::units: break;
    }
    return replay_units(folder.path, with);
}

} // namespace jounce::replay
