#include <jounce/modules/bgfx/skin_renderer.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/bgfx/part_draws.hpp>
#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/profiling/profiler.hpp>
#include <jounce/modules/render/frame_limits.hpp>
#include <jounce/modules/render/upload_workers.hpp>

#include <bgfx/platform.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace jounce::gpu {
namespace {

bgfx::ProgramHandle link_program(bgfx::ShaderHandle vertex, bgfx::ShaderHandle fragment) {
    return bgfx::createProgram(vertex, fragment, false);
}

} // namespace

class skin_renderer::implementation {
public:
    explicit implementation(renderer_options options) : limits_(options.log) {
        state_.options = std::move(options);
    }

    result<bool> create_device() {
        // Capabilities and type are there, and stale, without a device; this is not.
        const bgfx::Caps* device = bgfx::getInternalData()->caps;
        if (device == nullptr) {
            return error{errors::no_device, "bgfx is not initialised; call bgfx::init before this"};
        }
        const chosen_route chosen =
            choose_route(state_.options.route, state_.options.passes, *device);
        // A part's palette depends on the route; a route is for life, whatever device comes later.
        if (state_.parts.empty()) {
            state_.route = chosen.route;
        }
        limits_.say(std::string("skinning by ") + std::string(route_name(state_.route)) + " on " +
                    bgfx::getRendererName(bgfx::getRendererType()) + " (" + chosen.why + ")");

        const bool by_uniforms = state_.route == skin_route::uniforms;
        four_ = unique_handle(make_shader(by_uniforms ? "vs_skin_uniform4" : "vs_skin_texture4"));
        eight_ = unique_handle(make_shader(by_uniforms ? "vs_skin_uniform8" : "vs_skin_texture8"));
        skinned_ = unique_handle(make_shader("vs_skinned"));
        if (!four_ || !eight_ || !skinned_) {
            return error{errors::no_shader, std::string("no shaders for ") +
                                          bgfx::getRendererName(bgfx::getRendererType()) +
                                          " in this build: see shaders/README.md"};
        }
        state_.uniforms.create();
        if (state_.skins_once()) {
            state_.once.create(by_compute(), state_.options.max_skinned_vertices);
            if (by_compute() && !state_.once.is_ready()) {
                return error{errors::no_shader, "no compute shaders for this API in this build"};
            }
        }
        for (gpu_part& part : state_.parts) {
            if (part.part != nullptr) {
                create_buffers(part, state_.skins_once(), by_compute());
            }
        }
        return true;
    }

    void forget_device() {
        four_.reset();
        eight_.reset();
        skinned_.reset();
        state_.uniforms.forget();
        state_.once.forget();
        state_.texture.forget();
        gathered_ = nullptr;
        for (gpu_part& part : state_.parts) {
            forget_buffers(part);
        }
        // Nothing is drawn until it has been uploaded to the device that comes.
        for (planned_part& part : state_.planned) {
            part.drawn.clear();
        }
    }

