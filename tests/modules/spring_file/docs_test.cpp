// docs/springs.md says nothing that the code does not do.

#include "modules/dev/replay/case_files.hpp"
#include "support/places.hpp"

#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce_test;

namespace {

std::string springs_page() {
    return read_text(jounce_test::test_data_folder() / ".." / ".." / "docs" / "springs.md");
}

/// The cells of every table row that begins with a name in backticks, by that name.
std::map<std::string, std::vector<std::string>> rows_under(const std::string& heading) {
    const std::string page = springs_page();
    const std::size_t begin = page.find("\n## " + heading + "\n");
    REQUIRE(begin != std::string::npos);
    std::istringstream lines(page.substr(begin + 1, page.find("\n## ", begin + 1) - begin - 1));
    std::map<std::string, std::vector<std::string>> out;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("| `", 0) != 0) {
            continue;
        }
        std::vector<std::string> cells;
        for (std::size_t from = 2; from < line.size();) {
            const std::size_t end = line.find(" |", from);
            cells.push_back(line.substr(from, end - from));
            from = end + 3;
        }
        const std::string name = cells[0].substr(1, cells[0].size() - 2);
        CHECK(out.emplace(name, cells).second);
    }
    return out;
}

double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

/// A value as the page writes it.
struct page_text {
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::uint32_t value) const { return std::to_string(value); }
    std::string operator()(const quat<double>& q) const {
        return "[" + number_text(q.x) + ", " + number_text(q.y) + ", " + number_text(q.z) + ", " +
               number_text(q.w) + "]";
    }
    template <class Enum> std::string operator()(Enum value) const {
        return std::string(names_of(value)[static_cast<std::size_t>(value)]);
    }
};

} // namespace

TEST_CASE("the page has every setting with its range and default", "[tuning][docs]") {
    const auto rows = rows_under("Settings");
    CHECK(rows.size() == tuning_fields().size());
    for (const tuning_field& field : tuning_fields()) {
        INFO(field.name);
        const auto row = rows.find(std::string(field.name));
        REQUIRE(row != rows.end());
        REQUIRE(row->second.size() == 4);
        const std::string& range = row->second[2];
        if (field.most > 0) {
            CHECK(number(range) == field.least);
            CHECK(number(range.substr(range.find(" to ") + 4)) == field.most);
        }
        const spring_tuning defaults;
        CHECK(row->second[3] == visit_field(field, defaults, page_text{}));
    }
}

TEST_CASE("the page has every preset with its values", "[tuning][docs]") {
    const auto rows = rows_under("Presets");
    CHECK(rows.size() == presets().size());
    for (const preset& one : presets()) {
        INFO(one.name);
        const auto row = rows.find(std::string(one.name));
        REQUIRE(row != rows.end());
        const std::vector<std::string>& cells = row->second;
        REQUIRE(cells.size() == 7);
        CHECK(cells[1] == one.description);
        CHECK(number(cells[2]) == one.tuning.frequency);
        CHECK(number(cells[3]) == one.tuning.damping_ratio);
        CHECK(number(cells[4]) == one.tuning.drag);
        CHECK(number(cells[5]) == one.tuning.gravity);
        CHECK(std::abs(number(cells[6]) - one.tuning.limit.angle * 180 / std::numbers::pi) < 1e-9);
    }
}

TEST_CASE("the page's example can be read", "[tuning][docs]") {
    const std::string page = springs_page();
    const std::string fence = "```json\n";
    const std::size_t begin = page.find(fence);
    REQUIRE(begin != std::string::npos);
    const std::size_t end = page.find("```", begin + fence.size());
    const auto read = parse_spring_file(
        std::string_view(page).substr(begin + fence.size(), end - begin - fence.size()),
        "springs.md");
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    CHECK(read->springs.size() == 3);
    CHECK(read->springs[0].curves.size() == 2);
    CHECK(read->colliders.size() == 4);
    const std::string written = write_spring_file(*read);
    const auto again = parse_spring_file(written, "springs.md");
    REQUIRE(again);
    CHECK(write_spring_file(*again) == written);
}
