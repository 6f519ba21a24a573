#include <jounce/modules/bgfx/part_draws.hpp>

#include <jounce/components/assets/skin_binding.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <tuple>

namespace jounce::render {
namespace {

bool take_draw(skin_state& of) {
    if (of.report.draws >= of.options.max_draws) {
        return false;
    }
    ++of.report.draws;
    return true;
}

void submit_look(const gpu_part& part, const part_look& look, const part_draws::pass& into,
                 bgfx::ProgramHandle program) {
    into.painter->bind(part.material, look.layer);
    bgfx::setState(look.state);
    bgfx::submit(into.view, program);
}

void submit_skinning(const gpu_part& part, const part_look& look, const part_draws::pass& into) {
    bgfx::setVertexBuffer(0, part.vertices.get());
    if (look.programs->wants_surface) {
        bgfx::setVertexBuffer(1, part.surface.get());
    }
    bgfx::setIndexBuffer(part.triangles.get());
    submit_look(part, look, into,
                part.part->influences > 4 ? look.programs->eight.get() : look.programs->four.get());
}

float square_distance(const instance& at, const vec3<float>& centre, const vec3<float>& eye) {
    const palette_row<float>* r = at.rows;
    const float eyes[3] = {eye.x, eye.y, eye.z};
    float out = 0;
    for (int i = 0; i < 3; ++i) {
        const float d = r[i].v[0] * centre.x + r[i].v[1] * centre.y + r[i].v[2] * centre.z +
                        r[i].v[3] - eyes[i];
        out += d * d;
    }
    return out;
}

painted_mesh told_of(const gpu_part& part) {
    return {part.material, part.part->has_surface(), part.two_sided};
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
    if (parts[part].morph_rows > 2) {
        out.morphs_and_groups = -out.morphs_and_groups; // likewise
    }
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
        draw_range(of, {p, 0, of.planned[p].drawn.size()}, into, without);
    }
    return without;
}

shortage part_draws::draw_sorted(skin_state& of, const pass& into, const vec3<float>& eye) {
    sorted_.clear();
    const std::size_t known = std::min(of.parts.size(), instances_.size());
    for (std::size_t p = 0; p < known; ++p) {
        const std::vector<instance>& drawn = of.planned[p].drawn;
        if (drawn.empty() || into.painter->looks(told_of(of.parts[p])).empty()) {
            continue;
        }
        const std::int32_t order = into.painter->order(of.parts[p].material);
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            sorted_.push_back({order, square_distance(drawn[i], of.parts[p].centre, eye),
                               static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(i)});
        }
    }
    std::sort(sorted_.begin(), sorted_.end(), [](const sorted_part& a, const sorted_part& b) {
        // All numbers: equals keep one order, whatever sort does with them.
        return std::tuple(a.order, -a.square_away, a.part, a.who) <
               std::tuple(b.order, -b.square_away, b.part, b.who);
    });
    shortage without;
    for (const sorted_part& each : sorted_) {
        draw_range(of, {each.part, each.who, std::size_t{each.who} + 1}, into, without);
    }
    return without;
}

void part_draws::draw_range(skin_state& of, const characters& who, const pass& into,
                            shortage& without) {
    if (who.first == who.last) {
        return;
    }
    const std::size_t once = of.skins_once() ? of.once.skinned(who.part) : 0;
    const bool has_surface = of.parts[who.part].part->has_surface();
    for (const part_look& look : into.painter->looks(told_of(of.parts[who.part]))) {
        if (look.programs->wants_surface && !has_surface) {
            continue; // its shaders would read what is not there
        }
        draw_skinned(of, {who.part, who.first, std::min(who.last, once)}, look, into, without);
        if (of.route == skin_route::uniforms) {
            draw_by_uniforms(of, who, look, into, without);
        } else if (of.route != skin_route::cpu && who.last > once) {
            // Characters without room in the skinned vertices are skinned while drawing.
            draw_by_texture(of, {who.part, std::max(who.first, once), who.last}, once, look, into,
                            without);
        }
    }
}

void part_draws::draw_skinned(skin_state& of, const characters& who, const part_look& look,
                              const pass& into, shortage& without) {
    const gpu_part& part = of.parts[who.part];
    const std::uint32_t vertices = part.vertex_count();
    for (std::size_t i = who.first; i < who.last; ++i) {
        if (!take_draw(of)) {
            ++without.draws;
            continue;
        }
        of.once.bind_vertices(
            static_cast<std::uint32_t>(of.once.first_vertex(who.part) + i * vertices), vertices);
        bgfx::setVertexBuffer(1, part.colours.get(), 0, vertices);
        if (look.programs->wants_surface && part.has_tangents()) {
            bgfx::setVertexBuffer(2, part.texcoords.get(), 0, vertices);
            of.once.bind_tangents(
                3, static_cast<std::uint32_t>(of.once.first_tangent(who.part) + i * vertices),
                vertices);
        } else if (look.programs->wants_surface) {
            bgfx::setVertexBuffer(2, part.surface.get(), 0, vertices);
        }
        bgfx::setIndexBuffer(part.triangles.get());
        of.uniforms.set_tint(of.planned[who.part].drawn[i].tint());
        submit_look(part, look, into, look.programs->skinned.get());
    }
}

void part_draws::draw_by_uniforms(skin_state& of, const characters& who, const part_look& look,
                                  const pass& into, shortage& without) {
    const gpu_part& part = of.parts[who.part];
    const planned_part& plan = of.planned[who.part];
    const std::size_t rows = static_cast<std::size_t>(plan.part->palette_joints(plan.joint_count)) *
                             static_cast<std::size_t>(rows_per_joint(plan.mode));
    const std::span<const instance> drawn = plan.drawn;
    for (const instance& each : drawn.subspan(who.first, who.last - who.first)) {
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
        of.uniforms.set_skin(of.setup_of(who.part));
        of.uniforms.set_palette(of.texture.texels(), each, rows, part.morph_count,
                                plan.part->handle_count);
        of.uniforms.bind_morphs(part.morph_texture.get());
        submit_skinning(part, look, into);
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

void part_draws::draw_by_texture(skin_state& of, const characters& who, std::size_t once,
                                 const part_look& look, const pass& into, shortage& without) {
    const gpu_part& part = of.parts[who.part];
    const part_instances& made = instances_of(of.planned[who.part], who.part, once);
    const auto first = static_cast<std::uint32_t>(who.first - once);
    const auto last = static_cast<std::uint32_t>(who.last - once);
    const std::uint32_t there = std::min(last, made.count);
    without.instances += last - std::max(first, there);
    if (there <= first) {
        return;
    }
    if (!take_draw(of)) {
        without.draws += there - first;
        return;
    }
    of.uniforms.set_skin(of.setup_of(who.part));
    of.uniforms.bind_textures(of.texture.handle(), part.morph_texture.get(), of.clip_texture.get());
    bgfx::setInstanceDataBuffer(&made.buffer, first, there - first);
    submit_skinning(part, look, into);
    of.report.skinned_vertices += std::uint64_t{part.vertex_count()} * (there - first);
}

} // namespace jounce::render
