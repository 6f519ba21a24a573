// Flesh on the graphics card: vertices and normals are those of displace_skin and cpu_skin.

#include "clip_case.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/random_flesh.hpp"

using namespace jounce;
using render::skin_route;

namespace {

skin_route any_route() {
    return GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute,
                    skin_route::cpu);
}

constexpr skin_method dual = skin_method::dual_quaternion;

/// Positions and normals: to 1e-4 of the extent.
void check_flesh(const std::vector<gpu_test::seen_vertex>& seen,
                 const std::vector<gpu_test::seen_vertex>& want) {
    const gpu_test::difference far = gpu_test::compare(seen, want);
    CHECK(far.position <= 1e-4F * gpu_test::case_extent);
    CHECK(far.normal <= 1e-4F * gpu_test::case_extent);
}

/// Whether flesh was drawn at all.
void check_moved(const gpu_test::random_case& of, std::size_t who, skin_method method) {
    const gpu_test::difference far = gpu_test::compare(gpu_test::expected(of, who, method),
                                                       gpu_test::expected(of, who, method, true));
    CHECK(far.position > 0.05F);
    CHECK(far.normal > 0.05F);
}

} // namespace

TEST_CASE("every route draws flesh as the yardstick does", "[gpu][flesh]") {
    const skin_route route = any_route();
    const int influences = GENERATE(4, 8);
    const auto method = GENERATE(skin_method::dual_quaternion, skin_method::linear);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    const int morphs = GENERATE(0, 6);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << influences
                             << " influences, mode " << static_cast<int>(mode) << ", " << morphs
                             << " morphs" << (method == skin_method::linear ? ", linear" : ""));
    // Three characters, each displaced in its own way; half of the meshes need one group of handles.
    gpu_test::drawn_case shown({.mode = mode,
                                .influences = influences,
                                .morphs = morphs,
                                .characters = 3,
                                .handles = 30,
                                .handles_per_vertex = influences},
                               17U + static_cast<unsigned>(influences), {.route = route});
    shown.of.dress(shown.mesh, method);
    const auto seen = shown.look_at_all();
    CHECK(shown.renderer->report().drawn == 3);
    for (std::size_t c = 0; c < 3; ++c) {
        check_flesh(seen[c], gpu_test::expected(shown.of, c, method));
        check_moved(shown.of, c, method);
    }
}

TEST_CASE("vertices keep their flesh where a mesh is split by joints", "[gpu][flesh]") {
    const skin_route route = any_route();
    const std::int32_t joints = GENERATE(70, 300);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << joints << " joints");
    gpu_test::drawn_case shown(
        {.joints = joints, .influences = 4, .morphs = 3, .characters = 2, .handles = 60}, 5,
        {.route = route});
    const auto seen = shown.look_at_all();
    // Uniforms have room for 255 rows: 65 joints of three beside 60 handles.
    const bool whole = route != skin_route::uniforms && joints <= 256;
    const bool per_character = route != skin_route::texture;
    CHECK((shown.renderer->report().draws == (per_character ? 2U : 1U)) == whole);
    for (std::size_t c = 0; c < 2; ++c) {
        check_flesh(seen[c], gpu_test::expected(shown.of, c));
        check_moved(shown.of, c, dual);
    }
}

TEST_CASE("a kind with flesh stands beside kinds without", "[gpu][flesh]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::kept_log log;
    const auto renderer = gpu_test::make_renderer({.route = route}, log);
    const gpu_test::case_recipe plain = {.morphs = 5, .characters = 2};
    gpu_test::case_recipe fleshy = plain;
    fleshy.handles = 25;
    gpu_test::random_case without(plain, 4), with(fleshy, 9);
    const auto plain_mesh = renderer->add_mesh(without.mesh.source());
    const auto flesh_mesh = renderer->add_mesh(with.mesh.source());
    REQUIRE(plain_mesh);
    REQUIRE(flesh_mesh);
    gpu_test::vertex_probe probe(route);
    const auto look = [&](gpu_test::random_case& of) {
        renderer->upload(of.registry);
        return probe.look_at_all(*renderer, of.mesh.vertices.positions.size(), 2);
    };

    // Each in its own mesh. Without flesh there is no texel more: joints of three rows, weights of five targets.
    without.dress(*plain_mesh);
    with.dress(*flesh_mesh);
    auto seen = look(without);
    const std::size_t instances = route == skin_route::compute ? 2U * 5 : 0;
    CHECK(renderer->report().palette_texels == 2 * (3 * 24 + 2) + instances);
    check_flesh(seen[0], gpu_test::expected(without, 0));
    seen = look(with);
    CHECK(renderer->report().palette_texels == 2 * (3 * 24 + 2 + 25) + instances);
    check_flesh(seen[0], gpu_test::expected(with, 0));
    check_flesh(seen[1], gpu_test::expected(with, 1));

    // Who is drawn as animated has no flesh.
    with.look(1).rigid = true;
    seen = look(with);
    check_flesh(seen[0], gpu_test::expected(with, 0));
    check_flesh(seen[1], gpu_test::expected(with, 1, dual, true));
    with.look(1).rigid = false;

    // A kind without flesh in a mesh with flesh: at rest, also where flesh was in the frame before.
    gpu_test::random_case bare(plain, 9);
    bare.mesh.tissue = nullptr;
    bare.dress(*flesh_mesh);
    seen = look(bare);
    check_flesh(seen[0], gpu_test::expected(bare, 0));
    check_flesh(seen[1], gpu_test::expected(bare, 1));
    CHECK(log.count("not drawn") == 0);

    // Other flesh than the mesh was made for does not fit.
    fleshy.handles = 26;
    gpu_test::random_case other(fleshy, 9);
    other.dress(*flesh_mesh);
    seen = look(other);
    gpu_test::check_absent(seen[0]);
    CHECK(renderer->report().drawn == 0);
    CHECK(log.lines.size() == 2);
}

