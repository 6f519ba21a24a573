#include <jounce/modules/gltf/model.hpp>

#include <utility>

namespace jounce::gltf {

result<std::shared_ptr<const archetype>> make_kind(const model& of, spring_set springs,
                                                   palette_mode mode) {
    result<bind> binding = make_bind(of.bones, of.joints, mode);
    if (!binding) {
        return error{binding.why().name, of.file.string() + ": " + binding.why().message};
    }
    return std::make_shared<const archetype>(
        archetype{of.bones, std::move(springs), *std::move(binding)});
}

} // namespace jounce::gltf
