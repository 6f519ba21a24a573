#include "file_model.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

/// Muted colours, one per mesh that has neither a material nor colours of its vertices.
constexpr std::uint32_t mesh_colours[] = {0xFF8FB4D9, 0xFFB9A98C, 0xFF9CC29A,
                                          0xFFA79BC9, 0xFFC9B48F, 0xFF8C9FBF};

/// Where the rest pose of a model is. Vertices alone do not tell: each mesh has them in a space of its own.
void measure(const gltf::model& model, file_model& to) {
    entt::registry alone;
    pipeline systems(alone);
    const character& who = alone.get<const character>(gltf::spawn(alone, to.kind));
    systems.run(1.0F / 60);
    const palette& rows = alone.get<const palette>(who.block);
    to.low = {1e9F, 1e9F, 1e9F};
    to.high = {-1e9F, -1e9F, -1e9F};
    for (const gltf::mesh& mesh : model.meshes) {
        if (!mesh.is_visible) {
            break; // those hidden by the file come last
        }
        std::vector<vec3<float>> positions(mesh.vertices.positions.size());
        cpu_skin<float>(skin_method::linear, rows, who.lane, mesh.vertices, positions, {});
        for (const vec3<float>& p : positions) {
            to.low = {std::min(to.low.x, p.x), std::min(to.low.y, p.y), std::min(to.low.z, p.z)};
            to.high = {std::max(to.high.x, p.x), std::max(to.high.y, p.y),
                       std::max(to.high.z, p.z)};
        }
    }
    if (to.low.x > to.high.x) {
        to.low = {-0.5F, 0, -0.5F};
        to.high = {0.5F, 1, 0.5F};
    }
    const float tall = std::max({to.high.x - to.low.x, to.high.y - to.low.y, to.high.z - to.low.z});
    to.scale = tall > 0 ? 1.6F / tall : 1;
}

/// Meshes with the materials of the file, or of one colour.
result<render::mesh_id> add_mesh(const model_renderers& to, const gltf::mesh& mesh,
                                 const skin_binding& joints, const material_set& surfaces,
                                 std::span<const render::material_id> materials,
                                 std::uint32_t colour) {
    std::vector<std::uint32_t> triangles = mesh.triangles;
    for (std::size_t t = 0; mesh.is_mirrored && t < triangles.size(); t += 3) {
        std::swap(triangles[t], triangles[t + 1]);
    }
    render::mesh_source drawn{mesh.vertices, triangles,
                              static_cast<std::int32_t>(joints.joints.size()), joints.mode};
    drawn.morphs = mesh.morphs;
    std::vector<std::uint32_t> colours;
    if (mesh.material >= 0) {
        const auto index = static_cast<std::size_t>(mesh.material);
        drawn.surface = &mesh.surface;
        drawn.material = materials[index];
        drawn.two_sided = surfaces.materials[index].two_sided;
    } else {
        colours.assign(mesh.vertices.positions.size(), colour);
        drawn.colours = mesh.surface.colours.empty() ? colours : mesh.surface.colours;
    }
    return to.skins->add_mesh(drawn);
}

error in_file(const std::filesystem::path& file, const std::string& where, const error& why) {
    return {why.name, file.string() + ": " + where + why.message};
}

result<bool> add_meshes(const std::filesystem::path& file, const gltf::model& model,
                        const model_renderers& to, file_model& out) {
    const auto materials = to.surfaces->add_materials(model.surfaces);
    if (!materials) {
        return in_file(file, "", materials.error());
    }
    for (std::size_t m = 0; m < model.meshes.size() && model.meshes[m].is_visible; ++m) {
        const result<render::mesh_id> id =
            add_mesh(to, model.meshes[m], out.kind.kind->bind, model.surfaces, *materials,
                     mesh_colours[m % std::size(mesh_colours)]);
        if (!id) {
            return in_file(file, "mesh " + std::to_string(m) + ": ", id.error());
        }
        out.meshes.push_back(*id);
    }
    return true;
}

} // namespace

result<std::unique_ptr<file_model>> load_file_model(const std::filesystem::path& file,
                                                    const std::filesystem::path& springs,
                                                    const model_renderers& to) {
    authoring::character_options wanted;
    wanted.settings = springs;
    wanted.surfaces.read_images = to.surfaces != nullptr;
    wanted.surfaces.need_tangents = to.surfaces != nullptr;
    result<authoring::ready_character> ready = authoring::read_character(file, wanted);
    if (!ready) {
        return ready.error();
    }
    for (const std::string& each : ready->warnings) {
        std::fprintf(stderr, "jounce demo: %s\n", each.c_str());
    }
    auto out = std::make_unique<file_model>();
    out->kind = ready->kind;
    out->name = file.filename().string();
    out->springs_from = ready->springs_from;
    out->faces_away = std::any_of(ready->model.extensions.begin(), ready->model.extensions.end(),
                                  [](const gltf::used_extension& e) { return e.name == "VRM"; });
    measure(ready->model, *out);
    if (to.skins != nullptr) {
        if (const result<bool> added = add_meshes(file, ready->model, to, *out); !added) {
            return added.error();
        }
    }
    return out;
}

} // namespace demo
