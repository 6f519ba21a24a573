#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::decompose {

/// Copies materials, with textures and images, of a model into a new document; their indices stay. Textures that use
/// another set of coordinates than the first are left out, as only that is kept. Images in files stay there.
/// @param document  the model's, parsed
/// @return  what was left out, for people
std::vector<std::string> copy_materials(const gltf::model& from,
                                        const nlohmann::ordered_json& document,
                                        bake::glb_document& to);

/// The material of a primitive in a document, or -1.
std::int32_t material_of(const nlohmann::ordered_json& document, const gltf::mesh& primitive);

} // namespace jounce::decompose
