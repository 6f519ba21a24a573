#include <jounce/modules/dev/bench/stable_baseline.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/dev/bench/baseline_ways.hpp>
#include <jounce/systems/pose/tick_range.hpp>

#include <cmath>
#include <cstdint>

namespace jounce::bench {
namespace {

using Eigen::Vector3f;
using bone = stable_baseline::bone;

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

bone to_bone(const transform<float>& t) {
    return {to_quaternion(t.rotation), to_vector(t.translation), t.scale};
}

} // namespace

stable_baseline make_stable_baseline(const character_kind& kind) {
    JOUNCE_ASSERT(baseline_knows(kind), "the baseline does not know such springs");
    const basic_stable_set<float>& set = kind.springs.stable;
    stable_baseline who;
    for (const stable_spring<float>& spring : set.springs) {
        who.springs.emplace_back().position = to_vector(kind.rig.rest_tail[index(spring.bone)]);
    }
    for (const walked_bone& walked : set.walk) {
        who.past_local.push_back(to_bone(kind.rig.rest_local[index(walked.bone)]));
        who.now.push_back(to_bone(kind.rig.rest_model[index(walked.bone)]));
    }
    who.frozen = who.now;
    who.local_rates.resize(set.walk.size());
    who.recoils.resize(set.walk.size());
    who.anchor_rates.resize(set.anchors.size());
    for (const std::int32_t anchor : set.anchors) {
        who.past_anchors.push_back(to_bone(kind.rig.rest_model[index(anchor)]));
    }
    who.anchors = who.past_anchors;
    who.frame_start.resize(set.colliders.size());
    who.frame_end = who.tick_start = who.tick_end = who.frame_start;
    who.unseen = no_carry();
    return who;
}

void baseline_attach(const character_kind& kind, const baseline_character& pose,
                     stable_baseline& who) {
    const basic_stable_set<float>& set = kind.springs.stable;
    for (std::size_t c = 0; c < set.colliders.size(); ++c) {
        const bone_collider& one = set.colliders[c];
        const bone& on = one.walked >= 0 ? who.now[index(one.walked)] : pose.rigid[index(one.bone)];
        const auto in_model = [&](const vec3<float>& p) -> Vector3f {
            return on.translation + on.scale * (on.rotation * to_vector(p));
        };
        who.frame_end[c] = {in_model(one.body.a), in_model(one.body.b),
                            std::abs(on.scale) * one.body.radius,
                            std::abs(on.scale) * one.body.radius_b};
    }
}

void baseline_finish(const character_kind& kind, float share_done, bool had_ticks, float seconds,
                     const baseline_character& pose, stable_baseline& who) {
    const basic_stable_set<float>& set = kind.springs.stable;
    const frame_ways ways = ways_of(kind, who, seconds);
    const space_way space(ways, who);
    add_motion(space, share_done, 1, who.unseen);
    who.turn_rate = 1 / seconds * (space.turn - frame_ways::left * space.turn_bow);
    who.shift_rate = 1 / seconds * (who.world.shift - frame_ways::left * space.shift_bow);
    who.has_rates = !who.world.jumps;
    who.world.jumps = who.world.jumps && !had_ticks;
    for (std::size_t w = 0; w < set.walk.size(); ++w) {
        const bone& now = pose.local[index(set.walk[w].bone)];
        end_way(ways, who.past_local[w], now, who.local_rates[w]);
        who.past_local[w] = now;
    }
    for (std::size_t a = 0; a < set.anchors.size(); ++a) {
        const bone& now = pose.rigid[index(set.anchors[a])];
        end_way(ways, who.past_anchors[a], now, who.anchor_rates[a]);
        who.past_anchors[a] = now;
    }
    who.frame_start = who.frame_end;
}

void baseline_frame(const character_kind& kind, const frame_clock& clock,
                    const baseline_character& pose, stable_baseline& who) {
    baseline_attach(kind, pose, who);
    const tick_range range = ticks_of(static_cast<double>(kind.springs.stable.tick_seconds), 0,
                                      clock, time_control{}.max_ticks);
    tick_place<float> at;
    at.skipped = range.skipped;
    at.seconds = clock.dt;
    for (std::int64_t t = range.first; t <= range.last; ++t) {
        at.share = static_cast<float>(range.share(t, clock));
        baseline_tick(kind, at, pose, who);
        at.share_before = at.share;
        at.first = false;
        at.skipped = false;
    }
    baseline_finish(kind, at.share_before, range.first <= range.last, clock.dt, pose, who);
}

std::size_t stable_baseline_bytes(const character_kind& kind) {
    const basic_stable_set<float>& set = kind.springs.stable;
    return sizeof(stable_baseline) + set.springs.size() * sizeof(stable_baseline::spring) +
           (3 * set.walk.size() + 2 * set.anchors.size()) * sizeof(bone) +
           (set.walk.size() + set.anchors.size()) * sizeof(stable_baseline::pose_rate) +
           set.walk.size() * sizeof(stable_baseline::recoil) +
           4 * set.colliders.size() * sizeof(baseline_body);
}

} // namespace jounce::bench
