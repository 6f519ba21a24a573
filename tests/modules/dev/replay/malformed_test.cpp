#include "malformed.hpp"

#include <jounce/modules/dev/replay/folders.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace jounce;
using namespace jounce_test;

namespace {

void check_refused(const malformed& one, replay::precision with) {
    INFO(one.what);
    const temporary_folder folder;
    const fs::path spoiled = one.make(folder);
    const result<std::vector<replay::case_folder>> found = replay::find_cases(spoiled);
    error why;
    if (!found) {
        why = found.error();
    } else {
        const auto reports = replay_folder(found->front(), with);
        REQUIRE_FALSE(reports);
        why = reports.error();
    }
    INFO(why.message);
    CHECK(why.name == one.error);
    CHECK(why.message.find(one.names) != std::string::npos);
    CHECK(why.message.find('\n') == std::string::npos);
    CHECK(why.message.size() < 1000);
}

} // namespace

TEST_CASE("malformed cases are refused with a reason", "[bad-input]") {
    const replay::precision with = GENERATE(replay::precision::f32, replay::precision::f64);
    for (const malformed& one : malformed_cases()) {
        check_refused(one, with);
    }
}

TEST_CASE("malformed models are refused with a reason", "[bad-input]") {
    for (const malformed& one : malformed_runs()) {
        check_refused(one, replay::precision::f32);
    }
}

TEST_CASE("a malformed unit file is refused with a reason", "[bad-input]") {
    const temporary_folder folder;
    write_text(folder.path() / "unit.json", R"({"arrays": {}, "single_bone_runs": []})");
    const auto reports =
        replay_folder({folder.path(), replay::folder_kind::units}, replay::precision::f32);
    REQUIRE_FALSE(reports);
    CHECK(reports.error().name == "missing_member");
    CHECK(reports.error().message.find("unit.json: /arrays: has no \"rst_src\"") !=
          std::string::npos);
}

TEST_CASE("the search for cases has an end", "[bad-input]") {
    const temporary_folder folder;
    fs::path deep = folder.path();
    for (int i = 0; i < 20; ++i) {
        deep /= "d";
    }
    fs::create_directories(deep);
    write_text(deep / "case.json", "{}");
    fs::create_directory_symlink(folder.path(), folder.path() / "loop");
    const auto found = replay::find_cases(folder.path());
    REQUIRE_FALSE(found);
    CHECK(found.error().name == "no_case");
}
