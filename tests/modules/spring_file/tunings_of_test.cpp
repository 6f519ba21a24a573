#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/tuning/presets.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <map>

using namespace jounce;
using Catch::Matchers::WithinRel;

namespace {

/// hip - t1 - t2 - t3 - t4, with a short branch t1 - s2, and head beside them on the hip.
rig fox() {
    rig_builder bones;
    const auto add = [&](const char* name, std::int32_t parent) {
        rig_builder::segment bone;
        bone.name = name;
        bone.parent = parent;
        bone.tail = {0, 1, 0};
        bones.add(bone);
    };
    add("hip", -1);
    add("t1", 0);
    add("s2", 1);
    add("t2", 1);
    add("t3", 3);
    add("t4", 4);
    add("head", 0);
    return *bones.build<float>();
}

spring_file with(const std::string& springs) {
    const auto read =
        parse_spring_file(R"({"jounce_springs": 1, "springs": )" + springs + "}", "fox.json");
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *read;
}

std::map<std::string, spring_tuning> tunings(const spring_file& file) {
    const auto made = tunings_of(file, fox());
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    std::map<std::string, spring_tuning> out;
    for (const bone_tuning& one : *made) {
        out[one.bone] = one.tuning;
    }
    REQUIRE(out.size() == made->size());
    return out;
}

void expect_error(const spring_file& file, const char* name, const std::string& begin) {
    const auto made = tunings_of(file, fox());
    REQUIRE_FALSE(made);
    INFO(made.error().message);
    CHECK(made.error().name == name);
    CHECK(made.error().message.find("fox.json:") == 0);
    CHECK(made.error().message.find(": " + begin) != std::string::npos);
}

} // namespace

TEST_CASE("a list of bones goes along the curve from first to last", "[tuning]") {
    const auto made =
        tunings(with(R"([{"bones": ["t1", "t3", "t4"], "tuning": {"drag": 2, "pinned": true},
                  "curves": {"drag": [[0, 1], [1, 5]], "mass": [[0.4, 2], [0.6, 3]]}}])"));
    REQUIRE(made.size() == 3);
    CHECK(made.at("t1").drag == 2);
    CHECK_THAT(made.at("t3").drag, WithinRel(6.0, 1e-12));
    CHECK(made.at("t4").drag == 10);
    CHECK(made.at("t1").mass == 2);
    CHECK_THAT(made.at("t3").mass, WithinRel(2.5, 1e-12));
    CHECK(made.at("t4").mass == 3);
    CHECK(made.at("t3").pinned);
    CHECK(made.at("t3").frequency == spring_tuning{}.frequency);
}

TEST_CASE("a chain takes all below its root, and branches end at 1", "[tuning]") {
    const spring_file file = with(R"([{"chain": "t1", "curves": {"mass": [[0, 1], [1, 4]]}}])");
    const auto made = tunings(file);
    REQUIRE(made.size() == 5);
    CHECK(made.at("t1").mass == 1);
    CHECK_THAT(made.at("t2").mass, WithinRel(2.0, 1e-12)); // a third of the way
    CHECK_THAT(made.at("t3").mass, WithinRel(3.0, 1e-12));
    CHECK(made.at("t4").mass == 4);
    CHECK(made.at("s2").mass == 4); // the end of its own way
    CHECK(tunings_of(file, fox())->front().bone == "t1");
    const auto all = tunings(with(R"([{"chain": "hip", "curves": {"mass": [[0, 1], [1, 5]]}}])"));
    REQUIRE(all.size() == 7);
    CHECK_THAT(all.at("t1").mass, WithinRel(2.0, 1e-12)); // of four steps to t4, not of two to s2
    CHECK(all.at("head").mass == 5);
    const auto alone =
        tunings(with(R"([{"chain": "head", "curves": {"mass": [[0, 2], [1, 4]]}}])"));
    REQUIRE(alone.size() == 1);
    CHECK(alone.at("head").mass == 2);
}

