#include "random_case.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/bgfx/gpu_mesh.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/systems/skin/displace_skin.hpp>
#include <jounce/systems/skin/morph.hpp>
#include <jounce/systems/skin/rest_tangents.hpp>
#include <jounce/systems/skin/skin_frames.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>

using namespace jounce;
using render::skin_route;

namespace {

/// What tangents should be, by the yardstick: morph_tangents, displace_tangents, cpu_skin_frames, placement.
std::vector<tangent4<float>> expected_tangents(const gpu_test::random_case& of, std::size_t who,
                                               skin_method method) {
    const test::owned_mesh& mesh = of.mesh;
    const character& where = of.registry.get<const character>(of.all[who]);
    const std::size_t count = mesh.vertices.positions.size();
    std::vector<vec3<float>> rest(count), normals(count), positions(count);
    std::vector<tangent4<float>> tangents = mesh.surface.tangents;
    std::span<const float> weights;
    if (const auto* w = of.registry.try_get<const morph_weights>(of.all[who])) {
        weights = w->of(0);
    }
    morph<float>(mesh.vertices, mesh.morphs, weights, rest, normals);
    morph_tangents<float>(mesh.surface.tangents, mesh.morphs, weights, normals, tangents);
    if (mesh.tissue != nullptr) {
        std::vector<vec3<float>> moved(static_cast<std::size_t>(mesh.tissue->handle_count));
        REQUIRE(displacements_of(of.registry, of.all[who], moved) == moved.size());
        displace_skin<float>(*mesh.tissue, moved, rest, normals);
        displace_tangents<float>(mesh.tissue->vertex_first, mesh.tissue->vertex_weights, moved,
                                 normals, tangents);
    }
    cpu_skin_frames<float>(method, of.registry.get<const palette>(where.block), where.lane,
                           mesh.vertices, rest, normals, tangents, positions, normals, tangents);
    const placement& at = of.registry.get<const placement>(of.all[who]);
    for (tangent4<float>& t : tangents) {
        const vec3<float> turned = rotate(at.rotation, vec3<float>{t[0], t[1], t[2]});
        t = {turned.x, turned.y, turned.z, t[3]};
    }
    return tangents;
}

/// Errors of tangents. Single vertices are nearly flat, or nearly mirrored: there rounding decides.
struct tangent_errors {
    int away = 0;        ///< by more than a thousandth
    int wrong_sides = 0; ///< of v
};

tangent_errors compare(const gpu_test::random_case& of, std::size_t who, skin_method method,
                       const std::vector<gpu_test::seen_vertex>& seen) {
    const auto want = expected_tangents(of, who, method);
    tangent_errors out;
    for (std::size_t v = 0; v < seen.size(); ++v) {
        REQUIRE(seen[v].drawn);
        const tangent4<float>& t = seen[v].tangent;
        const vec3<float> is = {t[0], t[1], t[2]};
        const vec3<float> should = {want[v][0], want[v][1], want[v][2]};
        const float size = length(is);
        out.away += size > 0 && length((1 / size) * is - should) <= 1e-3F ? 0 : 1;
        out.wrong_sides += t[3] == want[v][3] ? 0 : 1;
    }
    return out;
}

void check_texcoords(const gpu_test::random_case& of,
                     const std::vector<gpu_test::seen_vertex>& seen) {
    for (std::size_t v = 0; v < seen.size(); ++v) {
        const auto& sets = of.mesh.surface.texcoords;
        // Not a bit is lost on the way.
        CHECK(seen[v].texcoords ==
              std::array<float, 4>{sets[0][v][0], sets[0][v][1], sets[1][v][0], sets[1][v][1]});
    }
}

} // namespace

TEST_CASE("every route carries tangents and texture coordinates", "[gpu][surface]") {
    const auto route =
        GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute, skin_route::cpu);
    const auto influences = GENERATE(4, 8);
    const auto method = GENERATE(skin_method::dual_quaternion, skin_method::linear);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    const int handles = GENERATE(0, 12);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << influences
                             << " influences, "
                             << (method == skin_method::linear ? "linear" : "dual quaternion")
                             << ", mode " << static_cast<int>(mode) << ", " << handles
                             << " handles");
    gpu_test::drawn_case shown({.mode = mode,
                                .influences = influences,
                                .morphs = 2,
                                .characters = 2,
                                .handles = handles,
                                .surface = true},
                               17U + static_cast<unsigned>(influences), {.route = route});
    shown.of.dress(shown.mesh, method);
    const auto seen = shown.look_at_all();
    for (std::size_t c = 0; c < 2; ++c) {
        const tangent_errors wrong = compare(shown.of, c, method, seen[c]);
        CHECK(wrong.away <= 3);
        CHECK(wrong.wrong_sides <= 1);
        check_texcoords(shown.of, seen[c]);
    }
}

