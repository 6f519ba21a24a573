#include "malformed_spring_files.hpp"

#include <jounce/modules/spring_file/spring_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace jounce;
using namespace jounce_test;

TEST_CASE("malformed spring files are refused with a reason", "[tuning][bad-input]") {
    const auto all = malformed_spring_files();
    CHECK(all.size() >= 40);
    for (const malformed_text& one : all) {
        INFO(one.what);
        const result<spring_file> read = parse_spring_file(one.text, "hair.json");
        REQUIRE_FALSE(read);
        INFO(read.error().message);
        CHECK(read.error().name == one.error);
        CHECK(read.error().message.find("hair.json:") == 0);
        CHECK(read.error().message.find(one.mentions) != std::string::npos);
        CHECK(read.error().message.size() < 1000);
        for (const char c : read.error().message) {
            CHECK(static_cast<unsigned char>(c) >= 0x20);
        }
    }
}

// Every prefix and every single changed byte of a good file: nothing may crash, and whatever is
// taken must be written and read again as the same.
TEST_CASE("damaged spring files are refused or understood", "[tuning][bad-input]") {
    const std::string good = R"({"jounce_springs":1,"name":"n","tick_rate":90.5,)"
                             R"("chains_collide":true,"springs":[{"bones":["a","b"],)"
                             R"("preset":"hair","tuning":{"drag":1.5,"limit_centre":[0,0,0,1]},)"
                             R"("curves":{"mass":[[0,1],[1,0.5]]}}],"colliders":[{"bone":"a",)"
                             R"("shape":"box","a":[0,0,0],"half":[1,1,1]}]})";
    REQUIRE(parse_spring_file(good, "x"));
    const auto look = [](const std::string& text) {
        const result<spring_file> read = parse_spring_file(text, "x");
        if (!read) {
            return;
        }
        const std::string written = write_spring_file(*read);
        const result<spring_file> again = parse_spring_file(written, "x");
        INFO(text);
        REQUIRE(again);
        CHECK(write_spring_file(*again) == written);
    };
    for (std::size_t i = 0; i < good.size(); ++i) {
        CHECK_FALSE(parse_spring_file(good.substr(0, i), "x"));
        for (const char c : {'\0', '"', '{', ']', ',', '9', '-', 'e', '\xff'}) {
            std::string damaged = good;
            damaged[i] = c;
            look(damaged);
        }
    }
}
