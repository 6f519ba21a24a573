#include "hand.hpp"

#include "deeds.hpp"
#include "edit_gizmos.hpp"
#include "flesh_view.hpp"
#include "frames.hpp"
#include "hand_picks.hpp"
#include "handles.hpp"
#include "skin_pick.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace viewer {

using namespace jounce;

namespace {

constexpr float click_reach = 4;    ///< pixels that a click may move
constexpr double handle_reach = 11; ///< pixels from a handle to the pointer
constexpr double arm_pixels = 46, handle_pixels = 5;
constexpr std::uint32_t handle_colour = 0xFF40D0FF, hot_colour = 0xFFFFFFFF;

enum class hold : std::uint8_t { nothing, undecided, handle, character, eye, pan };

std::uint32_t colour_of(handle_part part) {
    switch (part) {
    case handle_part::along_x:
    case handle_part::side_x: return 0xFF4040FF;
    case handle_part::along_y:
    case handle_part::side_y: return 0xFF40E040;
    case handle_part::along_z:
    case handle_part::side_z: return 0xFFFF8040;
    default: return handle_colour;
    }
}

std::vector<handle> handles_now(const handled_part& of, const demo::camera& eye,
                                std::uint32_t height) {
    const double arm = arm_pixels * pixel_at(eye, of.frame.translation, height);
    return handles_of(of.shape, of.frame, axes_of(eye), arm);
}

} // namespace

struct hand::state {
    demo::pointer before;
    std::uint32_t width = 1, height = 1;
    hold holds = hold::nothing;
    float pressed_x = 0, pressed_y = 0;
    std::optional<place> body; ///< of the character, where the button went down
    grip held;
    handled_part part;
    std::optional<editing::edit> late; ///< made when the button comes up: it rebuilds the character
    std::uint64_t gesture = 0;
    std::optional<handle_part> hot;
    view_axes eye; ///< when the drag of the character began
    skin_picker skin;
    flesh_view flesh;

    void press(const demo::pointer& now, const view_ray& ray, choices& to, stage& on);
    void move(const demo::pointer& now, const view_ray& ray, choices& to, stage& on);
    void release(const demo::pointer& now, const view_ray& ray, choices& to, stage& on);
    void pull_handle(const view_ray& ray, bool away, stage& on);
    void turn(const demo::pointer& now, choices& to) const;
    void pan(const demo::pointer& now, choices& to) const;
};

hand::hand() : all_(std::make_unique<state>()) {}
hand::~hand() = default;

void hand::state::press(const demo::pointer& now, const view_ray& ray, choices& to, stage& on) {
    pressed_x = now.x;
    pressed_y = now.y;
    holds = hold::undecided;
    body.reset();
    late.reset();
    if (const auto selected = selected_part(to, on)) {
        const auto all = handles_now(*selected, to.eye, height);
        const double slope = handle_reach * pixel_at(to.eye, all.front().at, height) /
                             std::max(length(all.front().at - ray.from), 1e-6);
        if (const auto found = nearest_handle(all, ray, slope)) {
            holds = hold::handle;
            part = *selected;
            held = {all[*found].part, part.shape, part.frame, axes_of(to.eye), all[*found].at, ray};
            gesture = deeds::new_gesture();
            return;
        }
    }
    if (!now.control && !now.alt) {
        body = body_under(skin, ray, to, on, height);
    }
}

void hand::state::pull_handle(const view_ray& ray, bool away, stage& on) {
    const handled_shape shape = dragged(held, ray, away);
    const spring_file& settings = on.session().settings();
    if (part.is_helper) {
        helper_entry bone = settings.helpers[part.index];
        put(held.before, shape, bone);
        late = editing::change_helper{bone};
        return;
    }
    editing::change_collider what{part.index, settings.colliders[part.index]};
    const collider old = what.body.shape;
    put(held.before, shape, what.body.shape);
    if (old.a == what.body.shape.a && old.b == what.body.shape.b &&
        old.half == what.body.shape.half && old.radius == what.body.shape.radius &&
        old.radius_b == what.body.shape.radius_b) {
        return;
    }
    if (settings.tissue) {
        late = what; // with flesh every edit builds the whole character anew
    } else {
        deeds::make(on, what, gesture);
    }
}

void hand::state::turn(const demo::pointer& now, choices& to) const {
    to.eye.orbit(-0.008F * (now.x - before.x), 0.006F * (now.y - before.y));
}

void hand::state::pan(const demo::pointer& now, choices& to) const {
    const view_axes axes = axes_of(to.eye);
    const double pixel = pixel_at(to.eye, cast<double>(to.eye.target), height);
    const place by = -pixel * static_cast<double>(now.x - before.x) * axes.right +
                     pixel * static_cast<double>(now.y - before.y) * axes.up;
    to.eye.target = to.eye.target + cast<float>(by);
}

