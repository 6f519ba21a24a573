// Bones by pattern, chains by pattern, exceptions, and the lines that messages name.

#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/spring_file/glob.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <string>

using namespace jounce;

namespace {

/// head - hair_l1 - hair_l2 - hair_l_end and head - hair_r1 - hair_r2, with an ear between.
rig girl() {
    rig_builder bones;
    const auto add = [&](const char* name, std::int32_t parent) {
        rig_builder::segment bone;
        bone.name = name;
        bone.parent = parent;
        bone.tail = {0, 1, 0};
        bones.add(bone);
    };
    add("head", -1);
    add("hair_l1", 0);
    add("hair_l2", 1);
    add("hair_l_end", 2);
    add("ear", 0);
    add("hair_r1", 0);
    add("hair_r2", 5);
    return *bones.build<float>();
}

result<std::vector<bone_tuning>> tune(const std::string& springs) {
    const auto read =
        parse_spring_file("{\"jounce_springs\": 1,\n \"springs\": " + springs + "}", "girl.json");
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return tunings_of(*read, girl());
}

/// Frequency by bone; the entries below have 1 at the root and 2 at the end.
std::map<std::string, double> frequencies(const std::string& springs) {
    const auto made = tune(springs);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    std::map<std::string, double> out;
    for (const bone_tuning& one : *made) {
        out[one.bone] = one.tuning.frequency;
    }
    REQUIRE(out.size() == made->size());
    return out;
}

const std::string rising =
    R"("tuning": {"frequency": 1}, "curves": {"frequency": [[0, 1], [1, 2]]}})";

} // namespace

TEST_CASE("patterns match as shells do", "[tuning]") {
    CHECK(matches("hair_*", "hair_"));
    CHECK(matches("hair_*", "hair_l1"));
    CHECK_FALSE(matches("hair_*", "Hair_l1"));
    CHECK_FALSE(matches("hair_*", "my_hair_l1"));
    CHECK(matches("*", ""));
    CHECK(matches("**", "a"));
    CHECK(matches("a*b*c", "axxbyyc"));
    CHECK(matches("a*b*c", "abbbc"));
    CHECK_FALSE(matches("a*b*c", "axxbyy"));
    CHECK(matches("t?il", "tail"));
    CHECK_FALSE(matches("t?il", "til"));
    CHECK_FALSE(matches("", "a"));
    CHECK(matches("", ""));
    // The naive way takes years for this.
    CHECK_FALSE(matches(std::string(300, '*') + "b", std::string(1000, 'a')));
    CHECK(is_pattern("a?"));
    CHECK_FALSE(is_pattern("[a]"));
}

TEST_CASE("a pattern's bones are placed along their own chains", "[tuning]") {
    const auto found = frequencies(R"([{"bones": ["hair_*"], )" + rising + "]");
    CHECK(found ==
          std::map<std::string, double>{
              {"hair_l1", 1}, {"hair_l2", 1.5}, {"hair_l_end", 2}, {"hair_r1", 1}, {"hair_r2", 2}});
}

TEST_CASE("exceptions are left out, and do not count along the chain", "[tuning]") {
    const std::map<std::string, double> expected = {
        {"hair_l1", 1}, {"hair_l2", 2}, {"hair_r1", 1}, {"hair_r2", 2}};
    CHECK(frequencies(R"([{"bones": ["hair_*"], "except": ["*_end"], )" + rising + "]") ==
          expected);
    CHECK(frequencies(R"([{"chain": "hair_?1", "except": ["hair_l_end"], )" + rising + "]") ==
          expected);
    CHECK(frequencies(R"([{"chain": "head", "except": ["head", "ear", "*_end"], )" + rising +
                      "]") == expected);
}

TEST_CASE("a chain may begin at every match, once", "[tuning]") {
    // hair_l2 matches too, and is below hair_l1.
    CHECK(frequencies(R"([{"chain": "hair_??", )" + rising + "]").size() == 5);
}

TEST_CASE("a bone whose name has a star is found by it alone", "[tuning]") {
    rig_builder bones;
    bones.add(rig_builder::segment{.name = "a*", .tail = {0, 1, 0}});
    bones.add(rig_builder::segment{.name = "ab", .tail = {0, 1, 0}});
    const auto read =
        parse_spring_file(R"({"jounce_springs": 1, "springs": [{"bones": ["a*"]}]})", "x");
    const auto made = tunings_of(*read, *bones.build<float>());
    REQUIRE(made);
    REQUIRE(made->size() == 1);
    CHECK(made->front().bone == "a*");
}

