#include "random_case.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace jounce;
using render::skin_route;

namespace {

constexpr int crowd = 10;

/// Looks several times; the first `whole` characters must be there and right, the others absent.
void check_first(gpu_test::drawn_case& shown, std::size_t whole, const std::string& said) {
    for (int frame = 0; frame < 4; ++frame) {
        const auto seen = shown.look_at_all();
        for (std::size_t c = 0; c < seen.size(); ++c) {
            INFO("character " << c);
            if (c < whole) {
                gpu_test::check_same(seen[c], gpu_test::expected(shown.of, c));
            } else {
                gpu_test::check_absent(seen[c]);
            }
        }
    }
    CHECK(shown.log.count(said) == 1);
}

skin_route any_route() {
    return GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute,
                    skin_route::cpu);
}

} // namespace

TEST_CASE("a full palette texture leaves out characters and draws the others", "[gpu][limits]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    const std::size_t each = 24 * 3 + (route == skin_route::compute ? render::instance_rows : 0);
    gpu_test::drawn_case shown({.characters = crowd}, 6,
                               {.route = route, .max_palette_texels = 7 * each + 3});
    check_first(shown, 7, "3 characters are not drawn: the palette texture is full");
    CHECK(shown.renderer->report().left_out == 3);
    CHECK(shown.renderer->report().palette_texels == 7 * each);
}

TEST_CASE("without room for skinned vertices characters are skinned another way, or left out",
          "[gpu][limits]") {
    const auto route = GENERATE(skin_route::compute, skin_route::cpu);
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.characters = crowd}, 6,
                               {.route = route, .max_skinned_vertices = 4 * 300 + 299});
    check_first(shown, route == skin_route::compute ? crowd : 4, "6 characters do not fit");
    const std::uint64_t skinned = shown.renderer->report().skinned_vertices;
    CHECK(skinned == (route == skin_route::compute ? crowd : 4) * 300U);
}

TEST_CASE("draws that are used up leave out the rest", "[gpu][limits]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.characters = crowd}, 6, {.route = route, .max_draws = 3});
    if (route == skin_route::texture) {
        // One draw for all; a second mesh in front takes none away, three do.
        for (int frame = 0; frame < 2; ++frame) {
            gpu_test::check_same(shown.look(9), gpu_test::expected(shown.of, 9));
        }
        CHECK(shown.log.count("max_draws") == 0);
        for (std::size_t c = 0; c < 4; ++c) {
            const auto own = shown.renderer->add_mesh(shown.of.mesh.source());
            REQUIRE(own);
            shown.of.look(c).meshes = {*own};
        }
        const auto seen = shown.look_at_all();
        gpu_test::check_same(seen[9], gpu_test::expected(shown.of, 9));
        gpu_test::check_same(seen[1], gpu_test::expected(shown.of, 1));
        gpu_test::check_absent(seen[2]);
        gpu_test::check_absent(seen[3]);
        CHECK(shown.log.count("2 characters are not drawn: renderer_options::max_draws") == 1);
        return;
    }
    check_first(shown, 3, "7 characters are not drawn: renderer_options::max_draws is used up");
    CHECK(shown.renderer->report().draws == 3);
}

TEST_CASE("uniforms that are used up leave out the rest", "[gpu][limits]") {
    gpu_test::drawn_case shown({.characters = crowd}, 6,
                               {.route = skin_route::uniforms, .max_uniform_bytes = 5 * 5456 + 1});
    check_first(shown, 5, "5 characters are not drawn: renderer_options::max_uniform_bytes");
}

TEST_CASE("as many uniforms as are allowed by default do not break the device", "[gpu][limits]") {
    // bgfx has 8.4 MB of them on Vulkan and checks nothing: what is allowed must be less.
    gpu_test::drawn_case shown({.vertices = 3, .characters = 1500}, 6,
                               {.route = skin_route::uniforms});
    for (std::size_t c = 0; c < shown.of.all.size(); ++c) {
        shown.of.look(c).tint = gpu_test::probe_tint(0);
    }
    for (int frame = 0; frame < 2; ++frame) {
        shown.look();
    }
    CHECK(shown.renderer->report().draws == (std::size_t{6} << 20U) / 5456);
    CHECK(shown.log.count("max_uniform_bytes") == 1);
}

TEST_CASE("without instance data the rest is left out", "[gpu][limits]") {
    // Somebody else has taken all but a few.
    const auto route = GENERATE(skin_route::texture, skin_route::compute);
    gpu_test::drawn_case shown({.characters = crowd}, 6,
                               {.route = route, .max_skinned_vertices = 1});
    constexpr std::uint32_t keep = 4;
    for (int frame = 0; frame < 3; ++frame) {
        const std::uint32_t free =
            bgfx::getAvailInstanceDataBuffer(1U << 20U, sizeof(render::instance));
        REQUIRE(free > crowd);
        bgfx::InstanceDataBuffer taken;
        bgfx::allocInstanceDataBuffer(&taken, free - keep, sizeof(render::instance));
        const auto seen = shown.look_at_all();
        for (std::size_t c = 0; c < crowd; ++c) {
            INFO("character " << c);
            if (c < keep) {
                gpu_test::check_same(seen[c], gpu_test::expected(shown.of, c));
            } else {
                gpu_test::check_absent(seen[c]);
            }
        }
    }
    CHECK(shown.log.count("6 characters are not drawn: bgfx has no instance data left") == 1);
    // And when there is room again, all are back.
    const auto seen = shown.look_at_all();
    gpu_test::check_same(seen[9], gpu_test::expected(shown.of, 9));
}