TEST_CASE("parts that are skinned once and those without room agree on tangents",
          "[gpu][surface]") {
    gpu_test::drawn_case shown({.characters = 3, .surface = true}, 4,
                               {.route = skin_route::compute, .max_skinned_vertices = 650});
    const auto seen = shown.look_at_all();
    CHECK(shown.renderer->report().drawn == 3); // two fit, the third is skinned while it is drawn
    CHECK(shown.log.count("max_skinned_vertices") == 1);
    for (std::size_t c = 0; c < 3; ++c) {
        const tangent_errors wrong = compare(shown.of, c, skin_method::dual_quaternion, seen[c]);
        CHECK(wrong.away <= 3);
        CHECK(wrong.wrong_sides <= 1);
        check_texcoords(shown.of, seen[c]);
    }
}

TEST_CASE("a surface without tangents has zeros there", "[gpu][surface]") {
    const auto route =
        GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute, skin_route::cpu);
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::kept_log log;
    gpu_test::random_case of({.surface = true}, 5);
    of.mesh.surface.tangents.clear();
    of.mesh.surface.texcoords[1].clear();
    const auto renderer = gpu_test::make_renderer({.route = route}, log);
    const auto added = renderer->add_mesh(of.mesh.source());
    REQUIRE(added);
    of.dress(*added);
    renderer->upload(of.registry);
    gpu_test::vertex_probe probe(route, true);
    const auto seen = probe.look(*renderer, of.mesh.vertices.positions.size());
    for (std::size_t v = 0; v < seen.size(); ++v) {
        REQUIRE(seen[v].drawn);
        CHECK(seen[v].tangent == std::array<float, 4>{});
        CHECK(seen[v].texcoords == std::array<float, 4>{of.mesh.surface.texcoords[0][v][0],
                                                        of.mesh.surface.texcoords[0][v][1], 0, 0});
    }
}

TEST_CASE("meshes without a surface are left out by shaders that want one, and all else draws both",
          "[gpu][surface]") {
    const auto route =
        GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute, skin_route::cpu);
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    const bool has_surface = GENERATE(false, true);
    gpu_test::kept_log log;
    gpu_test::random_case of({.surface = has_surface}, 6);
    const auto renderer = gpu_test::make_renderer({.route = route}, log);
    const auto added = renderer->add_mesh(of.mesh.source());
    REQUIRE(added);
    of.dress(*added);
    renderer->upload(of.registry);
    const std::size_t count = of.mesh.vertices.positions.size();
    gpu_test::vertex_probe plain(route);
    gpu_test::check_same(plain.look(*renderer, count), gpu_test::expected(of, 0));
    gpu_test::vertex_probe picky(route, true);
    renderer->upload(of.registry);
    const auto seen = picky.look(*renderer, count);
    CHECK(std::all_of(seen.begin(), seen.end(),
                      [&](const gpu_test::seen_vertex& v) { return v.drawn == has_surface; }));
}

TEST_CASE("vertices of meshes without a surface are laid out as they were", "[gpu][surface]") {
    gpu_test::shared_device();
    // Position, normal, colour, joints, weights, number; four more joints and weights.
    CHECK(render::skin_layout(4).getStride() == 12 + 12 + 4 + 4 + 16 + 4);
    CHECK(render::skin_layout(8).getStride() == 12 + 12 + 4 + 4 + 16 + 4 + 16 + 16);
    CHECK(render::skinned_layout().getStride() == 32);
    CHECK(render::colour_layout().getStride() == 4);
    gpu_test::random_case of({.surface = true}, 8);
    for (const bool has_surface : {false, true}) {
        of.mesh.has_surface = has_surface;
        auto split = render::split_into_parts(of.mesh.source(), render::max_part_joints);
        REQUIRE(split);
        render::gpu_part part;
        part.part = std::make_shared<const render::mesh_part>(std::move(split->parts.front()));
        render::create_buffers(part, true, true);
        CHECK(bgfx::isValid(part.surface.get()) == has_surface);
        CHECK(bgfx::isValid(part.texcoords.get()) == has_surface);
    }
}
