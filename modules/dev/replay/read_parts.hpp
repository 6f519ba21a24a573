#pragma once

// What the three kinds of case file have in common.

#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/json/document.hpp>

#include <cstdint>
#include <vector>

namespace jounce::replay {

/// `params`: tuning of the springs and the time step.
void read_parameters(const json::value& parameters, golden_case& to);

/// {"parent","head","tail"[,"offset_t"]} per bone.
std::vector<golden_bone> read_bones(const json::value& bones);

/// Indices from `least` to `most`, none of them twice.
std::vector<std::int32_t> read_indices(const json::value& list, std::int64_t least,
                                       std::int64_t most);

/// Fills `poses` from Euler angles and translations (T,driven,3); either may be null.
void make_poses(golden_case& to, const golden_array* degrees, const golden_array* translations);

/// Whether each element's boolean `flag` says the same as the list of indices.
void check_flags(const json::value& elements, const char* flag,
                 const std::vector<std::int32_t>& indices);

/// The bones from `first` on.
std::vector<std::int32_t> bones_from(std::int32_t first, const golden_case& of);

} // namespace jounce::replay
