#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jounce::mesh_cache {

/// A glTF model that plays its clips for whoever wants to see vertices: sampling, constraints and palettes by the
/// pipeline, then morph targets and linear skinning on the CPU, as every glTF player does it.
class clip_sampler {
public:
    /// Error names: those of `gltf::make_ready_kind`.
    /// @pre the model outlives the sampler
    static result<std::unique_ptr<clip_sampler>> make(const gltf::model& of);

    /// Shows a clip at a time, or the rest pose for clip -1.
    void show(std::int32_t clip, double time);

    /// Appends the vertices of a mesh as they are now, and their normals where it has some.
    void append(std::size_t mesh, std::vector<vec3<double>>& positions,
                std::vector<vec3<double>>* normals = nullptr);

private:
    clip_sampler(const gltf::model& of, const gltf::ready_kind& kind);

    const gltf::model& model_;
    entt::registry registry_;
    pipeline systems_;
    entt::entity who_ = entt::null;
    skinned_mesh morphed_;
    std::vector<vec3<float>> positions_;
    std::vector<vec3<float>> normals_;
};

} // namespace jounce::mesh_cache
