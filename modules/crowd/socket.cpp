#include <jounce/modules/crowd/socket.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/rig/find_bone.hpp>

#include <cmath>
#include <cstddef>
#include <string>

namespace jounce {
namespace {

const character_kind& kind_behind(const entt::registry& registry, entt::entity who) {
    return *registry.get<block>(registry.get<character>(who).block).kind;
}

/// The placement `inner`, given in the frame of `outer`, in the world.
placement placed_in(const placement& outer, const placement& inner) {
    const quat<double> turn = normalised(cast<double>(outer.rotation));
    return {outer.position + static_cast<double>(outer.scale) * rotate(turn, inner.position),
            cast<float>(normalised(turn * cast<double>(inner.rotation))),
            outer.scale * inner.scale};
}

} // namespace

placement placement_of(const entt::registry& registry, entt::entity who) {
    if (!is_character(registry, who)) {
        return {};
    }
    const placement* at = registry.try_get<placement>(who);
    return at != nullptr ? *at : natural_placement(kind_behind(registry, who).rig);
}

placement world_bone(const entt::registry& registry, entt::entity who, std::int32_t bone) {
    const bool alive = is_character(registry, who);
    JOUNCE_ASSERT(alive, stale_rule);
    if (!alive) {
        return {};
    }
    const transform<float> model = bone_of(registry, who, bone);
    return placed_in(placement_of(registry, who),
                     {cast<double>(model.translation), model.rotation, std::abs(model.scale)});
}

result<socket> make_socket(const entt::registry& registry, entt::entity who, std::string_view bone,
                           const placement& offset) {
    if (!is_character(registry, who)) {
        return error{errors::stale_character,
                     "there is no such character: it was despawned, or this "
                     "entity never was one"};
    }
    const character_kind& kind = kind_behind(registry, who);
    const result<std::int32_t> found = find_bone(kind, bone);
    if (!found) {
        return found.error();
    }
    if (kept_place(kind, *found) < 0) {
        return error{errors::not_kept,
                     "characters of this kind do not keep the bone \"" + std::string(bone) +
                         "\" after a frame; name it in keep_bones, or spawn those "
                         "that carry something from a kind that keeps all"};
    }
    return socket{who, *found, offset};
}

placement world_of(const entt::registry& registry, const socket& at) {
    placement bone = world_bone(registry, at.character, at.bone);
    if (!is_character(registry, at.character)) {
        return bone;
    }
    const rig& bones = kind_behind(registry, at.character).rig;
    const std::size_t b = static_cast<std::size_t>(at.bone);
    const bool in_range = at.bone >= 0 && at.bone < bones.bone_count();
    const float rest = in_range ? std::abs(bones.rest_model[b].scale) : 1.0F;
    bone.scale /= bones.metres_per_unit * (rest > 1e-9F ? rest : 1.0F);
    return placed_in(bone, at.offset);
}

} // namespace jounce
