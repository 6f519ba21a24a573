#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

#include <cstdint>

namespace jounce {

/// What `tick` needs of a spring, from what people set. @pre `check_tuning` has nothing against it
template <class Real>
stable_spring<Real> make_stable_spring(const basic_rig<Real>& rig, std::int32_t bone,
                                       const spring_tuning& t, double tick_seconds);

} // namespace jounce
