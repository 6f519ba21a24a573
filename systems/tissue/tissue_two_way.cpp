#include <jounce/systems/tissue/tissue_two_way_kernels.hpp>

#include <jounce/systems/simd/rotation_math.hpp>
#include <jounce/systems/tissue/reactive_springs.hpp>
#include <jounce/systems/tissue/reactive_terms.hpp>
#include <jounce/systems/tissue/tissue_contacts.hpp>
#include <jounce/systems/tissue/tissue_result.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Back to the animation within about this time, where flesh does not hold bones. Seconds.
constexpr double fade_seconds = 0.1;
/// The most that a bone turns in a tick.
constexpr double most_turn = 1.5;

template <class Real> bool is_sane(const Real* numbers, std::size_t count) {
    bool out = true;
    for (std::size_t i = 0; i < count; ++i) {
        out = out && std::abs(numbers[i]) < Real(1e6); // not a number is not
    }
    return out;
}

/// How fast a point was if the animation alone has carried it, bones and what they hang on.
template <class Real>
vec3<Real> driven_velocity(const two_way_system<Real>& from, const reactive_point<Real>& point,
                           Real rate) {
    const basic_reactive_set<Real>& set = from.block.set.reactive;
    const vec3<Real> rest =
        displaced(from, point.rest, set.weights.data() + point.first_weight, point.weight_count);
    vec3<Real> out;
    for (std::uint32_t i = 0; i < point.share_count; ++i) {
        const tissue_share<Real>& share = set.shares[point.first_share + i];
        const std::size_t j = static_cast<std::size_t>(share.joint);
        vec3<Real> now = at_joint(from.block.scratch.animated.data()[j], from.lane, rest);
        if (const std::int32_t bone = set.carrier_of_joint[j]; bone >= 0) {
            const std::size_t b = static_cast<std::size_t>(bone);
            const bone_correction<Real>& past = from.block.state.bones.data()[b].now;
            const vec3<Real> centre =
                get_lane(from.block.scratch.frames.data()[b].centre, from.lane);
            now = rotate(get_lane(past.turn, from.lane), now - centre) + centre +
                  get_lane(past.shift, from.lane);
        }
        const vec3<Real> before =
            at_joint(from.block.state.joints.data()[j].tick_before, from.lane, rest);
        out = out + (rate * share.weight) * (now - before);
    }
    return out;
}

template <class Real> void start_points(const two_way_system<Real>& from, Real rate) {
    const basic_reactive_set<Real>& set = from.block.set.reactive;
    for (std::size_t p = 0; p < set.points.size(); ++p) {
        set_lane(from.block.state.velocities.data()[p], from.lane,
                 driven_velocity(from, set.points[p], rate));
    }
}

/// Inertia and weight of flesh and bones. Either may have its weight already: flesh in its sculpted shape, bones in the
/// animation.
template <class Real>
void add_inertia(const two_way_system<Real>& to, const vec3<Real>& gravity, Real rate) {
    const basic_reactive_set<Real>& set = to.block.set.reactive;
    for (std::size_t p = 0; p < set.points.size(); ++p) {
        const carried_point<Real> point =
            carry(to, set.points[p], set.weights.data(), set.shares.data());
        const Real mass = set.points[p].mass;
        const vec3<Real> velocity = get_lane(to.block.state.velocities.data()[p], to.lane);
        const Real inertia = mass * rate * rate;
        add_spring(to, point, split_matrix({}, inertia, inertia),
                   (mass * rate) * (rate * point.drift - velocity) -
                       (set.flesh_gravity * mass) * gravity);
        push_bones(to, point, ((set.flesh_gravity - set.gravity) * mass) * gravity);
    }
}

/// What probes feel of what they touch.
template <class Real> void add_contacts(const two_way_system<Real>& to, Real rate) {
    const basic_tissue_set<Real>& set = to.block.set;
    for (std::size_t p = 0; p < set.probes.size(); ++p) {
        const tissue_contact<Real>& contact = to.block.scratch.contacts.data()[p];
        const Real stiffness = contact.stiffness.v[to.lane];
        if (stiffness > 0) {
            const touched_probe<Real> touched(to, contact, rate);
            add_spring(to,
                       carry(to, set.probes[p], set.probe_weights.data(), set.probe_shares.data()),
                       touched.stiffness, touched.force);
        }
    }
}

