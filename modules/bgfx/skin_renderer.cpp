#include <jounce/modules/bgfx/skin_renderer.hpp>

#include <jounce/modules/bgfx/frame_limits.hpp>
#include <jounce/modules/bgfx/gpu_mesh.hpp>
#include <jounce/modules/bgfx/palette_texture.hpp>
#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/modules/bgfx/skin_once.hpp>
#include <jounce/modules/bgfx/skin_uniforms.hpp>
#include <jounce/modules/bgfx/upload_plan.hpp>
#include <jounce/modules/bgfx/upload_workers.hpp>
#include <jounce/modules/profiling/profiler.hpp>

#include <algorithm>
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
    explicit implementation(renderer_options options)
        : options_(std::move(options)), limits_(options_.log) {}

    result<bool> create_device() {
        const bgfx::Caps* device = bgfx::getCaps();
        if (device == nullptr || bgfx::getRendererType() == bgfx::RendererType::Count) {
            return error{"no_device", "bgfx is not initialised; call bgfx::init before this"};
        }
        const chosen_route chosen = choose_route(options_.route, options_.passes, *device);
        // A part's palette depends on the route; a route is for life, whatever device comes later.
        if (parts_.empty()) {
            route_ = chosen.route;
        }
        limits_.say(std::string("skinning by ") + std::string(route_name(route_)) + " on " +
                    bgfx::getRendererName(bgfx::getRendererType()) + " (" + chosen.why + ")");

        const bool by_uniforms = route_ == skin_route::uniforms;
        four_ = unique_handle(make_shader(by_uniforms ? "vs_skin_uniform4" : "vs_skin_texture4"));
        eight_ = unique_handle(make_shader(by_uniforms ? "vs_skin_uniform8" : "vs_skin_texture8"));
        skinned_ = unique_handle(make_shader("vs_skinned"));
        if (!four_ || !eight_ || !skinned_) {
            return error{"no_shader", std::string("no shaders for ") +
                                          bgfx::getRendererName(bgfx::getRendererType()) +
                                          " in this build: see shaders/README.md"};
        }
        uniforms_.create();
        if (skins_once()) {
            once_.create(route_ == skin_route::compute, options_.max_skinned_vertices);
            if (route_ == skin_route::compute && !once_.is_ready()) {
                return error{"no_shader", "no compute shaders for this API in this build"};
            }
        }
        for (gpu_part& part : parts_) {
            if (part.part != nullptr) {
                create_buffers(part, skins_once(), route_ == skin_route::compute);
            }
        }
        return true;
    }

    void forget_device() {
        four_.forget();
        eight_.forget();
        skinned_.forget();
        uniforms_.forget();
        once_.forget();
        texture_.forget();
        for (gpu_part& part : parts_) {
            forget_buffers(part);
        }
    }

    result<mesh_id> add_mesh(const mesh_source& mesh) {
        const std::int32_t rows = mesh.mode == palette_mode::polar ? 4 : 3;
        const std::int32_t most = route_ == skin_route::uniforms
                                      ? static_cast<std::int32_t>(max_uniform_rows) / rows
                                      : max_part_joints;
        result<split_mesh> split = split_into_parts(mesh, most);
        if (!split) {
            return split.why();
        }
        if (split->trimmed_vertices > 0) {
            limits_.say(std::to_string(split->trimmed_vertices) +
                        " vertices of a mesh have more than " + std::to_string(max_influences) +
                        " influences; the heaviest were kept");
        }
        planned_mesh planned;
        planned.first_part = static_cast<std::uint32_t>(parts_.size());
        planned.part_count = static_cast<std::uint32_t>(split->parts.size());
        for (mesh_part& each : split->parts) {
            gpu_part part;
            part.part = std::make_shared<const mesh_part>(std::move(each));
            part.morphs = morph_texels(*part.part, mesh.morphs);
            part.morph_count = static_cast<std::uint32_t>(mesh.morphs.size());
            part.two_sided = mesh.two_sided;
            create_buffers(part, skins_once(), route_ == skin_route::compute);
            planned_part plan;
            plan.part = part.part.get();
            plan.joint_count = mesh.joint_count;
            plan.mode = mesh.mode;
            plan.morph_count = part.morph_count;
            planned_parts_.push_back(std::move(plan));
            parts_.push_back(std::move(part));
        }
        meshes_.push_back(planned);
        once_.resize(parts_.size());
        return static_cast<mesh_id>(meshes_.size() - 1);
    }

    void remove_mesh(mesh_id mesh) {
        const auto index = static_cast<std::size_t>(mesh);
        if (index >= meshes_.size()) {
            return;
        }
        planned_mesh& gone = meshes_[index];
        for (std::uint32_t p = gone.first_part; p < gone.first_part + gone.part_count; ++p) {
            planned_parts_[p].drawn.clear();
            parts_[p] = {};
        }
        gone.part_count = 0; // numbers are not used again: characters may still hold them
    }

    void upload(entt::registry& registry, const vec3<double>& origin, tf::Executor* workers) {
        const std::uint64_t start = now_ns();
        report_ = {};
        plan_request request;
        request.origin = origin;
        request.max_texels = max_texels();
        request.deviation = options_.deviation_distance > 0;
        plan_.make(registry, meshes_, planned_parts_, request);

        const std::size_t instance_texels =
            route_ == skin_route::compute ? 5 * drawn_instances() : 0;
        palette_row<float>* to = texture_.begin(plan_.texel_count() + instance_texels);
        workers_.copy(plan_, to, workers);
        report_.drawn = plan_.drawn();
        report_.left_out = plan_.left_out();
        report_.palette_texels = plan_.texel_count() + instance_texels;
        limits_.meet(limit::palette_texels, plan_.left_out());
        limits_.meet(limit::mismatch, plan_.mismatched());

        if (route_ == skin_route::compute) {
            write_instances(to + plan_.texel_count());
        }
        if (route_ != skin_route::uniforms && route_ != skin_route::cpu) {
            texture_.submit();
        }
        if (skins_once()) {
            once_.begin();
            skin_all();
            limits_.meet(limit::skinned_vertices, once_.left_out());
        }
        instances_.assign(parts_.size(), {}); // keeps its memory
        uniform_bytes_ = 0;
        const std::uint64_t end = now_ns();
        report_.upload_ns = end - start;
        if (table_ != nullptr && table_->is_measuring()) {
            table_->add(row_, start, end, report_.palette_texels);
        }
    }

    result<bool> measure_with(profiler& table) {
        const result<system_id> row = table.register_system("palette_upload", "texels");
        if (!row) {
            return row.why();
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
            return error{"no_program", "the fragment shader does not fit: its inputs must be "
                                       "v_position, v_normal and v_color0, all three"};
        }
        return out;
    }

    void draw(bgfx::ViewId view, const skin_programs& programs, std::uint64_t state,
              const std::function<void()>& bind) {
        std::size_t without_draw = 0;
        std::size_t without_uniforms = 0;
        std::size_t without_instances = 0;
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            const std::size_t count = planned_parts_[p].drawn.size();
            if (count == 0) {
                continue;
            }
            const std::uint64_t culls = parts_[p].two_sided ? 0 : BGFX_STATE_CULL_CW;
            const draw_call call = {view, &programs, state | culls, &bind};
            const std::size_t once = skins_once() ? once_.skinned(p) : 0;
            without_draw += draw_skinned(p, once, call);
            if (route_ == skin_route::uniforms) {
                draw_by_uniforms(p, call, without_draw, without_uniforms);
            } else if (route_ != skin_route::cpu && count > once) {
                // What the skinned vertices had no room for is skinned as it is drawn.
                without_instances += draw_by_texture(p, once, call, without_draw);
            }
        }
        limits_.meet(limit::draws, without_draw);
        limits_.meet(limit::uniform_bytes, without_uniforms);
        limits_.meet(limit::instances, without_instances);
    }

    skin_route route() const { return route_; }
    const frame_report& report() const { return report_; }
    void set_compute_view(bgfx::ViewId view) { compute_view_ = view; }
    void set_deviation_distance(float metres) { options_.deviation_distance = metres; }

