#include <jounce/modules/bgfx/skin_renderer_implementation.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace jounce::render {
namespace {

vec3<float> middle_of(const mesh_part& part) {
    vec3<float> low = part.vertices.front().position;
    vec3<float> high = low;
    for (const part_vertex& v : part.vertices) {
        low = {std::min(low.x, v.position.x), std::min(low.y, v.position.y),
               std::min(low.z, v.position.z)};
        high = {std::max(high.x, v.position.x), std::max(high.y, v.position.y),
                std::max(high.z, v.position.z)};
    }
    return 0.5F * (low + high);
}

} // namespace

result<mesh_id> skin_renderer::implementation::add_mesh(const mesh_source& mesh) {
    const std::int32_t rows = rows_per_joint(mesh.mode);
    std::int32_t most = max_part_joints;
    if (state_.route == skin_route::uniforms) {
        // What flesh does comes behind the palette.
        const std::int32_t handles = mesh.tissue != nullptr ? mesh.tissue->handle_count : 0;
        const std::int32_t room = static_cast<std::int32_t>(max_uniform_rows);
        const std::int32_t most_handles = room - 3 * max_influences * rows;
        if (handles > most_handles) {
            return error{errors::too_large,
                         "mesh: flesh of " + std::to_string(handles) +
                             " handles; uniforms have room for " + std::to_string(most_handles) +
                             ": bake with fewer, or add the mesh without flesh on this route"};
        }
        most = (room - handles) / rows;
    }
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
        if (morph_texel_count(each, mesh.morphs) > lines * morph_texture_width) {
            return error{errors::too_large,
                         "mesh: " + std::to_string(mesh.morphs.size()) + " morph targets of " +
                             std::to_string(each.vertices.size()) +
                             " vertices, and their flesh if any, are more than a texture of this "
                             "device holds; leave some out, or split the mesh"};
        }
    }
    const bool tangents = mesh.surface != nullptr && !mesh.surface->tangents.empty();
    if (tangents && state_.skins_once() && !state_.once.create_tangents()) {
        return error{errors::no_shader, "no compute shaders for this API in this build"};
    }
    reaches_.push_back(make_reach(mesh, split->parts));
    planned_mesh planned;
    planned.first_part = static_cast<std::uint32_t>(state_.parts.size());
    planned.part_count = static_cast<std::uint32_t>(split->parts.size());
    for (mesh_part& each : split->parts) {
        gpu_part part;
        part.part = std::make_shared<const mesh_part>(std::move(each));
        part.morphs = morph_texels(*part.part, mesh.morphs);
        part.morph_count = static_cast<std::uint32_t>(mesh.morphs.size());
        part.morph_rows = morph_rows_of(*part.part, mesh.morphs);
        part.two_sided = mesh.two_sided;
        part.material = mesh.material;
        part.centre = middle_of(*part.part);
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

void skin_renderer::implementation::remove_mesh(mesh_id mesh) {
    const auto index = static_cast<std::size_t>(mesh);
    if (index >= meshes_.size()) {
        return;
    }
    planned_mesh& gone = meshes_[index];
    reaches_[index] = {};
    gone.levels = -1; // meshes of its levels stay
    for (std::uint32_t p = gone.first_part; p < gone.first_part + gone.part_count; ++p) {
        state_.planned[p] = {};
        state_.parts[p] = {};
    }
    gone.part_count = 0; // numbers are not used again: characters may still hold them
}

} // namespace jounce::render
