#include "random_case.hpp"
#include <jounce/components/assets/skin_binding.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace jounce;
using render::skin_route;

TEST_CASE("every route skins as the yardstick does", "[gpu]") {
    const auto route =
        GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute, skin_route::cpu);
    const auto influences = GENERATE(4, 8);
    const auto method = GENERATE(skin_method::dual_quaternion, skin_method::linear);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    const int morphs = GENERATE(0, 6);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << influences
                             << " influences, "
                             << (method == skin_method::linear ? "linear" : "dual quaternion")
                             << ", "
                             << (mode == palette_mode::polar    ? "polar"
                                 : mode == palette_mode::matrix ? "matrix"
                                                                : "diagonal")
                             << ", " << morphs << " morphs");
    gpu_test::drawn_case shown({.mode = mode, .influences = influences, .morphs = morphs},
                               7U + static_cast<unsigned>(influences), {.route = route});
    shown.of.dress(shown.mesh, method);
    const auto seen = shown.look();
    CHECK(shown.renderer->report().drawn == 1);
    // Sums of matrices are as exact as floats are; quaternions are made one of unit length on the way.
    gpu_test::check_same(seen, gpu_test::expected(shown.of, 0, method),
                         mode == palette_mode::matrix ? 1e-6F : 1e-4F);
}

TEST_CASE("meshes of more joints than a draw can name are drawn whole", "[gpu]") {
    const auto route =
        GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute, skin_route::cpu);
    const std::int32_t joints = GENERATE(86, 300);
    const int influences = GENERATE(4, 8);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << joints << " joints");
    gpu_test::drawn_case shown(
        {.mode = mode, .joints = joints, .influences = influences, .morphs = 2, .characters = 2}, 5,
        {.route = route});
    const auto seen = shown.look_at_all();
    // Uniforms have room for 255 rows, the others for 256 joints.
    const bool whole = route != skin_route::uniforms && joints <= 256;
    const std::uint32_t draws = shown.renderer->report().draws;
    const bool per_character = route != skin_route::texture;
    CHECK((draws == (per_character ? 2U : 1U)) == whole);
    for (std::size_t c = 0; c < 2; ++c) {
        gpu_test::check_same(seen[c], gpu_test::expected(shown.of, c));
    }
}

TEST_CASE("vertices that nothing moves stay with their character", "[gpu]") {
    const auto route =
        GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute, skin_route::cpu);
    const auto method = GENERATE(skin_method::dual_quaternion, skin_method::linear);
    INFO(gpu_test::backend() << ", " << render::route_name(route)
                             << (method == skin_method::linear ? ", linear" : ""));
    gpu_test::kept_log log;
    gpu_test::random_case of({}, 3);
    skinned_mesh& mesh = of.mesh.vertices;
    for (std::uint32_t i = mesh.first_influence[7]; i < mesh.first_influence[8]; ++i) {
        mesh.influences[i].weight = 0;
    }
    const auto renderer = gpu_test::make_renderer({.route = route}, log);
    const auto added = renderer->add_mesh(of.mesh.source());
    REQUIRE(added);
    of.dress(*added, method);
    renderer->upload(of.registry);
    gpu_test::vertex_probe probe(route);
    const auto seen = probe.look(*renderer, mesh.positions.size());
    const auto want = gpu_test::expected(of, 0, method);
    REQUIRE(seen[7].drawn);
    CHECK(length(seen[7].position - want[7].position) <= 1e-4F * gpu_test::case_extent);
}
