#include "file_model.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/read_character.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

namespace demo {

using namespace jounce;

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
    const extent size = rest_extent(ready->model, ready->kind);
    out->low = size.low;
    out->high = size.high;
    const vec3<float> across = size.high - size.low;
    const float tall = std::max({across.x, across.y, across.z});
    out->scale = tall > 0 ? 1.6F / tall : 1;
    if (to.skins != nullptr) {
        result<model_meshes> added =
            add_model(ready->model, *out->kind.kind, to, mesh_colours::of_file);
        if (!added) {
            return error{added.error().name, file.string() + ": " + added.error().message};
        }
        out->meshes = std::move(added->meshes);
    }
    return out;
}

} // namespace demo
