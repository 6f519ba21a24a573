#include "model_meshes.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

/// Muted colours, one per mesh that has neither a material nor colours of its vertices.
constexpr std::uint32_t plain_colours[] = {0xFF8FB4D9, 0xFFB9A98C, 0xFF9CC29A,
                                           0xFFA79BC9, 0xFFC9B48F, 0xFF8C9FBF};

/// Of each vertex: the hues of its bones, mixed by weight.
std::vector<std::uint32_t> colours_of_bones(const skinned_mesh& of, const skin_binding& joints) {
    std::vector<std::uint32_t> out;
    for (std::size_t v = 0; v + 1 < of.first_influence.size(); ++v) {
        std::array<float, 3> mixed{};
        for (std::uint32_t i = of.first_influence[v]; i < of.first_influence[v + 1]; ++i) {
            const influence& one = of.influences[i];
            const std::array<float, 3> own = bone_hue(joints.joints[one.joint].bone);
            for (std::size_t c = 0; c < 3; ++c) {
                mixed[c] += one.weight * own[c];
            }
        }
        std::uint32_t colour = 0xFF000000U;
        for (std::size_t c = 0; c < 3; ++c) {
            const float byte = 255 * std::clamp(mixed[c], 0.0F, 1.0F);
            colour |= static_cast<std::uint32_t>(std::lround(byte)) << (8 * c);
        }
        out.push_back(colour);
    }
    return out;
}

/// Where the vertices of each mesh begin in the skin that flesh was baked for: all its meshes with triangles, one after
/// the other.
std::vector<std::uint32_t> first_baked_vertices(const gltf::model& model, std::int32_t skin) {
    std::vector<std::uint32_t> out;
    std::uint32_t first = 0;
    for (const gltf::mesh& mesh : model.meshes) {
        out.push_back(first);
        if (mesh.skin == skin && !mesh.triangles.empty()) {
            first += static_cast<std::uint32_t>(mesh.file_vertex_count());
        }
    }
    return out;
}

/// What of a model all its meshes need.
struct mesh_maker {
    const model_renderers& to;
    const gltf::model& model;
    const character_kind& kind;
    mesh_colours colours;
    std::int32_t tissue_skin;
    std::span<const render::material_id> materials;

    result<render::mesh_id> add(std::size_t index, std::uint32_t first_baked) const {
        const gltf::mesh& mesh = model.meshes[index];
        std::vector<std::uint32_t> triangles = mesh.triangles;
        for (std::size_t t = 0; mesh.is_mirrored && t < triangles.size(); t += 3) {
            std::swap(triangles[t], triangles[t + 1]);
        }
        render::mesh_source drawn{mesh.vertices, triangles,
                                  static_cast<std::int32_t>(kind.bind.joints.size()),
                                  kind.bind.mode};
        drawn.morphs = mesh.morphs;
        if (mesh.skin >= 0 && mesh.skin == tissue_skin) {
            drawn.tissue = kind.tissue.get();
            drawn.first_tissue_vertex = first_baked;
        }
        std::vector<std::uint32_t> own;
        if (mesh.material >= 0) {
            drawn.two_sided =
                model.surfaces.materials[static_cast<std::size_t>(mesh.material)].two_sided;
        }
        if (colours == mesh_colours::of_bones) {
            own = colours_of_bones(mesh.vertices, kind.bind);
            drawn.colours = own;
        } else if (mesh.material >= 0) {
            drawn.surface = &mesh.surface;
            drawn.material = materials[static_cast<std::size_t>(mesh.material)];
        } else {
            own.assign(mesh.vertices.positions.size(),
                       plain_colours[index % std::size(plain_colours)]);
            drawn.colours = mesh.surface.colours.empty() ? own : mesh.surface.colours;
        }
        return to.skins->add_mesh(drawn);
    }
};

} // namespace

std::array<float, 3> bone_hue(std::int32_t bone) {
    // Neighbouring bones have hues far apart: steps of the golden angle.
    const double hue = std::fmod(0.618034 * static_cast<double>(bone), 1.0) * 6;
    const auto wave = [hue](double shift) {
        const double at = std::fmod(hue + shift, 6.0);
        return static_cast<float>(0.25 + 0.7 * std::clamp(std::abs(at - 3) - 1, 0.0, 1.0));
    };
    return {wave(0), wave(4), wave(2)};
}

result<model_meshes> add_model(const gltf::model& model, const character_kind& kind,
                               const model_renderers& to, mesh_colours colours,
                               std::int32_t tissue_skin) {
    model_meshes out;
    if (colours == mesh_colours::of_file) {
        result<std::vector<render::material_id>> made = to.surfaces->add_materials(model.surfaces);
        if (!made) {
            return made.error();
        }
        out.materials = *std::move(made);
    }
    const mesh_maker maker{to, model, kind, colours, tissue_skin, out.materials};
    const std::vector<std::uint32_t> first = first_baked_vertices(model, tissue_skin);
    for (std::size_t m = 0; m < model.meshes.size() && model.meshes[m].is_visible; ++m) {
        const result<render::mesh_id> id = maker.add(m, first[m]);
        if (!id) {
            remove_model(out, to);
            return error{id.error().name, "mesh " + std::to_string(m) + ": " + id.error().message};
        }
        out.meshes.push_back(*id);
    }
    return out;
}

void remove_model(const model_meshes& what, const model_renderers& from) {
    for (const render::mesh_id mesh : what.meshes) {
        from.skins->remove_mesh(mesh);
    }
    from.surfaces->remove_materials(what.materials);
}

extent rest_extent(const gltf::model& model, const gltf::ready_kind& kind) {
    entt::registry alone;
    pipeline systems(alone);
    const character& who = alone.get<const character>(gltf::spawn(alone, kind));
    systems.run(1.0F / 60);
    const palette& rows = alone.get<const palette>(who.block);
    constexpr float far = 1e30F;
    extent out{{far, far, far}, {-far, -far, -far}};
    for (const gltf::mesh& mesh : model.meshes) {
        if (!mesh.is_visible) {
            break; // those hidden by the file come last
        }
        std::vector<vec3<float>> positions(mesh.vertices.positions.size());
        cpu_skin<float>(skin_method::linear, rows, who.lane, mesh.vertices, positions, {});
        for (const vec3<float>& p : positions) {
            out.low = {std::min(out.low.x, p.x), std::min(out.low.y, p.y),
                       std::min(out.low.z, p.z)};
            out.high = {std::max(out.high.x, p.x), std::max(out.high.y, p.y),
                        std::max(out.high.z, p.z)};
        }
    }
    return out.low.x <= out.high.x ? out : extent{{-0.5F, 0, -0.5F}, {0.5F, 1, 0.5F}};
}

} // namespace demo
