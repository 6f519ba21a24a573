#pragma once

#include <jounce/modules/tissue/baked_tissue.hpp>

#include <cstdint>

namespace jounce::bench {

/// Flesh around a row of bones of 10 cm along x, made by formula: as large as a bake of so many handles and points, but
/// with weights that no bake would give. For measuring only.
tissue::baked_tissue make_tissue_body(std::int32_t handles, std::int32_t points,
                                      std::int32_t bones);

} // namespace jounce::bench
