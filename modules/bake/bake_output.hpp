#pragma once

#include <jounce/modules/result/result.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace jounce::bake {

/// Format of the output.
enum class bake_format : std::uint8_t {
    glb, ///< the model with its motion, for any viewer
    csv, ///< positions of bones in every frame, a line each
    npy, ///< the same as an array for numpy
};

/// The format to write: the requested one, else that of the file's suffix (.glb or .vrm, .csv,
/// .npy; devices and FIFOs get a glb). Checks in advance whether writing would fail. Error names:
/// `wrong_suffix`, if there is none, or one that does not match the format; `cannot_write`, also if
/// `out` is the model itself.
result<bake_format> choose_output(const std::filesystem::path& in, const std::filesystem::path& out,
                                  std::optional<bake_format> asked);

/// Whether a document refers to external images that cannot be found from the folder of the output.
bool leaves_images_behind(const nlohmann::ordered_json& document, const std::filesystem::path& in,
                          const std::filesystem::path& out);

} // namespace jounce::bake