private:
    struct draw_call {
        bgfx::ViewId view;
        const skin_programs* programs;
        std::uint64_t state;
        const std::function<void()>* bind;
    };

    bool skins_once() const { return route_ == skin_route::compute || route_ == skin_route::cpu; }

    std::size_t max_texels() const {
        const std::size_t lines = bgfx::getCaps()->limits.maxTextureSize;
        return std::min(options_.max_palette_texels, lines * palette_texture_width);
    }

    std::size_t drawn_instances() const {
        std::size_t sum = 0;
        for (const planned_part& part : planned_parts_) {
            sum += part.drawn.size();
        }
        return sum;
    }

    void write_instances(palette_row<float>* to) {
        for (const planned_part& part : planned_parts_) {
            for (const drawn_character& each : part.drawn) {
                std::memcpy(to, each.data.rows, sizeof each.data.rows);
                to += 5;
            }
        }
    }

    skin_setup setup_of(std::size_t p) const {
        const gpu_part& part = parts_[p];
        skin_setup out;
        out.rows_per_joint = planned_parts_[p].mode == palette_mode::polar ? 4.0F : 3.0F;
        out.morph_count = static_cast<float>(part.morph_count);
        out.inverse_deviation =
            options_.deviation_distance > 0 ? 1.0F / options_.deviation_distance : 0.0F;
        out.vertex_count = static_cast<float>(part.vertex_count());
        return out;
    }

    void skin_all() {
        std::size_t first_instance = plan_.texel_count();
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            const std::vector<drawn_character>& drawn = planned_parts_[p].drawn;
            if (drawn.empty()) {
                continue;
            }
            const std::size_t fit = once_.reserve(p, parts_[p].vertex_count(), drawn.size());
            if (fit > 0 && route_ == skin_route::compute) {
                uniforms_.set_skin(setup_of(p));
                uniforms_.set_batch(first_instance, once_.first_vertex(p));
                uniforms_.bind_compute_textures(texture_.handle(), parts_[p].morph_texture.get());
                once_.dispatch(compute_view_, parts_[p], fit);
            } else if (fit > 0) {
                once_.skin_on_cpu(p, parts_[p], planned_parts_[p], options_.deviation_distance,
                                  texture_.texels());
            }
            report_.skinned_vertices += std::uint64_t{parts_[p].vertex_count()} * fit;
            first_instance += 5 * drawn.size();
        }
        once_.submit();
    }

    bool may_draw(std::size_t& without) {
        if (report_.draws >= options_.max_draws) {
            ++without;
            return false;
        }
        ++report_.draws;
        return true;
    }

    void bind_host(const draw_call& call) {
        if (*call.bind) {
            (*call.bind)();
        }
    }

    /// Draws the characters of a part that are skinned already; returns how many had no draw left.
    std::size_t draw_skinned(std::size_t p, std::size_t count, const draw_call& call) {
        const gpu_part& part = parts_[p];
        std::size_t without = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!may_draw(without)) {
                continue;
            }
            const auto first =
                static_cast<std::uint32_t>(once_.first_vertex(p) + i * part.vertex_count());
            once_.bind_vertices(first, part.vertex_count());
            bgfx::setVertexBuffer(1, part.colours.get(), 0, part.vertex_count());
            bgfx::setIndexBuffer(part.triangles.get());
            uniforms_.set_tint(planned_parts_[p].drawn[i].data.rows[4]);
            bind_host(call);
            bgfx::setState(call.state);
            bgfx::submit(call.view, call.programs->skinned.get());
        }
        return without;
    }

    void draw_by_uniforms(std::size_t p, const draw_call& call, std::size_t& without_draw,
                          std::size_t& without_uniforms) {
        const gpu_part& part = parts_[p];
        const planned_part& plan = planned_parts_[p];
        const std::size_t rows =
            static_cast<std::size_t>(plan.part->palette_joints(plan.joint_count)) *
            (plan.mode == palette_mode::polar ? 4 : 3);
        for (const drawn_character& each : plan.drawn) {
            const std::size_t bytes = skin_uniforms::draw_bytes;
            if (uniform_bytes_ + bytes > options_.max_uniform_bytes) {
                ++without_uniforms;
                continue;
            }
            if (!may_draw(without_draw)) {
                continue;
            }
            uniform_bytes_ += bytes;
            uniforms_.set_skin(setup_of(p));
            uniforms_.set_palette(texture_.texels(), each, rows, part.morph_count);
            uniforms_.bind_morphs(part.morph_texture.get());
            bind_mesh(part);
            submit_skinning(part, call);
            report_.skinned_vertices += part.vertex_count();
        }
    }

    std::size_t draw_by_texture(std::size_t p, std::size_t first, const draw_call& call,
                                std::size_t& without_draw) {
        const gpu_part& part = parts_[p];
        const std::vector<drawn_character>& drawn = planned_parts_[p].drawn;
        part_instances& made = instances_[p];
        if (made.count == 0) {
            const auto wanted = static_cast<std::uint32_t>(drawn.size() - first);
            made.count =
                std::min(wanted, bgfx::getAvailInstanceDataBuffer(wanted, sizeof(instance)));
            made.missing = wanted - made.count;
            if (made.count > 0) {
                bgfx::allocInstanceDataBuffer(&made.buffer, made.count, sizeof(instance));
                std::uint8_t* to = made.buffer.data;
                for (std::size_t i = first; i < first + made.count; ++i) {
                    std::memcpy(to, &drawn[i].data, sizeof(instance));
                    to += sizeof(instance);
                }
            }
        }
        if (made.count == 0 || !may_draw(without_draw)) {
            return made.missing;
        }
        uniforms_.set_skin(setup_of(p));
        uniforms_.bind_textures(texture_.handle(), part.morph_texture.get());
        bind_mesh(part);
        bgfx::setInstanceDataBuffer(&made.buffer);
        submit_skinning(part, call);
        report_.skinned_vertices += std::uint64_t{part.vertex_count()} * made.count;
        return made.missing;
    }

    void bind_mesh(const gpu_part& part) {
        bgfx::setVertexBuffer(0, part.vertices.get());
        bgfx::setIndexBuffer(part.triangles.get());
    }

    void submit_skinning(const gpu_part& part, const draw_call& call) {
        bind_host(call);
        bgfx::setState(call.state);
        bgfx::submit(call.view, part.part->influences > 4 ? call.programs->eight.get()
                                                          : call.programs->four.get());
    }

    /// Instance data of a part in this frame, shared by all passes.
    struct part_instances {
        bgfx::InstanceDataBuffer buffer{};
        std::uint32_t count = 0;
        std::uint32_t missing = 0;
    };

    renderer_options options_;
    frame_limits limits_;
    skin_route route_ = skin_route::texture;
    bgfx::ViewId compute_view_ = 0;
    unique_handle<bgfx::ShaderHandle> four_;
    unique_handle<bgfx::ShaderHandle> eight_;
    unique_handle<bgfx::ShaderHandle> skinned_;
    skin_uniforms uniforms_;
    palette_texture texture_;
    skin_once once_;
    upload_plan plan_;
    upload_workers workers_;
    std::vector<planned_mesh> meshes_;
    std::vector<planned_part> planned_parts_;
    std::vector<gpu_part> parts_;
    std::vector<part_instances> instances_;
    std::size_t uniform_bytes_ = 0;
    profiler* table_ = nullptr;
    system_id row_{};
    frame_report report_;
};

skin_renderer::skin_renderer(std::unique_ptr<implementation> made)
    : implementation_(std::move(made)) {}
skin_renderer::~skin_renderer() = default;

result<std::unique_ptr<skin_renderer>> skin_renderer::make(renderer_options options) {
    auto made = std::make_unique<implementation>(std::move(options));
    if (const result<bool> ready = made->create_device(); !ready) {
        return ready.why();
    }
    return std::unique_ptr<skin_renderer>(new skin_renderer(std::move(made)));
}

skin_route skin_renderer::route() const { return implementation_->route(); }
result<mesh_id> skin_renderer::add_mesh(const mesh_source& mesh) {
    return implementation_->add_mesh(mesh);
}
void skin_renderer::remove_mesh(mesh_id mesh) { implementation_->remove_mesh(mesh); }
void skin_renderer::upload(entt::registry& registry, const vec3<double>& origin,
                           tf::Executor* workers) {
    implementation_->upload(registry, origin, workers);
}
void skin_renderer::set_compute_view(bgfx::ViewId view) { implementation_->set_compute_view(view); }
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
