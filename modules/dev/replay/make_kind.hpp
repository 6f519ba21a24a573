#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::replay {

/// The rig of a case. Errors name the case's file.
template <class Real> result<basic_rig<Real>> make_rig(const golden_case& recorded);

/// Springs on the given bones, with the case's settings but for the output.
template <class Real>
result<basic_spring_set<Real>> make_springs(const golden_case& recorded, const basic_rig<Real>& rig,
                                            const std::vector<std::int32_t>& bones,
                                            spring_transform output);

/// Springs of the stable solver on the given bones. Bones without length are shifted instead of
/// turned.
template <class Real>
result<basic_spring_set<Real>>
make_stable_springs(const golden_case& recorded, const basic_rig<Real>& rig,
                    const std::vector<std::int32_t>& bones, const spring_tuning& tuning);

/// The animation of a frame for the bone that `driven[d]` means, in its parent's frame.
transform<double> local_pose(const golden_case& recorded, std::size_t frame, std::size_t d);

} // namespace jounce::replay
