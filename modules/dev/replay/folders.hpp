#pragma once

#include <jounce/modules/dev/replay/replay.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::replay {

enum class folder_kind : std::uint8_t { synthetic, model_run, units, tissue };

/// A folder with a case file in it.
struct case_folder {
    std::filesystem::path path;
    folder_kind kind = folder_kind::synthetic;
};

/// The folder itself if it has a case file, else all below it that have one, by name. Links to
/// folders are not followed. It is an error to find none.
result<std::vector<case_folder>> find_cases(const std::filesystem::path& folder);

/// Replays all that the folder records: one report, or one per case of a unit file.
result<std::vector<report>> replay_folder(const case_folder& folder, precision with);

} // namespace jounce::replay