TEST_CASE("two kinds of flesh share a frame", "[gpu][flesh]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.influences = 8, .characters = 1, .handles = 40}, 21,
                               {.route = route});
    // Another kind in the same registry, with other flesh and more handles per vertex than fit into a group.
    const auto second_kind = test::with_flesh(*shown.of.kind, 77, {.handles = 13, .per_vertex = 5});
    test::owned_mesh second = shown.of.mesh;
    second.tissue = second_kind->tissue.get();
    const auto added = shown.renderer->add_mesh(second.source());
    REQUIRE(added);
    const entt::entity who =
        spawn(shown.of.registry, second_kind, placement{{0.5, 0, 0}, {0, 0, 0, 1}, 1});
    render::appearance look;
    look.meshes = {*added};
    look.tint = gpu_test::probe_tint(1);
    shown.of.registry.emplace<render::appearance>(who, look);
    pipeline frames(shown.of.registry);
    frames.run(1.0F / 60);
    test::displace_at_random(shown.of.registry, shown.of.all[0], 1, 0.1);
    test::displace_at_random(shown.of.registry, who, 2, 0.1);
    shown.renderer->upload(shown.of.registry);
    const auto seen = shown.probe.look_at_all(*shown.renderer, 300, 2);
    check_flesh(seen[0], gpu_test::expected(shown.of, 0));
    check_flesh(seen[1], gpu_test::expected(shown.of.registry, who, second, dual));
}

TEST_CASE("flesh that the pipeline computes is drawn, gathered by follow too", "[gpu][flesh]") {
    const skin_route route = any_route();
    const bool follows = GENERATE(false, true);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << (follows ? ", follow" : ""));
    gpu_test::drawn_case shown({.influences = 4, .morphs = 2, .characters = 9, .handles = 20}, 31,
                               {.route = route});
    entt::registry& registry = shown.of.registry;
    pipeline frames(registry);
    if (follows) {
        shown.renderer->follow(frames, registry);
    }
    std::vector<vec3<float>> moved(20);
    float farthest = 0;
    for (int frame = 0; frame < 12; ++frame) {
        for (std::size_t c = 0; c < 9; ++c) {
            registry.get<placement>(shown.of.all[c]).position.y += 0.01 * ((frame * 7) % 3 - 1);
        }
        frames.run(1.0F / 60);
        shown.renderer->upload(registry);
        bgfx::frame();
        displacements_of(registry, shown.of.all[8], moved);
        for (const vec3<float>& d : moved) {
            farthest = std::max(farthest, length(d));
        }
    }
    CHECK(farthest > 1e-3F);
    frames.run(1.0F / 60);
    const auto seen = shown.look_at_all();
    for (std::size_t c = 0; c < 9; ++c) {
        check_flesh(seen[c], gpu_test::expected(shown.of, c));
    }
}

TEST_CASE("deviation colours show flesh", "[gpu][flesh]") {
    const skin_route route = GENERATE(skin_route::texture, skin_route::compute,
                                      skin_route::cpu); // uniforms have no room
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    constexpr float red_at = 0.5F;
    gpu_test::drawn_case shown({.characters = 2, .handles = 30}, 3,
                               {.route = route, .deviation_distance = red_at});
    const auto seen = shown.look_at_all();
    for (std::size_t c = 0; c < 2; ++c) {
        const auto here = gpu_test::expected(shown.of, c);
        const auto rigid = gpu_test::expected(shown.of, c, dual, true);
        check_flesh(seen[c], here);
        const float scale = shown.of.registry.get<placement>(shown.of.all[c]).scale;
        for (std::size_t v = 0; v < here.size(); ++v) {
            // From blue to cyan within the first quarter.
            const float share = length(here[v].position - rigid[v].position) / scale / red_at;
            if (share < 0.25F) {
                REQUIRE(std::abs(seen[c][v].colour[1] - 4 * share) < 5e-3F);
            }
        }
    }
}

TEST_CASE("clips are drawn with flesh at rest", "[gpu][flesh][clips]") {
    const skin_route route = any_route();
    const int morphs = GENERATE(0, 6);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << morphs << " morphs");
    gpu_test::clip_case shown(route,
                              {.mode = palette_mode::matrix, .morphs = morphs, .handles = 30});
    for (int i = 0; i < 3; ++i) {
        shown.add({.phase = 0.12F * static_cast<float>(i)});
    }
    const auto seen = shown.look();
    CHECK(shown.renderer->report().clip_instances == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        check_flesh(seen[i], shown.expected(i, 1.2 * static_cast<double>(i)));
    }
}

TEST_CASE("uniforms say how many handles they have room for", "[gpu][flesh]") {
    gpu_test::kept_log log;
    const auto renderer = gpu_test::make_renderer({.route = skin_route::uniforms}, log);
    gpu_test::random_case of({.vertices = 30, .handles = 10}, 2);
    tissue_set many = *of.kind->tissue;
    of.mesh.tissue = &many;
    many.handle_count = 183;
    CHECK(renderer->add_mesh(of.mesh.source()));
    many.handle_count = 184;
    const auto refused = renderer->add_mesh(of.mesh.source());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == std::string(errors::too_large));
    CHECK_THAT(refused.error().message, Catch::Matchers::ContainsSubstring("184 handles") &&
                                            Catch::Matchers::ContainsSubstring("room for 183"));
    of.mesh.tissue = nullptr;
    CHECK(renderer->add_mesh(of.mesh.source()));
}
