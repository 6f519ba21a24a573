#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace jounce::gltf {

/// How the loader handles an extension.
enum class extension_use {
    read,    ///< it does what the extension says
    kept,    ///< for others: how things look, springs; it stays in the document
    left_out ///< it is not understood, or this jounce was built without what it needs
};

struct extension_answer {
    extension_use use = extension_use::left_out;
    std::string_view said;   ///< for people, what is done with it
    std::string_view remedy; ///< of those left out
};

/// Of any name.
/// @param has_draco  whether Draco is compiled in; a parameter so that both answers can be tried
extension_answer answer_to(std::string_view name, bool has_draco);

/// What a pointer of `KHR_animation_pointer` moves, if an ordinary channel could: "/nodes/3/rotation"
/// is node 3 and "rotation". Nothing for other targets.
std::optional<std::pair<std::int32_t, std::string>> node_of_pointer(std::string_view pointer);

/// Whether this jounce was built with Draco.
bool has_draco();

} // namespace jounce::gltf
