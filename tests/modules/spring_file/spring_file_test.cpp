#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/spring_file/spring_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace spring_file_test {

using namespace jounce;
using namespace jounce_test;

namespace {

const char* const sample = R"({
  "jounce_springs": 1,
  "name": "fox",
  "metres_per_unit": 0.01,
  "tick_rate": 59.94,
  "chains_collide": true,
  "springs": [
    {
      "bones": ["tail1", "tail2"],
      "preset": "tail",
      "tuning": {
        "frequency": 1.1,
        "fixed_length": false,
        "limit_shape": "hinge",
        "limit_centre": [0.0, 0.6, 0.0, 0.8],
        "collides_with": 4294967295,
        "output": "translate"
      },
      "curves": {
        "drag": [[0.0, 0.1], [1.0, 2.0]]
      }
    },
    {
      "chain": "ear"
    }
  ],
  "colliders": [
    {
      "bone": "hip",
      "shape": "capsule",
      "inside": true,
      "groups": 3,
      "a": [0.1, 0.2, -0.3],
      "b": [0.0, 1.0, 0.0],
      "radius": 0.05,
      "radius_b": 0.07
    },
    {
      "bone": "hip",
      "shape": "box",
      "groups": 1,
      "a": [0.0, 0.0, 0.0],
      "radius": 0.01,
      "rotation": [0.0, 0.0, 0.70710677, 0.70710677],
      "half": [0.1, 0.2, 0.3]
    }
  ]
}
)";

spring_file parsed(const std::string& text) {
    const result<spring_file> read = parse_spring_file(text, "fox.json");
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *read;
}

} // namespace

TEST_CASE("a spring file is read as it says", "[tuning]") {
    const spring_file file = parsed(sample);
    CHECK(file.file == "fox.json");
    CHECK(file.name == "fox");
    CHECK(file.metres_per_unit == 0.01);
    CHECK(file.tick_rate == 59.94);
    CHECK(file.chains_collide);
    REQUIRE(file.springs.size() == 2);
    const spring_entry& first = file.springs[0];
    CHECK(first.bones == std::vector<std::string>{"tail1", "tail2"});
    CHECK(first.chain.empty());
    CHECK(first.preset == "tail");
    CHECK(first.overridden == std::vector<std::string>{"frequency", "fixed_length", "limit_shape",
                                                       "limit_centre", "collides_with", "output"});
    CHECK(first.tuning.frequency == 1.1);
    CHECK_FALSE(first.tuning.fixed_length);
    CHECK(first.tuning.limit.shape == limit_shape::hinge);
    CHECK(first.tuning.limit.centre == quat<double>{0, 0.6, 0, 0.8});
    CHECK(first.tuning.collides_with == 0xFFFFFFFFU);
    CHECK(first.tuning.output == spring_transform::translate);
    CHECK(first.tuning.drag == spring_tuning{}.drag);
    CHECK(first.curves == std::vector<tuning_curve>{{"drag", {{0, 0.1}, {1, 2}}}});
    CHECK(file.springs[1].chain == "ear");
    REQUIRE(file.colliders.size() == 2);
    const collider& capsule = file.colliders[0].shape;
    CHECK(file.colliders[0].bone == "hip");
    CHECK(capsule.shape == collider_shape::capsule);
    CHECK(capsule.inside);
    CHECK(capsule.groups == 3);
    CHECK(capsule.a == vec3<float>{0.1F, 0.2F, -0.3F});
    CHECK(capsule.b == vec3<float>{0, 1, 0});
    CHECK(capsule.radius == 0.05F);
    CHECK(capsule.radius_b == 0.07F);
    CHECK(file.colliders[1].shape.half == vec3<float>{0.1F, 0.2F, 0.3F});
}

TEST_CASE("a spring file is written as it was read", "[tuning]") {
    CHECK(write_spring_file(parsed(sample)) == sample);
    const spring_file least = parsed(R"({"jounce_springs": 1, "springs": []})");
    CHECK_FALSE(least.metres_per_unit);
    CHECK_FALSE(least.tick_rate);
    CHECK_FALSE(least.chains_collide);
    CHECK(write_spring_file({}) == "{\n  \"jounce_springs\": 1,\n  \"name\": \"\",\n"
                                   "  \"springs\": []\n}\n");
}

TEST_CASE("numbers keep their last bit", "[tuning]") {
    spring_file file = parsed(sample);
    spring_entry& entry = file.springs[0];
    double number = 1.0 / 3;
    float coordinate = 1.0F / 3;
    for (int i = 0; i < 2000; ++i) {
        number = std::fmod(number * 1.9371 + 1e-7 * i, 1.0);
        coordinate = std::fmod(coordinate * 1.9371F + 1e-5F * static_cast<float>(i), 1.0F);
        entry.tuning.frequency = number;
        entry.curves[0].keys[0].factor = number * 1e-9;
        file.tick_rate = 1 + 9000 * number;
        file.colliders[0].shape.a.x = coordinate;
        const spring_file again = parsed(write_spring_file(file));
        REQUIRE(again.springs[0].tuning.frequency == number);
        REQUIRE(again.springs[0].curves == entry.curves);
        REQUIRE(again.tick_rate == file.tick_rate);
        REQUIRE(again.colliders[0].shape.a.x == coordinate);
    }
}