    result<mesh_id> add_mesh(const mesh_source& mesh) {
        const std::int32_t rows = rows_per_joint(mesh.mode);
        const std::int32_t most = state_.route == skin_route::uniforms
                                      ? static_cast<std::int32_t>(max_uniform_rows) / rows
                                      : max_part_joints;
        result<split_mesh> split = split_into_parts(mesh, most);
        if (!split) {
            return split.error();
        }
        if (split->trimmed_vertices > 0) {
            limits_.say(std::to_string(split->trimmed_vertices) +
                        " vertices of a mesh have more than " + std::to_string(max_influences) +
                        " influences; the heaviest were kept");
        }
        const std::size_t lines = bgfx::getCaps()->limits.maxTextureSize;
        for (const mesh_part& each : split->parts) {
            if (2 * each.vertices.size() * mesh.morphs.size() > lines * morph_texture_width) {
                return error{errors::too_large,
                             "mesh: " + std::to_string(mesh.morphs.size()) + " morph targets of " +
                                 std::to_string(each.vertices.size()) +
                                 " vertices are more than a texture of this device holds; leave "
                                 "some out, or split the mesh"};
            }
        }
        planned_mesh planned;
        planned.first_part = static_cast<std::uint32_t>(state_.parts.size());
        planned.part_count = static_cast<std::uint32_t>(split->parts.size());
        for (mesh_part& each : split->parts) {
            gpu_part part;
            part.part = std::make_shared<const mesh_part>(std::move(each));
            part.morphs = morph_texels(*part.part, mesh.morphs);
            part.morph_count = static_cast<std::uint32_t>(mesh.morphs.size());
            part.two_sided = mesh.two_sided;
            create_buffers(part, state_.skins_once(), by_compute());
            planned_part plan;
            plan.part = part.part.get();
            plan.joint_count = mesh.joint_count;
            plan.mode = mesh.mode;
            plan.morph_count = part.morph_count;
            state_.planned.push_back(std::move(plan));
            state_.parts.push_back(std::move(part));
        }
        meshes_.push_back(planned);
        state_.once.resize(state_.parts.size());
        return static_cast<mesh_id>(meshes_.size() - 1);
    }

    void remove_mesh(mesh_id mesh) {
        const auto index = static_cast<std::size_t>(mesh);
        if (index >= meshes_.size()) {
            return;
        }
        planned_mesh& gone = meshes_[index];
        for (std::uint32_t p = gone.first_part; p < gone.first_part + gone.part_count; ++p) {
            state_.planned[p] = {};
            state_.parts[p] = {};
        }
        gone.part_count = 0; // numbers are not used again: characters may still hold them
    }

    void make_plan(entt::registry& registry, const vec3<double>& origin) {
        plan_request request;
        request.origin = origin;
        request.max_texels =
            std::min(state_.options.max_palette_texels, palette_texture::capacity());
        request.deviation =
            state_.options.deviation_distance > 0 && state_.route != skin_route::uniforms;
        // Compute shaders read instances from the texture as well.
        request.instances = by_compute();
        plan_.make(registry, meshes_, state_.planned, request);
    }

    void follow(pipeline& systems, entt::registry& registry) {
        followed_ = &registry;
        followed_systems_ = &systems;
        following_ = systems.follow(
            {this, [](void* self) { static_cast<implementation*>(self)->begin_followed(); },
             [](void* self, std::size_t first, std::size_t last) noexcept {
                 static_cast<implementation*>(self)->visit(first, last);
             }});
    }
    void set_origin(const vec3<double>& origin) { origin_ = origin; }

    void upload(entt::registry& registry, const vec3<double>& origin, tf::Executor* workers) {
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
        frame_report& report = state_.report;
        report = {};
        report.drawn = plan_.drawn();
        report.left_out = plan_.left_out();
        report.palette_texels = plan_.texel_count();
        if (by_compute()) {
            write_instances(to + plan_.first_instance());
        }
        report.gather_ns = gathered_ns + now_ns() - start;
        limits_.meet(limit::palette_texels, plan_.left_out());
        limits_.meet(limit::mismatch, plan_.mismatched());
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
        charge(start, end, report.palette_texels);
    }

    result<bool> measure_with(profiler& table) {
        const result<system_id> row = table.register_system("palette_upload", "texels");
        if (!row) {
            return row.error();
        }
        table_ = &table;
        row_ = *row;
        return true;
    }

    result<skin_programs> link(bgfx::ShaderHandle fragment) {
        skin_programs out;
        out.four = unique_handle(link_program(four_.get(), fragment));
        out.eight = unique_handle(link_program(eight_.get(), fragment));
        out.skinned = unique_handle(link_program(skinned_.get(), fragment));
        if (!out) {
            return error{errors::no_program, "the fragment shader does not fit: its inputs must be "
                                       "v_position, v_normal and v_color0, all three"};
        }
        return out;
    }

