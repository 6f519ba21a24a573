#pragma once

#include <jounce/modules/dev/bench/sweep.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jounce::bench {

/// One JSON object: the machine, every point of every sweep, what profiling costs.
std::string sweeps_json(const bench_sweeps& of);

/// Tables for people.
std::string sweeps_table(const bench_sweeps& of);

struct chart_file {
    std::string name; ///< with .svg
    std::string svg;
};
/// Cost per system stacked, for each sweep; and curves: time per character over characters, speed over
/// threads; time to bind a mesh, over its vertices and its bones.
std::vector<chart_file> sweep_charts(const bench_sweeps& of);

/// Makes the folder where it is missing, and looks whether files can be written there.
/// Error name: `cannot_write`.
std::optional<error> prepare_folder(const std::filesystem::path& folder);

/// Writes bench.json and the charts into a folder, which is made where it is missing.
/// Error name: `cannot_write`.
std::optional<error> write_sweeps(const bench_sweeps& of, const std::filesystem::path& folder);

} // namespace jounce::bench
