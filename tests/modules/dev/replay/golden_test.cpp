#include "case_files.hpp"
#include "golden_folder.hpp"

#include <jounce/modules/dev/replay/folders.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce_test;
using replay::precision;

namespace {

/// Runs the rest of a test on one level and goes back to the one before.
class on_level {
public:
    explicit on_level(isa_level level) : before_(active_isa()) { REQUIRE(select_isa(level)); }
    ~on_level() { select_isa(before_); }
    on_level(const on_level&) = delete;
    on_level& operator=(const on_level&) = delete;

private:
    isa_level before_;
};

std::vector<isa_level> levels() {
    const auto supported = supported_isa_levels();
    return {supported.begin(), supported.end()};
}

/// Replays every case below the folder, and gives how many there were.
std::size_t check_all(const fs::path& folder, precision with) {
    const result<std::vector<replay::case_folder>> cases = replay::find_cases(folder);
    REQUIRE(cases);
    std::size_t count = 0;
    for (const replay::case_folder& one : *cases) {
        const result<std::vector<replay::report>> reports = replay_folder(one, with);
        INFO(one.path.string() << (reports ? "" : reports.error().message));
        REQUIRE(reports);
        for (const replay::report& report : *reports) {
            INFO(report.name << " on " << report.isa << ", allowed " << report.tolerance
                             << ", bones " << report.max_error_bones << ", masses "
                             << report.max_error_masses << ", rst " << report.max_error_rst
                             << ", vertices " << report.max_error_vertices);
            CHECK(report.lanes_agree);
            CHECK(report.pass);
            ++count;
        }
    }
    return count;
}

} // namespace

TEST_CASE("the synthetic cases are reproduced", "[golden]") {
    const isa_level level = GENERATE(from_range(levels()));
    const precision with = GENERATE(precision::f64, precision::f32);
    const on_level scope(level);
    CHECK(check_all(synthetic_folder(), with) == 10);
}

TEST_CASE("a model with a mesh is reproduced", "[golden]") {
    const isa_level level = GENERATE(from_range(levels()));
    const precision with = GENERATE(precision::f64, precision::f32);
    const on_level scope(level);
    const temporary_folder folder;
    CHECK(check_all(make_model(folder), with) == 1);
}

TEST_CASE("the published models and unit cases are reproduced", "[golden]") {
    const fs::path folder = shared_golden();
    const isa_level level = GENERATE(from_range(levels()));
    const precision with = GENERATE(precision::f64, precision::f32);
    const on_level scope(level);
    // Ten runs, eighteen trajectories of one bone and the table of transforms.
    CHECK(check_all(folder / "models", with) == 29);
}

TEST_CASE("the levels that promise the same bits keep it", "[golden]") {
    const std::vector<isa_level> all = levels();
    if (std::find(all.begin(), all.end(), isa_level::v2) == all.end() ||
        std::find(all.begin(), all.end(), isa_level::v3) == all.end()) {
        SKIP("this machine has only one of the portable levels");
    }
    const replay::case_folder folder = {synthetic_folder() / "cloth_chains",
                                        replay::folder_kind::synthetic};
    std::vector<replay::report> reports;
    for (const isa_level level : {isa_level::v2, isa_level::v3}) {
        const on_level scope(level);
        reports.push_back(replay_folder(folder, precision::f32)->front());
    }
    CHECK(reports[0].max_error_bones == reports[1].max_error_bones);
    CHECK(reports[0].max_error_masses == reports[1].max_error_masses);
    CHECK(reports[0].max_error_rst == reports[1].max_error_rst);
}

TEST_CASE("tolerances are those that were promised", "[golden]") {
    using replay::quantity;
    CHECK(tolerance(precision::f64, 5, 100, quantity::dynamic_bones) == 1e-9);
    CHECK(tolerance(precision::f32, 5, 1, quantity::dynamic_bones) == 2e-4 * 5);
    CHECK(tolerance(precision::f32, 5, 19, quantity::final_vertices) == 2e-4 * 5);
    CHECK(tolerance(precision::f32, 5, 21, quantity::final_transforms) == 5e-3 * 5);
    CHECK(tolerance(precision::f32, 5, 1, quantity::fixed_masses) == 2 * 2e-4 * 5);
}
