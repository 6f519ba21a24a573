#pragma once

#include <jounce/modules/result/result.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace jounce::bake {

/// What is written.
enum class bake_format : std::uint8_t {
    glb, ///< the model with its motion, for any viewer
    csv, ///< where bones are in every frame, a line each
    npy, ///< the same as an array for numpy
};

/// The format that is meant: the one that is asked for, else the one that the file's suffix names (.glb
/// or .vrm, .csv, .npy; devices and FIFOs get a glb). Checks what is sure to fail at the end.
/// Error names: `wrong_suffix`, where there is none to tell the format or one that does not go with it;
/// `cannot_write`, also if `out` is the model itself.
result<bake_format> choose_output(const std::filesystem::path& in, const std::filesystem::path& out,
                                  std::optional<bake_format> asked);

/// Whether a document names images in files beside it that are not found from where it is written.
bool leaves_images_behind(const nlohmann::ordered_json& document, const std::filesystem::path& in,
                          const std::filesystem::path& out);

} // namespace jounce::bake
