#include <jounce/systems/stable/tick.hpp>

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/stable/collider_ends.hpp>
#include <jounce/systems/stable/curve.hpp>
#include <jounce/systems/stable/space_curve.hpp>
#include <jounce/systems/stable/tick_strands.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// The linear part of an anchor, column by column as its rotation.
template <class Real>
void keep_linear(const frame_ways<Real>& ways, const lane_mat3<Real>& now, lane_mat3<Real>& before,
                 lane_mat3<Real>& rate) {
    for (int c = 0; c < 3; ++c) {
        const vec<Real> way = load(now.column[c]) - load(before.column[c]);
        const vec<Real> bow = bow_of<Real>(ways, way, load(rate.column[c]), wide2<Real>);
        store(rate.column[c], Real(1) / ways.seconds * (way - bow_left<Real> * bow));
    }
    before = now;
}

} // namespace

template <class Real>
void finish_frame(const stable_view<Real>& block, Real share_done, bool had_ticks,
                  Real seconds) noexcept {
    const environment_lanes<Real>& now = block.environment.lanes.front();
    carried_lanes<Real>& carried = block.carried.lanes.front();
    const frame_ways<Real> ways = ways_of(block, seconds);
    const space_bow<Real> bow = space_bow_of(now, carried, ways);
    add_motion<Real>(now, carried, bow, share_done, Real(1));
    end_motion<Real>(now, carried, bow, seconds);
    const std::size_t count = block.set.walk.size();
    for (std::size_t w = 0; w < count; ++w) {
        const walked_bone& walked = block.set.walk.data()[w];
        const std::size_t bone = static_cast<std::size_t>(walked.bone);
        lane_transform<Real>& before = block.history.local.data()[w];
        if (walked.leads_to_spring) {
            end_way<Real>(ways, before, block.local.bones.data()[bone],
                          block.history.local_rates.data()[w]);
        }
        before = block.local.bones.data()[bone];
        if (block.rig.is_affine) {
            block.history.stretch.data()[w] = block.local.stretch.data()[bone];
        }
    }
    const std::size_t anchors = block.set.anchors.size();
    for (std::size_t a = 0; a < anchors; ++a) {
        const std::size_t bone = static_cast<std::size_t>(block.set.anchors.data()[a]);
        lane_transform<Real>& before = block.history.anchors.data()[a];
        end_way<Real>(ways, before, block.rigid.bones.data()[bone],
                      block.history.anchor_rates.data()[a]);
        before = block.rigid.bones.data()[bone];
        if (block.rig.is_affine) {
            keep_linear<Real>(ways, block.rigid.linear.data()[bone],
                              block.history.anchor_linear.data()[a],
                              block.history.anchor_linear_rates.data()[a]);
        }
    }
    const std::size_t springs = block.set.springs.size();
    for (std::size_t s = 0; s < springs; ++s) {
        block.history.tails.data()[s] = block.rigid.tails.data()[s];
    }
    keep_frame_end(block.colliders);
    // After a jump the speed of the pose is unknown.
    const num<Real> zero = splat(Real(0));
    const num<Real> jump = jump_of<Real>(now, carried);
    store<Real>(carried.has_rates, where<Real>(less<Real>(zero, jump), zero, splat(Real(1))));
    store<Real>(carried.jump, had_ticks ? zero : jump);
}

template <class Real> void finish_strands(const strand_view<Real>& strands, Real seconds) noexcept {
    const frame_ways<Real> ways = ways_of(strands, seconds);
    const std::size_t count = strands.set.walk.size();
    for (std::size_t w = 0; w < count; ++w) {
        end_way<Real>(ways, strands.history.local.data()[w], strands.local.bones.data()[w],
                      strands.history.local_rates.data()[w]);
    }
}

JOUNCE_DEFINED(finish_frame)
JOUNCE_DEFINED(finish_strands)

} // namespace jounce::JOUNCE_LEVEL
