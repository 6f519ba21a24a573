// Lists of bones in files, good and bad.

#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/binding/read_bones.hpp>
#include <jounce/modules/result/error_names.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce_test;

namespace {

result<std::vector<binding::listed_bone>> read_of(const std::string& text) {
    const temporary_folder folder;
    const fs::path file = folder.path() / "bones.json";
    write_text(file, text);
    return binding::read_bones(file);
}

std::string bone(const std::string& name, const std::string& parent) {
    return R"({"name": ")" + name + R"(", "parent": )" + parent +
           R"(, "head": [0, 0, 0], "tail": [0, 1, 0]})";
}

} // namespace

TEST_CASE("a list of bones is read in any order", "[binding]") {
    const auto read = read_of("[" + bone("tip", "\"hip\"") + "," + bone("hip", "null") + "]");
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK((*read)[0].name == "tip");
    CHECK((*read)[0].parent == 1);
    CHECK((*read)[1].parent == -1);
    CHECK((*read)[1].tail == vec3<double>{0, 1, 0});
}

TEST_CASE("a bone may be a point", "[binding]") {
    CHECK(read_of(R"([{"name": "p", "parent": null, "head": [1, 2, 3], "tail": [1, 2, 3]}])"));
}

TEST_CASE("bad lists of bones are refused by name, with the place", "[binding][bad-input]") {
    struct bad_list {
        const char* error;
        std::string place;
        std::string text;
    };
    const std::string hip = bone("hip", "null");
    std::string many = "[" + bone("b", "null");
    for (int b = 0; b < 4096; ++b) {
        many += "," + bone("b" + std::to_string(b), "null");
    }
    const bad_list lists[] = {
        {errors::bad_json, "", "[{]"},
        {errors::wrong_type, "", R"({"name": "hip"})"},
        {errors::empty_rig, "", "[]"},
        {errors::wrong_type, "/0", "[7]"},
        {errors::out_of_range, "", many + "]"},
        {errors::missing_member, "/0", R"([{"parent": null, "head": [0,0,0], "tail": [0,0,0]}])"},
        {errors::missing_member, "/0", R"([{"name": "a", "head": [0,0,0], "tail": [0,0,0]}])"},
        {errors::missing_member, "/0", R"([{"name": "a", "parent": null, "tail": [0,0,0]}])"},
        {errors::missing_member, "/0", R"([{"name": "a", "parent": null, "head": [0,0,0]}])"},
        {errors::wrong_type, "/0/name",
         R"([{"name": 3, "parent": null, "head": [0,0,0], "tail": [0,0,0]}])"},
        {errors::bad_bones, "/0/name",
         R"([{"name": "", "parent": null, "head": [0,0,0], "tail": [0,0,0]}])"},
        {errors::wrong_type, "/0/parent",
         R"([{"name": "a", "parent": 1, "head": [0,0,0], "tail": [0,0,0]}])"},
        {errors::wrong_type, "/0/head",
         R"([{"name": "a", "parent": null, "head": [0,0], "tail": [0,0,0]}])"},
        {errors::wrong_type, "/0/tail/1",
         R"([{"name": "a", "parent": null, "head": [0,0,0], "tail": [0,"up",0]}])"},
        {errors::out_of_range, "/0/head",
         R"([{"name": "a", "parent": null, "head": [0,1e20,0], "tail": [0,0,0]}])"},
        {errors::unknown_key, "/0/tial",
         R"([{"name": "a", "parent": null, "head": [0,0,0], "tail": [0,0,0], "tial": 1}])"},
        {errors::duplicate_key, "",
         R"([{"name": "a", "name": "b", "parent": null, "head": [0,0,0], "tail": [0,0,0]}])"},
        {errors::duplicate_name, "/1/name", "[" + hip + "," + hip + "]"},
        {errors::unknown_bone, "/1/parent", "[" + hip + "," + bone("tip", "\"hop\"") + "]"},
        {errors::cycle, "/0/parent", "[" + bone("a", "\"a\"") + "]"},
        {errors::cycle, "/1/parent",
         "[" + hip + "," + bone("a", "\"b\"") + "," + bone("b", "\"a\"") + "]"},
    };
    for (const bad_list& bad : lists) {
        const auto read = read_of(bad.text);
        INFO(bad.text.substr(0, 200));
        REQUIRE_FALSE(read);
        INFO(read.error().message);
        CHECK(read.error().name == bad.error);
        CHECK(read.error().message.find(bad.place) != std::string::npos);
        CHECK(read.error().message.find("bones.json") != std::string::npos);
    }
}
