#pragma once

#include <jounce/modules/render/mesh_parts.hpp>

#include <optional>

namespace jounce::render {

/// What is wrong with a mesh that a host gives, if anything. Errors: those of `split_into_parts`.
std::optional<error> find_mesh_fault(const mesh_source& mesh);

} // namespace jounce::render
