#pragma once

// What the tests of compressed files have in common.

#include "support/gltf_files.hpp"
#include "support/shown_model.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>
#include <string>

namespace jounce::test {

inline void check_same(const gltf::model& found, const gltf::model& wanted) {
    REQUIRE(found.meshes.size() == wanted.meshes.size());
    for (std::size_t m = 0; m < found.meshes.size(); ++m) {
        const gltf::mesh& a = found.meshes[m];
        const gltf::mesh& b = wanted.meshes[m];
        CHECK(a.vertices.positions == b.vertices.positions);
        CHECK(a.vertices.normals == b.vertices.normals);
        CHECK(a.triangles == b.triangles);
        CHECK(a.surface.texcoords == b.surface.texcoords);
        CHECK(a.surface.tangents == b.surface.tangents);
        CHECK(a.surface.colours == b.surface.colours);
        CHECK(a.morphs.size() == b.morphs.size());
        REQUIRE(a.vertices.influences.size() == b.vertices.influences.size());
        for (std::size_t i = 0; i < a.vertices.influences.size(); ++i) {
            CHECK(a.vertices.influences[i].joint == b.vertices.influences[i].joint);
            CHECK(a.vertices.influences[i].weight == b.vertices.influences[i].weight);
        }
    }
    REQUIRE(found.clips.clips.size() == wanted.clips.clips.size());
    for (std::size_t c = 0; c < found.clips.clips.size(); ++c) {
        CHECK(found.clips.clips[c].times == wanted.clips.clips[c].times);
        CHECK(found.clips.clips[c].values == wanted.clips.clips[c].values);
    }
}

inline void check_refused(const gltf_builder& file, const std::string& name,
                          const std::string& says) {
    const auto read = parse(file);
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().name == name);
    CHECK(read.error().message.find(says) != std::string::npos);
}

/// Cut off anywhere, and with bits turned over anywhere in the buffer.
inline void check_survives(const gltf_builder& file) {
    // The last three bytes may be padding, which nobody misses.
    for (std::size_t size = 0; size + 4 <= file.buffer.size(); size += 5) {
        INFO("cut to " << size << " of " << file.buffer.size() << " bytes");
        gltf_builder cut = file;
        cut.buffer.resize(size);
        CHECK_FALSE(parse(cut));
    }
    std::mt19937 random(7);
    std::size_t refused = 0;
    for (int i = 0; i < 600; ++i) {
        gltf_builder broken = file;
        for (auto bits = 1 + random() % 6; bits > 0; --bits) {
            char& byte = broken.buffer[random() % broken.buffer.size()];
            byte = static_cast<char>(byte ^ (1 << (random() % 8)));
        }
        const auto read = parse(broken);
        refused += read ? 0U : 1U;
        if (!read) {
            CHECK_FALSE(read.error().message.empty());
        }
    }
    CHECK(refused > 0);
}

} // namespace jounce::test
