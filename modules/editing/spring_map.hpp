#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/tuning/tuning_curve.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::editing {

/// Where a bone stands in a file of settings.
struct bone_place {
    std::int32_t entry = -1; ///< of `spring_file::springs`; -1: it is no spring
    double position = 0;     ///< along its chain, for curves
};

/// Which entry tunes a bone, for all bones of a rig.
struct spring_map {
    std::vector<bone_place> of_bone;              ///< [bone]
    std::vector<std::vector<std::int32_t>> bones; ///< [entry] in the order of its chain
};

/// Looks all bones of a file up. Error names: those of `tunings_of` that are about bones.
result<spring_map> map_springs(const spring_file& settings, const rig& bones);

/// The curves that count for an entry: those of its preset, where it has none of its own.
std::vector<tuning_curve> curves_of(const spring_entry& entry);

/// The factor of a field at a place of a chain; 1 where no curve scales it.
double factor_of(const std::vector<tuning_curve>& curves, std::string_view field, double position);

/// The bone itself and all below it, parents first.
std::vector<std::int32_t> bones_below(const rig& bones, std::int32_t top);

} // namespace jounce::editing
