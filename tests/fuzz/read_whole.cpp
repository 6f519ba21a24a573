#include "read_whole.hpp"

#include <jounce/modules/vrm/read_vrm.hpp>

#include <cstdlib>

namespace jounce::test {

bool read_whole(std::span<const std::byte> bytes, const std::filesystem::path& name,
                const gltf::read_limits& limits) {
    const auto model = gltf::parse_model(bytes, name, limits);
    if (!model) {
        if (model.error().name.empty() || model.error().message.empty()) {
            std::abort(); // refused without a reason
        }
        return false;
    }
    (void)read_vrm(model->json, "fuzz", model->bones, model->bone_of_node);
    (void)gltf::make_kind(*model, {});
    return true;
}

} // namespace jounce::test