void hand::state::move(const demo::pointer& now, const view_ray& ray, choices& to, stage& on) {
    if (holds == hold::undecided &&
        std::hypot(now.x - pressed_x, now.y - pressed_y) > click_reach) {
        holds = body ? hold::character : hold::eye;
        eye = axes_of(to.eye);
        held.start = ray_at(to.eye, pressed_x, pressed_y, width, height);
    }
    if (now.x == before.x && now.y == before.y) {
        return;
    }
    if (holds == hold::handle) {
        pull_handle(ray, now.shift, on);
    } else if (holds == hold::character) {
        on.drag_to(on_plane(ray, *body, eye.forward) - *body);
    } else if (holds == hold::eye) {
        turn(now, to);
    }
}

void hand::state::release(const demo::pointer& now, const view_ray& ray, choices& to, stage& on) {
    if (holds == hold::handle) {
        if (late) {
            deeds::make(on, *late, gesture);
        }
        deeds::end_gesture();
    } else if (holds == hold::character) {
        const place by = on_plane(ray, *body, eye.forward) - *body;
        on.let_go();
        char line[96];
        std::snprintf(line, sizeof line, "dragged the character by (%.3f, %.3f, %.3f)", by.x, by.y,
                      by.z);
        deeds::say(line);
    } else if (holds == hold::undecided) {
        const view_ray pressed = ray_at(to.eye, pressed_x, pressed_y, width, height);
        click(skin, pressed, to, on, height);
    }
    late.reset();
    holds = hold::nothing;
    static_cast<void>(now);
}

void hand::follow(const demo::pointer& now, std::uint32_t width, std::uint32_t height, choices& to,
                  stage& on) {
    state& all = *all_;
    all.width = std::max(width, 1U);
    all.height = std::max(height, 1U);
    const view_ray ray = ray_at(to.eye, now.x, now.y, all.width, all.height);
    if (now.wheel != 0) {
        to.eye.zoom(std::pow(0.9F, now.wheel));
    }
    if (now.left && !all.before.left) {
        all.press(now, ray, to, on);
    } else if (now.left && all.holds != hold::nothing) {
        all.move(now, ray, to, on);
    } else if (!now.left && all.holds != hold::nothing) {
        all.release(now, ray, to, on);
    }
    if (now.right && all.before.right) {
        all.pan(now, to);
    }
    if (now.middle && all.before.middle) {
        all.turn(now, to);
    }
    all.hot.reset();
    if (all.holds == hold::handle) {
        all.hot = all.held.part;
    } else if (const auto selected = selected_part(to, on); selected && !now.left) {
        const auto handles = handles_now(*selected, to.eye, all.height);
        const double slope = handle_reach * pixel_at(to.eye, handles.front().at, all.height) /
                             std::max(length(handles.front().at - ray.from), 1e-6);
        if (const auto found = nearest_handle(handles, ray, slope)) {
            all.hot = handles[*found].part;
        }
    }
    all.before = now;
}

void hand::draw(demo::line_drawer& lines, const choices& to, stage& on) const {
    draw_gizmos(lines, to, on);
    if (to.show_flesh) {
        all_->flesh.draw(lines, on);
    }
    const auto selected = selected_part(to, on);
    if (!selected) {
        return;
    }
    handled_part shown = *selected;
    if (all_->holds == hold::handle && all_->late) {
        // What will be once the button comes up.
        if (const auto* bone = std::get_if<editing::change_helper>(&*all_->late)) {
            shown.shape = handled(bone->bone);
        } else if (const auto* body = std::get_if<editing::change_collider>(&*all_->late)) {
            shown.shape = handled(body->body.shape);
        }
    }
    const view_axes axes = axes_of(to.eye);
    for (const handle& each : handles_now(shown, to.eye, all_->height)) {
        const bool is_hot = all_->hot && *all_->hot == each.part;
        const double radius =
            (is_hot ? 1.4 : 1) * handle_pixels * pixel_at(to.eye, each.at, all_->height);
        const std::uint32_t colour = is_hot ? hot_colour : colour_of(each.part);
        draw_disc(lines, each.at, radius, axes, colour);
        const place middle = handles_now(shown, to.eye, all_->height).front().at;
        if (each.part >= handle_part::normal) {
            lines.line(cast<float>(middle), cast<float>(each.at), colour);
        }
    }
}

std::vector<seen_place> hand::places(const choices& to, stage& on, std::uint32_t width,
                                     std::uint32_t height) const {
    std::vector<seen_place> out;
    const auto add = [&](std::string name, const place& at) {
        if (const auto seen = pixel_of(to.eye, at, width, height)) {
            out.push_back(
                {std::move(name), static_cast<float>(seen->x), static_cast<float>(seen->y)});
        }
    };
    const rig& bones = on.session().character().model.bones;
    const auto lines = world_bones(on, on.edited(), bones);
    for (std::size_t b = 0; b < lines.size(); ++b) {
        add("bone:" + bones.names[b], 0.5 * (lines[b].head + lines[b].tail));
    }
    if (const auto selected = selected_part(to, on)) {
        for (const handle& each : handles_now(*selected, to.eye, height)) {
            add(std::string("handle:") + name_of(each.part), each.at);
        }
    }
    return out;
}

} // namespace viewer
