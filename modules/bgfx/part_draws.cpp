#include <jounce/modules/bgfx/part_draws.hpp>

#include <jounce/components/assets/skin_binding.hpp>

#include <algorithm>
#include <cstring>

namespace jounce::render {
namespace {

bool take_draw(skin_state& of) {
    if (of.report.draws >= of.options.max_draws) {
        return false;
    }
    ++of.report.draws;
    return true;
}

void bind_host(const part_draws::pass& into) {
    if (*into.bind) {
        (*into.bind)();
    }
}

void submit_skinning(const gpu_part& part, const part_draws::pass& into) {
    bgfx::setVertexBuffer(0, part.vertices.get());
    bgfx::setIndexBuffer(part.triangles.get());
    bind_host(into);
    bgfx::setState(into.state | (part.two_sided ? 0 : BGFX_STATE_CULL_CW));
    bgfx::submit(into.view, part.part->influences > 4 ? into.programs->eight.get()
                                                      : into.programs->four.get());
}

} // namespace

skin_setup skin_state::setup_of(std::size_t part) const {
    skin_setup out;
    out.rows_per_joint = static_cast<float>(rows_per_joint(planned[part].mode));
    if (planned[part].mode == palette_mode::matrix) {
        out.rows_per_joint = -out.rows_per_joint; // how shaders know
    }
    out.morphs_and_groups =
        static_cast<float>(parts[part].morph_count) +
        skin_setup::per_handle_group * static_cast<float>(handle_groups(*parts[part].part));
    out.inverse_deviation =
        options.deviation_distance > 0 ? 1.0F / options.deviation_distance : 0.0F;
    out.vertex_count = static_cast<float>(parts[part].vertex_count());
    return out;
}

void part_draws::begin_frame(std::size_t parts) {
    instances_.assign(parts, {}); // keeps its memory
    uniform_bytes_ = 0;
}

shortage part_draws::draw(skin_state& of, const pass& into) {
    shortage without;
    // Meshes may have been added since the upload; no character is drawn with them yet.
    const std::size_t known = std::min(of.parts.size(), instances_.size());
    for (std::size_t p = 0; p < known; ++p) {
        const std::size_t count = of.planned[p].drawn.size();
        if (count == 0) {
            continue;
        }
        const std::size_t once = of.skins_once() ? of.once.skinned(p) : 0;
        draw_skinned(of, p, once, into, without);
        if (of.route == skin_route::uniforms) {
            draw_by_uniforms(of, p, into, without);
        } else if (of.route != skin_route::cpu && count > once) {
            // Characters without room in the skinned vertices are skinned while drawing.
            draw_by_texture(of, p, once, into, without);
        }
    }
    return without;
}

void part_draws::draw_skinned(skin_state& of, std::size_t p, std::size_t count, const pass& into,
                              shortage& without) {
    const gpu_part& part = of.parts[p];
    for (std::size_t i = 0; i < count; ++i) {
        if (!take_draw(of)) {
            ++without.draws;
            continue;
        }
        const auto first =
            static_cast<std::uint32_t>(of.once.first_vertex(p) + i * part.vertex_count());
        of.once.bind_vertices(first, part.vertex_count());
        bgfx::setVertexBuffer(1, part.colours.get(), 0, part.vertex_count());
        bgfx::setIndexBuffer(part.triangles.get());
        of.uniforms.set_tint(of.planned[p].drawn[i].tint());
        bind_host(into);
        bgfx::setState(into.state | (part.two_sided ? 0 : BGFX_STATE_CULL_CW));
        bgfx::submit(into.view, into.programs->skinned.get());
    }
}

void part_draws::draw_by_uniforms(skin_state& of, std::size_t p, const pass& into,
                                  shortage& without) {
    const gpu_part& part = of.parts[p];
    const planned_part& plan = of.planned[p];
    const std::size_t rows = static_cast<std::size_t>(plan.part->palette_joints(plan.joint_count)) *
                             static_cast<std::size_t>(rows_per_joint(plan.mode));
    for (const instance& each : plan.drawn) {
        const std::size_t bytes = skin_uniforms::draw_bytes;
        if (uniform_bytes_ + bytes > of.options.max_uniform_bytes) {
            ++without.uniforms;
            continue;
        }
        if (!take_draw(of)) {
            ++without.draws;
            continue;
        }
        uniform_bytes_ += bytes;
        of.uniforms.set_skin(of.setup_of(p));
        of.uniforms.set_palette(of.texture.texels(), each, rows, part.morph_count,
                                plan.part->handle_count);
        of.uniforms.bind_morphs(part.morph_texture.get());
        submit_skinning(part, into);
        of.report.skinned_vertices += part.vertex_count();
    }
}

const part_draws::part_instances& part_draws::instances_of(const planned_part& plan, std::size_t p,
                                                           std::size_t first) {
    part_instances& made = instances_[p];
    if (made.is_made) {
        return made;
    }
    made.is_made = true;
    const auto wanted = static_cast<std::uint32_t>(plan.drawn.size() - first);
    made.count = std::min(wanted, bgfx::getAvailInstanceDataBuffer(wanted, sizeof(instance)));
    made.missing = wanted - made.count;
    if (made.count > 0) {
        bgfx::allocInstanceDataBuffer(&made.buffer, made.count, sizeof(instance));
        std::memcpy(made.buffer.data, plan.drawn.data() + first, made.count * sizeof(instance));
    }
    return made;
}

void part_draws::draw_by_texture(skin_state& of, std::size_t p, std::size_t first, const pass& into,
                                 shortage& without) {
    const gpu_part& part = of.parts[p];
    const part_instances& made = instances_of(of.planned[p], p, first);
    without.instances += made.missing;
    if (made.count == 0) {
        return;
    }
    if (!take_draw(of)) {
        without.draws += made.count;
        return;
    }
    of.uniforms.set_skin(of.setup_of(p));
    of.uniforms.bind_textures(of.texture.handle(), part.morph_texture.get(), of.clip_texture.get());
    bgfx::setInstanceDataBuffer(&made.buffer);
    submit_skinning(part, into);
    of.report.skinned_vertices += std::uint64_t{part.vertex_count()} * made.count;
}

} // namespace jounce::render
