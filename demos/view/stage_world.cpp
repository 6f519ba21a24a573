// The world: where characters stand, what they play, frames.

#include "stage_state.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <cmath>

namespace viewer {

using namespace jounce;

namespace {

constexpr double usual_gravity = 9.81;
constexpr float settling_frame = 1.0F / 60;
constexpr int settling_frames = 120;
constexpr int most_frames_at_once = 8; ///< of a fixed rate, per picture
constexpr double drag_rate = 15;       ///< 1/s at which a character follows the pointer

constexpr quat<float> half_turn = {0, 1, 0, 0};

/// How far a clip carries the character from its first to its last key, level, units of the model: by the first bone
/// that it moves.
vec3<float> travel_of(const clip& played, const rig& bones) {
    for (const track& each : played.tracks) {
        if (each.target != track_target::translation || each.key_count < 2) {
            continue;
        }
        const bool is_cubic = each.mode == interpolation::cubic;
        const std::size_t stride = is_cubic ? 9 : 3;
        const std::size_t first = each.first_value + (is_cubic ? 3 : 0);
        const std::size_t last = first + stride * (each.key_count - 1);
        const auto at = [&](std::size_t i) {
            return vec3<float>{played.values[i], played.values[i + 1], played.values[i + 2]};
        };
        const std::int32_t parent = bones.parents[static_cast<std::size_t>(each.bone)];
        vec3<float> way = at(last) - at(first);
        if (parent >= 0) {
            const transform<float>& above = bones.rest_model[static_cast<std::size_t>(parent)];
            way = rotate(above.rotation, above.scale * way);
        }
        way.y = 0;
        return way;
    }
    return {};
}

} // namespace

double stage::state::step_aside() const {
    const vec3<float> across = rest.high - rest.low;
    const auto scale = static_cast<double>(edited.kind.kind->rig.metres_per_unit);
    return 0.65 * scale *
           static_cast<double>(std::max({across.x, 0.3F * across.z, 0.4F * across.y}));
}

placement stage::state::place_of(bool is_edited) const {
    placement out = natural_placement((is_edited ? edited : opened).kind.kind->rig);
    if (!in_place) {
        if (faces_away) {
            out.rotation = half_turn;
        }
        const vec3<float> middle = 0.5F * (rest.low + rest.high);
        const vec3<float> foot = {middle.x, rest.low.y, middle.z};
        out.position = cast<double>(-out.scale * rotate(out.rotation, foot));
    }
    if (is_split) {
        out.position.x += is_edited ? step_aside() : -step_aside();
    }
    out.position = out.position + carried + walked;
    return out;
}

extent stage::state::world_extent(double aside) const {
    placement at = natural_placement(edited.kind.kind->rig);
    extent out;
    out.low = at.scale * rest.low;
    out.high = at.scale * rest.high;
    if (!in_place) {
        const vec3<float> half = 0.5F * (out.high - out.low);
        out = {{-half.x, 0, -half.z}, {half.x, 2 * half.y, half.z}};
    }
    out.low.x += static_cast<float>(aside);
    out.high.x += static_cast<float>(aside);
    return out;
}

void stage::state::place_all(bool jumps) {
    for (actor* each : {&edited, &opened}) {
        if (each->who == entt::null) {
            continue;
        }
        registry.get<placement>(each->who) = place_of(each == &edited);
        if (jumps) {
            teleport(registry, each->who);
        }
    }
}

void stage::state::dress(actor& of, const gltf::model& model, std::int32_t tissue_skin,
                         const choices& how) {
    if (to.skins == nullptr || of.who == entt::null) {
        return;
    }
    if (how.show_weights && !of.coloured) {
        result<demo::model_meshes> made =
            meshes_of(model, of.kind, tissue_skin, demo::mesh_colours::of_bones);
        if (!made) {
            fail(made.error());
        }
        of.coloured = made ? *std::move(made) : demo::model_meshes{};
    }
    auto& look = registry.get<render::appearance>(of.who);
    const auto& wanted = how.show_weights ? of.coloured->meshes : of.meshes.meshes;
    if (look.meshes != wanted) {
        look.meshes = wanted;
    }
    look.hidden = !how.show_skin;
    look.rigid = !how.springs_on;
    const bool has_matrices = of.kind.kind->bind.mode == palette_mode::matrix;
    look.method = how.linear || has_matrices ? skin_method::linear : skin_method::dual_quaternion;
}

void stage::state::set_split(bool split, const choices& how) {
    if (split == is_split) {
        return;
    }
    if (split) {
        result<demo::model_meshes> meshes =
            meshes_of(*opened_model, opened.kind, opened_skin, demo::mesh_colours::of_file);
        if (!meshes) {
            fail(meshes.error());
            return;
        }
        opened.meshes = *std::move(meshes);
    }
    is_split = split;
    if (!split) {
        take_down(opened);
    } else {
        spawn(opened);
        start_clip(opened, clip, 0, how.clip_speed);
        seek(registry, opened.who, clip_time(registry, edited.who));
    }
    place_all(true);
}

void stage::state::start_clip(actor& of, std::int32_t index, float fade, float speed) {
    if (of.who == entt::null || of.kind.clips == nullptr) {
        return;
    }
    const std::vector<jounce::clip>& clips = of.kind.clips->clips;
    if (index < 0 || static_cast<std::size_t>(index) >= clips.size()) {
        stop(registry, of.who, fade);
        return;
    }
    play_options how;
    how.speed = speed;
    if (cross_fade(registry, of.who, clips[static_cast<std::size_t>(index)].name, fade, how)) {
        // Two clips may have one name.
        clip_player& player = registry.get<clip_player>(of.who);
        player.layers[static_cast<std::size_t>(player.main)].clip = index;
    }
}

void stage::state::choose_clip(const choices& how) {
    if (how.clip != clip) {
        const float fade = clip == -2 ? 0 : how.fade;
        clip = how.clip;
        start_clip(edited, clip, fade, how.clip_speed);
        start_clip(opened, clip, fade, how.clip_speed);
    }
    for (const actor* each : {&edited, &opened}) {
        if (each->who == entt::null) {
            continue;
        }
        if (clip_player* player = registry.try_get<clip_player>(each->who)) {
            player->layers[static_cast<std::size_t>(player->main)].speed = how.clip_speed;
        }
    }
}

void stage::state::set_world(const choices& how) {
    world_forces& forces = context<world_forces>(registry);
    forces.gravity = {0, -usual_gravity * static_cast<double>(how.gravity), 0};
    forces.wind = cast<double>(how.wind);
    forces.turbulence = static_cast<double>(how.gusts);
    time_control& time = context<time_control>(registry);
    time.scale = how.time_scale;
    time.paused = how.paused;
}

void stage::state::follow_drag(float seconds) {
    const double share = 1 - std::exp(-drag_rate * static_cast<double>(seconds));
    carried = carried + share * (wanted - carried);
}

void stage::state::walk_back(float seconds, const choices& how) {
    walked = {};
    const auto& clips = edited.kind.clips;
    if (!how.keeps_on_spot || clips == nullptr || clip < 0 ||
        static_cast<std::size_t>(clip) >= clips->clips.size()) {
        return;
    }
    const jounce::clip& played = clips->clips[static_cast<std::size_t>(clip)];
    if (!(played.duration > 0)) {
        return;
    }
    // Where the clip is at the frame's end, so that the character moves against it within the same frame.
    const float scale = edited.kind.kind->rig.metres_per_unit;
    const auto period = static_cast<double>(played.duration);
    const auto passes = static_cast<double>(seconds * how.time_scale * how.clip_speed);
    const double time = std::fmod(clip_time(registry, edited.who) + passes, period);
    const vec3<float> way = rotate(faces_away && !in_place ? half_turn : quat<float>{},
                                   scale * travel_of(played, edited.kind.kind->rig));
    walked = -(time < 0 ? time + period : time) / period * cast<double>(way);
}

void stage::state::frame(float seconds, const choices& how) {
    if (!how.paused) {
        follow_drag(seconds);
        walk_back(seconds, how);
        place_all(false);
    }
    systems.run(workers, seconds);
}

void stage::advance(float seconds, const choices& how) {
    state& all = *all_;
    all.set_world(how);
    all.choose_clip(how);
    all.set_split(how.split, how);
    const gltf::model& now = all.session.character().model;
    all.dress(all.edited, now, all.session.character().tissue_skin, how);
    all.dress(all.opened, *all.opened_model, all.opened_skin, how);
    if (how.frame_rate <= 0) {
        all.frame(seconds, how);
        return;
    }
    const float step = 1 / static_cast<float>(how.frame_rate);
    all.due = std::min(all.due + seconds, step * most_frames_at_once);
    for (; all.due >= step; all.due -= step) {
        all.frame(step, how);
    }
}

void stage::hold(float clip_time, const choices& how) {
    choices still = how;
    still.clip_speed = 0;
    still.fade = 0;
    still.frame_rate = 0;
    still.time_scale = 1;
    still.paused = false;
    advance(settling_frame, still);
    for (const actor* each : {&all_->edited, &all_->opened}) {
        if (each->who != entt::null) {
            seek(all_->registry, each->who, static_cast<double>(clip_time));
            reset_springs(all_->registry, each->who);
        }
    }
    for (int f = 0; f < settling_frames; ++f) {
        advance(settling_frame, still);
    }
}

void stage::keep_in_place() {
    all_->in_place = true;
    all_->place_all(true);
}

void stage::reset() {
    all_->carried = all_->wanted = {};
    all_->drag_began.reset();
    all_->place_all(true);
    for (const actor* each : {&all_->edited, &all_->opened}) {
        if (each->who != entt::null) {
            reset_springs(all_->registry, each->who);
        }
    }
}

void stage::drag_to(const vec3<double>& by) {
    if (!all_->drag_began) {
        all_->drag_began = all_->carried;
    }
    all_->wanted = *all_->drag_began + by;
}

void stage::let_go() { all_->drag_began.reset(); }

} // namespace viewer
