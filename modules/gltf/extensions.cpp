#include <jounce/modules/gltf/extensions.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace jounce::gltf {
namespace {

struct known_extension {
    std::string_view name;
    extension_use use;
    std::string_view said;
};

constexpr std::string_view looks = "how things look, kept for renderers";
constexpr std::string_view decoded = "decoded";

constexpr std::array known = {
    known_extension{"KHR_mesh_quantization", extension_use::read, "read"},
    known_extension{"EXT_meshopt_compression", extension_use::read, decoded},
    known_extension{"KHR_meshopt_compression", extension_use::read, decoded},
    known_extension{"KHR_node_visibility", extension_use::read, "hidden meshes are marked"},
    known_extension{"EXT_mesh_gpu_instancing", extension_use::read, "instances are placements"},
    known_extension{"MSFT_lod", extension_use::read,
                    "levels of nodes on the same vertices are read; those of materials are kept"},
    known_extension{"KHR_animation_pointer", extension_use::read,
                    "read where it moves nodes and weights"},
    known_extension{"KHR_texture_transform", extension_use::read, "read"},
    known_extension{"KHR_materials_unlit", extension_use::read, "read"},
    known_extension{"KHR_materials_emissive_strength", extension_use::read, "read"},
    known_extension{"VRMC_materials_mtoon", extension_use::read, "toon materials are read"},
    known_extension{"KHR_texture_basisu", extension_use::kept, looks},
    known_extension{"EXT_texture_webp", extension_use::read, "read where libwebp is"},
    known_extension{"EXT_texture_avif", extension_use::kept, looks},
    known_extension{"MSFT_texture_dds", extension_use::kept, looks},
    known_extension{"KHR_lights_punctual", extension_use::kept, looks},
    known_extension{"KHR_xmp_json_ld", extension_use::kept, "kept"},
    known_extension{"VRM", extension_use::kept,
                    "springs, constraints and toon materials are read from it"}};

} // namespace

extension_answer answer_to(std::string_view name, bool has_draco) {
    if (name == "KHR_draco_mesh_compression") {
        if (has_draco) {
            return {extension_use::read, decoded, {}};
        }
        return {extension_use::left_out, "this jounce was built without Draco",
                "install Draco (Debian: libdraco-dev) and build jounce again, or export the file "
                "without mesh compression"};
    }
    const auto* found = std::find_if(known.begin(), known.end(),
                                     [&](const known_extension& one) { return one.name == name; });
    if (found != known.end()) {
        return {found->use, found->said, {}};
    }
    if (name.starts_with("KHR_materials_")) {
        return {extension_use::kept, looks, {}};
    }
    if (name.starts_with("VRMC_")) {
        return {extension_use::kept, "kept; springs and constraints are read from it", {}};
    }
    return {extension_use::left_out, "jounce does not read it",
            "export the file without this extension"};
}

std::optional<std::pair<std::int32_t, std::string>> node_of_pointer(std::string_view pointer) {
    constexpr std::string_view nodes = "/nodes/";
    if (!pointer.starts_with(nodes)) {
        return std::nullopt;
    }
    pointer.remove_prefix(nodes.size());
    std::int32_t node = -1;
    const char* end = pointer.data() + pointer.size();
    const auto [stop, wrong] = std::from_chars(pointer.data(), end, node);
    if (wrong != std::errc{} || node < 0 || stop == end || *stop != '/') {
        return std::nullopt;
    }
    const std::string_view path(stop + 1, static_cast<std::size_t>(end - stop - 1));
    if (path != "translation" && path != "rotation" && path != "scale" && path != "weights") {
        return std::nullopt;
    }
    return std::pair(node, std::string(path));
}

bool has_draco() {
#ifdef JOUNCE_DRACO
    return true;
#else
    return false;
#endif
}

} // namespace jounce::gltf
