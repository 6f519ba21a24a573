#pragma once

#include <jounce/components/archetype.hpp>
#include <jounce/modules/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::replay {

/// The rig of a case. Errors name the case's file.
template <class Real> result<basic_rig<Real>> make_rig(const golden_case& recorded);

/// Springs on the given bones, with the case's settings but for the output.
template <class Real>
result<basic_spring_set<Real>> make_springs(const golden_case& recorded, const basic_rig<Real>& rig,
                                            const std::vector<std::int32_t>& bones,
                                            spring_transform output);

} // namespace jounce::replay
