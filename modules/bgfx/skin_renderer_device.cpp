#include <jounce/modules/bgfx/skin_renderer_implementation.hpp>

#include <jounce/modules/bgfx/shaders.hpp>

#include <bgfx/platform.h>

#include <string>

namespace jounce::render {
namespace {

bgfx::ProgramHandle link_program(bgfx::ShaderHandle vertex, bgfx::ShaderHandle fragment) {
    return bgfx::createProgram(vertex, fragment, false);
}

} // namespace

result<bool> skin_renderer::implementation::create_device() {
    // Capabilities and type are there, and stale, without a device; this is not.
    const bgfx::Caps* device = bgfx::getInternalData()->caps;
    if (device == nullptr) {
        return error{errors::no_device, "bgfx is not initialised; call bgfx::init before this"};
    }
    const chosen_route chosen = choose_route(state_.options.route, state_.options.passes, *device);
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
            if (state_.skins_once() && part.has_tangents() && !state_.once.create_tangents()) {
                return error{errors::no_shader, "no compute shaders for this API in this build"};
            }
            create_buffers(part, state_.skins_once(), by_compute());
        }
    }
    make_clip_texture();
    return true;
}

void skin_renderer::implementation::forget_device() {
    four_.reset();
    eight_.reset();
    skinned_.reset();
    surface_four_.reset();
    surface_eight_.reset();
    surface_skinned_.reset();
    state_.uniforms.forget();
    state_.once.forget();
    state_.texture.forget();
    state_.clip_texture.reset();
    gathered_ = nullptr;
    for (gpu_part& part : state_.parts) {
        forget_buffers(part);
    }
    // Nothing is drawn until it has been uploaded to the device that comes.
    for (planned_part& part : state_.planned) {
        part.drawn.clear();
        part.by_palette = 0;
    }
}

result<skin_programs> skin_renderer::implementation::link(bgfx::ShaderHandle fragment) {
    result<skin_programs> out = link({four_.get(), eight_.get(), skinned_.get()}, fragment);
    if (!out) {
        return error{errors::no_program, "the fragment shader does not fit: its inputs must be "
                                         "v_position, v_normal and v_color0, all three"};
    }
    return out;
}

result<skin_programs> skin_renderer::implementation::link_surface(bgfx::ShaderHandle fragment) {
    if (!surface_four_) {
        const bool by_uniforms = state_.route == skin_route::uniforms;
        surface_four_ =
            unique_handle(make_shader(by_uniforms ? "vs_surface_uniform4" : "vs_surface_texture4"));
        surface_eight_ =
            unique_handle(make_shader(by_uniforms ? "vs_surface_uniform8" : "vs_surface_texture8"));
        surface_skinned_ = unique_handle(make_shader("vs_surface_skinned"));
    }
    if (!surface_four_ || !surface_eight_ || !surface_skinned_) {
        return error{errors::no_shader, "no shaders of surfaces for this API in this build"};
    }
    result<skin_programs> out =
        link({surface_four_.get(), surface_eight_.get(), surface_skinned_.get(), true}, fragment);
    if (!out) {
        return error{errors::no_program,
                     "the fragment shader does not fit: its inputs must be v_position, v_normal, "
                     "v_color0, v_tangent and v_texcoords, all five"};
    }
    return out;
}

result<skin_programs> skin_renderer::implementation::link(const skin_shaders& vertex,
                                                          bgfx::ShaderHandle fragment) {
    skin_programs out;
    const auto link_one = [&](bgfx::ShaderHandle shader) {
        return unique_handle(bgfx::isValid(shader) ? link_program(shader, fragment)
                                                   : bgfx::ProgramHandle{bgfx::kInvalidHandle});
    };
    out.four = link_one(vertex.four);
    out.eight = link_one(vertex.eight);
    out.skinned = link_one(vertex.skinned);
    out.wants_surface = vertex.wants_surface;
    const bool by_vertex = state_.route == skin_route::cpu || (out.four && out.eight);
    const bool by_once = !state_.skins_once() || out.skinned;
    if (!by_vertex || !by_once) {
        return error{errors::no_program,
                     "vertex and fragment shaders do not fit: what one has as $output the other "
                     "must have as $input, all of it"};
    }
    return out;
}

} // namespace jounce::render
