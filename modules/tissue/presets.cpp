#include <jounce/modules/tissue/presets.hpp>

#include <array>

namespace jounce::tissue {
namespace {

// Young, Poisson, density, alpha, beta.
constexpr std::array<tissue_preset, 5> all = {{
    {"fat", {15e3, 0.45, 950, 0, 0.002}, "belly, breast, thigh: swings at a few hertz"},
    {"muscle", {60e3, 0.45, 1060, 0, 0.003}, "relaxed limbs: short, quick tremor"},
    {"cheek",
     {8e3, 0.45, 1000, 0, 0.004},
     "soft and damped: gives way to a finger, hardly swings on"},
    {"jelly", {3e3, 0.4, 1000, 0, 0.0005}, "wobbles long and far"},
    {"rubber", {150e3, 0.48, 1100, 0, 0.001}, "stiff and springy: toys"},
}};

} // namespace

std::span<const tissue_preset> tissue_presets() { return all; }

std::optional<tissue_material> preset_of(std::string_view name) {
    for (const tissue_preset& one : all) {
        if (one.name == name) {
            return one.material;
        }
    }
    return std::nullopt;
}

} // namespace jounce::tissue