TEST_CASE("bones that are not there are named with line, column and the nearest",
          "[tuning][bad-input]") {
    const auto expect = [](const std::string& springs, const char* name, const std::string& says) {
        const auto made = tune(springs);
        REQUIRE_FALSE(made);
        INFO(made.error().message);
        CHECK(made.error().name == name);
        CHECK(made.error().message.find(says) != std::string::npos);
    };
    expect("[{\"bones\": [\"ear\",\n  \"hair_l3\"]}]", "unknown_bone",
           "girl.json:3:3: /springs/0/bones/1: \"hair_l3\" is not in the rig; did you mean "
           "\"hair_l1\"?");
    expect("[\n{\"bones\": [\"hare_*\"]}]", "unknown_bone", "girl.json:3:12: /springs/0/bones/0");
    expect("[{\"chain\": \"tail*\"}]", "unknown_bone", "girl.json:2:15: /springs/0/chain");
    expect("[{\"chain\": \"ear\",\n\"except\": [\"eer\"]}]", "unknown_bone",
           "girl.json:3:12: /springs/0/except/0");
    expect("[{\"chain\": \"ear\", \"except\": [\"*\"]}]", "bad_bones", "leaves no bone");
    expect("[{\"bones\": [\"hair_*\"]},\n{\"bones\": [\"hair_r1\"]}]", "duplicate_spring",
           "girl.json:3:12: /springs/1/bones/0: tunes \"hair_r1\", which /springs/0/bones/0");
}

TEST_CASE("mistakes in the text are named with line and column", "[tuning][bad-input]") {
    const auto read =
        parse_spring_file("{\n \"jounce_springs\": 1,\n \"springs\": [\n  {\"bones\": "
                          "[\"a\"],\n   \"tuning\": {\"drag\": -1}}\n ]\n}",
                          "girl.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().message.find("girl.json:5:15: /springs/0/tuning/drag: ") == 0);
}

TEST_CASE("helpers are read, checked and written again", "[tuning]") {
    const std::string helper =
        R"({"name": "belly", "parent": "spine", "head": [0, 1, 0.1], "tail": [0, 1, 0.25])";
    const auto file = [](const std::string& helpers) {
        return parse_spring_file(
            R"({"jounce_springs": 1, "helpers": [)" + helpers + R"(], "springs": []})", "x.json");
    };
    const auto read = file(helper + R"(, "reach": 0.2, "share": 0.5})");
    REQUIRE(read);
    REQUIRE(read->helpers.size() == 1);
    CHECK(read->helpers[0].parent == "spine");
    CHECK(read->helpers[0].tail == vec3<double>{0, 1, 0.25});
    CHECK(read->helpers[0].share == 0.5);
    const auto again = parse_spring_file(write_spring_file(*read), "x.json");
    REQUIRE(again);
    CHECK(write_spring_file(*again) == write_spring_file(*read));

    const auto refused = [&](const std::string& helpers, const char* name) {
        const auto wrong = file(helpers);
        INFO(helpers);
        REQUIRE_FALSE(wrong);
        CHECK(wrong.error().name == name);
        CHECK(wrong.error().message.find("x.json:1:") == 0);
    };
    refused(helper + R"(, "share": 1.5})", "bad_helper");
    refused(helper + R"(, "reach": -1})", "bad_helper");
    refused(helper + R"(, "weight": 1})", "unknown_key");
    refused(R"({"name": "b", "parent": "a", "head": [0, 0, 0], "tail": [0, 0, 0]})", "bad_helper");
    refused(R"({"name": "b", "parent": "a", "head": [0, 0, 0], "tail": [0, 1e9, 0]})",
            "bad_helper");
    refused(R"({"name": "", "parent": "a", "head": [0, 0, 0], "tail": [0, 1, 0]})", "bad_bones");
    refused(R"({"name": "b", "parent": "a", "head": [0, 0, 0]})", "bad_helper");
    refused(R"({"name": "b", "parent": "a", "tail": [0, 0, 0]})", "missing_member");
    const auto point = file(R"({"name": "b", "parent": "a", "head": [0, 1, 0], "reach": 0.1})");
    REQUIRE(point);
    CHECK(is_point(point->helpers[0]));
}
