#include "malformed_spring_files.hpp"

#include <cstddef>

namespace jounce_test {
namespace {

std::string file(const std::string& springs, const std::string& more = "") {
    return R"({"jounce_springs": 1, "springs": )" + springs + more + "}";
}
/// One entry with one bone and `more`.
std::string entry(const std::string& more) { return file(R"([{"bones": ["a"], )" + more + "}]"); }
std::string tuning(const std::string& fields) { return entry(R"("tuning": {)" + fields + "}"); }
std::string curve(const std::string& keys) { return entry(R"("curves": {"drag": )" + keys + "}"); }
std::string collider_settings(const std::string& more) {
    return file("[]", R"(, "colliders": [{"bone": "a", )" + more + "}]");
}
std::string sphere(const std::string& more) {
    return collider_settings(R"("shape": "sphere", "a": [0, 0, 0], "radius": 1, )" + more);
}

std::string repeated(const std::string& part, std::size_t count, const std::string& between) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += (i == 0 ? "" : between) + part;
    }
    return out;
}

void add_text(std::vector<malformed_text>& to) {
    const std::string good = file("[]");
    to.push_back({"nothing", "", "bad_json", "not valid JSON"});
    to.push_back({"cut short", good.substr(0, good.size() - 1), "bad_json", "not valid JSON"});
    to.push_back({"more behind it", good + "{}", "bad_json", "not valid JSON"});
    to.push_back({"bytes that are no text", entry("\"preset\": \"\xff\""), "bad_json", "UTF-8"});
    to.push_back({"a number beyond double", tuning(R"("drag": 1e999)"), "bad_json", "1e999"});
    to.push_back({"no number", tuning(R"("drag": NaN)"), "bad_json", "not valid JSON"});
    to.push_back({"a comment", file("[/* none */]"), "bad_json", "not valid JSON"});
    to.push_back({"a key twice", tuning(R"("drag": 1, "drag": 2)"), "duplicate_key", "\"drag\""});
    to.push_back({"an empty key twice", tuning(R"("": 1, "": 2)"), "duplicate_key", "twice"});
    to.push_back({"deep nesting", file(repeated("[", 40, "") + repeated("]", 40, "")), "too_deep",
                  "no spring file is"});
    to.push_back({"a large file", good + std::string(1U << 20U, ' '), "too_large", "1048576"});
    to.push_back({"a list", "[]", "wrong_type", "an object is needed"});
    to.push_back({"null", "null", "wrong_type", "an object is needed"});
}

