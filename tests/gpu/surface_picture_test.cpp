#include "painted_scene.hpp"
#include "picture_compare.hpp"

#include "../../demos/common/write_png.hpp"

#include <jounce/modules/bgfx/surface_renderer.hpp>

#include "random_case.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace jounce;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("surfaces look as they did", "[gpu][picture][surface]") {
    const demo::image now = gpu_test::draw_paints(render::skin_route::texture);
    const std::filesystem::path written =
        std::filesystem::path(JOUNCE_GPU_PICTURES) / gpu_test::backend() / "paints.png";
    std::filesystem::create_directories(written.parent_path());
    REQUIRE(demo::write_png(written, now));
    const std::filesystem::path file = std::filesystem::path(JOUNCE_GPU_REFERENCES) / "paints.png";
    if (std::getenv("JOUNCE_UPDATE_REFERENCES") != nullptr) {
        REQUIRE(demo::write_png(file, now));
    }
    const auto reference = demo::read_png(file);
    REQUIRE(reference);
    const double share = gpu_test::visible_difference(now, *reference);
    std::printf("%s, paints: %.3f %% of pixels look different from the reference\n",
                gpu_test::backend().c_str(), 100 * share);
    CHECK(share <= 0.003);
}

TEST_CASE("surfaces look the same on every route", "[gpu][picture][surface]") {
    const demo::image texture = gpu_test::draw_paints(render::skin_route::texture);
    for (const auto route :
         {render::skin_route::uniforms, render::skin_route::compute, render::skin_route::cpu}) {
        const demo::image other = gpu_test::draw_paints(route);
        INFO(render::route_name(route));
        CHECK(gpu_test::share_of_different_pixels(texture, other, 2) < 0.001);
    }
}

TEST_CASE("materials that name what is not there are refused, and unread pictures are white",
          "[gpu][surface]") {
    gpu_test::kept_log log;
    const auto skins = gpu_test::make_renderer({.route = render::skin_route::texture}, log);
    auto surfaces = render::surface_renderer::make(*skins);
    REQUIRE(surfaces);
    material_set bad;
    bad.materials.resize(2);
    bad.materials[1].normal_map.texture = 3;
    bad.textures.resize(3);
    const auto refused = (*surfaces)->add_materials(bad);
    REQUIRE(!refused);
    CHECK(refused.error().name == std::string("bad_index"));
    CHECK_THAT(refused.error().message, ContainsSubstring("material 1: texture 3"));
    bad.materials[1].normal_map.texture = 2;
    bad.textures[2].image = 0;
    CHECK(!(*surfaces)->add_materials(bad)); // there are no pictures
    bad.images.push_back({"unread", 4, 4, {}});
    CHECK((*surfaces)->add_materials(bad));
}
