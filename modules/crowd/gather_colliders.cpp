#include <jounce/modules/crowd/gather_colliders.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/host_input_report.hpp>
#include <jounce/modules/crowd/socket.hpp>
#include <jounce/systems/pose/check_host_input.hpp>

#include <cmath>
#include <cstddef>

namespace jounce {
namespace {

/// The rotation of a collider's frame must be nearly of unit length; otherwise it is left out, not
/// repaired.
bool is_frame(const placement& at) {
    const quat<float>& q = at.rotation;
    const float norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return std::isfinite(at.position.x) && std::isfinite(at.position.y) &&
           std::isfinite(at.position.z) && norm > 0.5F && norm < 2.0F && at.scale > 0 &&
           std::isfinite(at.scale);
}

placement compose(const placement& a, const placement& b) {
    const quat<double> turn = cast<double>(a.rotation);
    const double scale = static_cast<double>(a.scale);
    return {a.position + scale * rotate(turn, b.position),
            cast<float>(normalised(turn * cast<double>(b.rotation))), a.scale * b.scale};
}

} // namespace

void gather_world_colliders(entt::registry& registry, world_collider_list& to) {
    std::size_t count = 0;
    bool changed = false;
    for (const auto [e, one] : registry.view<const world_collider>().each()) {
        placement at = one.at;
        if (one.bone >= 0) {
            if (!is_character(registry, one.character)) {
                continue;
            }
            const transform<float> bone = bone_of(registry, one.character, one.bone);
            const placement on_bone = {cast<double>(bone.translation), bone.rotation,
                                       std::abs(bone.scale)};
            at = compose(placement_of(registry, one.character), compose(on_bone, at));
        }
        const bool has_frame = is_frame(at);
        if (!has_frame || !is_usable(one.body)) {
            tell_host(registry, has_frame ? host_field::collider_body : host_field::collider_at, e);
            continue;
        }
        const bool same_place = count < to.all.size() && to.all[count].source == e &&
                                to.all[count].body.shape == one.body.shape &&
                                to.all[count].body.inside == one.body.inside &&
                                to.all[count].body.groups == one.body.groups;
        changed = changed || !same_place;
        world_collider_list::entry found = {one.body, at, e, at, one.character, one.bone >= 0};
        if (count < to.all.size()) {
            found.before = same_place ? to.all[count].at : at;
            to.all[count] = found;
        } else {
            to.all.push_back(found);
        }
        ++count;
    }
    if (changed || count != to.all.size()) {
        to.all.resize(count);
        ++to.version;
    }
}

} // namespace jounce