void add_top(std::vector<malformed_text>& to) {
    to.push_back({"no version", R"({"springs": []})", "missing_member", "\"jounce_springs\": 1"});
    to.push_back({"a later version", R"({"jounce_springs": 2, "novelty": 0})", "newer_version",
                  "made by a newer version"});
    to.push_back({"version 0", R"({"jounce_springs": 0, "springs": []})", "out_of_range",
                  "/jounce_springs"});
    to.push_back({"a huge version", R"({"jounce_springs": 18446744073709551615})", "out_of_range",
                  "/jounce_springs"});
    to.push_back({"half a version", R"({"jounce_springs": 1.5})", "wrong_type", "whole number"});
    to.push_back({"no springs", R"({"jounce_springs": 1})", "missing_member", "\"springs\""});
    to.push_back({"springs by name", file(R"({"a": 1})"), "wrong_type", "an array is needed"});
    to.push_back({"a name that is none", file("[]", R"(, "name": 7)"), "wrong_type", "/name"});
    for (const char* unit : {"0", "-1", "1e-5", "20000"}) {
        to.push_back({"no unit", file("[]", std::string(R"(, "metres_per_unit": )") + unit),
                      "out_of_range", "/metres_per_unit"});
    }
    to.push_back({"a unit by name", file("[]", R"(, "metres_per_unit": "cm")"), "wrong_type",
                  "/metres_per_unit"});
    for (const char* hertz : {"0", "0.99", "-120", "10001", "1e29"}) {
        to.push_back({"no tick rate", file("[]", std::string(R"(, "tick_rate": )") + hertz),
                      "out_of_range", "/tick_rate: is "});
    }
    to.push_back({"a tick rate by name", file("[]", R"(, "tick_rate": "fast")"), "wrong_type",
                  "/tick_rate"});
    to.push_back({"a tick rate twice", file("[]", R"(, "tick_rate": 60, "tick_rate": 60)"),
                  "duplicate_key", "\"tick_rate\""});
    to.push_back({"chains that collide by number", file("[]", R"(, "chains_collide": 1)"),
                  "wrong_type", "/chains_collide"});
    to.push_back({"a tick rate with a slip", file("[]", R"(, "tickrate": 60)"), "unknown_key",
                  "did you mean \"tick_rate\"?"});
    to.push_back({"an unknown key", file("[]", R"(, "colider": [])"), "unknown_key",
                  "/colider: is not known here; did you mean \"colliders\"?"});
    to.push_back({"a key that steers terminals", file("[]", R"(, "\u001b[2J~/x": 1)"),
                  "unknown_key", "/ [2J~0~1x: is not"});
    to.push_back({"a very long key", file("[]", ", \"" + std::string(5000, 'k') + "\": 1"),
                  "unknown_key", "kkk..."});
    to.push_back(
        {"many springs", file("[" + repeated("0", 4097, ",") + "]"), "out_of_range", "4096"});
    to.push_back({"many bones", file(R"([{"bones": [)" + repeated("\"a\"", 4097, ",") + "]}]"),
                  "out_of_range", "/springs/0/bones"});
    const std::string half = R"({"bones": [)" + repeated("\"a\"", 2049, ",") + "]}";
    to.push_back({"many bones in all", file("[" + half + "," + half + "]"), "out_of_range",
                  "4098 bones in all"});
}

void add_entries(std::vector<malformed_text>& to) {
    to.push_back({"an entry that is none", file("[1]"), "wrong_type", "/springs/0"});
    to.push_back({"neither bones nor chain", file("[{}]"), "bad_bones", "neither"});
    to.push_back({"both bones and chain", entry(R"("chain": "a")"), "bad_bones", "both"});
    to.push_back({"no bones", file(R"([{"bones": []}])"), "bad_bones", "names no bone"});
    to.push_back(
        {"one bone not in a list", file(R"([{"bones": "a"}])"), "wrong_type", "/springs/0/bones"});
    to.push_back(
        {"a bone by number", file(R"([{"bones": [3]}])"), "wrong_type", "/springs/0/bones/0"});
    to.push_back(
        {"a bone without name", file(R"([{"chain": ""}])"), "bad_bones", "/springs/0/chain"});
    to.push_back({"a very long name", file(R"([{"chain": ")" + std::string(1025, 'b') + "\"}]"),
                  "bad_bones", "at most 1024"});
    to.push_back({"an unknown key of an entry", entry(R"("turning": {})"), "unknown_key",
                  "/springs/0/turning: is not known here; did you mean \"tuning\"?"});
    to.push_back({"an unknown preset", entry(R"("preset": "har")"), "unknown_preset",
                  "/springs/0/preset: is \"har\"; did you mean \"hair\"?"});
    to.push_back({"a preset that is no name", entry(R"("preset": null)"), "wrong_type", "string"});
    to.push_back(
        {"tuning that is a list", entry(R"("tuning": [])"), "wrong_type", "/springs/0/tuning"});
    to.push_back({"the second entry", file(R"([{"chain": "a"}, {"chain": 1}])"), "wrong_type",
                  "/springs/1/chain"});
}

void add_tuning(std::vector<malformed_text>& to) {
    to.push_back({"an unknown setting", tuning(R"("frequence": 1)"), "unknown_field",
                  "/springs/0/tuning/frequence: is no setting; did you mean \"frequency\"?"});
    to.push_back({"a number as text", tuning(R"("drag": "1")"), "wrong_type", "a number is"});
    to.push_back({"below its range", tuning(R"("frequency": -1)"), "bad_setting",
                  "/springs/0/tuning/frequency: is -1, it must be from 0 up to 1e+08"});
    to.push_back({"above its range", tuning(R"("hook": 1.01)"), "bad_setting", "/tuning/hook"});
    to.push_back({"beyond float", tuning(R"("drag": 1e31)"), "out_of_range", "1e30"});
    to.push_back({"no mass", tuning(R"("mass": 0)"), "bad_setting", "/tuning/mass"});
    to.push_back({"more than half a turn", tuning(R"("limit_angle": 3.2)"), "bad_setting",
                  "3.141592653589793"});
    to.push_back({"a flag by number", tuning(R"("pinned": 1)"), "wrong_type", "true or false"});
    to.push_back({"an unknown shape", tuning(R"("limit_shape": "cohne")"), "unknown_value",
                  "did you mean \"cone\"?"});
    to.push_back({"an unknown output", tuning(R"("output": "")"), "unknown_value", "/output"});
    to.push_back(
        {"groups below 0", tuning(R"("collides_with": -1)"), "out_of_range", "4294967295"});
    to.push_back({"groups beyond 32 bits", tuning(R"("collides_with": 4294967296)"), "out_of_range",
                  "4294967295"});
    to.push_back({"a centre of three", tuning(R"("limit_centre": [0, 0, 1])"), "wrong_type",
                  "four numbers"});
    to.push_back({"a centre of words", tuning(R"("limit_centre": [0, 0, 1, "w"])"), "wrong_type",
                  "/limit_centre/3"});
    to.push_back({"a centre without length", tuning(R"("limit_centre": [0, 0, 0, 0])"),
                  "bad_setting", "its length must be"});
    to.push_back({"a curve of no setting", entry(R"("curves": {"dragg": [[0, 1]]})"),
                  "unknown_field", "did you mean \"drag\"?"});
    to.push_back({"a curve of a flag", entry(R"("curves": {"pinned": [[0, 1]]})"), "unknown_field",
                  "is not a number"});
    to.push_back({"a curve that is a number", curve("1"), "wrong_type", "/curves/drag"});
    to.push_back({"a curve without keys", curve("[]"), "bad_curve", "has 0 keys"});
    to.push_back({"a curve of many keys", curve("[" + repeated("[0, 1]", 17, ",") + "]"),
                  "out_of_range", "at most 16"});
    to.push_back({"a key of one", curve("[[0]]"), "wrong_type", "[position, factor]"});
    to.push_back({"a key of three", curve("[[0, 1, 2]]"), "out_of_range", "/curves/drag/0"});
    to.push_back({"a key of words", curve(R"([[0, "1"]])"), "wrong_type", "/curves/drag/0/1"});
    to.push_back({"keys that descend", curve("[[1, 1], [0, 1]]"), "bad_curve", "must ascend"});
    to.push_back({"a key beyond the chain", curve("[[2, 1]]"), "bad_curve", "from 0 up to 1"});
    to.push_back({"a factor below 0", curve("[[0, -1]]"), "bad_curve", "/springs/0/curves/drag"});
}

