#pragma once

#include <jounce/modules/tissue/baked_tissue.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace jounce::tissue {

/// Flesh by name.
struct tissue_preset {
    std::string_view name;
    tissue_material material;
    std::string_view says; ///< for people
};

/// fat, muscle, cheek, jelly, rubber.
std::span<const tissue_preset> tissue_presets();

/// The preset of that name, if there is one.
std::optional<tissue_material> preset_of(std::string_view name);

} // namespace jounce::tissue