TEST_CASE("shapes have defaults for what files leave out", "[tuning]") {
    const spring_file file = parsed(R"({"jounce_springs": 1, "springs": [], "colliders": [
            {"bone": "a", "shape": "capsule", "a": [0, 0, 0], "b": [0, 1, 0], "radius": 0.5},
            {"bone": "a", "shape": "box", "a": [0, 0, 0], "half": [1, 1, 1]},
            {"bone": "a", "shape": "box", "a": [0, 0, 0], "half": [1, 1, 1],
             "rotation": [0, 0, 3, 4]},
            {"bone": "a", "shape": "plane", "a": [0, 0, 0], "b": [0, 2, 0]}]})");
    REQUIRE(file.colliders.size() == 4);
    CHECK(file.colliders[0].shape.radius_b == 0.5F);
    CHECK(file.colliders[0].shape.groups == 1);
    CHECK_FALSE(file.colliders[0].shape.inside);
    CHECK(file.colliders[1].shape.rotation == quat<float>{0, 0, 0, 1});
    CHECK(file.colliders[2].shape.rotation == quat<float>{0, 0, 0.6F, 0.8F});
    CHECK(file.colliders[3].shape.b == vec3<float>{0, 2, 0});
    const std::string written = write_spring_file(file);
    CHECK(write_spring_file(parsed(written)) == written);
}

TEST_CASE("a spring file is saved as a whole or not at all", "[tuning][bad-input]") {
    const temporary_folder folder;
    const fs::path file = folder.path() / "fox.json";
    const auto files_there = [&] {
        return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
    };
    spring_file springs = parsed(sample);
    REQUIRE(save_spring_file(springs, file));
    CHECK(read_text(file) == sample);
    CHECK(files_there() == 1);

    springs.name = "vixen";
    REQUIRE(save_spring_file(springs, file));
    const result<spring_file> read = read_spring_file(file);
    REQUIRE(read);
    CHECK(read->name == "vixen");
    CHECK(files_there() == 1);

    const std::string before = read_text(file);
    springs.springs[0].tuning.frequency = std::nan("");
    const auto not_a_number = save_spring_file(springs, file);
    REQUIRE_FALSE(not_a_number);
    CHECK(not_a_number.error().message.find("nothing was written") != std::string::npos);
    springs = parsed(sample);
    springs.springs[1].chain = "";
    CHECK(save_spring_file(springs, file).error().name == "bad_bones");
    springs = parsed(sample);
    springs.tick_rate = 0;
    CHECK(save_spring_file(springs, file).error().name == "out_of_range");
    springs.tick_rate = std::nan("");
    CHECK(save_spring_file(springs, file).error().name == "wrong_type");
    CHECK(read_text(file) == before);

    springs = parsed(sample);
    const auto nowhere = save_spring_file(springs, folder.path() / "none" / "fox.json");
    REQUIRE_FALSE(nowhere);
    CHECK(nowhere.error().name == "cannot_write");
    CHECK(save_spring_file(springs, folder.path()).error().name == "cannot_write");
    CHECK(files_there() == 1);
}

TEST_CASE("files that cannot be read say why", "[tuning][bad-input]") {
    const temporary_folder folder;
    const auto name_of = [](const fs::path& file) { return read_spring_file(file).error().name; };
    CHECK(name_of(folder.path() / "none.json") == "missing_file");
    CHECK(read_spring_file(folder.path() / "none.json").error().message.find("check the path") !=
          std::string::npos);
    CHECK(name_of(folder.path()) == "not_a_file");
    write_text(folder.path() / "large.json", std::string((1U << 20U) + 1, ' '));
    CHECK(name_of(folder.path() / "large.json") == "too_large");
    write_text(folder.path() / "largest.json", std::string(1U << 20U, ' '));
    CHECK(name_of(folder.path() / "largest.json") == "bad_json");
}

TEST_CASE("what is wrong with the whole file is said with its line", "[tuning][bad-input]") {
    const auto message = [](const std::string& member) {
        const auto read = parse_spring_file(
            "{\"jounce_springs\": 1,\n  " + member + ", \"springs\": []}", "fox.json");
        REQUIRE_FALSE(read);
        return read.error().message;
    };
    CHECK(message("\"tick_rate\": 0.5")
              .find("fox.json:2:3: /tick_rate: is 0.5, it must be from 1 to 10000; ") == 0);
    CHECK(message("\"chains_collide\": 1").find("fox.json:2:3: /chains_collide: ") == 0);
}

} // namespace spring_file_test
