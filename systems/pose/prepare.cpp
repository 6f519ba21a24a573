#include <jounce/systems/pose/prepare.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

using quatd = quat<double>;
using vec3d = vec3<double>;

quatd conjugate(const quatd& q) { return {-q.x, -q.y, -q.z, q.w}; }

/// Not a number and no direction count as no rotation: a host's bad frame must not stay in the state.
quatd rotation_of(const placement& p) {
    const quatd q = cast<double>(p.rotation);
    const double norm2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return norm2 > 1e-12 && std::isfinite(norm2) ? normalised(q) : quatd{};
}
double scale_of(const placement& p) {
    return p.scale > 1e-6F && p.scale < 1e6F ? static_cast<double>(p.scale) : 1.0;
}
bool is_finite(const vec3d& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The short way from no rotation towards another.
quatd part_of(const quatd& q, double share) {
    const double sign = q.w < 0 ? -1 : 1;
    return normalised(quatd{share * sign * q.x, share * sign * q.y, share * sign * q.z,
                            1 - share + share * sign * q.w});
}

/// From the model space of the frame before to the present one.
struct space_motion {
    quatd turn;
    vec3d shift;
    double growth = 1;
};

/// Motion of the space in which springs are at rest, between the two frames, applied to a point.
struct rigid_motion {
    quatd turn;
    vec3d from;
    vec3d to;

    vec3d operator()(const vec3d& p) const { return to + rotate(turn, p - from); }
};

rigid_motion motion_of_centre(const character_frame& now, const control_state& state) {
    if (now.centre == nullptr || !state.has_centre || !(now.centre->share > 0)) {
        return {};
    }
    const placement& a = state.centre;
    const placement& b = now.centre->at;
    if (a == b || !is_finite(b.position)) {
        return {};
    }
    const double share = std::clamp(static_cast<double>(now.centre->share), 0.0, 1.0);
    const quatd turn = rotation_of(b) * conjugate(rotation_of(a));
    return {part_of(turn, share), a.position, a.position + share * (b.position - a.position)};
}

space_motion relative_motion(const placement& before, const placement& at,
                             const rigid_motion& centre) {
    const quatd back = conjugate(rotation_of(at));
    const double scale = scale_of(at);
    space_motion out;
    out.turn = back * (centre.turn * rotation_of(before));
    out.shift = (1 / scale) * rotate(back, centre(before.position) - at.position);
    out.growth = scale_of(before) / scale;
    return out;
}

/// Motion of a character since the frame before, in the world, relative to its centre.
struct move {
    vec3d way; ///< m
    double angle = 0;
};

constexpr double least_way = 1e-4;   ///< m; a shorter way in a frame is none
constexpr double longest_idle = 0.1; ///< s; hosts that place characters at 10 Hz and more move them
constexpr double fastest_motion =
    1e6; ///< m/s; nothing moves so fast that a velocity could explain it

/// How far a place is from the straight way to another.
double distance_to_way(const vec3d& p, const vec3d& way) {
    const double size2 = dot(way, way);
    const double share = size2 > 0 ? std::clamp(dot(p, way) / size2, 0.0, 1.0) : 0.0;
    return length(p - share * way);
}

/// A move is motion if the character's own velocity explains it: any point of the path that the
/// velocity leads along, so that braking is motion too, plus some distance for what can change
/// within a frame. This distance grows with the length of the frame, so that low frame rates and
/// hitches do not turn motion into a teleport.
bool is_teleport(const move& moved, const character_frame& now, const control_state& state) {
    const double dt = static_cast<double>(now.dt);
    const double far = static_cast<double>(now.control.teleport_distance);
    const double wide = static_cast<double>(now.control.teleport_angle);
    const double change = std::max(static_cast<double>(now.control.teleport_speed), 0.0);
    const double seconds = dt + static_cast<double>(state.idle_seconds);
    const double apart = distance_to_way(moved.way, seconds * cast<double>(state.velocity));
    const double turned = moved.angle - dt * static_cast<double>(state.spin);
    return (far > 0 && !(apart <= far + change * dt)) || (wide > 0 && !(turned <= wide));
}

/// A character that stays where it is. One that only jumped was not moving.
void keep_still(float dt, control_state& state) {
    state.idle_seconds += dt;
    if (state.jumped || state.velocity == vec3<float>{} ||
        static_cast<double>(state.idle_seconds) > longest_idle) {
        state.velocity = {};
        state.idle_seconds = 0;
    }
    state.jumped = false;
}

/// Stores a move, to compare the next frame with it. The move of a jump is stored as well: a
/// character that continues at that speed has been moving all the time.
void remember(const move& moved, float dt, bool jumps, control_state& state) {
    const double seconds = static_cast<double>(dt) + static_cast<double>(state.idle_seconds);
    const double distance = length(moved.way);
    state.spin = dt > 0 ? static_cast<float>(moved.angle / static_cast<double>(dt)) : 0.0F;
    if (distance > least_way) {
        const bool is_motion = seconds > 0 && distance < fastest_motion * seconds;
        state.velocity = is_motion ? cast<float>((1 / seconds) * moved.way) : vec3<float>{};
        state.idle_seconds = 0;
    } else {
        keep_still(dt, state);
    }
    state.jumped = jumps;
}

void set_motion(environment_lanes<float>& to, int lane, const space_motion& motion) {
    set_lane(to.turn, lane, cast<float>(motion.turn));
    set_lane(to.shift, lane, cast<float>(motion.shift));
    to.growth.v[lane] = static_cast<float>(motion.growth);
}

float faded(float from, float to, float dt, float seconds) {
    const float step = seconds > 0 ? dt / seconds : 1.0F;
    return from < to ? std::min(to, from + step) : std::max(to, from - step);
}

/// Eased at both ends, so that a fade has no visible start or stop.
float eased(float x) { return x * x * (3 - 2 * x); }

/// For a character to fade to its animated pose before it is frozen, and back when it wakes, which
/// nothing hurries.
constexpr float freeze_seconds = 0.5F;
constexpr float wake_seconds = 1.5F;

double fraction(double x) { return x - std::floor(x); }

/// Three waves that travel with the wind; phases in double, so that they stay smooth far from the
/// origin and after hours.
void set_wind(environment_lanes<float>& to, int lane, const character_frame& now,
              const world_forces& world, const quatd& back, double scale, const vec3d& origin) {
    const double share = std::clamp(static_cast<double>(now.control.wind), 0.0, 100.0);
    const double speed = length(world.wind);
    if (!(speed > 0) || !std::isfinite(speed)) {
        set_lane(to.wind, lane, vec3<float>{});
        set_lane(to.across, lane, vec3<float>{});
        to.gust.v[lane] = 0;
        return;
    }
    const vec3d along = (1 / speed) * world.wind;
    const vec3d helper = std::abs(along.y) < 0.9 ? vec3d{0, 1, 0} : vec3d{1, 0, 0};
    const vec3d side = (1 / length(cross(along, helper))) * cross(along, helper);
    const double per_metre = 1 / std::max(world.gust_length, 1e-3);
    // Neither their lengths nor their directions share a period.
    const vec3d axes[3] = {per_metre * (along + 0.31 * side),
                           (2.37 * per_metre) * (along - 0.73 * side),
                           (1.61 * per_metre) * (along + 0.54 * side)};
    double phases[3];
    for (int w = 0; w < 3; ++w) {
        phases[w] = fraction(dot(axes[w], origin) - dot(axes[w], world.wind) * now.time + 0.37 * w);
        set_lane(to.gust_axis[w], lane, cast<float>(scale * rotate(back, axes[w])));
    }
    set_lane(to.gust_phase, lane, cast<float>(vec3d{phases[0], phases[1], phases[2]}));
    const double model_speed = share / scale;
    set_lane(to.wind, lane, cast<float>(model_speed * rotate(back, world.wind)));
    set_lane(to.across, lane, cast<float>((0.5 * speed * model_speed) * rotate(back, side)));
    to.gust.v[lane] = static_cast<float>(std::clamp(world.turbulence, 0.0, 1.0));
}

} // namespace