/// The force of the body on what it touches, after the step: what momentum it loses per second.
template <class Real>
vec3<Real> force_of_contacts(const two_way_system<Real>& from, const Real* step, Real rate) {
    const basic_tissue_set<Real>& set = from.block.set;
    vec3<Real> sum;
    for (std::size_t p = 0; p < set.probes.size(); ++p) {
        const tissue_contact<Real>& contact = from.block.scratch.contacts.data()[p];
        if (contact.stiffness.v[from.lane] > 0) {
            const touched_probe<Real> touched(from, contact, rate);
            const carried_point<Real> point =
                carry(from, set.probes[p], set.probe_weights.data(), set.probe_shares.data());
            sum = sum + touched.force + times(touched.stiffness, step_of(from, point, step));
        }
    }
    return sum;
}

/// Keeps handles within their bounds and turns within sense.
template <class Real> void bound_step(const two_way_system<Real>& of, Real* step) {
    for (std::size_t h = 0; h < of.flesh.size / 3; ++h) {
        const Real* now = of.flesh.displacement + 3 * h;
        const vec3<Real> start = {now[0], now[1], now[2]};
        const vec3<Real> end = start + vec3<Real>{step[3 * h], step[3 * h + 1], step[3 * h + 2]};
        const Real size = std::sqrt(dot(end, end));
        const Real bound = of.block.set.bounds[h];
        if (size > bound) {
            const vec3<Real> kept = (bound / size) * end - start;
            step[3 * h] = kept.x;
            step[3 * h + 1] = kept.y;
            step[3 * h + 2] = kept.z;
        }
    }
    for (std::size_t b = 0; b < of.block.set.reactive.bones.size(); ++b) {
        Real* turn = step + of.flesh.size + 6 * b + 3;
        const Real size = std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
        const Real share = std::min(Real(1), Real(most_turn) / std::max(size, Real(1e-6)));
        for (int i = 0; i < 3; ++i) {
            turn[i] *= share;
        }
    }
}

/// The bones after the step, as corrections of the animation at its end.
template <class Real> void move_bones(const two_way_system<Real>& of, const Real* step) {
    for (std::size_t b = 0; b < of.block.set.reactive.bones.size(); ++b) {
        const Real* own = step + of.flesh.size + 6 * b;
        const reactive_frame<Real>& frame = of.block.scratch.frames.data()[b];
        bone_correction<Real>& now = of.block.state.bones.data()[b].now;
        const vec3<Real> centre =
            of.centre(static_cast<std::int32_t>(b)) + vec3<Real>{own[0], own[1], own[2]};
        const quat<Real> start = get_lane(now.turn, of.lane) * get_lane(frame.turn_before, of.lane);
        const quat<Real> turn = turn_about(vec3<Real>{own[3], own[4], own[5]}) * start;
        set_lane(now.turn, of.lane, normalised(turn * conjugate(get_lane(frame.turn, of.lane))));
        set_lane(now.shift, of.lane, centre - get_lane(frame.centre, of.lane));
    }
}

/// A lane whose numbers are lost begins again at the animation.
template <class Real> void begin_again(const two_way_system<Real>& of) {
    for (reactive_bone_past<Real>& bone : of.block.state.bones) {
        set_lane(bone.now.turn, of.lane, quat<Real>{});
        set_lane(bone.now.shift, of.lane, vec3<Real>{});
    }
    std::fill_n(of.flesh.gradient, of.flesh.unknowns, Real(0));
    std::fill_n(of.flesh.displacement, of.flesh.size, Real(0));
    of.block.state.reactive.front().runs.v[of.lane] = 0;
}

template <class Real> two_way_system<Real> system_of(const tissue_view<Real>& block, int lane) {
    const std::size_t size = block.set.size();
    const std::size_t unknowns = size + block.set.reactive.size();
    const std::size_t padded = padded_row(unknowns);
    Real* vectors = block.scratch.vectors.front().v;
    std::fill(vectors, vectors + 2 * padded, Real(0));
    two_way_system<Real> out = {block,
                                {block.set,
                                 {block.scratch.matrix.data(), padded / lane_count},
                                 size,
                                 unknowns,
                                 vectors,
                                 vectors + padded,
                                 nullptr,
                                 nullptr,
                                 block.scratch.vectors.data() + padded / lane_count},
                                lane};
    for (std::size_t h = 0; h < size / 3; ++h) {
        const vec3<Real> now = get_lane(block.state.handles.data()[h].now, lane);
        Real* to = vectors + 3 * h;
        to[0] = now.x;
        to[1] = now.y;
        to[2] = now.z;
    }
    return out;
}