    void draw(bgfx::ViewId view, const skin_programs& programs, std::uint64_t state,
              const std::function<void()>& bind) {
        const shortage without = draws_.draw(state_, {view, &programs, state, &bind});
        limits_.meet(limit::draws, without.draws);
        limits_.meet(limit::uniform_bytes, without.uniforms);
        limits_.meet(limit::instances, without.instances);
    }

    skin_route route() const { return state_.route; }
    const frame_report& report() const { return state_.report; }
    void set_compute_view(bgfx::ViewId view) { compute_view_ = view; }
    void set_deviation_distance(float metres) { state_.options.deviation_distance = metres; }

private:
    /// As a frame of the pipeline begins.
    void begin_followed() {
        gathered_ = nullptr;
        if (state_.options.deviation_distance > 0) {
            return; // needs rigid palettes, see below
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

    /// Blocks are done, on whichever worker.
    void visit(std::size_t first, std::size_t last) noexcept {
        if (gathered_ == nullptr) {
            return;
        }
        const std::uint64_t start = now_ns();
        plan_.copy_blocks(gathered_, first, last);
        const std::uint64_t end = now_ns();
        gathered_ns_.fetch_add(end - start, std::memory_order_relaxed);
        charge(start, end, 0);
    }

    void charge(std::uint64_t start, std::uint64_t end, std::uint64_t texels) noexcept {
        if (table_ != nullptr && table_->is_measuring()) {
            table_->add(row_, start, end, texels);
        }
    }

    bool by_compute() const { return state_.route == skin_route::compute; }

    void write_instances(palette_row<float>* to) {
        for (const planned_part& part : state_.planned) {
            if (part.drawn.empty()) {
                continue; // and has no address
            }
            std::memcpy(to, part.drawn.data(), part.drawn.size() * sizeof(instance));
            to += instance_rows * part.drawn.size();
        }
    }

    void skin_all() {
        std::size_t first_instance = plan_.first_instance();
        for (std::size_t p = 0; p < state_.parts.size(); ++p) {
            const gpu_part& part = state_.parts[p];
            const std::vector<instance>& drawn = state_.planned[p].drawn;
            if (drawn.empty()) {
                continue;
            }
            const std::size_t fit = state_.once.reserve(p, part.vertex_count(), drawn.size());
            if (fit > 0 && by_compute()) {
                state_.uniforms.set_skin(state_.setup_of(p));
                state_.uniforms.set_batch(first_instance, state_.once.first_vertex(p));
                state_.uniforms.bind_compute_textures(state_.texture.handle(),
                                                      part.morph_texture.get());
                state_.once.dispatch(compute_view_, part, fit);
            } else if (fit > 0) {
                state_.once.skin_on_cpu(p, part, state_.planned[p],
                                        state_.options.deviation_distance, state_.texture.texels());
            }
            state_.report.skinned_vertices += std::uint64_t{part.vertex_count()} * fit;
            first_instance += instance_rows * drawn.size();
        }
        state_.once.submit();
    }

    frame_limits limits_;
    skin_state state_;
    part_draws draws_;
    bgfx::ViewId compute_view_ = 0;
    unique_handle<bgfx::ShaderHandle> four_;
    unique_handle<bgfx::ShaderHandle> eight_;
    unique_handle<bgfx::ShaderHandle> skinned_;
    upload_plan plan_;
    upload_workers workers_;
    std::vector<planned_mesh> meshes_;
    entt::registry* followed_ = nullptr; ///< as of the last frame
    pipeline* followed_systems_ = nullptr;
    follower_handle following_;
    vec3<double> origin_;
    palette_row<float>* gathered_ = nullptr; ///< what a frame of the pipeline has filled, or null
    std::atomic<std::uint64_t> gathered_ns_{0};
    profiler* table_ = nullptr;
    system_id row_{};
};

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

} // namespace jounce::gpu
