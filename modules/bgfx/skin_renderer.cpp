#include <jounce/modules/bgfx/skin_renderer.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/bgfx/skin_renderer_implementation.hpp>

#include <utility>

namespace jounce::render {

skin_renderer::skin_renderer(std::unique_ptr<implementation> made)
    : implementation_(std::move(made)) {}
skin_renderer::~skin_renderer() = default;

result<std::unique_ptr<skin_renderer>> skin_renderer::make(renderer_options options) {
    auto made = std::make_unique<implementation>(std::move(options));
    if (const result<bool> ready = made->create_device(); !ready) {
        return ready.error();
    }
    return std::unique_ptr<skin_renderer>(new skin_renderer(std::move(made)));
}

skin_route skin_renderer::route() const { return implementation_->route(); }
result<mesh_id> skin_renderer::add_mesh(const mesh_source& mesh) {
    return implementation_->add_mesh(mesh);
}
result<mesh_id> skin_renderer::add_mesh(const skin_binding& joints, const skinned_mesh& vertices,
                                        std::span<const std::uint32_t> triangles,
                                        std::span<const std::uint32_t> colours,
                                        std::span<const morph_target> morphs) {
    const auto count = static_cast<std::int32_t>(joints.joints.size());
    return add_mesh({vertices, triangles, count, joints.mode, colours, morphs});
}
result<mesh_id> skin_renderer::add_levels(std::span<const mesh_level> levels) {
    return implementation_->add_levels(levels);
}
result<std::vector<clip_id>> skin_renderer::add_clips(std::span<const clip_source> clips) {
    return implementation_->add_clips(clips);
}
void skin_renderer::remove_clip(clip_id clip) { implementation_->remove_clip(clip); }
void skin_renderer::set_clip_time(double seconds) { implementation_->set_clip_time(seconds); }
void skin_renderer::set_view(const view_point& from) { implementation_->set_view(from); }
void skin_renderer::set_frusta(std::span<const frustum> views) {
    implementation_->set_frusta(views);
}
void skin_renderer::remove_mesh(mesh_id mesh) { implementation_->remove_mesh(mesh); }
void skin_renderer::upload(entt::registry& registry, const vec3<double>& origin,
                           tf::Executor* workers) {
    implementation_->upload(registry, origin, workers);
}
void skin_renderer::set_compute_view(bgfx::ViewId view) { implementation_->set_compute_view(view); }
void skin_renderer::follow(pipeline& systems, entt::registry& registry) {
    implementation_->follow(systems, registry);
}
void skin_renderer::set_origin(const vec3<double>& origin) { implementation_->set_origin(origin); }
result<bool> skin_renderer::measure_with(profiler& table) {
    return implementation_->measure_with(table);
}
result<skin_programs> skin_renderer::link(bgfx::ShaderHandle fragment) {
    return implementation_->link(fragment);
}
result<skin_programs> skin_renderer::link_surface(bgfx::ShaderHandle fragment) {
    return implementation_->link_surface(fragment);
}
result<skin_programs> skin_renderer::link(const skin_shaders& vertex, bgfx::ShaderHandle fragment) {
    return implementation_->link(vertex, fragment);
}
void skin_renderer::draw(bgfx::ViewId view, part_painter& painter) {
    implementation_->draw(view, painter, nullptr);
}
void skin_renderer::draw_sorted(bgfx::ViewId view, part_painter& painter, const vec3<double>& eye) {
    implementation_->draw(view, painter, &eye);
}
void skin_renderer::draw(bgfx::ViewId view, const skin_programs& programs, std::uint64_t state,
                         const std::function<void()>& bind) {
    implementation_->draw(view, programs, state, bind);
}
void skin_renderer::set_deviation_distance(float metres) {
    implementation_->set_deviation_distance(metres);
}
const frame_report& skin_renderer::report() const { return implementation_->report(); }
void skin_renderer::forget_device() { implementation_->forget_device(); }
result<bool> skin_renderer::restore_device() { return implementation_->create_device(); }

} // namespace jounce::render
