#include <jounce/modules/json/locate.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using jounce::json::locate;
using jounce::json::text_place;

namespace {

const std::string text = "{\n"
                         "  \"a\": [1, \"x]\\\"}\", {\"b\": null}],\n"
                         "  \"c/d~\": { \"e\":\n"
                         "\t\ttrue, \"\\u0066\": [[], [7, 8]] }\n"
                         "}\n";

void expect(const std::string& pointer, std::size_t line, std::size_t column) {
    INFO(pointer);
    const text_place at = locate(text, pointer);
    CHECK(at.line == line);
    CHECK(at.column == column);
}

} // namespace

TEST_CASE("places are counted as editors count them", "[json]") {
    expect("", 1, 1);
    expect("/", 1, 1);
    expect("/a", 2, 3);
    expect("/a/0", 2, 9);
    expect("/a/1", 2, 12);
    expect("/a/2", 2, 21);
    expect("/a/2/b", 2, 22);
    expect("/c~1d~0", 3, 3);
    expect("/c~1d~0/e", 3, 13);
    expect("/c~1d~0/f", 4, 9); // the key is written as an escape
    expect("/c~1d~0/f/1/1", 4, 28);
}

TEST_CASE("what is not there has no place", "[json]") {
    for (const char* pointer : {"/b", "/a/3", "/a/x", "/a/0/y", "/c~1d~0/e/0", "/a/-1"}) {
        INFO(pointer);
        CHECK(locate(text, pointer).line == 0);
    }
    CHECK(locate("", "").line == 0);
    CHECK(locate("{\"a\": [", "/a/0").line == 0);
    for (std::size_t end = 0; end < text.size(); ++end) { // cut anywhere: no crash, no hang
        CHECK(locate(text.substr(0, end), "/c~1d~0/f/1/1").line <= 4);
    }
}
