#pragma once

#include <jounce/modules/tuning/spring_tuning.hpp>
#include <jounce/modules/tuning/tuning_curve.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace jounce {

/// A starting point for one kind of thing, for characters of human size with bones of 5 to 20 cm.
/// The curves scale the tuning from the first bone of a chain to the last; the tuning itself is
/// that of the softest bone, so gravity bends no bone more than this tuning allows.
struct preset {
    std::string_view name;
    std::string_view description; ///< one line
    spring_tuning tuning;
    std::vector<tuning_curve> curves;
};

/// All of them: hair, cloth, tail and so on. docs/springs.md shows what each is for.
std::span<const preset> presets();

/// Null if there is none of this name.
const preset* find_preset(std::string_view name);

} // namespace jounce
