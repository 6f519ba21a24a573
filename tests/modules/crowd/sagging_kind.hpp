#pragma once

// A chain that gravity bends, for tests of what hosts do to springs.

#include "support/lone_character.hpp"
#include "support/stable_block.hpp"

#include <catch2/catch_test_macros.hpp>

#include <memory>

namespace jounce::test {

/// Bends down under gravity from level.
inline std::shared_ptr<const character_kind> sagging_kind(double frequency = 2, double radius = 0) {
    spring_tuning tuning;
    tuning.gravity = 0.5;
    tuning.frequency = frequency;
    tuning.damping_ratio = 0.5;
    tuning.radius = radius;
    return std::make_shared<const character_kind>(
        chain_kind<float>({.along = {1, 0, 0}}, tuning, {{"root", collider{}}}));
}

inline void check_near(const vec3<float>& a, const vec3<float>& b, float tolerance) {
    CAPTURE(a.x, a.y, a.z, b.x, b.y, b.z);
    CHECK(length(a - b) < tolerance);
}

} // namespace jounce::test
