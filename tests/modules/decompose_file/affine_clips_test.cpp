// What gltf::read_model says of broken affine rows in the extras of an animation.

#include "hand_made.hpp"
#include "modules/bake/swing_file.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstring>

using namespace jounce;
using namespace jounce_test;

namespace {

const char* const key = "jounce_affine";

template <class Spoil> result<gltf::model> read_spoilt(const Spoil& spoil) {
    swing_file file = take_apart(hand_made().glb());
    spoil(file);
    const std::string bytes = file.bytes();
    return gltf::parse_model(std::as_bytes(std::span(bytes)), "a.glb");
}

template <class Spoil>
void check_refused(const std::string& name, const std::string& says, const Spoil& spoil) {
    const auto read = read_spoilt(
        [&](swing_file& file) { spoil(file.json["animations"][0]["extras"][key], file); });
    INFO(says);
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().name == name);
    CHECK(read.error().message.find(says) != std::string::npos);
    CHECK(read.error().message.find("a.glb: /animations/0/extras/jounce_affine") == 0);
}

} // namespace

TEST_CASE("broken affine rows are refused by name", "[gltf][affine][bad-input]") {
    using ordered = nlohmann::ordered_json;
    check_refused("wrong_type", "", [](ordered& a, swing_file&) { a = 7; });
    check_refused("missing_member", "rows", [](ordered& a, swing_file&) { a.erase("rows"); });
    check_refused("missing_member", "fps", [](ordered& a, swing_file&) { a.erase("fps"); });
    check_refused("missing_member", "frames", [](ordered& a, swing_file&) { a.erase("frames"); });
    check_refused("missing_member", "skin", [](ordered& a, swing_file&) { a.erase("skin"); });
    check_refused("bad_index", "accessors; export",
                  [](ordered& a, swing_file&) { a["rows"] = 100000; });
    check_refused("bad_accessor", "VEC4 is needed", [](ordered& a, swing_file& f) {
        f.json["accessors"][a["rows"].get<std::size_t>()]["type"] = "MAT2";
    });
    check_refused("bad_animation", "decompose the mesh again",
                  [](ordered& a, swing_file&) { a["frames"] = 8; });
    check_refused("bad_animation", "decompose the mesh again",
                  [](ordered& a, swing_file&) { a["frames"] = 1; }); // 21 joints of 3
    check_refused("bad_animation", "decompose the mesh again",
                  [](ordered& a, swing_file&) { a["frames"] = 1000; });
    check_refused("out_of_range", "", [](ordered& a, swing_file&) { a["frames"] = 0; });
    check_refused("out_of_range", "",
                  [](ordered& a, swing_file&) { a["frames"] = 1000000000000000000; });
    check_refused("bad_animation", "frames per second",
                  [](ordered& a, swing_file&) { a["fps"] = 0; });
    check_refused("bad_animation", "frames per second",
                  [](ordered& a, swing_file&) { a["fps"] = -24; });
    check_refused("unsupported", "only the first skin",
                  [](ordered& a, swing_file&) { a["skin"] = 1; });
    check_refused("bad_number", "not a number below 1e30", [](ordered& a, swing_file& f) {
        const auto accessor = a["rows"].get<std::size_t>();
        const auto view = f.json["accessors"][accessor]["bufferView"].get<std::size_t>();
        const auto at = f.json["bufferViews"][view]["byteOffset"].get<std::size_t>();
        const std::uint32_t nan = 0x7FC00000;
        std::memcpy(f.binary.data() + at + 8, &nan, 4);
    });
}

TEST_CASE("extras of others are left alone", "[gltf][affine]") {
    const auto with = [](const nlohmann::ordered_json& extras) {
        return read_spoilt(
            [&](swing_file& file) { file.json["animations"][0]["extras"] = extras; });
    };
    for (const nlohmann::ordered_json& extras :
         {nlohmann::ordered_json("text"), nlohmann::ordered_json::array({1, 2}),
          nlohmann::ordered_json({{"other_affine", 5}}), nlohmann::ordered_json(nullptr)}) {
        const auto read = with(extras);
        REQUIRE(read);
        CHECK(read->clips.clips[0].affine.empty());
    }
}

TEST_CASE("affine rows of fewer joints than the skin has are read", "[gltf][affine]") {
    const auto read = read_spoilt([](swing_file& file) {
        auto& affine = file.json["animations"][0]["extras"][key];
        file.json["accessors"][affine["rows"].get<std::size_t>()]["count"] = 42; // of 63
        affine["fps"] = 1;
    });
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    CHECK(read->clips.clips[0].affine.joint_count == 2);
    CHECK(read->clips.clips[0].affine.rows.size() == 4 * 42);
    CHECK(read->clips.clips[0].duration == 6); // longer than the keys
}
