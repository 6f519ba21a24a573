#pragma once

#include "gpu_fixture.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/host/placement.hpp>

#include <memory>

#include "support/drawn_crowd.hpp"

namespace gpu_test {

struct case_recipe {
    jounce::palette_mode mode = jounce::palette_mode::diagonal;
    std::int32_t joints = 24;
    int influences = 4;
    int morphs = 0;
    int vertices = 300;
    int characters = 1;
    bool springs = false; ///< bones are a tree, and half of them swing
    int handles = 0;      ///< of flesh that is displaced at random, each character's in its own way
    int handles_per_vertex = 8;
    bool surface = false; ///< with tangents and texture coordinates, which the probe then looks at
};

/// Characters with bones that are turned, moved and scaled at random, and vertices that hang on them.
/// Every second vertex is in no triangle but those of points, so that vertex and triangle differ.
struct random_case {
    entt::registry registry;
    std::shared_ptr<const jounce::character_kind> kind;
    std::vector<entt::entity> all;
    jounce::test::owned_mesh mesh; ///< in the colours of a probe

    random_case(const case_recipe& recipe, unsigned seed);
    /// Gives every character the mesh, and the tint by which a probe knows it.
    void dress(jounce::render::mesh_id mesh,
               jounce::skin_method method = jounce::skin_method::dual_quaternion);
    jounce::render::appearance& look(std::size_t who) {
        return registry.get<jounce::render::appearance>(all[who]);
    }
};

/// Metres that the random cases span, with their placements.
inline constexpr float case_extent = 4;

/// What a character's vertices should be, by the yardstick: morph, displace_skin, cpu_skin, placement.
std::vector<seen_vertex> expected(const random_case& of, std::size_t who,
                                  jounce::skin_method method = jounce::skin_method::dual_quaternion,
                                  bool rigid = false);

/// The same for a character of another kind, in another mesh.
std::vector<seen_vertex> expected(const entt::registry& registry, entt::entity who,
                                  const jounce::test::owned_mesh& mesh, jounce::skin_method method,
                                  bool rigid = false);

/// The largest distances of positions and of normals; vertices that were not drawn count as far away.
struct difference {
    float position = 0;
    float normal = 0;
};
difference compare(const std::vector<seen_vertex>& seen, const std::vector<seen_vertex>& want);
/// Checks that they are the same to a share of the extent.
void check_same(const std::vector<seen_vertex>& seen, const std::vector<seen_vertex>& want,
                float share = 1e-4F);
/// Checks that nothing was drawn.
void check_absent(const std::vector<seen_vertex>& seen);

/// A renderer for the shared device, on a route.
std::unique_ptr<jounce::render::skin_renderer>
make_renderer(jounce::render::renderer_options options, kept_log& log);

/// A renderer with a random case in it, on a route, ready to be looked at.
struct drawn_case {
    random_case of;
    kept_log log;
    std::unique_ptr<jounce::render::skin_renderer> renderer;
    jounce::render::mesh_id mesh{};
    vertex_probe probe;

    drawn_case(const case_recipe& recipe, unsigned seed, jounce::render::renderer_options options);
    std::vector<seen_vertex> look(std::size_t who = 0);
    std::vector<std::vector<seen_vertex>> look_at_all();
};

} // namespace gpu_test
