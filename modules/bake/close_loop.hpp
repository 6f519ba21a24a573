#pragma once

#include <jounce/modules/bake/record_motion.hpp>

#include <vector>

namespace jounce::bake {

/// The animated pose at the start of a clip, which every period of a loop begins with. Springs
/// start with their deflections of the end of the period before.
class loop_start {
public:
    /// @pre frame 0 of the motion is recorded
    explicit loop_start(const recorded_motion& motion);

    /// Writes frame 0 with the deflections of springs in `from`.
    void begin_period(recorded_motion& motion, std::size_t from) const;

private:
    std::vector<bone_key> animated_;
    std::vector<affine<double>> anchors_;
};

/// Makes the deflections of springs the same at the end as at the start. The remaining difference
/// is spread over the whole clip, none of it at the start, all at the end, without a corner at
/// either.
void close_loop(recorded_motion& motion, const rig& bones);

} // namespace jounce::bake
