// Boxes around clips of the GPU's memory.

#include <jounce/modules/render/clip_bounds.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>

#include "culled_meshes.hpp"

using namespace jounce;
using test::drawn_mesh;
using test::is_inside;
using test::reach_of;

TEST_CASE("the box of a clip holds every frame and all between", "[render][culling][property]") {
    const int morphs = GENERATE(0, 5);
    const std::uint32_t frame_count = GENERATE(1U, 5U, 19U);
    test::owned_mesh mesh = test::random_mesh(4, {.joints = 7, .vertices = 90, .morphs = morphs});
    mesh.mode = palette_mode::matrix;
    test::dice roll(5);
    affine_frames frames;
    frames.frame_count = frame_count;
    frames.joint_count = 7;
    for (std::uint32_t i = 0; i < 12 * 7 * frame_count; ++i) {
        frames.rows.push_back(static_cast<float>(roll.number(-1, 1)));
    }
    std::vector<float> weights;
    for (std::uint32_t i = 0; i < frame_count * static_cast<std::uint32_t>(morphs); ++i) {
        weights.push_back(static_cast<float>(roll.number(-2, 2)));
    }
    render::clip_table table;
    const auto clip = table.add({frames, weights, true}, 1U << 20U);
    REQUIRE(clip);
    const std::vector<render::skin_reach> reaches = {reach_of(mesh)};
    render::clip_bounds bounds;
    const render::cull_request meshes = {nullptr, reaches};
    const render::model_box box = bounds.of(render::mesh_id{0}, *clip, meshes, table);
    REQUIRE(std::isfinite(box.radius));
    std::size_t outside = 0;
    for (int step = 0; step < 200; ++step) {
        const double moment = roll.number(0, frame_count);
        const auto a = std::min(static_cast<std::uint32_t>(moment), frame_count - 1);
        const std::uint32_t b = (a + 1) % frame_count;
        const auto share = static_cast<float>(moment - a);
        palette rows;
        rows.mode = palette_mode::matrix;
        rows.joint_count = 7;
        rows.rows.resize(static_cast<std::size_t>(rows.lane_stride() * lane_count));
        for (std::size_t i = 0; i < 84; ++i) {
            rows.rows[i / 4].v[i % 4] =
                (1 - share) * frames.rows[84 * a + i] + share * frames.rows[84 * b + i];
        }
        std::vector<float> mixed;
        for (std::size_t k = 0; k < static_cast<std::size_t>(morphs); ++k) {
            const std::size_t m = static_cast<std::size_t>(morphs);
            mixed.push_back((1 - share) * weights[m * a + k] + share * weights[m * b + k]);
        }
        test::owned_mesh shaped = mesh;
        morph<float>(mesh.vertices, mesh.morphs, mixed, shaped.vertices.positions, {});
        const skinned_mesh drawn = drawn_mesh(shaped);
        std::vector<vec3<float>> positions(drawn.positions.size());
        cpu_skin<float>(skin_method::linear, rows, 0, drawn, positions, {});
        for (const vec3<float>& p : positions) {
            outside += is_inside(box, p) ? 0U : 1U;
        }
    }
    CHECK(outside == 0);
    CHECK_FALSE(std::isfinite(bounds.of(render::mesh_id{3}, *clip, meshes, table).radius));
}
