#include "hand_picks.hpp"

#include "deeds.hpp"
#include "frames.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <span>
#include <string>

namespace viewer {

using namespace jounce;

namespace {

constexpr double bone_pixels = 9;       ///< from a bone that is shown
constexpr double bare_bone_pixels = 16; ///< of a character without skin there
constexpr double rim_pixels = 5;

/// How far a pixel is off the ray, as a share of the distance.
double slope_of(const choices& to, std::uint32_t height, double pixels) {
    const place ahead = cast<double>(to.eye.position()) + axes_of(to.eye).forward;
    return pixels * pixel_at(to.eye, ahead, height);
}

std::optional<editing::picked_bone> bone_under(const view_ray& ray, stage& on, double slope) {
    const auto lines = world_bones(on, on.edited(), on.session().character().model.bones);
    return editing::pick_bone(lines, {ray.from, ray.direction, 0, slope});
}

std::optional<std::size_t> collider_under(const view_ray& ray, stage& on, double slope) {
    const auto& all = on.session().settings().colliders;
    std::optional<std::size_t> best;
    double best_distance = slope;
    for (std::size_t c = 0; c < all.size(); ++c) {
        const handled_shape shape = handled(all[c].shape);
        const transform<double> frame = collider_frame(on, all[c].bone);
        const handle middle{handle_part::whole, apply(frame, shape.a)};
        const bool on_middle = nearest_handle(std::span(&middle, 1), ray, slope).has_value();
        const double off = on_middle ? 0 : rim_distance(shape, frame, ray).value_or(1);
        if (off < best_distance) {
            best = c;
            best_distance = off;
        }
    }
    return best;
}

std::string free_name(const rig& bones) {
    for (int n = 1;; ++n) {
        std::string name = "helper" + std::to_string(n);
        if (std::ranges::find(bones.names, name) == bones.names.end()) {
            return name;
        }
    }
}

/// A helper from inside of the flesh to the skin, as thick as it is long, with the spring of a belly.
void place_helper(const skin_place& at, choices& to, stage& on) {
    const rig& bones = on.session().character().model.bones;
    const extent size = on.size();
    const double deep = 0.06 * static_cast<double>(size.high.y - size.low.y);
    helper_entry bone;
    bone.name = free_name(bones);
    bone.parent = bones.names[static_cast<std::size_t>(at.bone)];
    const transform<double> back = inverted(helper_frame(on, bone.parent));
    bone.tail = readable(apply(back, at.at));
    bone.head = readable(apply(back, at.at - deep * at.normal));
    bone.reach = readable({1.5 * deep, 0, 0}).x;
    if (!deeds::make(on, editing::add_helper{bone}) ||
        !deeds::make(on, editing::make_spring{bone.name, "belly", false})) {
        return;
    }
    const auto& names = on.session().character().model.bones.names;
    select_bone(static_cast<std::int32_t>(std::ranges::find(names, bone.name) - names.begin()), to,
                on);
}

} // namespace

view_ray ray_at(const demo::camera& eye, float x, float y, std::uint32_t width,
                std::uint32_t height) {
    return {cast<double>(eye.position()), cast<double>(eye.ray(x, y, width, height))};
}

std::optional<place> body_under(skin_picker& skin, const view_ray& ray, const choices& to,
                                stage& on, std::uint32_t height) {
    if (const auto hit = skin.pick(on, ray, to.linear)) {
        return hit->at;
    }
    const auto bone = bone_under(ray, on, slope_of(to, height, bone_pixels));
    return bone ? std::optional(bone->point) : std::nullopt;
}

void click(skin_picker& skin, const view_ray& ray, choices& to, stage& on, std::uint32_t height) {
    const auto hit = skin.pick(on, ray, to.linear);
    if (to.click == click_purpose::place_helper) {
        to.click = click_purpose::pick;
        if (hit && hit->bone >= 0) {
            place_helper(*hit, to, on);
        } else {
            deeds::say("no skin there to place a helper in");
        }
        return;
    }
    if (to.show_colliders) {
        if (const auto found = collider_under(ray, on, slope_of(to, height, rim_pixels))) {
            select_collider(*found, to, on);
            return;
        }
    }
    if (to.show_bones) {
        if (const auto bone = bone_under(ray, on, slope_of(to, height, bone_pixels))) {
            select_bone(bone->bone, to, on);
            return;
        }
    }
    if (hit && hit->bone >= 0) {
        select_bone(hit->bone, to, on);
        return;
    }
    const auto bone = bone_under(ray, on, slope_of(to, height, bare_bone_pixels));
    select_bone(bone ? bone->bone : -1, to, on);
}

void select_bone(std::int32_t bone, choices& to, stage& on) {
    to.bone = bone;
    to.collider = -1;
    const auto& names = on.session().character().model.bones.names;
    deeds::say(bone < 0 ? "picked nothing" : "picked " + names[static_cast<std::size_t>(bone)]);
}

void select_collider(std::size_t index, choices& to, stage& on) {
    to.collider = static_cast<std::int32_t>(index);
    deeds::say("picked collider " + std::to_string(index) + " on " +
               on.session().settings().colliders[index].bone);
}

} // namespace viewer