void add_colliders(std::vector<malformed_text>& to) {
    to.push_back(
        {"colliders by name", file("[]", R"(, "colliders": {})"), "wrong_type", "/colliders"});
    to.push_back({"many colliders",
                  file("[]", R"(, "colliders": [)" + repeated("0", 257, ",") + "]"), "out_of_range",
                  "256"});
    to.push_back({"a collider that is none", file("[]", R"(, "colliders": [0])"), "wrong_type",
                  "/colliders/0"});
    to.push_back(
        {"no shape", collider_settings(R"("a": [0, 0, 0])"), "missing_member", "\"shape\""});
    to.push_back({"an unknown solid", collider_settings(R"("shape": "spere")"), "unknown_value",
                  "did you mean \"sphere\"?"});
    to.push_back({"no centre", collider_settings(R"("shape": "sphere", "radius": 1)"),
                  "missing_member", "\"a\""});
    to.push_back({"no radius", collider_settings(R"("shape": "sphere", "a": [0, 0, 0])"),
                  "missing_member", "\"radius\""});
    to.push_back({"a capsule without end",
                  collider_settings(R"("shape": "capsule", "a": [0, 0, 0], "radius": 1)"),
                  "missing_member", "\"b\""});
    to.push_back({"a box without sides", collider_settings(R"("shape": "box", "a": [0, 0, 0])"),
                  "missing_member", "\"half\""});
    to.push_back({"sides of a sphere", sphere(R"("half": [1, 1, 1])"), "bad_collider",
                  "/colliders/0/half: means nothing for a sphere; remove it"});
    to.push_back({"an unknown key of a collider", sphere(R"("raduis": 1)"), "unknown_key",
                  "did you mean \"radius\"?"});
    to.push_back({"groups of a collider", sphere(R"("groups": 0.5)"), "wrong_type", "/groups"});
    to.push_back({"inside by number", sphere(R"("inside": 0)"), "wrong_type", "/inside"});
    to.push_back({"a radius below 0",
                  collider_settings(R"("shape": "sphere", "a": [0, 0, 0], "radius": -1)"),
                  "out_of_range", "/colliders/0/radius"});
    to.push_back({"far away",
                  collider_settings(R"("shape": "sphere", "a": [0, 2e6, 0], "radius": 1)"),
                  "out_of_range", "/colliders/0/a/1"});
    to.push_back({"a point of two",
                  collider_settings(R"("shape": "sphere", "a": [0, 0], "radius": 1)"), "wrong_type",
                  "three numbers"});
    to.push_back({"a plane without normal",
                  collider_settings(R"("shape": "plane", "a": [0, 0, 0], "b": [0, 0, 0])"),
                  "bad_collider", "/colliders/0/b"});
    to.push_back({"a rotation without length",
                  collider_settings(R"("shape": "box", "a": [0, 0, 0], "half": [1, 1, 1],)"
                                    R"("rotation": [0, 0, 0, 0])"),
                  "bad_collider", "/colliders/0/rotation"});
    to.push_back({"sides below 0",
                  collider_settings(R"("shape": "box", "a": [0, 0, 0], "half": [1, -1, 1])"),
                  "out_of_range", "/colliders/0/half/1"});
}

} // namespace

std::vector<malformed_text> malformed_spring_files() {
    std::vector<malformed_text> out;
    add_text(out);
    add_top(out);
    add_entries(out);
    add_tuning(out);
    add_colliders(out);
    return out;
}

} // namespace jounce_test
