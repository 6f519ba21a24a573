#include "swing_file.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <span>

namespace jounce_test {
namespace {

using ordered = nlohmann::ordered_json;

void put_u32(std::string& to, std::size_t value) {
    const std::uint32_t small = static_cast<std::uint32_t>(value);
    char bytes[4];
    std::memcpy(bytes, &small, 4);
    to.append(bytes, 4);
}

std::size_t u32_at(const std::string& from, std::size_t at) {
    std::uint32_t out = 0;
    REQUIRE(from.size() >= at + 4);
    std::memcpy(&out, from.data() + at, 4);
    return out;
}

/// Adds an array; gives its accessor.
template <class Number>
std::size_t add(swing_file& to, const std::vector<Number>& values, std::size_t width,
                const char* type, int component) {
    to.binary.append((4 - to.binary.size() % 4) % 4, '\0');
    const std::size_t size = values.size() * sizeof(Number);
    to.json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", to.binary.size()}, {"byteLength", size}});
    to.binary.append(reinterpret_cast<const char*>(values.data()), size);
    ordered accessor = {{"bufferView", to.json["bufferViews"].size() - 1},
                        {"componentType", component},
                        {"count", values.size() / width},
                        {"type", type}};
    to.json["accessors"].push_back(accessor);
    return to.json["accessors"].size() - 1;
}

std::size_t add_times(swing_file& to, const std::vector<float>& times) {
    const std::size_t index = add(to, times, 1, "SCALAR", 5126);
    to.json["accessors"][index]["min"] = {times.front()};
    to.json["accessors"][index]["max"] = {times.back()};
    return index;
}

void add_channel(ordered& animation, int node, const char* path, std::size_t input,
                 std::size_t output) {
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
    animation["samplers"].push_back({{"input", input}, {"output", output}});
}

void add_clips(swing_file& to) {
    std::vector<float> times, places, turns;
    for (int k = 0; k <= 20; ++k) {
        const double t = k / 20.0;
        const double phase = 2 * std::numbers::pi * t;
        times.push_back(static_cast<float>(t));
        places.insert(places.end(), {static_cast<float>(0.3 * std::sin(phase)), 1,
                                     static_cast<float>(0.1 * std::sin(2 * phase))});
        const double angle = 0.2 * std::sin(phase);
        turns.insert(turns.end(), {0, 0, static_cast<float>(std::sin(angle)),
                                   static_cast<float>(std::cos(angle))});
    }
    const std::size_t input = add_times(to, times);
    const std::size_t output = add(to, turns, 4, "VEC4", 5126);
    ordered sway = {
        {"name", "sway"}, {"channels", ordered::array()}, {"samplers", ordered::array()}};
    add_channel(sway, 1, "translation", input, add(to, places, 3, "VEC3", 5126));
    add_channel(sway, 1, "rotation", input, output);
    add_channel(sway, 7, "rotation", input, output);
    add_channel(sway, 3, "rotation", input, output); // the springs' own animation
    ordered step = {
        {"name", "step"}, {"channels", ordered::array()}, {"samplers", ordered::array()}};
    const std::size_t ends = add_times(to, {0, 0.5F});
    add_channel(step, 1, "translation", ends,
                add(to, std::vector<float>{0, 1, 0, 1, 1, 0}, 3, "VEC3", 5126));
    to.json["animations"] = {sway, step};
}

} // namespace

swing_file::swing_file() {
    json = ordered::parse(R"({
      "asset": {"version": "2.0", "generator": "by hand"},
      "extensionsUsed": ["ACME_mood"],
      "extensions": {"ACME_mood": {"temper": 0.30000000000000004}},
      "extras": {"studio": {"keep": [1, 2.5, "three"]}},
      "scene": 0,
      "scenes": [{"nodes": [0, 1]}],
      "nodes": [
        {"name": "body", "mesh": 0, "skin": 0},
        {"name": "hip", "translation": [0, 1, 0], "children": [2, 6]},
        {"name": "tail1", "translation": [0, 0.2, 0], "children": [3]},
        {"name": "tail2", "translation": [0, 0.2, 0], "children": [4]},
        {"name": "tail3", "translation": [0, 0.2, 0], "children": [5], "extras": {"mine": true}},
        {"name": "tail4", "translation": [0, 0.2, 0]},
        {"name": "spine", "translation": [0.2, 0, 0], "children": [7]},
        {"name": "head", "translation": [0.2, 0, 0]}],
      "skins": [{"joints": [1, 2, 3, 4, 5, 6, 7]}],
      "buffers": [{}], "bufferViews": [], "accessors": []
    })");
    std::vector<float> places, weights, matrices;
    std::vector<std::uint8_t> joints;
    const float heads[7][3] = {{0, 1, 0},    {0, 1.2F, 0}, {0, 1.4F, 0}, {0, 1.6F, 0},
                               {0, 1.8F, 0}, {0.2F, 1, 0}, {0.4F, 1, 0}};
    for (int j = 0; j < 7; ++j) {
        matrices.insert(matrices.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -heads[j][0],
                                         -heads[j][1], -heads[j][2], 1});
    }
    for (int v = 0; v < 8; ++v) {
        const int j = v < 7 ? v : 4;
        places.insert(places.end(),
                      {heads[j][0], heads[j][1] + (v == 7 ? 0.2F : 0.05F), heads[j][2] + 0.05F});
        joints.insert(joints.end(), {static_cast<std::uint8_t>(j), 0, 0, 0});
        weights.insert(weights.end(), {0.75F, 0.25F, 0, 0});
        if (j == 0) {
            weights[weights.size() - 4] = 1;
            weights[weights.size() - 3] = 0;
        }
    }
    const std::size_t positions = add(*this, places, 3, "VEC3", 5126);
    json["accessors"][positions]["min"] = {0, 1.05F, 0.05F};
    json["accessors"][positions]["max"] = {0.4F, 2.0F, 0.05F};
    const std::size_t joint = add(*this, joints, 4, "VEC4", 5121);
    const std::size_t weight = add(*this, weights, 4, "VEC4", 5126);
    json["meshes"] = {
        {{"name", "skin"},
         {"primitives",
          {{{"attributes", {{"POSITION", positions}, {"JOINTS_0", joint}, {"WEIGHTS_0", weight}}},
            {"mode", 0}}}}}};
    json["skins"][0]["inverseBindMatrices"] = add(*this, matrices, 16, "MAT4", 5126);
    add_clips(*this);
    json["buffers"][0]["byteLength"] = binary.size();
}

