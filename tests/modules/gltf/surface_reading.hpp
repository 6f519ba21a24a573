#pragma once

// What the tests of materials, pictures and tangents have in common.

#include "support/gltf_painted.hpp"

#include <jounce/modules/gltf/model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <span>
#include <string>

namespace jounce::test {

/// With pictures and tangents.
inline gltf::read_limits drawn() {
    gltf::read_limits out;
    out.surfaces.read_images = true;
    out.surfaces.need_tangents = true;
    return out;
}

inline result<gltf::model> parse(const gltf_builder& file, const gltf::read_limits& limits = {}) {
    const std::string bytes = file.binary();
    return gltf::parse_model(std::as_bytes(std::span(bytes)), {}, limits);
}

/// The model, or a failed test.
inline gltf::model good(const gltf_builder& file, const gltf::read_limits& limits = {}) {
    auto read = parse(file, limits);
    if (!read) {
        FAIL(read.error().message);
    }
    return *std::move(read);
}

inline bool warns(const gltf::model& of, const std::string& words) {
    return std::any_of(of.warnings.begin(), of.warnings.end(), [&](const std::string& warning) {
        return warning.find(words) != std::string::npos;
    });
}

inline void check_refused(const gltf_builder& file, const std::string& name,
                          const std::string& says) {
    const auto read = parse(file, drawn());
    CAPTURE(name, says);
    REQUIRE_FALSE(read);
    CAPTURE(read.error().message);
    CHECK(read.error().name == name);
    CHECK(read.error().message.find(says) != std::string::npos);
}

} // namespace jounce::test
