#pragma once

#include "random_case.hpp"

#include <jounce/components/assets/affine_frames.hpp>

#include <optional>

namespace gpu_test {

/// Bones that are any affine maps, at random; ten frames a second.
jounce::affine_frames random_frames(std::uint32_t joints, std::uint32_t frames, unsigned seed);

/// A mesh, and instances that play clips on it.
struct clip_case {
    random_case of; ///< its mesh; its characters are not shown
    kept_log log;
    std::unique_ptr<jounce::render::skin_renderer> renderer;
    std::optional<vertex_probe> probe;
    jounce::affine_frames frames; ///< five of them; the last one goes on to the first
    std::vector<float> weights;   ///< [frame][morph target]
    jounce::render::mesh_id mesh{};
    jounce::render::clip_id clip{};
    entt::registry registry;
    std::vector<entt::entity> all;

    clip_case(jounce::render::skin_route route, const case_recipe& recipe);
    /// Adds an instance somewhere, with the tint by which a probe knows it, and the mesh unless it has another.
    entt::entity add(jounce::render::clip_instance like);
    std::vector<std::vector<seen_vertex>> look();
    /// What the yardstick makes of an instance at a moment in frames, of this clip or another.
    std::vector<seen_vertex> expected(std::size_t who, double moment) const;
    std::vector<seen_vertex> expected(std::size_t who, double moment,
                                      const jounce::affine_frames& played) const;
};

} // namespace gpu_test
