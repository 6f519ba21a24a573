#include "random_case.hpp"

#include <jounce/modules/bgfx/shaders.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <optional>

using namespace jounce;
using render::skin_route;

namespace {

skin_route any_route() {
    return GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute,
                    skin_route::cpu);
}

} // namespace

TEST_CASE("without bgfx there is an error, and no renderer", "[gpu]") {
    gpu_test::shared_device();
    gpu_test::end_shared_device();
    const auto made = render::skin_renderer::make({});
    REQUIRE_FALSE(made);
    CHECK(made.error().name == "no_device");
    gpu_test::shared_device();
}

// bgfx does not free all that is left in it at its end, of which the validation layer would tell.
TEST_CASE("a device that is lost and found draws the same", "[gpu][abandons]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::random_case of({.joints = 300, .influences = 8, .morphs = 6, .characters = 3}, 4);
    gpu_test::kept_log log;
    const auto renderer = gpu_test::make_renderer({.route = route}, log);
    const auto gone = renderer->add_mesh(of.mesh.source());
    const auto mesh = renderer->add_mesh(of.mesh.source());
    REQUIRE(gone);
    REQUIRE(mesh);
    renderer->remove_mesh(*gone);
    of.dress(*mesh);
    const std::size_t vertices = of.mesh.vertices.positions.size();
    std::optional<gpu_test::vertex_probe> probe(route);
    renderer->upload(of.registry);
    const auto before = probe->look_at_all(*renderer, vertices, 3);
    for (int turn = 0; turn < 2; ++turn) {
        probe.reset();
        renderer->upload(of.registry); // something is on its way when the device goes
        if (turn == 0) {
            renderer->forget_device();
        }
        gpu_test::end_shared_device();
        if (turn == 1) {
            renderer->forget_device();
        }
        gpu_test::shared_device();
        REQUIRE(renderer->restore_device());
        CHECK(renderer->route() == route);
        probe.emplace(route);
        // What was uploaded went with the device: nothing is drawn, and nothing breaks.
        gpu_test::check_absent(probe->look(*renderer, vertices));
        renderer->upload(of.registry);
        const auto after = probe->look_at_all(*renderer, vertices, 3);
        for (std::size_t c = 0; c < 3; ++c) {
            gpu_test::check_same(after[c], gpu_test::expected(of, c));
            const gpu_test::difference far = gpu_test::compare(after[c], before[c]);
            CHECK(far.position == 0);
            CHECK(far.normal == 0);
        }
    }
}

TEST_CASE("another size of the window changes nothing", "[gpu]") {
    const skin_route route = any_route();
    gpu_test::drawn_case shown({.morphs = 2}, 4, {.route = route});
    const auto before = shown.look();
    demo::device& device = gpu_test::shared_device();
    const std::uint32_t width = device.width();
    const std::uint32_t height = device.height();
    for (const std::uint32_t size : {64U, 500U}) {
        device.resize(size, size / 2);
        CHECK(gpu_test::compare(shown.look(), before).position == 0);
    }
    device.resize(width, height);
    CHECK(gpu_test::compare(shown.look(), before).position == 0);
}

TEST_CASE("characters whose mesh is removed are not drawn, which is said once", "[gpu]") {
    const skin_route route = any_route();
    gpu_test::drawn_case shown({.characters = 3}, 4, {.route = route});
    const auto second = shown.renderer->add_mesh(shown.of.mesh.source());
    REQUIRE(second);
    shown.of.look(1).meshes = {*second};
    shown.renderer->upload(shown.of.registry);
    shown.renderer->remove_mesh(shown.mesh); // after the upload and before the draw
    const std::size_t vertices = shown.of.mesh.vertices.positions.size();
    auto seen = shown.probe.look_at_all(*shown.renderer, vertices, 3);
    for (int frame = 0; frame < 3; ++frame) {
        gpu_test::check_absent(seen[0]);
        gpu_test::check_same(seen[1], gpu_test::expected(shown.of, 1));
        gpu_test::check_absent(seen[2]);
        seen = shown.look_at_all();
    }
    CHECK(shown.renderer->report().drawn == 1);
    CHECK(shown.log.count("2 characters are not drawn: a mesh of theirs was removed") == 1);
    shown.renderer->remove_mesh(shown.mesh); // twice, and one that never was: nothing happens
    shown.renderer->remove_mesh(static_cast<render::mesh_id>(99));
    // A mesh that comes between upload and draw is nobody's yet.
    shown.renderer->upload(shown.of.registry);
    const auto third = shown.renderer->add_mesh(shown.of.mesh.source());
    REQUIRE(third);
    gpu_test::check_same(shown.probe.look(*shown.renderer, vertices, 1),
                         gpu_test::expected(shown.of, 1));
}

TEST_CASE("a renderer may go while bgfx still has its memory", "[gpu]") {
    const skin_route route = any_route();
    for (int turn = 0; turn < 4; ++turn) {
        gpu_test::drawn_case shown({.characters = 12}, 4, {.route = route});
        shown.renderer->upload(shown.of.registry);
    } // bgfx has not drawn any of these
    bgfx::frame();
    bgfx::frame();
    gpu_test::drawn_case shown({}, 4, {.route = route});
    gpu_test::check_same(shown.look(), gpu_test::expected(shown.of, 0));
}

TEST_CASE("a renderer may outlive bgfx", "[gpu][abandons]") {
    const skin_route route = any_route();
    {
        gpu_test::drawn_case shown({.morphs = 2}, 4, {.route = route});
        shown.look();
        gpu_test::end_shared_device();
    }
    gpu_test::drawn_case shown({}, 4, {.route = route});
    gpu_test::check_same(shown.look(), gpu_test::expected(shown.of, 0));
}

TEST_CASE("a bad mesh is refused by the renderer, with the reason", "[gpu]") {
    gpu_test::kept_log log;
    gpu_test::random_case of({}, 4);
    const auto renderer = gpu_test::make_renderer({}, log);
    of.mesh.triangles[0] = 99999;
    const auto added = renderer->add_mesh(of.mesh.source());
    REQUIRE_FALSE(added);
    CHECK(added.error().name == "bad_index");
}

TEST_CASE("shaders are known by name", "[gpu]") {
    gpu_test::shared_device();
    CHECK_FALSE(bgfx::isValid(render::make_shader("vs_nobody_wrote_this")));
    const render::unique_handle<bgfx::ShaderHandle> lit(render::make_shader("fs_lit"));
    CHECK(lit);
}
