#include "edit_gizmos.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <cmath>

namespace viewer {

using namespace jounce;
using demo::line_drawer;

namespace {

constexpr std::uint32_t bone_colour = 0xB0FFFFFF, spring_bone_colour = 0xFF30C0FF;
constexpr std::uint32_t selected_colour = 0xFF00FFFF, helper_colour = 0xFFE0C040;
constexpr std::uint32_t deflection_colour = 0xFF2040FF;
constexpr std::uint32_t collider_colour = 0xA060E060, chosen_collider_colour = 0xFF80FF80;

using vec = vec3<float>;

vec short_of(const place& p) { return cast<float>(p); }

const rig& bones_of(stage& on) { return on.session().character().model.bones; }

void draw_bones(line_drawer& to, const choices& how, stage& on) {
    const rig& bones = bones_of(on);
    const auto lines = world_bones(on, on.edited(), bones);
    std::vector<std::uint8_t> swings(lines.size(), 0);
    for (const auto& spring :
         on.registry()
             .get<const block>(on.registry().get<const character>(on.edited()).block)
             .kind->springs.stable.springs) {
        swings[static_cast<std::size_t>(spring.bone)] = 1;
    }
    for (std::size_t b = 0; b < lines.size(); ++b) {
        if (static_cast<std::int32_t>(b) != how.bone) {
            to.line(short_of(lines[b].head), short_of(lines[b].tail),
                    swings[b] != 0 ? spring_bone_colour : bone_colour);
        }
    }
}

/// A bone as a body of four sides, so that it is found among the others.
void draw_selected_bone(line_drawer& to, const choices& how, stage& on) {
    const rig& bones = bones_of(on);
    if (how.bone < 0 || how.bone >= bones.bone_count()) {
        return;
    }
    const auto lines = world_bones(on, on.edited(), bones);
    const editing::bone_line& line = lines[static_cast<std::size_t>(how.bone)];
    const place way = line.tail - line.head;
    const double size = length(way);
    if (!(size > 0)) {
        to.sphere(short_of(line.head), 0.01F, selected_colour);
        return;
    }
    const place other = std::abs(way.y) < 0.9 * size ? place{0, 1, 0} : place{1, 0, 0};
    const place first = cross(way, other);
    const place u = (0.1 * size / length(first)) * first;
    const place v = (1 / size) * cross(way, u);
    const place waist = line.head + 0.2 * way;
    const place corners[] = {waist + u, waist + v, waist - u, waist - v};
    for (int i = 0; i < 4; ++i) {
        to.line(short_of(line.head), short_of(corners[i]), selected_colour);
        to.line(short_of(corners[i]), short_of(line.tail), selected_colour);
        to.line(short_of(corners[i]), short_of(corners[(i + 1) % 4]), selected_colour);
    }
}

void draw_springs(line_drawer& to, stage& on) {
    const entt::registry& registry = on.registry();
    const character& where = registry.get<const character>(on.edited());
    const character_kind& kind = *registry.get<const block>(where.block).kind;
    rigid_pose animated;
    animated_pose(registry, where.block, animated);
    const transform<double> at = character_frame(on);
    for (const stable_spring<float>& spring : kind.springs.stable.springs) {
        const auto b = static_cast<std::size_t>(spring.bone);
        const place tail = cast<double>(kind.rig.tail_local[b]);
        const auto stiff = joined(at, cast<double>(get_lane(animated.bones[b], where.lane)));
        to.line(short_of(apply(stiff, tail)), short_of(apply(bone_frame(on, spring.bone), tail)),
                deflection_colour);
    }
}

void draw_box(line_drawer& to, const collider& body, const transform<double>& frame,
              std::uint32_t colour) {
    const handled_shape box = handled(body);
    const auto corner = [&](int i) {
        const place side = {(i & 1) != 0 ? box.half.x : -box.half.x,
                            (i & 2) != 0 ? box.half.y : -box.half.y,
                            (i & 4) != 0 ? box.half.z : -box.half.z};
        return short_of(apply(frame, box.a + rotate(box.rotation, side)));
    };
    for (int i = 0; i < 8; ++i) {
        for (const int bit : {1, 2, 4}) {
            if ((i & bit) == 0) {
                to.line(corner(i), corner(i | bit), colour);
            }
        }
    }
}

void draw_plane(line_drawer& to, const collider& body, const transform<double>& frame, double size,
                std::uint32_t colour) {
    const vec at = short_of(apply(frame, cast<double>(body.a)));
    const place normal = rotate(frame.rotation, cast<double>(body.b));
    const double tall = length(normal);
    if (!(tall > 0)) {
        return;
    }
    const vec up = short_of((1 / tall) * normal);
    for (const double share : {0.25, 0.5, 1.0}) {
        to.circle(at, up, static_cast<float>(share * size), colour);
    }
    to.line(at, at + static_cast<float>(0.3 * size) * up, colour);
}

void draw_body(line_drawer& to, const collider& body, const transform<double>& frame, double size,
               std::uint32_t colour) {
    const handled_shape shape = handled(body);
    const auto radius = static_cast<float>(frame.scale * shape.radius);
    switch (body.shape) {
    case collider_shape::sphere: to.sphere(short_of(apply(frame, shape.a)), radius, colour); break;
    case collider_shape::capsule:
        to.capsule(short_of(apply(frame, shape.a)), radius, short_of(apply(frame, shape.b)),
                   static_cast<float>(frame.scale * shape.radius_b), colour);
        break;
    case collider_shape::plane: draw_plane(to, body, frame, size, colour); break;
    case collider_shape::box: draw_box(to, body, frame, colour); break;
    }
}

void draw_colliders(line_drawer& to, const choices& how, stage& on) {
    const auto& all = on.session().settings().colliders;
    const extent size = on.size();
    const auto half = 0.5 * static_cast<double>(length(size.high - size.low));
    for (std::size_t c = 0; c < all.size(); ++c) {
        const bool is_chosen = static_cast<std::int32_t>(c) == how.collider;
        if (is_chosen || how.show_colliders) {
            draw_body(to, all[c].shape, collider_frame(on, all[c].bone), half,
                      is_chosen ? chosen_collider_colour : collider_colour);
        }
    }
}

void draw_helpers(line_drawer& to, const choices& how, stage& on) {
    const auto chosen = selected_helper(how, on);
    const auto& all = on.session().settings().helpers;
    for (std::size_t h = 0; h < all.size(); ++h) {
        const bool is_chosen = chosen && *chosen == h;
        if (!is_chosen && !how.show_bones) {
            continue;
        }
        const transform<double> frame = helper_frame(on, all[h].parent);
        const handled_shape shape = handled(all[h]);
        to.line(short_of(apply(frame, shape.a)), short_of(apply(frame, shape.b)), helper_colour);
        if (is_chosen) {
            const auto reach = static_cast<float>(frame.scale * shape.radius);
            to.capsule(short_of(apply(frame, shape.a)), reach, short_of(apply(frame, shape.b)),
                       reach, helper_colour & 0x60FFFFFFU);
        }
    }
}

} // namespace

void draw_gizmos(line_drawer& to, const choices& how, stage& on) {
    if (how.show_bones) {
        draw_bones(to, how, on);
    }
    if (how.show_springs) {
        draw_springs(to, on);
    }
    draw_colliders(to, how, on);
    draw_helpers(to, how, on);
    draw_selected_bone(to, how, on);
}

void draw_disc(line_drawer& to, const place& at, double radius, const view_axes& eye,
               std::uint32_t colour) {
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
        to.circle(short_of(at), short_of(eye.forward), static_cast<float>(share * radius), colour);
    }
}

} // namespace viewer
