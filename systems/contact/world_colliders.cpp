#include <jounce/systems/contact/world_colliders.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/world/world_collider_list.hpp>

#include <cmath>

namespace jounce {
namespace {

/// Squares of lengths beyond this, and products of two of them, are near what a float holds.
constexpr float farthest_collider = 1e15F;

bool is_within_reason(const lane_collider<float>& one, int lane) {
    const auto size = [&](const lane_vec3<float>& p) {
        return std::abs(p.x.v[lane]) + std::abs(p.y.v[lane]) + std::abs(p.z.v[lane]);
    };
    return size(one.a) + size(one.b) + size(one.half) + one.radius.v[lane] + one.radius_b.v[lane] <=
           farthest_collider;
}

} // namespace

lane_collider<float> nowhere() {
    lane_collider<float> out{};
    for (int lane = 0; lane < lane_count; ++lane) {
        set_lane(out.rotation, lane, quat<float>{});
        out.radius.v[lane] = no_collider;
        out.radius_b.v[lane] = no_collider;
    }
    return out;
}

void copy_lane(const lane_collider<float>& from, lane_collider<float>& to, int lane) {
    set_lane(to.a, lane, get_lane(from.a, lane));
    set_lane(to.b, lane, get_lane(from.b, lane));
    set_lane(to.rotation, lane, get_lane(from.rotation, lane));
    set_lane(to.half, lane, get_lane(from.half, lane));
    to.radius.v[lane] = from.radius.v[lane];
    to.radius_b.v[lane] = from.radius_b.v[lane];
}

void fit_world_colliders(const world_collider_list& world, std::size_t of_kind,
                         block_colliders& to) {
    if (to.world_version == world.version) {
        return;
    }
    to.world_version = world.version;
    to.traits.resize(of_kind);
    for (const world_collider_list::entry& one : world.all) {
        to.traits.push_back({one.body.shape, one.body.inside, one.body.groups});
    }
    for (lane_vector<lane_collider<float>>* list :
         {&to.frame_start, &to.frame_end, &to.tick_start, &to.tick_end}) {
        list->resize(of_kind);
        list->resize(to.traits.size(), nowhere());
    }
    to.motions.resize(to.traits.size());
}

model_space model_space_of(const placement& character) noexcept {
    const quat<double> q = cast<double>(character.rotation);
    return {normalised(quat<double>{-q.x, -q.y, -q.z, q.w}),
            1 / static_cast<double>(character.scale), character.position};
}

bool place_in_model(const collider& body, const placement& at, const model_space& in,
                    lane_collider<float>& out, int lane) noexcept {
    const quat<double> turn = in.back * cast<double>(at.rotation);
    const vec3<double> origin = in.unit * rotate(in.back, at.position - in.origin);
    const double scale = in.unit * static_cast<double>(at.scale);
    const auto place = [&](const vec3<float>& p) {
        return cast<float>(origin + scale * rotate(turn, cast<double>(p)));
    };
    set_lane(out.a, lane, place(body.a));
    if (body.shape == collider_shape::plane) {
        const vec3<double> normal = rotate(turn, cast<double>(body.b));
        set_lane(out.b, lane, cast<float>((1 / length(normal)) * normal));
    } else {
        set_lane(out.b, lane, place(body.b));
    }
    const float size = static_cast<float>(std::abs(scale));
    out.radius.v[lane] = size * body.radius;
    out.radius_b.v[lane] = size * body.radius_b;
    set_lane(out.rotation, lane, cast<float>(turn * cast<double>(body.rotation)));
    set_lane(out.half, lane, size * body.half);
    const bool is_good = is_within_reason(out, lane);
    if (!is_good) [[unlikely]] {
        copy_lane(nowhere(), out, lane);
    }
    return is_good;
}

bool place_world_colliders(const world_collider_list& world, std::size_t of_kind,
                           const placement& character, bool is_new, block_colliders& to,
                           int lane) noexcept {
    const model_space space = model_space_of(character);
    bool all_good = true;
    for (std::size_t i = 0; i < world.all.size(); ++i) {
        const world_collider_list::entry& one = world.all[i];
        lane_collider<float>& out = to.frame_end[of_kind + i];
        lane_collider<float>& before = to.frame_start[of_kind + i];
        const bool is_good = place_in_model(one.body, one.at, space, out, lane);
        all_good = all_good && is_good;
        // One that was left out comes from nowhere, not from the origin.
        if (is_new || !is_good || before.radius.v[lane] == no_collider) {
            copy_lane(out, before, lane);
            copy_lane(out, to.tick_end[of_kind + i], lane);
        }
    }
    return all_good;
}

} // namespace jounce
