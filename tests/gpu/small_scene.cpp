#include "small_scene.hpp"

#include "random_case.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/modules/procedural/motion.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;

namespace gpu_test {
namespace {

constexpr std::uint64_t colour_state =
    BGFX_STATE_WRITE_RGB | BGFX_STATE_WRITE_A | BGFX_STATE_WRITE_Z;

} // namespace

small_scene::small_scene(const scene_recipe& recipe)
    : recipe_(recipe), renderer_(make_renderer(recipe.renderer, log)), pipeline_(registry),
      sun_(1024), lit_shader_(render::make_shader("fs_lit")),
      depth_shader_(render::make_shader("fs_depth")), ground_(lit_shader_.get()) {
    auto lit = renderer_->link(lit_shader_.get());
    auto depth = renderer_->link(depth_shader_.get());
    REQUIRE(lit);
    REQUIRE(depth);
    lit_ = *std::move(lit);
    depth_ = *std::move(depth);
}

small_scene::~small_scene() = default;

entt::entity small_scene::add(const procedural::model& of, double x, double z, skin_method method) {
    REQUIRE(of.shape != nullptr);
    render::mesh_source source{of.shape->vertices, of.shape->triangles};
    source.joint_count = static_cast<std::int32_t>(of.kind->bind.joints.size());
    source.mode = of.kind->bind.mode;
    source.colours = of.shape->colours;
    const auto mesh = renderer_->add_mesh(source);
    REQUIRE(mesh);
    const entt::entity who = procedural::spawn(registry, of);
    placement at;
    at.position = {x, 0, z};
    registry.emplace_or_replace<placement>(who, at);
    render::appearance look;
    look.meshes = {*mesh};
    look.method = method;
    registry.emplace<render::appearance>(who, look);
    players_.push_back(who);
    vertex_count_ += of.shape->vertices.positions.size();
    return who;
}

void small_scene::play(int frames) {
    for (int frame = 0; frame < frames; ++frame) {
        for (std::size_t i = 0; i < players_.size(); ++i) {
            procedural::animate(registry, players_[i],
                                static_cast<double>(procedural::frame_time) * frame,
                                phase_step * static_cast<double>(i));
        }
        if (after_animation) {
            after_animation(frame);
        }
        pipeline_.run(procedural::frame_time);
    }
}

demo::image small_scene::draw() {
    demo::device& device = shared_device();
    // Every view needs a target off-screen, also one that only computes.
    bgfx::setViewFrameBuffer(demo::views::skin, device.target());
    bgfx::touch(demo::views::skin);
    renderer_->upload(registry);

    sun_.begin(demo::views::shadow, {0, 0.5F, 0}, 3.5F);
    renderer_->draw(demo::views::shadow, depth_, demo::sun_shadow::caster_state);

    float view[16];
    float projection[16];
    recipe_.eye.matrices(device.width(), device.height(), view, projection);
    const auto width = static_cast<std::uint16_t>(device.width());
    const auto height = static_cast<std::uint16_t>(device.height());
    for (const bgfx::ViewId id : {demo::views::depth, demo::views::main}) {
        bgfx::setViewFrameBuffer(id, device.target());
        bgfx::setViewRect(id, 0, 0, width, height);
        bgfx::setViewTransform(id, view, projection);
        bgfx::touch(id);
    }
    bgfx::setViewClear(demo::views::depth, BGFX_CLEAR_COLOR | BGFX_CLEAR_DEPTH,
                       demo::sun_shadow::sky, 1.0F, 0);
    bgfx::setViewClear(demo::views::main, BGFX_CLEAR_NONE);
    if (recipe_.depth_pass) {
        renderer_->draw(demo::views::depth, depth_,
                        BGFX_STATE_WRITE_Z | BGFX_STATE_DEPTH_TEST_LESS);
    }
    ground_.draw(demo::views::main, sun_);
    renderer_->draw(demo::views::main, lit_, colour_state | BGFX_STATE_DEPTH_TEST_LEQUAL,
                    [this] { sun_.bind(0.35F, false); });
    return device.read_back();
}

} // namespace gpu_test
