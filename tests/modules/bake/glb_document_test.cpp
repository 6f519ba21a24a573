#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/bake/glb_document.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce_test;
using bake::glb_document;
using ordered = nlohmann::ordered_json;

namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto* data = reinterpret_cast<const std::byte*>(text.data());
    return {data, data + text.size()};
}

std::uint32_t u32(const std::string& file, std::size_t at) {
    std::uint32_t out = 0;
    std::memcpy(&out, file.data() + at, 4); // test machines are little endian, as the format is
    return out;
}

/// A .glb taken apart by the letter of the specification.
struct taken_apart {
    ordered json;
    std::string binary;

    explicit taken_apart(const std::string& file) {
        REQUIRE(file.size() % 4 == 0);
        REQUIRE(file.substr(0, 4) == "glTF");
        REQUIRE(u32(file, 4) == 2);
        REQUIRE(u32(file, 8) == file.size());
        const std::size_t length = u32(file, 12);
        REQUIRE(length % 4 == 0);
        REQUIRE(file.substr(16, 4) == "JSON");
        json = ordered::parse(file.substr(20, length));
        if (file.size() > 20 + length) {
            REQUIRE(u32(file, 20 + length) % 4 == 0);
            REQUIRE(file.substr(24 + length, 4) == std::string("BIN\0", 4));
            binary = file.substr(28 + length);
            REQUIRE(binary.size() == u32(file, 20 + length));
        }
    }
};

const std::string two_buffers = R"({
  "zebra": {"kept": [1, 2.5, "ä"]},
  "asset": {"version": "2.0", "extras": null},
  "buffers": [{"byteLength": 5, "uri": "a.bin", "name": "first"},
              {"byteLength": 6, "uri": "data:;base64,xxx", "extras": {"who": 7}}],
  "bufferViews": [{"buffer": 0, "byteLength": 5},
                  {"buffer": 1, "byteOffset": 2, "byteLength": 4, "extensions":
                    {"EXT_other": {"buffer": 1, "byteLength": 4}, "EXT_more": 3}}],
  "images": [{"uri": "fur.png"}],
  "aardvark": 1e-7
})";

} // namespace

TEST_CASE("buffers become one and all else stays as it was", "[bake]") {
    const std::vector<std::vector<std::byte>> buffers = {bytes_of("hello"), bytes_of("worlds")};
    const auto made = glb_document::make(two_buffers, buffers, "two.gltf");
    REQUIRE(made);
    const auto file = made->bytes();
    REQUIRE(file);
    const taken_apart out(*file);
    CHECK(out.binary.substr(0, 5) == "hello");
    CHECK(out.binary.substr(8, 6) == "worlds");
    const ordered& views = out.json["bufferViews"];
    CHECK(views[0] == ordered({{"buffer", 0}, {"byteLength", 5}}));
    CHECK(views[1]["buffer"] == 0);
    CHECK(views[1]["byteOffset"] == 10);
    CHECK(views[1]["extensions"]["EXT_other"]["buffer"] == 0);
    CHECK(views[1]["extensions"]["EXT_other"]["byteOffset"] == 8);
    REQUIRE(out.json["buffers"].size() == 1);
    CHECK(out.json["buffers"][0]["byteLength"] == 14);
    CHECK_FALSE(out.json["buffers"][0].contains("uri"));
    CHECK(out.json["buffers"][0]["name"] == "first");
    CHECK(out.json["buffers"][0]["extras"]["joined_buffers"][0]["extras"]["who"] == 7);

    // The rest, order included: the text without the two members that were meant to change.
    ordered before = ordered::parse(two_buffers);
    ordered after = out.json;
    for (ordered* one : {&before, &after}) {
        one->erase("buffers");
        one->erase("bufferViews");
    }
    CHECK(before.dump() == after.dump());
}

TEST_CASE("arrays are added aligned, with bounds", "[bake]") {
    auto made =
        glb_document::make(R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 3}]})",
                           std::vector<std::vector<std::byte>>{bytes_of("abc")}, "x.glb");
    REQUIRE(made);
    const std::vector<float> times = {0.5F, 0.25F, 2};
    const std::vector<float> places = {1, 2, 3, -1, 5, 0};
    CHECK(made->add_floats(times, "SCALAR", true) == 0);
    CHECK(made->add_floats(places, "VEC3", true) == 1);
    CHECK(made->add_joints(std::vector<std::uint16_t>{1, 2, 3, 4}) == 2);
    CHECK(made->add("animations", ordered{{"name", "swing"}}) == 0);
    const auto file = made->bytes();
    REQUIRE(file);
    const taken_apart out(*file);
    const ordered& accessors = out.json["accessors"];
    CHECK(accessors[0]["count"] == 3);
    CHECK(accessors[0]["min"] == ordered({0.25}));
    CHECK(accessors[0]["max"] == ordered({2.0}));
    CHECK(accessors[1]["count"] == 2);
    CHECK(accessors[1]["min"] == ordered({-1.0, 2.0, 0.0}));
    CHECK(accessors[1]["max"] == ordered({1.0, 5.0, 3.0}));
    CHECK(accessors[2]["componentType"] == 5123);
    for (const ordered& view : out.json["bufferViews"]) {
        CHECK(view["byteOffset"].get<std::size_t>() % 4 == 0);
        CHECK(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>() <=
              out.json["buffers"][0]["byteLength"].get<std::size_t>());
    }
    std::vector<float> again(3);
    std::memcpy(again.data(),
                out.binary.data() + out.json["bufferViews"][0]["byteOffset"].get<std::size_t>(),
                12);
    CHECK(again == times);
    CHECK(out.binary.substr(0, 3) == "abc");
}

TEST_CASE("a document without buffers gets one when it needs it", "[bake]") {
    auto made = glb_document::make(R"({"asset": {"version": "2.0"}})", {}, "x.gltf");
    REQUIRE(made);
    const auto bare = made->bytes();
    REQUIRE(bare);
    CHECK(taken_apart(*bare).binary.empty());
    made->add_floats(std::vector<float>{1}, "SCALAR");
    CHECK(taken_apart(*made->bytes()).json["buffers"][0]["byteLength"] == 4);
}

TEST_CASE("what cannot be written is refused, and no half file is left", "[bake][bad-input]") {
    const std::vector<std::vector<std::byte>> one = {bytes_of("abc")};
    CHECK(glb_document::make("[]", {}, "x").error().name == "bad_json");
    CHECK(glb_document::make("{", {}, "x").error().name == "bad_json");
    CHECK(glb_document::make("{}", one, "x").error().name == "bad_buffer");
    CHECK(glb_document::make(R"({"buffers": {}})", one, "x").error().name == "bad_buffer");
    CHECK(glb_document::make(R"({"buffers": [3]})", one, "x").error().name == "wrong_type");
    const temporary_folder folder;
    const auto made = glb_document::make("{}", {}, "x.gltf");
    REQUIRE(made);
    const auto wrong = made->save(folder.path() / "no" / "such" / "x.glb");
    REQUIRE(wrong);
    CHECK(wrong->name == "cannot_write");
    CHECK_FALSE(made->save(folder.path() / "x.glb"));
    CHECK(fs::file_size(folder.path() / "x.glb") == 24);
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}
