#include "support/gltf_variants.hpp"
#include "support/shown_model.hpp"

#include <jounce/modules/animation/clip_fault.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace jounce::test {
namespace {

using Catch::Approx;

nlohmann::json& samplers(gltf_builder& of) { return of.document["animations"][0]["samplers"]; }
nlohmann::json& channels(gltf_builder& of) { return of.document["animations"][0]["channels"]; }

} // namespace

TEST_CASE("clips of own files keep their promises", "[gltf]") {
    for (const gltf_file& file : good_gltf_files()) {
        if (!file.side_name.empty()) {
            continue;
        }
        INFO(file.name);
        const auto read = parse(file.bytes);
        REQUIRE(read);
        const auto checked = make_clip_set(read->clips, read->bones);
        INFO((checked ? std::string() : checked.error().message));
        CHECK(checked);
    }
}

TEST_CASE("modes, times and values of tracks are those of the file", "[gltf]") {
    const gltf::model read = good(interpolations());
    REQUIRE(read.clips.clips.size() == 4);
    const clip& cubic = read.clips.clips[2];
    CHECK(cubic.name == "CUBICSPLINE");
    CHECK(cubic.duration == 2.0F);
    CHECK(cubic.times.size() == 5); // one list for nine tracks
    REQUIRE(cubic.tracks.size() == 9);
    CHECK(cubic.tracks[0].mode == interpolation::cubic);
    CHECK(cubic.tracks[0].target == track_target::translation);
    CHECK(cubic.tracks[1].target == track_target::rotation);
    CHECK(cubic.tracks[2].target == track_target::scale);
    CHECK(read.clips.clips[0].tracks[0].mode == interpolation::step);
    CHECK(read.clips.clips[1].tracks[0].mode == interpolation::linear);
    const clip& shorts = read.clips.clips[3];
    CHECK(shorts.values[4] == Approx(std::sqrt(0.5)).margin(1e-4));
    CHECK(shorts.values[9] == Approx(-std::sqrt(0.5)).margin(1e-4));
}

TEST_CASE("weights of morph targets become a track for each mesh of the node", "[gltf]") {
    const gltf::model read = good(morphs());
    REQUIRE(read.clips.clips.size() == 4);
    REQUIRE(read.clips.clips[3].morphs.size() == 1);
    const morph_track& at = read.clips.clips[3].morphs[0];
    CHECK(at.mesh == 0);
    CHECK(at.mode == interpolation::cubic);
    CHECK(at.weight_count == 2);
    CHECK(at.key_count == 3);
    CHECK(read.clips.clips[3].values.size() == 18);
}

TEST_CASE("rotations are made unit quaternions", "[gltf]") {
    gltf_builder file = tube();
    samplers(file)[0]["output"] =
        file.accessor<float>({0, 0, 0, 2, 3, 0, 0, 4, 0, 0, 0.001F, 0}, "VEC4");
    const gltf::model read = good(file);
    const std::vector<float>& values = read.clips.clips[0].values;
    CHECK(values[3] == 1.0F);
    CHECK(values[4] == Approx(0.6));
    CHECK(values[7] == Approx(0.8));
    CHECK(values[10] == Approx(1));
    REQUIRE(read.warnings.size() == 1);
}

TEST_CASE("keys at the same time count once", "[gltf]") {
    gltf_builder file = tube();
    samplers(file)[0]["input"] = file.accessor<float>({0, 1, 1}, "SCALAR");
    const gltf::model read = good(file);
    const clip& c = read.clips.clips[0];
    CHECK(c.times == std::vector<float>{0, 1});
    CHECK(c.tracks[0].key_count == 2);
    CHECK(c.values.size() == 8);
    CHECK(c.values[4] == Approx(0.64278764));
    CHECK(read.warnings.size() == 1);
}

TEST_CASE("channels that jounce cannot play are left out with a warning", "[gltf]") {
    gltf_builder file = tube();
    channels(file).push_back({{"sampler", 0}, {"target", {{"path", "rotation"}}}});
    channels(file).push_back({{"sampler", 0}, {"target", {{"node", 1}, {"path", "pointer"}}}});
    channels(file).push_back({{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}});
    channels(file).push_back({{"sampler", 0}, {"target", {{"node", 2}, {"path", "weights"}}}});
    channels(file).push_back({{"sampler", 0}, {"target", {{"node", 3}, {"path", "rotation"}}}});
    const gltf::model read = good(file);
    CHECK(read.clips.clips[0].tracks.size() == 2);
    CHECK(read.clips.clips[0].morphs.empty());
    REQUIRE(read.warnings.size() == 4);
    CHECK(read.warnings[0].starts_with("/animations/0/channels/1: moves no node"));
    CHECK(read.warnings[1].find("\"pointer\"") != std::string::npos);
    CHECK(read.warnings[2].find("earlier channel") != std::string::npos);
    CHECK(read.warnings[3].find("without morph targets") != std::string::npos);
}

TEST_CASE("a file with a hundred thousand keys for 300 joints is read", "[gltf]") {
    gltf_builder file;
    std::vector<float> times;
    std::vector<float> turns;
    for (int key = 0; key < 334; ++key) {
        times.push_back(static_cast<float>(key) / 30);
        turns.insert(turns.end(), {0, 0, 0, 1});
    }
    nlohmann::json clip = {{"name", "long"}};
    const int input = file.accessor(times, "SCALAR");
    for (int joint = 0; joint < 300; ++joint) {
        file.add("nodes", {{"translation", {0, 0.1, 0}}});
        clip["samplers"].push_back({{"input", input}, {"output", file.accessor(turns, "VEC4")}});
        clip["channels"].push_back(
            {{"sampler", joint}, {"target", {{"node", joint}, {"path", "rotation"}}}});
    }
    file.add("animations", clip);
    const gltf::model read = good(file);
    CHECK(read.clips.clips[0].values.size() == 300 * 334 * 4);
}

} // namespace jounce::test
