#include "modules/replay/case_files.hpp"

#include <jounce/modules/files/replace_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <iterator>

using namespace jounce;
using namespace jounce_test;

TEST_CASE("a file is replaced as a whole", "[files]") {
    const temporary_folder folder;
    const fs::path file = folder.path() / "text";
    CHECK_FALSE(replace_file(file, "one"));
    CHECK_FALSE(replace_file(file, "two\n"));
    CHECK(read_text(file) == "two\n");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("where nothing can be written nothing is left behind", "[files]") {
    const temporary_folder folder;
    const std::optional<error> is_folder = replace_file(folder.path(), "x");
    REQUIRE(is_folder);
    CHECK(is_folder->name == "cannot_write");
    const std::optional<error> nowhere = replace_file(folder.path() / "no" / "text", "x");
    REQUIRE(nowhere);
    CHECK(nowhere->message.find("text") != std::string::npos);
    CHECK(fs::is_empty(folder.path()));
}