TEST_CASE("overrides replace a preset's values and curves its curves", "[tuning]") {
    const preset& tail = *find_preset("tail");
    REQUIRE_FALSE(tail.curves.empty());
    const auto plain = tunings(with(R"([{"bones": ["t1", "t2"], "preset": "tail"}])"));
    CHECK(plain.at("t1") == at(tail.tuning, tail.curves, 0));
    CHECK(plain.at("t2") == at(tail.tuning, tail.curves, 1));
    CHECK(plain.at("t1").frequency > plain.at("t2").frequency);

    const auto changed = tunings(with(R"([{"bones": ["t1", "t2"], "preset": "tail",
        "tuning": {"frequency": 10, "limit_shape": "none"},
        "curves": {"frequency": [[0, 0.5]], "drag": [[0, 0]]}}])"));
    spring_tuning wanted = tail.tuning;
    wanted.frequency = 5;
    wanted.drag = 0;
    wanted.limit.shape = limit_shape::none;
    CHECK(changed.at("t1") == wanted);
    CHECK(changed.at("t2") == wanted);
}

TEST_CASE("bones that the rig does not have are named", "[tuning][bad-input]") {
    expect_error(with(R"([{"chain": "head"}, {"bones": ["t1", "t22"]}])"), "unknown_bone",
                 "/springs/1/bones/1: \"t22\" is not in the rig; did you mean \"t2\"?");
    expect_error(with(R"([{"chain": "heap"}])"), "unknown_bone",
                 "/springs/0/chain: \"heap\" is not in the rig; did you mean \"head\"?");
}

TEST_CASE("a bone is tuned once", "[tuning][bad-input]") {
    expect_error(with(R"([{"bones": ["t1", "t1"]}])"), "duplicate_spring",
                 "/springs/0/bones/1: tunes \"t1\", which /springs/0/bones/0 tunes already");
    expect_error(with(R"([{"bones": ["t3"]}, {"chain": "t1"}])"), "duplicate_spring",
                 "/springs/1/chain: tunes \"t3\"");
}

TEST_CASE("entries made by programs are checked too", "[tuning][bad-input]") {
    spring_file file;
    file.file = "fox.json";
    file.springs.resize(1);
    spring_entry& entry = file.springs[0];
    expect_error(file, "bad_bones", "/springs/0: ");
    entry.chain = "t1";
    entry.bones = {"t1"};
    expect_error(file, "bad_bones", "/springs/0: ");
    entry.bones.clear();
    entry.preset = "tial";
    expect_error(file, "unknown_preset", "/springs/0/preset: is \"tial\"; did you mean \"tail\"?");
    entry.preset = "";
    entry.overridden = {"frequence"};
    expect_error(file, "unknown_field", "/springs/0/tuning: \"frequence\"");
    entry.overridden = {"hook"};
    entry.tuning.hook = -1;
    expect_error(file, "bad_setting", "/springs/0/tuning: hook is -1");
    entry.overridden.clear(); // so that the bad value does not count
    entry.curves = {{"drag", {}}};
    expect_error(file, "bad_curve", "/springs/0/curves: the curve of \"drag\" has 0 keys");
    entry.curves.clear();
    CHECK(tunings(file).size() == 5);
}

TEST_CASE("colliders find their bones", "[tuning][bad-input]") {
    spring_file file;
    file.file = "fox.json";
    file.colliders = {{"hip", {}}, {"t2", {}}};
    file.colliders[1].shape.radius = 2;
    const auto placed = colliders_of(file, fox());
    REQUIRE(placed);
    REQUIRE(placed->size() == 2);
    CHECK(fox().names[static_cast<std::size_t>((*placed)[1].bone)] == "t2");
    CHECK((*placed)[1].shape.radius == 2);
    file.colliders[1].bone = "hed";
    const auto wrong = colliders_of(file, fox());
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().name == "unknown_bone");
    CHECK(wrong.error().message ==
          "fox.json: /colliders/1/bone: \"hed\" is not in the rig; did you "
          "mean \"head\"?");
}
