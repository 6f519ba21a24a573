#pragma once

// Output of `jounce replay` for a case.

#include <jounce/modules/dev/replay/replay.hpp>
#include <jounce/modules/dev/replay/stable_replay.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace jounce::cli {

/// A case that could be replayed, or why it could not. `Report` is `replay::report` or
/// `replay::stable_report`.
template <class Report> struct outcome {
    std::string name;
    std::string error; ///< empty if there is a report
    Report report;

    bool pass() const { return error.empty() && report.pass; }
};

// Numbers that are not finite become null.

nlohmann::ordered_json to_json(const replay::report& from);
nlohmann::ordered_json to_json(const replay::stable_report& from);

// Cases that could not be replayed are left out: that has been said.

void print_table(const std::vector<outcome<replay::report>>& outcomes);
void print_table(const std::vector<outcome<replay::stable_report>>& outcomes);

} // namespace jounce::cli
