#pragma once

// What every harness does with the bytes of a model.

#include <jounce/modules/gltf/model.hpp>

#include <cstddef>
#include <filesystem>
#include <span>

namespace jounce::test {

/// Reads bytes as a glTF or VRM file with all that hangs on it: model, VRM springs, kind of character.
/// A refusal without a name or a message aborts the program.
/// @return whether there is a model in them
bool read_whole(std::span<const std::byte> bytes, const std::filesystem::path& name,
                const gltf::read_limits& limits);

} // namespace jounce::test
