#include <jounce/systems/tissue/tissue_collider_hooks.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/world_colliders.hpp>
#include <jounce/systems/pose/check_host_input.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace jounce {
namespace {

/// Longer than any way that matters.
constexpr double everywhere = 1e30;

/// A character and a ball around its flesh, in the world.
struct fleshy_lane {
    std::uint32_t bit = 0;
    int lane = 0;
    entt::entity who{};
    placement at, former;
    bool has_past = false;
    model_space space, space_before;
    quat<double> turn; ///< from the model space before to the present one
    vec3<double> shift;
    double growth = 1;
    vec3<double> middle;
    double radius = 0;
    double way = 0;   ///< m, how far the character went in the frame
    double angle = 0; ///< how much a place turned about it, per distance
};

fleshy_lane describe(const tissue_surroundings& around, const tissue_view<float>& block,
                     const placement& unplaced, int lane) {
    fleshy_lane out;
    out.bit = 1U << static_cast<unsigned>(lane);
    out.lane = lane;
    out.who = around.home.characters[static_cast<std::size_t>(lane)];
    const placement* found = find_in<const placement>(around.placements, out.who);
    out.at = found != nullptr ? *found : unplaced;
    out.has_past = block.state.lanes.front().known.v[lane] > 1.5F &&
                   (around.scratch.placed_lanes & out.bit) == 0;
    out.former = found != nullptr && out.has_past
                     ? around.scratch.former[static_cast<std::size_t>(lane)]
                     : out.at;
    out.space = model_space_of(out.at);
    out.space_before = model_space_of(out.former);
    out.turn = cast<double>(get_lane(around.now.turn, lane));
    out.shift = cast<double>(get_lane(around.now.shift, lane));
    out.growth = static_cast<double>(around.now.growth.v[lane]);
    const tissue_box<float>& box = block.scratch.boxes[block.set.groups()];
    const vec3<double> low = cast<double>(get_lane(box.low, lane));
    const vec3<double> high = cast<double>(get_lane(box.high, lane));
    const double scale = static_cast<double>(out.at.scale);
    const double margin = static_cast<double>(block.set.touch.margin);
    out.middle = out.at.position +
                 scale * rotate(cast<double>(normalised(out.at.rotation)), 0.5 * (low + high));
    out.radius = scale * (0.5 * length(high - low) + margin);
    const quat<float>& p = out.at.rotation;
    const quat<float>& q = out.former.rotation;
    const double cosine =
        std::min(1.0, std::abs(static_cast<double>(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w)));
    out.way = length(out.at.position - out.former.position);
    out.angle = 2 * std::sqrt(1 - cosine * cosine) +
                std::abs(static_cast<double>(out.former.scale / out.at.scale) - 1);
    return out;
}

/// A ball around a collider in the world, and how far it went in the frame. Planes have an endless one, and so has the
/// inside of a shape.
struct collider_ball {
    vec3<double> middle;
    double radius = everywhere;
    double way = 0;
};

collider_ball ball_of(const world_collider_list::entry& one) {
    const auto place = [](const placement& at, const vec3<double>& p) {
        return at.position +
               static_cast<double>(at.scale) * rotate(normalised(cast<double>(at.rotation)), p);
    };
    const collider& body = one.body;
    vec3<double> middle = cast<double>(body.a);
    double radius = static_cast<double>(body.radius);
    if (body.shape == collider_shape::capsule) {
        const vec3<double> b = cast<double>(body.b);
        radius = std::max(radius, static_cast<double>(body.radius_b)) + 0.5 * length(b - middle);
        middle = 0.5 * (middle + b);
    } else if (body.shape == collider_shape::box) {
        radius += length(cast<double>(body.half));
    }
    collider_ball out;
    out.middle = place(one.at, middle);
    if (body.shape != collider_shape::plane && !body.inside) {
        const double scale = static_cast<double>(std::max(one.at.scale, one.before.scale));
        // Turning does not carry a ball away from its middle.
        out.radius = 1.01 * scale * radius;
        out.way = length(out.middle - place(one.before, middle));
    }
    return out;
}

/// Certainly too far in this frame. A plane is looked at in full.
bool is_far(const collider_ball& ball, const world_collider_list::entry& one,
            const fleshy_lane& flesh) {
    if (one.is_carried && one.carrier == flesh.who) {
        return true;
    }
    if (one.body.shape == collider_shape::plane) {
        const quat<double> turn = normalised(cast<double>(one.at.rotation));
        const vec3<double> normal = rotate(turn, cast<double>(one.body.b));
        return dot(normal, flesh.middle - ball.middle) > flesh.radius * length(normal);
    }
    const vec3<double> away = ball.middle - flesh.middle;
    const double reach = ball.radius + flesh.radius + ball.way + flesh.way +
                         flesh.angle * length(ball.middle - flesh.at.position);
    return dot(away, away) > reach * reach;
}

/// Where a collider was in the frame before, in the present model space.
void place_before(const world_collider_list::entry& one, const fleshy_lane& flesh,
                  tissue_obstacle<float>& to) {
    const int lane = flesh.lane;
    if (!flesh.has_past ||
        !place_in_model(one.body, one.before, flesh.space_before, to.start, lane)) {
        copy_lane(to.end, to.start, lane);
        return;
    }
    const auto change = [&](const vec3<float>& p) {
        return cast<float>(flesh.growth * rotate(flesh.turn, cast<double>(p)) + flesh.shift);
    };
    set_lane(to.start.a, lane, change(get_lane(to.start.a, lane)));
    set_lane(to.start.b, lane,
             one.body.shape == collider_shape::plane
                 ? cast<float>(rotate(flesh.turn, cast<double>(get_lane(to.start.b, lane))))
                 : change(get_lane(to.start.b, lane)));
    set_lane(to.start.rotation, lane,
             cast<float>(flesh.turn * cast<double>(get_lane(to.start.rotation, lane))));
}

} // namespace

void add_world_obstacles(const tissue_surroundings& around, const tissue_view<float>& block) {
    lane_vector<tissue_obstacle<float>>& all = block.scratch.obstacles;
    const std::size_t most = block.set.colliders.size() + around.world.all.size();
    if (all.size() < most) { // when the world's list has grown
        all.resize(most);
    }
    fleshy_lane lanes[lane_count];
    int count = 0;
    const placement unplaced = natural_placement(around.home.kind->rig);
    for (std::uint32_t left = around.home.active; left != 0; left &= left - 1) {
        const fleshy_lane one = describe(around, block, unplaced, std::countr_zero(left));
        if (is_usable(one.at) && is_usable(one.former)) {
            lanes[count++] = one;
        }
    }
    for (const world_collider_list::entry& one : around.world.all) {
        if ((one.body.groups & block.set.touch.collides_with) == 0) {
            continue;
        }
        const collider_ball ball = ball_of(one);
        bool is_met = false;
        for (int i = 0; i < count; ++i) {
            const fleshy_lane& flesh = lanes[i];
            if (is_far(ball, one, flesh)) {
                continue;
            }
            tissue_obstacle<float>& to = all[block.scratch.obstacle_count];
            if (!is_met) {
                is_met = true;
                to.traits = {one.body.shape, one.body.inside, one.body.groups};
                to.own = -1;
                to.start = nowhere();
                to.end = to.start;
            }
            if (place_in_model(one.body, one.at, flesh.space, to.end, flesh.lane)) {
                place_before(one, flesh, to);
            } else {
                around.scratch.faults.note(host_field::collider_place, flesh.bit);
            }
        }
        block.scratch.obstacle_count += is_met ? 1 : 0;
    }
}

} // namespace jounce
