#include <jounce/modules/bgfx/skin_renderer_implementation.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

namespace jounce::render {
namespace {

/// Draws all meshes in the same way.
class one_look : public part_painter {
public:
    one_look(const skin_programs& programs, std::uint64_t state, const std::function<void()>& bind)
        : bind_(bind), one_sided_{&programs, state | BGFX_STATE_CULL_CW}, two_sided_{&programs,
                                                                                     state} {}
    std::span<const part_look> looks(const painted_mesh& of) override {
        return {of.two_sided ? &two_sided_ : &one_sided_, 1};
    }
    void bind(material_id, std::uint32_t) override {
        if (bind_) {
            bind_();
        }
    }

private:
    const std::function<void()>& bind_;
    part_look one_sided_, two_sided_;
};

} // namespace

void skin_renderer::implementation::make_plan(entt::registry& registry,
                                              const vec3<double>& origin) {
    plan_request request;
    request.origin = origin;
    request.max_texels = std::min(state_.options.max_palette_texels, palette_texture::capacity());
    request.deviation =
        state_.options.deviation_distance > 0 && state_.route != skin_route::uniforms;
    // Compute shaders read instances from the texture as well.
    request.instances = by_compute();
    request.view = view_from(origin);
    request.cull = cull_from(origin);
    planned_origin_ = origin;
    plan_.make(registry, meshes_, state_.planned, request);
}

void skin_renderer::implementation::follow(pipeline& systems, entt::registry& registry) {
    followed_ = &registry;
    followed_systems_ = &systems;
    following_ = systems.follow(
        {this, [](void* self) { static_cast<implementation*>(self)->begin_followed(); },
         [](void* self, std::size_t first, std::size_t last) noexcept {
             static_cast<implementation*>(self)->visit(first, last);
         }});
}

void skin_renderer::implementation::upload(entt::registry& registry, const vec3<double>& origin,
                                           tf::Executor* workers) {
    const std::uint64_t start = now_ns();
    limits_.begin_frame();
    palette_row<float>* to = gathered_;
    std::uint64_t gathered_ns = gathered_ns_.load(std::memory_order_relaxed);
    if (to == nullptr || &registry != followed_) {
        gathered_ns = 0;
        make_plan(registry, origin);
        to = state_.texture.begin(plan_.texel_count());
        workers_.copy(plan_, to, workers);
    }
    gathered_ = nullptr;
    to = plan_clips(registry, to);
    frame_report& report = state_.report;
    report = {};
    report.drawn = plan_.drawn() + clip_plan_.drawn();
    report.clip_instances = clip_plan_.drawn();
    report.left_out = plan_.left_out() + clip_plan_.left_out();
    report.too_small = plan_.too_small() + clip_plan_.too_small();
    report.culled = plan_.culled() + clip_plan_.culled();
    for (std::size_t i = 0; i < report.at_level.size(); ++i) {
        report.at_level[i] = plan_.at_level()[i] + clip_plan_.at_level()[i];
    }
    report.palette_texels = std::max(plan_.texel_count(), clip_plan_.last_texel());
    if (by_compute()) {
        write_instances(to + plan_.first_instance());
    }
    report.gather_ns = gathered_ns + now_ns() - start;
    limits_.meet(limit::palette_texels, report.left_out);
    limits_.meet(limit::mismatch, plan_.mismatched() + clip_plan_.mismatched());
    if (state_.route != skin_route::uniforms && state_.route != skin_route::cpu) {
        state_.texture.submit();
    }
    if (state_.skins_once()) {
        state_.once.begin();
        skin_all();
        limits_.meet(limit::skinned_vertices, state_.once.left_out());
    }
    draws_.begin_frame(state_.parts.size());
    const std::uint64_t end = now_ns();
    report.upload_ns = gathered_ns + end - start;
    charge(start, end, report.drawn);
}

result<bool> skin_renderer::implementation::measure_with(profiler& table) {
    const result<system_id> row = table.register_system("palette_upload", "characters");
    if (!row) {
        return row.error();
    }
    table_ = &table;
    row_ = *row;
    return true;
}

void skin_renderer::implementation::draw(bgfx::ViewId view, const skin_programs& programs,
                                         std::uint64_t state, const std::function<void()>& bind) {
    one_look painter(programs, state, bind);
    draw(view, painter, nullptr);
}

void skin_renderer::implementation::draw(bgfx::ViewId view, part_painter& painter,
                                         const vec3<double>* eye) {
    const part_draws::pass into{view, &painter};
    const shortage without =
        eye != nullptr ? draws_.draw_sorted(state_, into, cast<float>(*eye - planned_origin_))
                       : draws_.draw(state_, into);
    limits_.meet(limit::draws, without.draws);
    limits_.meet(limit::uniform_bytes, without.uniforms);
    limits_.meet(limit::instances, without.instances);
}

void skin_renderer::implementation::begin_followed() {
    gathered_ = nullptr;
    if (state_.options.deviation_distance > 0 || !frusta_.empty()) {
        return; // needs rigid palettes, see below; or who is seen is not known before the frame
    }
    const std::uint64_t start = now_ns();
    followed_ = followed_systems_->registry(); // it may have been moved
    make_plan(*followed_, origin_);
    // Rigid palettes are made of poses that this frame has yet to compute.
    gathered_ = plan_.needs_rigid() ? nullptr : state_.texture.begin(plan_.texel_count());
    const std::uint64_t end = now_ns();
    gathered_ns_.store(end - start, std::memory_order_relaxed);
    charge(start, end, 0);
}

void skin_renderer::implementation::visit(std::size_t first, std::size_t last) noexcept {
    if (gathered_ == nullptr) {
        return;
    }
    const std::uint64_t start = now_ns();
    plan_.copy_blocks(gathered_, first, last);
    const std::uint64_t end = now_ns();
    gathered_ns_.fetch_add(end - start, std::memory_order_relaxed);
    charge(start, end, 0);
}

void skin_renderer::implementation::charge(std::uint64_t start, std::uint64_t end,
                                           std::uint64_t characters) noexcept {
    if (table_ != nullptr && table_->is_measuring()) {
        table_->add(row_, start, end, characters);
    }
}

void skin_renderer::implementation::write_instances(palette_row<float>* to) {
    for (const planned_part& part : state_.planned) {
        if (part.by_palette == 0) {
            continue; // and may have no address
        }
        std::memcpy(to, part.drawn.data(), part.by_palette * sizeof(instance));
        to += instance_rows * part.by_palette;
    }
}

void skin_renderer::implementation::skin_all() {
    std::size_t first_instance = plan_.first_instance();
    for (std::size_t p = 0; p < state_.parts.size(); ++p) {
        const gpu_part& part = state_.parts[p];
        // Clips on the GPU are drawn all at once, and skinned in every pass.
        const std::size_t count = state_.planned[p].by_palette;
        if (count == 0) {
            continue;
        }
        const std::size_t fit =
            state_.once.reserve(p, part.vertex_count(), count, part.has_tangents());
        if (fit > 0 && by_compute()) {
            state_.uniforms.set_skin(state_.setup_of(p));
            state_.uniforms.set_batch(first_instance, state_.once.first_vertex(p),
                                      state_.once.first_tangent(p));
            state_.uniforms.bind_compute_textures(state_.texture.handle(),
                                                  part.morph_texture.get());
            state_.once.dispatch(compute_view_, part, fit);
        } else if (fit > 0) {
            state_.once.skin_on_cpu(p, part, state_.planned[p], state_.options.deviation_distance,
                                    state_.texture.texels());
        }
        state_.report.skinned_vertices += std::uint64_t{part.vertex_count()} * fit;
        first_instance += instance_rows * count;
    }
    state_.once.submit();
}

} // namespace jounce::render
