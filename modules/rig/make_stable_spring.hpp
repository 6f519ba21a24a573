#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

#include <cstdint>

namespace jounce {

/// The data of a spring that `tick` needs, from its tuning. @pre `check_tuning` accepts it
template <class Real>
stable_spring<Real> make_stable_spring(const basic_rig<Real>& rig, std::int32_t bone,
                                       const spring_tuning& t, double tick_seconds);

} // namespace jounce
