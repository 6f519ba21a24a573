#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <utility>

namespace jounce::gltf {

result<std::shared_ptr<const character_kind>> make_kind(const model& of, spring_set springs,
                                                        palette_mode mode) {
    result<skin_binding> binding = make_bind(of.bones, of.joints, mode);
    if (!binding) {
        return error{binding.error().name, of.file.string() + ": " + binding.error().message};
    }
    return std::make_shared<const character_kind>(
        character_kind{of.bones, std::move(springs), *std::move(binding)});
}

} // namespace jounce::gltf
