#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace jounce::gltf {

/// The two parts of a .glb, as views into its bytes.
struct glb_parts {
    std::string_view json;
    std::span<const std::byte> binary; ///< empty where there is none
};

/// Takes a .glb apart, for formats that use its container for something else than a model. Error names:
/// `bad_container`, `unsupported_version`, `too_large`, as `read_model`.
/// @param name  stands for the file in messages
result<glb_parts> split_glb(std::span<const std::byte> bytes, const std::filesystem::path& name,
                            const read_limits& limits = {});

} // namespace jounce::gltf
