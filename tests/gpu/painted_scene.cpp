#include "painted_scene.hpp"

#include "random_case.hpp"

#include "../../demos/common/camera.hpp"
#include "../../demos/common/ground.hpp"
#include "../../demos/common/sun_shadow.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/modules/bgfx/surface_renderer.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;

namespace gpu_test {
namespace {

void set_up_views(const demo::camera& eye) {
    demo::device& device = shared_device();
    float view[16];
    float projection[16];
    eye.matrices(device.width(), device.height(), view, projection);
    for (const bgfx::ViewId id : {demo::views::skin, demo::views::main, demo::views::blended}) {
        bgfx::setViewFrameBuffer(id, device.target());
        bgfx::setViewRect(id, 0, 0, static_cast<std::uint16_t>(device.width()),
                          static_cast<std::uint16_t>(device.height()));
        bgfx::setViewTransform(id, view, projection);
        bgfx::setViewClear(id, BGFX_CLEAR_NONE);
        bgfx::touch(id);
    }
    bgfx::setViewClear(demo::views::main, BGFX_CLEAR_COLOR | BGFX_CLEAR_DEPTH,
                       demo::sun_shadow::sky, 1.0F, 0);
    bgfx::setViewMode(demo::views::blended, bgfx::ViewMode::Sequential);
}

} // namespace

demo::image draw_paints(render::skin_route route) {
    kept_log log;
    const auto skins = make_renderer({.route = route, .passes = 2}, log);
    auto surfaces = render::surface_renderer::make(*skins);
    REQUIRE(surfaces);
    const painted_set paints = make_paints();
    const auto materials = (*surfaces)->add_materials(paints.surfaces);
    REQUIRE(materials);
    REQUIRE(materials->size() == paints.names.size());

    rig_builder bones;
    bones.add(rig_builder::segment{.name = "ball", .tail = {0, 0.2, 0}});
    auto rig = bones.build<float>();
    REQUIRE(rig);
    const auto kind = make_kind(*std::move(rig), {});
    const round_mesh ball = make_ball(0.32F);
    entt::registry registry;
    pipeline systems(registry);
    const auto add = [&](std::size_t paint, double x, double z) {
        render::mesh_source source{ball.vertices, ball.triangles, 1, kind->bind.mode};
        source.surface = &ball.surface;
        source.material = (*materials)[paint];
        const auto mesh = skins->add_mesh(source);
        REQUIRE(mesh);
        const entt::entity who = spawn(registry, kind, placement{{x, 0, z}, {0, 0, 0, 1}, 1});
        registry.emplace<render::appearance>(who, render::appearance{{*mesh}});
    };
    for (std::size_t i = 0; i < paints.names.size(); ++i) {
        add(i, 0.75 * (static_cast<double>(i) - 3), i == 4 ? 0.5 : 0);
    }
    add(4, 0.75, -0.6); // glass behind glass
    systems.run(1.0F / 60);

    demo::sun_shadow sun(1024);
    const render::unique_handle depth_shader(render::make_shader("fs_depth"));
    const render::unique_handle lit_shader(render::make_shader("fs_lit"));
    const auto depth = skins->link(depth_shader.get());
    REQUIRE(depth);
    demo::ground ground(lit_shader.get());
    demo::camera eye;
    eye.target = {0, 0.3F, 0};
    eye.distance = 4.4F;
    eye.pitch = 0.25F;
    set_up_views(eye);
    skins->upload(registry);
    sun.begin(demo::views::shadow, {0, 0.3F, 0}, 3);
    (*surfaces)->draw_depth({demo::views::shadow, {}, &*depth, demo::sun_shadow::caster_state});
    ground.draw(demo::views::main, sun);
    const render::surface_pass pass{demo::views::main, [&] { sun.bind(0.35F, false); }};
    (*surfaces)->draw(pass);
    render::surface_pass over = pass;
    over.view = demo::views::blended;
    const vec3<float> at = eye.position();
    (*surfaces)->draw_blended(over, cast<double>(at));
    demo::image out = shared_device().read_back();
    return out;
}

} // namespace gpu_test
