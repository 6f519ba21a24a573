#pragma once

// A tick of a block, for the kernels that include it: of characters, or of chains side by side.

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/simd/fetch_ahead.hpp>
#include <jounce/systems/stable/collider_ends.hpp>
#include <jounce/systems/stable/contacts.hpp>
#include <jounce/systems/stable/recoil.hpp>
#include <jounce/systems/stable/space_curve.hpp>
#include <jounce/systems/stable/spring_tick.hpp>
#include <jounce/systems/stable/tick_world.hpp>
#include <jounce/systems/stable/walk.hpp>

#include <cstddef>
#include <utility>

namespace jounce::JOUNCE_LEVEL {
// Without a name, as in a source: see spring_tick.hpp.
namespace {

/// Every bone that springs move, parents first.
template <bool Affine, class Real, class Set>
void walk_down(const stable_view<Real, Set>& block, const tick_place<Real>& at,
               const tick_world<Real>& world) {
    const std::size_t count = block.set.walk.size();
    // Four steps per spring and one per other bone.
    fetch_ahead fetched(at.ahead, count + 3 * block.set.springs.size());
    lane_vec3<Real> stretch{}; // once, not per bone
    lane_mat3<Real> linear;
    lane_mat3<Real> frozen_linear;
    const spring_tick<Real, Set> one_spring(block, at, world, fetched);
    const num<Real> bow = bow_at<Real>(world.share);
    for (std::size_t w = 0; w < count; ++w) {
        const walked_bone& walked = block.set.walk.data()[w];
        fetched.step();
        if (!walked.leads_to_spring) {
            continue;
        }
        const lane_transform<Real>& pose = block.local.bones.data()[walked.bone];
        // At the end of a frame, where every other tick is at usual rates, nothing is between.
        const local_bone<Real> local =
            at.share == Real(1) ? load(pose)
                                : mix<Real>(world.ways, block.history.local.data()[w], pose,
                                            block.history.local_rates.data()[w], world.share, bow);
        if constexpr (Affine) {
            store(stretch, mix<Real>(load(block.history.stretch.data()[w]),
                                     load(block.local.stretch.data()[walked.bone]), world.share));
        }
        const following_bone<Real> bone =
            follow<Affine>(block.scratch, block.scratch.now, walked, local, &stretch, linear);
        if (!walked.below_spring) {
            if (walked.spring >= 0) {
                one_spring.template run<false, Affine>(w, walked, bone, bone);
            } else {
                leave<Affine>(block.scratch.now, w, bone);
            }
            continue;
        }
        const following_bone<Real> frozen = follow<Affine>(block.scratch, block.scratch.frozen,
                                                           walked, local, &stretch, frozen_linear);
        if (walked.spring >= 0) {
            one_spring.template run<true, Affine>(w, walked, bone, frozen);
        } else {
            leave_recoil<Real>(block.scratch, w, recoil_of<Real>(block.scratch, walked, bone.head));
            leave<Affine>(block.scratch.now, w, bone);
            leave<Affine>(block.scratch.frozen, w, frozen);
        }
    }
}

/// One tick; `walk` is called with the world as it is in it, and goes down the bones.
template <class Real, class Set, class Walk>
JOUNCE_INLINE void tick_block(const stable_view<Real, Set>& block, const tick_place<Real>& at,
                              Walk&& walk) {
    const environment_lanes<Real>& now = block.environment.lanes.front();
    carried_lanes<Real>& carried_over = block.carried.lanes.front();
    const frame_ways<Real> ways = ways_of(block, at.seconds);
    add_motion<Real>(now, carried_over, space_bow_of(now, carried_over, ways), at.share_before,
                     at.share);
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    const num<Real> jump = jump_of<Real>(now, carried_over);
    const mask<Real> jumps = less<Real>(zero, jump);
    tick_world<Real> world = {load(carried_over.turn),
                              load(carried_over.shift),
                              load(carried_over.growth),
                              to_matrix(load(carried_over.turn)),
                              load(now.gravity),
                              {},
                              less<Real>(zero, load(now.still)),
                              false,
                              // A character that jumps is at its new pose from the start.
                              where<Real>(jumps, one, splat(at.share)),
                              Real(1) / (block.set.tick_seconds * Real(1 << at.level)),
                              load(now.unit),
                              ways};
    const num<Real> carried = at.skipped ? one : at.first ? jump : zero;
    world.carried = less<Real>(zero, carried);
    world.has_still = any(world.still);
    forget_motion(carried_over);
    place_anchors<Real>(block, ways, world.share);
    swap_tick_ends(block.colliders);
    place_colliders<Real>(block.colliders, world.share,
                          [&](const vec<Real>& was, const vec<Real>& is) {
                              return world.rate * (is - carry(world, was));
                          });

    walk(world);
}

} // namespace
} // namespace jounce::JOUNCE_LEVEL
