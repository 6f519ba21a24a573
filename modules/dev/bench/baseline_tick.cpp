// A tick of the stable solver in the ordinary way.

#include <jounce/modules/dev/bench/stable_baseline.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/dev/bench/baseline_ways.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace jounce::bench {
namespace {

using Eigen::Matrix3f;
using Eigen::Quaternionf;
using Eigen::Vector3f;
using bone = stable_baseline::bone;

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

struct motion {
    Vector3f deflection;
    Vector3f rate;
};

motion advance(const oscillator_step<float>& step, const Vector3f& axis, const Vector3f& y,
               const Vector3f& rate, const Vector3f& push) {
    const Vector3f ys = across(axis, y);
    const Vector3f vs = across(axis, rate);
    const Vector3f as = across(axis, push);
    return {step.yy * ys + step.yv * vs + step.ya * as, step.vy * ys + step.vv * vs + step.yv * as};
}

/// A child takes part in its ancestors' swing only as far as that leaves it no more energy than it
/// would have had without.
void limit_energy(const stable_spring<float>& spring, const motion& alone, motion& coupled) {
    const auto energy = [&](const motion& m) {
        return m.rate.squaredNorm() + spring.bend_omega2 * m.deflection.squaredNorm();
    };
    const float has = energy(coupled);
    const float may = energy(alone);
    if (has > may) {
        const float keep = std::sqrt(may / has);
        coupled.deflection *= keep;
        coupled.rate *= keep;
    }
}

/// Limit and speed, and rest where nobody would see a motion.
void hold(const stable_spring<float>& spring, const Vector3f& axis, float fastest, float seconds,
          motion& m) {
    m.rate = shorten(m.rate, fastest);
    m.rate -= axis.dot(m.rate) * axis;
    const Vector3f free = across(axis, m.deflection);
    m.deflection = shorten(free, spring.limit_x);
    const Vector3f correction = m.deflection - free;
    const float size2 = correction.squaredNorm();
    if (size2 > 1e-24F) {
        m.rate -= std::min(correction.dot(m.rate) / size2, 0.0F) * correction;
    }
    if (m.deflection.squaredNorm() + seconds * seconds * m.rate.squaredNorm() < 1e-16F) {
        m = {Vector3f::Zero(), Vector3f::Zero()};
    }
}

/// One character in one tick.
class ticking {
public:
    ticking(const character_kind& kind, const tick_place<float>& at, stable_baseline& who)
        : set_(kind.springs.stable), who_(who), carry_(who.unseen),
          is_carried_(at.skipped || (at.first && who.world.jumps)), rate_(1 / set_.tick_seconds),
          longest2_((fastest_drive / rate_) * (fastest_drive / rate_)) {
        carry_.turning = carry_.turn.toRotationMatrix();
    }

    /// @param frozen  the bone had its ancestors not swung since the last tick; null: it has none that
    /// swing
    void run(std::size_t place, const bone& at, const bone* frozen) const {
        const walked_bone& walked = set_.walk[place];
        const stable_spring<float>& spring = set_.springs[index(walked.spring)];
        stable_baseline::spring& state = who_.springs[index(walked.spring)];
        const Vector3f axis = to_vector(spring.axis);
        const float size = spring.length * at.scale;
        const float inverse_size = std::abs(size) <= 1e-12F ? 0.0F : 1 / size;
        const Vector3f y0 = state.deflection;
        const bent_baseline bent0 = bend(axis, y0);
        const Matrix3f to_bone = (at.rotation * bent0.turn).toRotationMatrix().transpose();

        // What the moving frame does to the tail, were its deflection to stay as it is.
        const Vector3f follows = at.translation + size * (at.rotation * bent0.tail);
        const Vector3f carried = carry_(state.position);
        const Vector3f travelled = follows - carried;
        Vector3f drive = rate_ * travelled;
        Vector3f rigid_drive = drive;
        if (frozen != nullptr) {
            const float size0 = spring.length * frozen->scale;
            const Vector3f follows0 = frozen->translation + size0 * (frozen->rotation * bent0.tail);
            rigid_drive = rate_ * (follows0 - carried);
            drive = rigid_drive + (1 - spring.inherit) * (drive - rigid_drive);
        }
        if (walked.has_springs_below) {
            const bone& above = frozen != nullptr ? *frozen : at;
            who_.frozen[place] = {above.rotation * bent0.turn, above.translation, above.scale};
        }
        const Vector3f velocity = carry_.turning * state.velocity;
        const Vector3f swing_before = carry_.turning * state.coupling;
        Vector3f relative = velocity - drive;
        Vector3f own_relative = velocity - swing_before - rigid_drive;
        const bool has_jumped = is_carried_ || !(travelled.squaredNorm() <= longest2_);
        if (frozen != nullptr || walked.has_springs_below) {
            const Vector3f gained =
                has_jumped ? Vector3f(Vector3f::Zero())
                           : Vector3f(rigid_drive - (carry_.turning * state.drive - swing_before));
            own_relative -= pass_recoil(place, spring, y0, at.translation, follows, gained);
        }
        if (has_jumped) {
            drive = shorten(drive - rigid_drive, fastest_drive);
            rigid_drive.setZero();
            own_relative = velocity - carry_.turning * state.drive;
            relative = own_relative + swing_before - drive;
        }

        const float fastest = spring.max_speed * std::abs(inverse_size);
        const Vector3f rate = shorten(inverse_size * (to_bone * relative), fastest);
        const Vector3f felt = spring.gravity * who_.world.gravity - spring.drag * drive;
        const Vector3f push = shorten(inverse_size * (to_bone * felt), largest_acceleration);
        const oscillator_step<float>& step = spring.steps[0].bend;
        motion next = advance(step, axis, y0, rate, push);
        if (frozen != nullptr && spring.inherit < 1) {
            const Vector3f own = shorten(inverse_size * (to_bone * own_relative), fastest);
            limit_energy(spring, advance(step, axis, y0, own, push), next);
        }
        hold(spring, axis, fastest, set_.tick_seconds, next);

        bent_baseline bent = bend(axis, next.deflection);
        Quaternionf turn = at.rotation * bent.turn;
        Vector3f tail = at.translation + size * (at.rotation * bent.tail);
        Vector3f speed = drive + size * (turn * next.rate);
        if (!set_.colliders.empty() && spring.collides_with != 0) {
            baseline_meeting met = {at.translation,
                                    has_jumped ? follows : state.position,
                                    at.rotation,
                                    size,
                                    inverse_size,
                                    rate_,
                                    tail,
                                    speed,
                                    next.deflection,
                                    bent};
            if (meet_bodies(set_.colliders, who_.tick_start, who_.tick_end, carry_, spring, met)) {
                next.deflection = met.deflection;
                turn = at.rotation * met.bent.turn;
                tail = met.tail;
                speed = met.velocity;
            }
        }
        state.before = y0;
        state.deflection = next.deflection;
        state.velocity = shorten(speed, largest_state);
        state.position = shorten(tail, largest_state);
        state.drive = drive;
        state.coupling = drive - rigid_drive;
        who_.now[place] = {turn, at.translation, at.scale};
    }

private:
    /// As systems/stable/recoil.hpp.
    Vector3f pass_recoil(std::size_t place, const stable_spring<float>& spring, const Vector3f& y,
                         const Vector3f& head, const Vector3f& tail, const Vector3f& gained) const {
        const walked_bone& walked = set_.walk[place];
        const Vector3f arm = tail - head;
        stable_baseline::recoil here;
        Vector3f felt = Vector3f::Zero();
        if (walked.below_spring) {
            here = recoil_at(who_, walked, head);
            felt = (1 - spring.inherit) * (here.shift + here.turn.cross(arm));
        }
        if (walked.has_springs_below) {
            const Vector3f behind = -rate_ * spring.steps[0].bend.yv /
                                    (1 + 0.0625F * y.squaredNorm()) * (gained + felt);
            here.turn += 1 / std::max(arm.squaredNorm(), 1e-12F) * arm.cross(behind);
            who_.recoils[place] = here;
        }
        return felt;
    }

