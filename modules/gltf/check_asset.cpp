#include <jounce/modules/gltf/check_document.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace jounce::gltf {
namespace {

/// Extensions that a file may need: what they change the loader understands, or it is not the
/// loader's business (looks, lights, springs that others read from the JSON).
constexpr std::array<std::string_view, 9> known = {
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu",
    "EXT_texture_webp",      "EXT_texture_avif",      "MSFT_texture_dds",
    "KHR_lights_punctual",   "KHR_xmp_json_ld",       "VRM"};
constexpr std::array<std::string_view, 2> known_families = {"KHR_materials_", "VRMC_"};

bool is_known(std::string_view name) {
    return std::find(known.begin(), known.end(), name) != known.end() ||
           std::any_of(known_families.begin(), known_families.end(),
                       [&](std::string_view family) { return name.starts_with(family); });
}

const char* remedy_for(std::string_view name) {
    return name == "KHR_draco_mesh_compression" || name == "EXT_meshopt_compression" ||
                   name == "KHR_meshopt_compression"
               ? "export the file without mesh compression"
               : "export the file without this extension";
}

/// "2.0" as 2 and 0, or -1 where there is no number.
struct version {
    int major = -1;
    int minor = -1;
};
version read_version(const std::string& text) {
    version out;
    const char* end = text.data() + text.size();
    const auto [stop, wrong] = std::from_chars(text.data(), end, out.major);
    if (wrong == std::errc{} && stop != end && *stop == '.') {
        std::from_chars(stop + 1, end, out.minor);
    }
    return out;
}

void check_version(source& from, const json::value& asset) {
    const std::string text = asset["version"].text();
    const version stated = read_version(text);
    if (from.ok() && stated.major != 2) {
        from.fail("unsupported_version", "/asset/version",
                  "is \"" + text + "\", only glTF 2 is read; export the file as glTF 2.0");
    }
    if (from.ok() && asset.has("minVersion")) {
        const std::string least = asset["minVersion"].text();
        const version needed = read_version(least);
        if (from.ok() && (needed.major != 2 || needed.minor != 0)) {
            from.fail("unsupported_version", "/asset/minVersion",
                      "is \"" + least + "\", the loader knows 2.0; export the file as glTF 2.0");
        }
    }
}

} // namespace

void check_asset(source& from, const json::value& root) {
    check_version(from, root["asset"]);
    if (!from.ok() || !root.has("extensionsRequired")) {
        return;
    }
    const json::value list = root["extensionsRequired"];
    const std::size_t count = list.size(1024);
    for (std::size_t i = 0; i < count && from.ok(); ++i) {
        const std::string name = list.at(i).text();
        if (from.ok() && !is_known(name)) {
            from.fail("unsupported_extension", list.at(i).pointer(),
                      "the file needs the extension \"" + name +
                          "\", which jounce does not read; " + remedy_for(name));
        }
    }
}

} // namespace jounce::gltf