void prepare(const character_frame& now, const world_forces& world, control_state& state,
             frame_environment& to, int lane) noexcept {
    environment_lanes<float>& lanes = to.lanes.front();
    lanes.jump.v[lane] = 0;
    space_motion motion;
    quatd back;
    double scale = static_cast<double>(now.metres_per_unit);
    vec3d origin;
    if (now.at != nullptr && is_finite(now.at->position)) {
        back = conjugate(rotation_of(*now.at));
        scale = scale_of(*now.at);
        origin = now.at->position;
        const rigid_motion centre = motion_of_centre(now, state);
        const bool unmoved = state.at == *now.at && now.centre == nullptr;
        if (state.is_placed && !unmoved) {
            motion = relative_motion(state.at, *now.at, centre);
            const move moved = {now.at->position - centre(state.at.position),
                                2 * std::acos(std::min(1.0, std::abs(motion.turn.w)))};
            const bool jumps = now.control.teleport || is_teleport(moved, now, state);
            if (!now.control.teleport) { // a requested jump says nothing about its velocity
                remember(moved, now.dt, jumps, state);
            }
            if (jumps) {
                motion = {};
                lanes.jump.v[lane] = jump_of_place;
            } else {
                const double felt =
                    1 - std::clamp(static_cast<double>(now.control.follow), 0.0, 1.0);
                motion.turn = part_of(motion.turn, felt);
                motion.shift = felt * motion.shift;
            }
        } else {
            keep_still(now.dt, state);
            state.spin = 0;
            if (now.control.teleport) {
                lanes.jump.v[lane] = jump_of_place;
            }
        }
        state.at = *now.at;
        state.is_placed = true;
    } else if (now.control.teleport) {
        lanes.jump.v[lane] = jump_of_place;
    }
    state.has_centre = now.centre != nullptr && is_finite(now.centre->at.position);
    if (state.has_centre) {
        state.centre = now.centre->at;
    }
    set_motion(lanes, lane, motion);
    set_lane(lanes.upright, lane, cast<float>(back));
    lanes.unit.v[lane] = static_cast<float>(1 / scale);
    set_lane(lanes.gravity, lane, cast<float>((1 / scale) * rotate(back, world.gravity)));
    set_wind(lanes, lane, now, world, back, scale, origin);

    const float wanted = now.control.weight > 0 ? std::min(now.control.weight, 1.0F) : 0.0F;
    state.weight = faded(state.weight, wanted, now.dt, now.control.fade_seconds);
    state.detail_weight = faded(state.detail_weight, state.detail_wanted, now.dt,
                                state.detail_wanted > 0 ? wake_seconds : freeze_seconds);
    lanes.weight.v[lane] = eased(state.weight) * eased(state.detail_weight);
    lanes.still.v[lane] = now.control.paused ? 1.0F : 0.0F;
}

} // namespace jounce