    static constexpr float fastest_drive = 1e5F;        ///< m/s; beyond, a frame has jumped
    static constexpr float largest_acceleration = 1e9F; ///< in bone lengths
    static constexpr float largest_state = 1e9F;

    const basic_stable_set<float>& set_;
    stable_baseline& who_;
    baseline_carry carry_;
    bool is_carried_;
    float rate_;
    float longest2_; ///< square of the longest way that is a motion
};

void place_bodies(float share, stable_baseline& who) {
    std::swap(who.tick_start, who.tick_end);
    for (std::size_t c = 0; c < who.tick_end.size(); ++c) {
        const baseline_body& from = who.frame_start[c];
        const baseline_body& to = who.frame_end[c];
        who.tick_end[c] = {from.a + share * (to.a - from.a), from.b + share * (to.b - from.b),
                           to.radius, to.radius_b};
    }
}

} // namespace

void baseline_tick(const character_kind& kind, const tick_place<float>& at,
                   const baseline_character& pose, stable_baseline& who) {
    JOUNCE_ASSERT(at.level == 0 && !at.has_force && !at.has_wind,
                  "the baseline knows no level of detail, force or wind");
    const basic_stable_set<float>& set = kind.springs.stable;
    // A character that jumps is at its new pose from the start.
    const float share = who.world.jumps ? 1.0F : at.share;
    const frame_ways ways = ways_of(kind, who, at.seconds);
    add_motion(space_way(ways, who), at.share_before, at.share, who.unseen);
    const ticking one_spring(kind, at, who);
    who.unseen = no_carry();
    for (std::size_t a = 0; a < set.anchors.size(); ++a) {
        who.anchors[a] = mix(ways, who.past_anchors[a], pose.rigid[index(set.anchors[a])],
                             who.anchor_rates[a], share);
    }
    place_bodies(share, who);
    for (std::size_t w = 0; w < set.walk.size(); ++w) {
        const walked_bone& walked = set.walk[w];
        if (!walked.leads_to_spring) {
            continue;
        }
        const bone local =
            mix(ways, who.past_local[w], pose.local[index(walked.bone)], who.local_rates[w], share);
        if (!walked.below_spring) {
            const bool is_root = walked.parent < 0 && walked.anchor < 0;
            const bone here = is_root
                                  ? local
                                  : follow(walked.parent >= 0 ? who.now[index(walked.parent)]
                                                              : who.anchors[index(walked.anchor)],
                                           local);
            if (walked.spring >= 0) {
                one_spring.run(w, here, nullptr);
            } else {
                who.now[w] = here;
            }
            continue;
        }
        const bone here = follow(who.now[index(walked.parent)], local);
        const bone frozen = follow(who.frozen[index(walked.parent)], local);
        if (walked.spring >= 0) {
            one_spring.run(w, here, &frozen);
        } else {
            who.recoils[w] = recoil_at(who, walked, here.translation);
            who.now[w] = here;
            who.frozen[w] = frozen;
        }
    }
}

} // namespace jounce::bench
