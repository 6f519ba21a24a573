#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::replay {

/// Plays a case's motion through the stable solver: a block of eight characters that all do the
/// same, one frame per step and ticks as they fall due. Bones are asked for by their index in the
/// case. `Real` is float or double.
template <class Real> class stable_stepper {
public:
    static result<stable_stepper> make(const golden_case& played, const spring_tuning& tuning);

    void step();

    vec3<double> rigid_tail(std::int32_t bone) const;
    vec3<double> dynamic_tail(std::int32_t bone) const;
    /// Length over the length at rest. For a bone that is shifted instead of turned, 1 plus how far,
    /// in its lengths; a handle without length counts as 1 long.
    double stretch(std::int32_t bone) const;
    /// Angle from where the bone would point if it just followed its parent, radians.
    double bend(std::int32_t bone) const;

    /// Whether all eight characters still have the same bits.
    bool lanes_agree();

private:
    explicit stable_stepper(const golden_case& played) : played_(&played) {}
    std::size_t place(std::int32_t bone) const { return place_[static_cast<std::size_t>(bone)]; }
    /// The bone as it would be if it just followed its parent.
    transform<double> following(std::size_t bone) const;

    const golden_case* played_;
    std::size_t frame_ = 0; ///< of the next step
    basic_character_kind<Real> kind_;
    basic_block_data<Real> data_;
    frame_clock clock_;
    std::vector<std::size_t> place_; ///< [bone of the case] -> bone of the rig
    std::vector<bool> shifted_;      ///< [bone of the rig]
};

extern template class stable_stepper<float>;
extern template class stable_stepper<double>;

} // namespace jounce::replay
