#pragma once

// Meshes and characters for tests of the renderer, made from a seed.

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/render/mesh_parts.hpp>
#include <jounce/modules/render/upload_plan.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include "random_rigs.hpp"

namespace jounce::test {

/// A mesh as hosts have it.
struct owned_mesh {
    skinned_mesh vertices;
    std::vector<std::uint32_t> triangles;
    std::vector<std::uint32_t> colours;
    std::vector<morph_target> morphs;
    std::int32_t joint_count = 0;
    palette_mode mode = palette_mode::diagonal;
    const tissue_set* tissue = nullptr; ///< of the kind that wears it
    bool has_surface = false;
    surface_vertices surface; ///< if it has one

    render::mesh_source source() const {
        render::mesh_source out{vertices, triangles, joint_count, mode,
                                colours,  morphs,    false,       tissue};
        out.surface = has_surface ? &surface : nullptr;
        return out;
    }
};

struct mesh_recipe {
    std::int32_t joints = 40;
    int vertices = 200;
    int triangles = 300;
    int influences = 4; ///< at most, per vertex
    int morphs = 0;
};

/// Vertices and triangles at random; every weight differs, so that there is one order of them.
inline owned_mesh random_mesh(std::uint32_t seed, const mesh_recipe& recipe) {
    dice roll(seed);
    owned_mesh out;
    out.joint_count = recipe.joints;
    out.vertices.first_influence.push_back(0);
    for (int v = 0; v < recipe.vertices; ++v) {
        out.vertices.positions.push_back(cast<float>(roll.vector(1)));
        out.vertices.normals.push_back(cast<float>(roll.vector(1)));
        out.colours.push_back(static_cast<std::uint32_t>(roll.whole(0, 0xFFFFFF)) | 0xFF000000U);
        const int count = roll.whole(1, recipe.influences);
        for (int k = 0; k < count; ++k) {
            out.vertices.influences.push_back(
                {static_cast<std::uint16_t>(roll.whole(0, recipe.joints - 1)),
                 static_cast<float>(roll.number(0.05, 1))});
        }
        out.vertices.first_influence.push_back(
            static_cast<std::uint32_t>(out.vertices.influences.size()));
    }
    for (int i = 0; i < 3 * recipe.triangles; ++i) {
        out.triangles.push_back(static_cast<std::uint32_t>(roll.whole(0, recipe.vertices - 1)));
    }
    for (int m = 0; m < recipe.morphs; ++m) {
        morph_target target;
        for (int v = 0; v < recipe.vertices; ++v) {
            target.positions.push_back(cast<float>(roll.vector(0.1)));
        }
        out.morphs.push_back(target);
    }
    return out;
}

/// Gives a mesh tangents and two sets of texture coordinates.
inline void add_random_surface(owned_mesh& to, std::uint32_t seed) {
    dice roll(seed + 1000);
    to.has_surface = true;
    for (std::size_t v = 0; v < to.vertices.positions.size(); ++v) {
        for (auto& set : to.surface.texcoords) {
            set.push_back(
                {static_cast<float>(roll.number(-2, 3)), static_cast<float>(roll.number(-2, 3))});
        }
        const vec3<float> n = to.vertices.normals[v];
        vec3<float> along = cross(n, cast<float>(roll.vector(1)));
        along = (1 / length(along)) * along;
        to.surface.tangents.push_back({along.x, along.y, along.z, v % 3 == 0 ? -1.0F : 1.0F});
    }
}

/// A kind whose bones are joints of the same number.
inline std::shared_ptr<const character_kind> random_kind_of(int bones, std::uint32_t seed) {
    return std::make_shared<const character_kind>(
        random_kind<float>(seed, {.bones = bones, .spring_fraction = 0.5}));
}

/// Turns the bones of a character somewhere else.
inline void pose_at_random(entt::registry& registry, entt::entity who, std::uint32_t seed) {
    dice roll(seed);
    character_pose pose = pose_of(registry, who);
    for (std::int32_t b = 0; b < pose.bone_count(); ++b) {
        pose.set_rotation(b, cast<float>(roll.rotation()));
    }
}

/// Meshes as a renderer keeps them, without a device.
struct planned_meshes {
    std::vector<std::unique_ptr<render::mesh_part>> kept;
    std::vector<render::planned_mesh> meshes;
    std::vector<render::planned_part> parts;

    render::mesh_id add(const owned_mesh& mesh, std::int32_t max_joints = render::max_part_joints) {
        auto split = render::split_into_parts(mesh.source(), max_joints);
        meshes.push_back({static_cast<std::uint32_t>(parts.size()),
                          static_cast<std::uint32_t>(split->parts.size())});
        for (render::mesh_part& each : split->parts) {
            kept.push_back(std::make_unique<render::mesh_part>(std::move(each)));
            render::planned_part part;
            part.part = kept.back().get();
            part.joint_count = mesh.joint_count;
            part.mode = mesh.mode;
            part.morph_count = static_cast<std::uint32_t>(mesh.morphs.size());
            parts.push_back(std::move(part));
        }
        return static_cast<render::mesh_id>(meshes.size() - 1);
    }
};

} // namespace jounce::test