template <class Real>
void step_lane(const tissue_view<Real>& block, int lane, Real rate, const vec3<Real>& gravity) {
    const two_way_system<Real> system = system_of(block, lane);
    const basic_reactive_set<Real>& set = block.set.reactive;
    reactive_lanes<Real>& known = block.state.reactive.front();
    if (known.runs.v[lane] == 0) {
        start_points(system, rate);
    }
    known.runs.v[lane] = 1;
    fill_matrix<Real>(system.flesh, rate * block.set.alpha, rate * block.set.beta);
    for (std::size_t group = 0; group < block.set.group_volumes.size(); ++group) {
        add_points<Real>(system.flesh, group);
    }
    add_inertia(system, gravity, rate);
    for (std::size_t b = 0; b < set.bones.size(); ++b) {
        add_joint(system, static_cast<std::int32_t>(b), rate);
    }
    const bool touches = meets_obstacles(block) && block.scratch.touched.front().v[lane] > 0;
    if (touches) {
        add_contacts(system, rate);
    }
    factorise(system.flesh.matrix);
    solve(system.flesh.matrix, system.flesh.unknown);
    Real* step = system.flesh.gradient;
    for (std::size_t i = 0; i < system.flesh.unknowns; ++i) {
        step[i] = -step[i];
    }
    set_lane(known.touched, lane, touches ? force_of_contacts(system, step, rate) : vec3<Real>{});
    const bool is_good = is_sane(step, system.flesh.unknowns);
    if (is_good) {
        bound_step(system, step);
        for (std::size_t p = 0; p < set.points.size(); ++p) {
            const carried_point<Real> point =
                carry(system, set.points[p], set.weights.data(), set.shares.data());
            set_lane(block.state.velocities.data()[p], lane,
                     rate * (point.drift + step_of(system, point, step)));
        }
        move_bones(system, step);
    } else {
        begin_again(system);
        set_lane(known.touched, lane, vec3<Real>{});
    }
    for (std::size_t h = 0; h < system.flesh.size / 3; ++h) {
        const Real* from = system.flesh.displacement + 3 * h;
        set_lane(block.scratch.result.data()[h], lane,
                 vec3<Real>{from[0] + step[3 * h], from[1] + step[3 * h + 1],
                            from[2] + step[3 * h + 2]});
    }
}

/// Lanes that other tiers compute: bones go back to the animation.
template <class Real>
void fade_lanes(const tissue_view<Real>& block, const mask<Real>& own, const mask<Real>& is_still,
                Real seconds) {
    const num<Real> share = splat(std::min(Real(1), seconds / Real(fade_seconds)));
    for (reactive_bone_past<Real>& bone : block.state.bones) {
        const rotation<Real> turn = load(bone.now.turn);
        const vec<Real> shift = load(bone.now.shift);
        const vec<Real> less = shift - share * shift;
        const rotation<Real> faded = mix(turn, no_turn<Real>(), share);
        store(bone.now.turn, where<Real>(own | is_still, turn, faded));
        store(bone.now.shift, where<Real>(own | is_still, shift, less));
    }
    lane<Real>& runs = block.state.reactive.front().runs;
    store<Real>(runs, where<Real>(own, load(runs), splat(Real(0))));
}

} // namespace

template <class Real>
void tissue_two_way(const tissue_view<Real>& block, const tissue_tick<Real>& at,
                    const lane_vec3<Real>& gravity, const lane<Real>& still) noexcept {
    const Real seconds = block.set.levels[static_cast<std::size_t>(at.level)].seconds;
    const Real rate = Real(1) / seconds;
    const mask<Real> is_still = less<Real>(splat(Real(0)), load(still));
    const mask<Real> own = lanes_of(block, tissue_tier::two_way) & ~is_still;
    for (reactive_bone_past<Real>& bone : block.state.bones) {
        bone.before = bone.now;
    }
    fade_lanes<Real>(block, own, is_still, seconds);
    if (meets_obstacles(block) && any(own)) {
        find_contacts(block, at);
    }
    for (int lane = 0; lane < lane_count; ++lane) {
        if (block.scratch.tiers.front().v[lane] == static_cast<Real>(tissue_tier::two_way) &&
            !(still.v[lane] > 0)) {
            step_lane<Real>(block, lane, rate, get_lane(gravity, lane));
        }
    }
    take_results<Real>(block, tissue_tier::two_way, still, rate,
                       [&](std::size_t h) { return load(block.scratch.result.data()[h]); });
    for (std::size_t j = 0; j < block.set.joints.size(); ++j) {
        block.state.joints.data()[j].tick = block.scratch.animated.data()[j];
    }
}

JOUNCE_DEFINED(tissue_two_way)

} // namespace jounce::JOUNCE_LEVEL
