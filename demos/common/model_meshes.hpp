#pragma once

#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/bgfx/surface_renderer.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/result/result.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace demo {

/// What a model is drawn by.
struct model_renderers {
    jounce::render::skin_renderer* skins = nullptr; ///< both null: nothing is drawn
    jounce::render::surface_renderer* surfaces = nullptr;
};

/// What a model put on the graphics card.
struct model_meshes {
    std::vector<jounce::render::mesh_id>
        meshes; ///< those that are visible, in the order of the model
    std::vector<jounce::render::material_id> materials;
};

/// Where something is.
struct extent {
    jounce::vec3<float> low, high;
};

/// What colours the meshes of a model have.
enum class mesh_colours : std::uint8_t {
    of_file,  ///< materials; of meshes without any a muted colour each
    of_bones, ///< of the bones that move them, mixed by weight
};

/// The colour that stands for a bone, sRGB; neighbours differ.
std::array<float, 3> bone_hue(std::int32_t bone);

/// Gives the visible meshes of a model to the renderers, with the flesh of its kind.
/// @param tissue_skin  of `model::skins`, whose vertices the flesh moves; -1: none
///
/// Errors: those of `surface_renderer::add_materials` and of `skin_renderer::add_mesh`, whose messages name the mesh.
jounce::result<model_meshes> add_model(const jounce::gltf::model& model,
                                       const jounce::character_kind& kind,
                                       const model_renderers& to, mesh_colours colours,
                                       std::int32_t tissue_skin = -1);
/// Takes them back.
void remove_model(const model_meshes& what, const model_renderers& from);

/// Where the visible meshes of a model are at rest, in its units. Vertices alone do not tell: each mesh has them in a
/// space of its own. A box of one unit if there are none.
extent rest_extent(const jounce::gltf::model& model, const jounce::gltf::ready_kind& kind);

} // namespace demo
