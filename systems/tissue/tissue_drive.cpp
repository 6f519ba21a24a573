#include <jounce/systems/tissue/tissue_step_kernels.hpp>

#include <jounce/systems/tissue/tissue_contacts.hpp>
#include <jounce/systems/tissue/tissue_curve.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void tissue_drive(const tissue_view<Real>& block, const tissue_tick<Real>& at) noexcept {
    const basic_tissue_set<Real>& set = block.set;
    basic_tissue_scratch<Real>& scratch = block.scratch;
    tissue_joint_past<Real>* past = block.state.joints.data();
    const Real seconds = set.levels[static_cast<std::size_t>(at.level)].seconds;
    for (std::size_t j = 0; j < set.joints.size(); ++j) {
        const affine_lanes<Real> end = load(scratch.joints.data()[j]);
        // Where a tick ends with its frame nothing is between.
        const affine_lanes<Real> now =
            at.share == Real(1)
                ? end
                : curve<Real>(end, load(past[j].frame), load(past[j].frame_before), at.share);
        const affine_lanes<Real> last = load(past[j].tick);
        store(scratch.second.data()[j],
              by_column<Real>([](const vec<Real>& c, const vec<Real>& b, const vec<Real>& a)
                                  JOUNCE_INLINED { return (c - b) - (b - a); },
                              now, last, load(past[j].tick_before)));
        store(past[j].tick_before, last);
        store(past[j].tick, now);
    }
    turn_blends<Real>(set, scratch.turns.data(),
                      [&](std::size_t j) { return load(past[j].tick.linear); });
    for (std::size_t h = 0; h < static_cast<std::size_t>(set.handle_count); ++h) {
        const tissue_handle<Real>& handle = block.state.handles.data()[h];
        const num<Real> zero = splat(Real(0));
        vec<Real> force = {zero, zero, zero};
        for (std::uint32_t d = set.drive_first[h]; d < set.drive_first[h + 1]; ++d) {
            const tissue_drive_term<Real>& drive = set.drives[d];
            const affine_lanes<Real> second =
                load(scratch.second.data()[static_cast<std::size_t>(drive.joint)]);
            force = force + drive.moment[0] * second.linear.column[0] +
                    drive.moment[1] * second.linear.column[1] +
                    drive.moment[2] * second.linear.column[2] + drive.moment[3] * second.shift;
        }
        const matrix<Real> turn = load(scratch.turns.data()[set.blend_of[h]]);
        const vec<Real> carried = back(turn, load(handle.turned));
        const vec<Real> velocity = back(turn, load(handle.velocity));
        store(scratch.push.data()[h], back(turn, force));
        store(scratch.carried.data()[h], carried);
        store(scratch.velocity.data()[h], velocity);
        store(scratch.offset.data()[h], load(handle.now) - (carried + seconds * velocity));
    }
    if (meets_obstacles(block)) {
        find_contacts(block, at);
    }
}

JOUNCE_DEFINED(tissue_drive)

} // namespace jounce::JOUNCE_LEVEL
