#include "picture_compare.hpp"
#include "small_scene.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstdio>

using namespace jounce;
using render::skin_route;

namespace {

struct drawn_scene {
    demo::image picture;
    std::uint64_t skinned = 0;
    std::size_t vertices = 0;
};

drawn_scene draw_in_three_passes(skin_route route) {
    gpu_test::scene_recipe recipe;
    recipe.renderer.route = route;
    recipe.renderer.passes = 3;
    recipe.depth_pass = true;
    recipe.eye.distance = 5;
    gpu_test::small_scene scene(recipe);
    scene.add(procedural::duck(), -1.1);
    scene.add(procedural::cape(), 0.1);
    scene.add(procedural::plant(), 1.3);
    scene.play(40);
    drawn_scene out;
    out.picture = scene.draw();
    out.skinned = scene.renderer().report().skinned_vertices;
    out.vertices = scene.vertex_count();
    return out;
}

} // namespace

TEST_CASE("three passes skin three times in the vertex shader, and once otherwise", "[gpu][once]") {
    const drawn_scene texture = draw_in_three_passes(skin_route::texture);
    REQUIRE(texture.vertices > 3000);
    CHECK(texture.skinned == 3 * texture.vertices);
    // The characters are there: another sky colour or an empty picture would agree with itself.
    std::size_t not_background = 0;
    for (std::size_t i = 0; i < texture.picture.rgba.size(); i += 4) {
        not_background += texture.picture.rgba[i] < 100 ? 1U : 0U;
    }
    CHECK(not_background > 500);

    const drawn_scene uniforms = draw_in_three_passes(skin_route::uniforms);
    CHECK(uniforms.skinned == 3 * texture.vertices);
    const drawn_scene compute = draw_in_three_passes(skin_route::compute);
    CHECK(compute.skinned == texture.vertices);
    const drawn_scene cpu = draw_in_three_passes(skin_route::cpu);
    CHECK(cpu.skinned == texture.vertices);

    for (const auto& [name, other] :
         {std::pair{"uniforms", &uniforms}, {"compute", &compute}, {"cpu", &cpu}}) {
        const double any = gpu_test::share_of_different_pixels(texture.picture, other->picture, 0);
        const double seen = gpu_test::share_of_different_pixels(texture.picture, other->picture, 2);
        std::printf("%s, texture and %s: %.3f %% of pixels differ, %.3f %% by more than 2 of 255\n",
                    gpu_test::backend().c_str(), name, 100 * any, 100 * seen);
        CHECK(any < 0.001);
    }
}

TEST_CASE("automatic skins once where it is drawn in several passes", "[gpu][once]") {
    gpu_test::scene_recipe recipe;
    recipe.renderer.passes = 3;
    gpu_test::small_scene scene(recipe);
    // bgfx has no barrier after compute on OpenGL, so there it must be asked for.
    const bool vulkan = gpu_test::backend() == "vulkan";
    CHECK(scene.renderer().route() == (vulkan ? skin_route::compute : skin_route::texture));
    CHECK(scene.log.count(vulkan ? "3 passes" : "barrier") == 1);
}
