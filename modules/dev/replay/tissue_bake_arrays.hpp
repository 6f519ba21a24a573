#pragma once

#include <jounce/modules/dev/replay/golden_array.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>

#include <cstdint>

namespace jounce::replay {

/// The baked arrays of a case of flesh, as a bake would give them; stiffness and modes are those of the cubature.
/// Mistakes are noted in the document that `root` belongs to.
tissue::baked_tissue read_bake(const json::value& root, std::int64_t bones, std::int64_t handles);

} // namespace jounce::replay
