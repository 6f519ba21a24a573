#include "random_case.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>

using namespace jounce;
using render::skin_route;

namespace {

skin_route any_route() {
    return GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute,
                    skin_route::cpu);
}

/// The colours of the figures: blue, cyan, green, yellow, red, and what is between.
vec3<float> ramp(float share) {
    const vec3<float> stops[] = {{0, 0, 1}, {0, 1, 1}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {1, 0, 0}};
    const float at = 4 * std::min(share, 1.0F);
    const auto below = static_cast<std::size_t>(at);
    const float rest = at - static_cast<float>(below);
    return (1 - rest) * stops[below] + rest * stops[below + 1];
}

vec3<float> colour_of(const gpu_test::seen_vertex& v) {
    return {v.colour[0], v.colour[1], v.colour[2]};
}

} // namespace

TEST_CASE("characters that share a mesh are drawn each as it is", "[gpu]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.influences = 8, .morphs = 5, .characters = 11}, 3,
                               {.route = route});
    for (std::size_t c = 0; c < 11; ++c) {
        shown.of.look(c).method = c % 2 == 0 ? skin_method::dual_quaternion : skin_method::linear;
        shown.of.look(c).hidden = c == 4;
    }
    const auto seen = shown.look_at_all();
    CHECK(shown.renderer->report().drawn == 10);
    CHECK(shown.renderer->report().draws == (route == skin_route::texture ? 1U : 10U));
    for (std::size_t c = 0; c < 11; ++c) {
        INFO("character " << c);
        if (c == 4) {
            gpu_test::check_absent(seen[c]);
            continue;
        }
        gpu_test::check_same(seen[c], gpu_test::expected(shown.of, c, shown.of.look(c).method));
    }
}

TEST_CASE("a tint multiplies the colours of the mesh", "[gpu]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.characters = 3}, 3, {.route = route});
    const std::uint32_t tints[] = {0xFFFFFF, 0x3380CC, 0x00FF01};
    for (std::size_t c = 0; c < 3; ++c) {
        shown.of.look(c).tint = gpu_test::probe_tint(c, tints[c]);
    }
    const auto seen = shown.look_at_all();
    for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t v = 0; v < seen[c].size(); ++v) {
            for (std::uint32_t k = 0; k < 4; ++k) {
                const auto own = static_cast<float>((shown.of.mesh.colours[v] >> (8 * k)) & 255U);
                const auto by = static_cast<float>((shown.of.look(c).tint >> (8 * k)) & 255U);
                REQUIRE(std::abs(seen[c][v].colour[k] - own * by / 65025) < 1e-5F);
            }
        }
    }
}

TEST_CASE("rigid characters show the animated pose beside those that swing", "[gpu]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.characters = 4, .springs = true}, 8, {.route = route});
    shown.of.look(1).rigid = true;
    shown.of.look(2).rigid = true;
    const auto seen = shown.look_at_all();
    const auto dual = skin_method::dual_quaternion;
    for (std::size_t c = 0; c < 4; ++c) {
        INFO("character " << c);
        const bool rigid = c == 1 || c == 2;
        gpu_test::check_same(seen[c], gpu_test::expected(shown.of, c, dual, rigid));
        const auto other = gpu_test::expected(shown.of, c, dual, !rigid);
        CHECK(gpu_test::compare(seen[c], other).position > 0.01F); // springs do something
    }
}

TEST_CASE("deviation is coloured by the distance from rigid skinning", "[gpu]") {
    const skin_route route = any_route();
    const std::int32_t joints = GENERATE(24, 270);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << joints << " joints");
    constexpr float red_at = 0.2F;
    gpu_test::drawn_case shown({.joints = joints, .characters = 3, .springs = true}, 8,
                               {.route = route, .deviation_distance = red_at});
    shown.of.look(1).rigid = true; // nothing to compare it with: its own colours
    const auto seen = shown.look_at_all();
    float least = 1;
    float most = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto dual = skin_method::dual_quaternion;
        const auto here = gpu_test::expected(shown.of, c, dual, c == 1);
        const auto rigid = gpu_test::expected(shown.of, c, dual, true);
        gpu_test::check_same(seen[c], here);
        const float scale = shown.of.registry.get<placement>(shown.of.all[c]).scale;
        // Uniforms have no room for a second palette: documented in renderer_options.
        const bool coloured = route != skin_route::uniforms && c != 1;
        for (std::size_t v = 0; v < seen[c].size(); ++v) {
            const float share = length(here[v].position - rigid[v].position) / scale / red_at;
            const std::uint32_t own = shown.of.mesh.colours[v];
            const vec3<float> want =
                coloured ? ramp(share)
                         : vec3<float>{static_cast<float>(own & 255U) / 255,
                                       static_cast<float>((own >> 8U) & 255U) / 255, 1};
            REQUIRE(length(colour_of(seen[c][v]) - want) < 0.02F);
            if (coloured) {
                least = std::min(least, share);
                most = std::max(most, share);
            }
        }
    }
    if (route != skin_route::uniforms) {
        CHECK(least < 0.25F); // all of the ramp was seen
        CHECK(most > 1);
    }
    // And off again.
    shown.renderer->set_deviation_distance(0);
    const auto plain = shown.look_at_all();
    REQUIRE(plain[0][7].drawn);
    CHECK(std::abs(plain[0][7].colour[0] - 7.0F / 255) < 1e-4F);
}

TEST_CASE("worlds may be large: the origin is the camera's", "[gpu]") {
    const skin_route route = any_route();
    gpu_test::drawn_case shown({}, 8, {.route = route});
    const auto near = shown.look();
    const vec3<double> away = {123456.75, -2000.5, 654321.25};
    placement& at = shown.of.registry.get<placement>(shown.of.all[0]);
    at.position = at.position + away;
    shown.renderer->upload(shown.of.registry, away);
    const auto far = shown.probe.look(*shown.renderer, near.size());
    CHECK(gpu_test::compare(far, near).position < 1e-5F);
}