std::string swing_file::bytes() const {
    std::string text = json.dump();
    text.append((4 - text.size() % 4) % 4, ' ');
    std::string chunk = binary;
    chunk.append((4 - chunk.size() % 4) % 4, '\0');
    std::string out = "glTF";
    put_u32(out, 2);
    put_u32(out, 28 + text.size() + chunk.size());
    put_u32(out, text.size());
    out += "JSON" + text;
    put_u32(out, chunk.size());
    out += std::string("BIN\0", 4) + chunk;
    return out;
}

fs::path swing_file::save(const temporary_folder& into, const std::string& name) const {
    const fs::path file = into.path() / name;
    write_text(file, bytes());
    return file;
}

swing_file take_apart(const std::string& glb) {
    REQUIRE(glb.size() > 28);
    REQUIRE(glb.substr(0, 4) == "glTF");
    REQUIRE(u32_at(glb, 8) == glb.size());
    const std::size_t length = u32_at(glb, 12);
    REQUIRE(glb.size() >= 28 + length);
    swing_file out;
    out.json = ordered::parse(glb.substr(20, length));
    out.binary = glb.substr(28 + length);
    return out;
}

std::vector<float> floats_of(const swing_file& from, std::size_t accessor) {
    const ordered& a = from.json["accessors"][accessor];
    REQUIRE(a["componentType"] == 5126);
    const std::string type = a["type"];
    const std::size_t width = type == "SCALAR" ? 1
                              : type == "VEC2" ? 2
                              : type == "VEC3" ? 3
                              : type == "VEC4" ? 4
                                               : 16;
    const ordered& view = from.json["bufferViews"][a["bufferView"].get<std::size_t>()];
    std::vector<float> out(width * a["count"].get<std::size_t>());
    const std::size_t offset =
        view.value("byteOffset", std::size_t{0}) + a.value("byteOffset", std::size_t{0});
    REQUIRE(offset + 4 * out.size() <= from.binary.size());
    std::memcpy(out.data(), from.binary.data() + offset, 4 * out.size());
    return out;
}

std::string tail_settings(const std::string& more) {
    return R"({"jounce_springs": 1, "springs": [{"chain": "tail1", )" + more + "}]}";
}

} // namespace jounce_test
