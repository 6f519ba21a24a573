#include <jounce/modules/bgfx/gpu_mesh.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

namespace jounce::render {
namespace {

void append(std::vector<std::uint8_t>& to, const void* from, std::size_t bytes) {
    const std::size_t at = to.size();
    to.resize(at + bytes);
    std::memcpy(to.data() + at, from, bytes);
}

const bgfx::Memory* copied(const std::vector<std::uint8_t>& bytes) {
    return bgfx::copy(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
}

/// A colour's bytes in the order that bgfx gives them to shaders.
void append_colour(std::vector<std::uint8_t>& to, std::uint32_t colour) {
    for (std::uint32_t c = 0; c < 4; ++c) {
        to.push_back(static_cast<std::uint8_t>((colour >> (8 * c)) & 0xFFU));
    }
}

std::vector<std::uint8_t> skin_vertices(const mesh_part& part) {
    std::vector<std::uint8_t> out;
    for (std::size_t i = 0; i < part.vertices.size(); ++i) {
        const part_vertex& v = part.vertices[i];
        const auto index = static_cast<float>(i);
        append(out, &v.position, sizeof v.position);
        append(out, &v.normal, sizeof v.normal);
        append_colour(out, v.colour);
        append(out, v.joints, 4);
        append(out, v.weights, 4 * sizeof(float));
        append(out, &index, sizeof index);
        if (part.influences > 4) {
            for (int k = 4; k < max_influences; ++k) {
                const float joint = v.joints[k];
                append(out, &joint, sizeof joint);
            }
            append(out, v.weights + 4, 4 * sizeof(float));
        }
    }
    return out;
}

std::vector<std::uint8_t> colour_vertices(const mesh_part& part) {
    std::vector<std::uint8_t> out;
    for (const part_vertex& v : part.vertices) {
        append_colour(out, v.colour);
    }
    return out;
}

std::vector<std::uint8_t> surface_bytes(const mesh_part& part, bool tangents) {
    std::vector<std::uint8_t> out;
    constexpr std::array<float, 4> none{};
    for (std::size_t i = 0; i < part.vertices.size(); ++i) {
        if (tangents) {
            append(out, part.tangents.empty() ? &none : &part.tangents[i], sizeof none);
        }
        append(out, &part.texcoords[i], sizeof none);
    }
    return out;
}

std::vector<std::uint8_t> compute_vertices(const mesh_part& part) {
    std::vector<std::uint8_t> out;
    for (std::size_t i = 0; i < part.vertices.size(); ++i) {
        const part_vertex& v = part.vertices[i];
        const float rows[2][4] = {{v.position.x, v.position.y, v.position.z, 1},
                                  {v.normal.x, v.normal.y, v.normal.z, 0}};
        append(out, rows, sizeof rows);
        for (int first = 0; first < part.influences; first += 4) {
            for (int k = first; k < first + 4; ++k) {
                const float joint = v.joints[k];
                append(out, &joint, sizeof joint);
            }
            append(out, v.weights + first, 4 * sizeof(float));
        }
        if (!part.tangents.empty()) {
            append(out, &part.tangents[i], sizeof part.tangents[i]);
        }
    }
    return out;
}

void append_flesh(const mesh_part& part, std::vector<palette_row<float>>& to) {
    const std::uint32_t groups = handle_groups(part);
    for (std::size_t v = 0; v + 1 < part.flesh_first.size(); ++v) {
        std::uint32_t next = part.flesh_first[v];
        for (std::uint32_t g = 0; g < groups; ++g) {
            palette_row<float> handles = {{-1, -1, -1, -1}};
            palette_row<float> pulls[handles_per_group] = {};
            for (std::uint32_t k = 0; k < handles_per_group && next < part.flesh_first[v + 1];
                 ++k) {
                const tissue_weight<float>& w = part.flesh[next++];
                handles.v[k] = static_cast<float>(w.handle);
                pulls[k] = {{w.gradient.x, w.gradient.y, w.gradient.z, w.weight}};
            }
            to.push_back(handles);
            to.insert(to.end(), std::begin(pulls), std::end(pulls));
        }
    }
}

bgfx::VertexLayout row_layout() {
    bgfx::VertexLayout layout;
    layout.begin().add(bgfx::Attrib::TexCoord0, 4, bgfx::AttribType::Float).end();
    return layout;
}

bgfx::IndexBufferHandle make_indices(const mesh_part& part) {
    if (part.vertices.size() > 0xFFFF) {
        return bgfx::createIndexBuffer(
            bgfx::copy(part.triangles.data(),
                       static_cast<std::uint32_t>(part.triangles.size() * sizeof(std::uint32_t))),
            BGFX_BUFFER_INDEX32);
    }
    const std::vector<std::uint16_t> narrow(part.triangles.begin(), part.triangles.end());
    return bgfx::createIndexBuffer(bgfx::copy(
        narrow.data(), static_cast<std::uint32_t>(narrow.size() * sizeof(std::uint16_t))));
}

} // namespace

bgfx::VertexLayout skin_layout(int influences) {
    bgfx::VertexLayout layout;
    layout.begin()
        .add(bgfx::Attrib::Position, 3, bgfx::AttribType::Float)
        .add(bgfx::Attrib::Normal, 3, bgfx::AttribType::Float)
        .add(bgfx::Attrib::Color0, 4, bgfx::AttribType::Uint8, true)
        .add(bgfx::Attrib::Indices, 4, bgfx::AttribType::Uint8, false, true)
        .add(bgfx::Attrib::Weight, 4, bgfx::AttribType::Float)
        .add(bgfx::Attrib::TexCoord0, 1, bgfx::AttribType::Float);
    if (influences > 4) {
        layout.add(bgfx::Attrib::TexCoord1, 4, bgfx::AttribType::Float)
            .add(bgfx::Attrib::TexCoord2, 4, bgfx::AttribType::Float);
    }
    layout.end();
    return layout;
}

bgfx::VertexLayout skinned_layout() {
    bgfx::VertexLayout layout;
    layout.begin()
        .add(bgfx::Attrib::Position, 3, bgfx::AttribType::Float)
        .add(bgfx::Attrib::TexCoord0, 1, bgfx::AttribType::Float) // deviation
        .add(bgfx::Attrib::Normal, 3, bgfx::AttribType::Float)
        .skip(4)
        .end();
    return layout;
}

bgfx::VertexLayout colour_layout() {
    bgfx::VertexLayout layout;
    layout.begin().add(bgfx::Attrib::Color0, 4, bgfx::AttribType::Uint8, true).end();
    return layout;
}

bgfx::VertexLayout surface_layout() {
    bgfx::VertexLayout layout;
    layout.begin()
        .add(bgfx::Attrib::Tangent, 4, bgfx::AttribType::Float)
        .add(bgfx::Attrib::Bitangent, 4, bgfx::AttribType::Float) // texture coordinates
        .end();
    return layout;
}

bgfx::VertexLayout texcoord_layout() {
    bgfx::VertexLayout layout;
    layout.begin().add(bgfx::Attrib::Bitangent, 4, bgfx::AttribType::Float).end();
    return layout;
}

bgfx::VertexLayout tangent_layout() {
    bgfx::VertexLayout layout;
    layout.begin().add(bgfx::Attrib::Tangent, 4, bgfx::AttribType::Float).end();
    return layout;
}

std::uint32_t handle_groups(const mesh_part& part) {
    return (part.handles_per_vertex + handles_per_group - 1) / handles_per_group;
}

std::uint32_t morph_rows_of(const mesh_part& part, std::span<const morph_target> morphs) {
    const bool tangents = !part.tangents.empty() &&
                          std::any_of(morphs.begin(), morphs.end(), [](const morph_target& each) {
                              return !each.tangents.empty();
                          });
    return tangents ? 3 : 2;
}

std::size_t morph_texel_count(const mesh_part& part, std::span<const morph_target> morphs) {
    return part.vertices.size() * (morph_rows_of(part, morphs) * morphs.size() +
                                   std::size_t{texels_per_group} * handle_groups(part));
}

std::vector<palette_row<float>> morph_texels(const mesh_part& part,
                                             std::span<const morph_target> morphs) {
    std::vector<palette_row<float>> out;
    const std::uint32_t rows = morph_rows_of(part, morphs);
    for (const morph_target& target : morphs) {
        const std::vector<vec3<float>>* lists[] = {&target.positions, &target.normals,
                                                   &target.tangents};
        for (const part_vertex& vertex : part.vertices) {
            for (const std::vector<vec3<float>>* deltas : std::span(lists).first(rows)) {
                const vec3<float> d = deltas->empty() ? vec3<float>{} : (*deltas)[vertex.source];
                out.push_back({{d.x, d.y, d.z, 0}});
            }
        }
    }
    append_flesh(part, out);
    if (!out.empty()) {
        const std::size_t lines = (out.size() + morph_texture_width - 1) / morph_texture_width;
        out.resize(lines * morph_texture_width);
    }
    return out;
}

void create_buffers(gpu_part& part, bool skins_once, bool compute) {
    const mesh_part& mesh = *part.part;
    part.vertices = unique_handle(
        bgfx::createVertexBuffer(copied(skin_vertices(mesh)), skin_layout(mesh.influences)));
    part.triangles = unique_handle(make_indices(mesh));
    if (skins_once) {
        part.colours =
            unique_handle(bgfx::createVertexBuffer(copied(colour_vertices(mesh)), colour_layout()));
    }
    if (compute) {
        part.compute_input = unique_handle(bgfx::createVertexBuffer(
            copied(compute_vertices(mesh)), row_layout(), BGFX_BUFFER_COMPUTE_READ));
    }
    if (mesh.has_surface()) {
        part.surface = unique_handle(
            bgfx::createVertexBuffer(copied(surface_bytes(mesh, true)), surface_layout()));
        if (skins_once && part.has_tangents()) {
            part.texcoords = unique_handle(
                bgfx::createVertexBuffer(copied(surface_bytes(mesh, false)), texcoord_layout()));
        }
    }
    if (!part.morphs.empty()) {
        part.morph_texture = unique_handle(bgfx::createTexture2D(
            morph_texture_width,
            static_cast<std::uint16_t>(part.morphs.size() / morph_texture_width), false, 1,
            bgfx::TextureFormat::RGBA32F, BGFX_SAMPLER_POINT | BGFX_SAMPLER_UVW_CLAMP,
            bgfx::copy(part.morphs.data(), static_cast<std::uint32_t>(
                                               part.morphs.size() * sizeof(palette_row<float>)))));
    }
}

void forget_buffers(gpu_part& part) {
    part.vertices.reset();
    part.colours.reset();
    part.compute_input.reset();
    part.triangles.reset();
    part.morph_texture.reset();
    part.surface.reset();
    part.texcoords.reset();
}

} // namespace jounce::render
