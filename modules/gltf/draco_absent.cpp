// Compiled in place of draco_mesh.cpp where Draco was not found.

#include <jounce/modules/gltf/draco_mesh.hpp>

namespace jounce::gltf {

std::unique_ptr<draco_mesh> draco_mesh::make(std::span<const std::byte> /*bytes*/,
                                             const take_memory& /*take*/, std::string& why) {
    why = "this jounce was built without Draco";
    return nullptr;
}

} // namespace jounce::gltf
