#include "frames.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/bounds/skin_queries.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace viewer {

using namespace jounce;

namespace {

const rig& bones_of(stage& on) { return on.session().character().model.bones; }

std::int32_t index_of(const rig& bones, const std::string& name) {
    const auto found = std::ranges::find(bones.names, name);
    return found == bones.names.end() ? -1 : static_cast<std::int32_t>(found - bones.names.begin());
}

double tangent_of(const demo::camera& eye) {
    return std::tan(0.5 * static_cast<double>(eye.field_of_view) * std::numbers::pi / 180);
}

} // namespace

transform<double> character_frame(stage& on) {
    const placement& at = on.registry().get<const placement>(on.edited());
    return {cast<double>(at.rotation), at.position, static_cast<double>(at.scale)};
}

transform<double> bone_frame(stage& on, std::int32_t bone) {
    return joined(character_frame(on), cast<double>(bone_of(on.registry(), on.edited(), bone)));
}

transform<double> collider_frame(stage& on, const std::string& bone) {
    const rig& bones = bones_of(on);
    const std::int32_t index = index_of(bones, bone);
    if (index < 0) {
        return character_frame(on);
    }
    transform<double> out = bone_frame(on, index);
    const auto rest = static_cast<double>(bones.rest_model[static_cast<std::size_t>(index)].scale);
    out.scale /= static_cast<double>(bones.metres_per_unit) * (rest > 0 ? rest : 1);
    return out;
}

transform<double> helper_frame(stage& on, const std::string& parent) {
    const rig& bones = bones_of(on);
    const std::int32_t index = index_of(bones, parent);
    const transform<double> metres = {{}, {}, 1 / static_cast<double>(bones.metres_per_unit)};
    if (index < 0) {
        return joined(character_frame(on), metres);
    }
    const auto rest = cast<double>(bones.rest_model[static_cast<std::size_t>(index)]);
    return joined(bone_frame(on, index), joined(inverted(rest), metres));
}

std::optional<std::size_t> selected_helper(const choices& to, stage& on) {
    const rig& bones = bones_of(on);
    if (to.bone < 0 || to.bone >= bones.bone_count()) {
        return std::nullopt;
    }
    const auto& helpers = on.session().settings().helpers;
    const auto found = std::ranges::find(helpers, bones.names[static_cast<std::size_t>(to.bone)],
                                         &helper_entry::name);
    return found == helpers.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - helpers.begin()));
}

std::optional<handled_part> selected_part(const choices& to, stage& on) {
    const spring_file& settings = on.session().settings();
    if (to.collider >= 0 && static_cast<std::size_t>(to.collider) < settings.colliders.size()) {
        const auto index = static_cast<std::size_t>(to.collider);
        const collider_entry& body = settings.colliders[index];
        return handled_part{handled(body.shape), collider_frame(on, body.bone), false, index};
    }
    if (const auto helper = selected_helper(to, on)) {
        const helper_entry& bone = settings.helpers[*helper];
        return handled_part{handled(bone), helper_frame(on, bone.parent), true, *helper};
    }
    return std::nullopt;
}

std::vector<editing::bone_line> world_bones(stage& on, entt::entity who, const rig& bones) {
    const placement& at = on.registry().get<const placement>(who);
    std::vector<editing::bone_line> out = editing::posed_bones(on.registry(), who, bones);
    for (editing::bone_line& line : out) {
        line = {bounds::to_world(at, line.head), bounds::to_world(at, line.tail)};
    }
    return out;
}

view_axes axes_of(const demo::camera& eye) {
    const place back = cast<double>((1 / eye.distance) * (eye.position() - eye.target));
    const auto yaw = static_cast<double>(eye.yaw);
    const place right = {std::cos(yaw), 0, -std::sin(yaw)};
    return {right, cross(back, right), -1.0 * back};
}

double pixel_at(const demo::camera& eye, const place& at, std::uint32_t height) {
    const double far = dot(at - cast<double>(eye.position()), axes_of(eye).forward);
    return 2 * tangent_of(eye) * std::max(far, 0.01) / static_cast<double>(height);
}

std::optional<place> pixel_of(const demo::camera& eye, const place& at, std::uint32_t width,
                              std::uint32_t height) {
    const view_axes axes = axes_of(eye);
    const place way = at - cast<double>(eye.position());
    const double far = dot(way, axes.forward);
    if (!(far > 0)) {
        return std::nullopt;
    }
    const double scale = 0.5 * static_cast<double>(height) / (tangent_of(eye) * far);
    return place{0.5 * static_cast<double>(width) + scale * dot(way, axes.right),
                 0.5 * static_cast<double>(height) - scale * dot(way, axes.up), far};
}

} // namespace viewer
