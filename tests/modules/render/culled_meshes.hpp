#pragma once

// Meshes as they are culled and drawn.

#include <jounce/modules/render/skin_reach.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "../../support/drawn_crowd.hpp"

namespace jounce::test {

inline bool is_inside(const render::model_box& box, const vec3<float>& p) {
    const vec3<float> d = p - box.centre;
    return std::abs(d.x) <= box.half.x && std::abs(d.y) <= box.half.y &&
           std::abs(d.z) <= box.half.z && length(d) <= box.radius;
}

inline render::skin_reach reach_of(const owned_mesh& mesh, std::int32_t max_joints = 256) {
    const auto split = render::split_into_parts(mesh.source(), max_joints);
    REQUIRE(split);
    return render::make_reach(mesh.source(), split->parts);
}

/// The vertices as they are drawn: weights sum to one, and only the heaviest eight count.
inline skinned_mesh drawn_mesh(const owned_mesh& of) {
    const auto split = render::split_into_parts(of.source(), 256);
    REQUIRE(split);
    skinned_mesh out;
    out.first_influence.push_back(0);
    for (const render::part_vertex& v : split->parts.at(0).vertices) {
        out.positions.push_back(v.position);
        for (int k = 0; k < render::max_influences && v.weights[k] > 0; ++k) {
            out.influences.push_back({v.joints[k], v.weights[k]});
        }
        out.first_influence.push_back(static_cast<std::uint32_t>(out.influences.size()));
    }
    return out;
}

} // namespace jounce::test
