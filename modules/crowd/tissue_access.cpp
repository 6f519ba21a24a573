#include <jounce/modules/crowd/tissue_access.hpp>

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/modules/crowd/character_access.hpp>

namespace jounce {

std::size_t displacements_of(const entt::registry& registry, entt::entity character,
                             std::span<vec3<float>> to) {
    if (!is_character(registry, character)) {
        return 0;
    }
    const jounce::character& at = registry.get<jounce::character>(character);
    const displacements* found = registry.try_get<displacements>(at.block);
    if (found == nullptr || to.size() < found->handles.size()) {
        return 0;
    }
    for (std::size_t h = 0; h < found->handles.size(); ++h) {
        to[h] = get_lane(found->handles[h], at.lane);
    }
    return found->handles.size();
}

bool push_reactive_bone(entt::registry& registry, const character& at, std::int32_t bone,
                        const vec3<float>& impulse) {
    const character_kind& kind = *registry.get<block>(at.block).kind;
    if (!is_two_way(kind) || bone < 0 || bone >= kind.rig.bone_count()) {
        return false;
    }
    const reactive_set& set = kind.tissue->reactive;
    const std::int32_t carrier = set.carrier_of_bone[static_cast<std::size_t>(bone)];
    tissue_state& state = registry.get<tissue_state>(at.block);
    if (carrier < 0 || state.reactive.front().runs.v[at.lane] == 0) {
        return false;
    }
    const auto share_of = [&](const reactive_point<float>& point) {
        float sum = 0;
        for (std::uint32_t i = 0; i < point.share_count; ++i) {
            const tissue_share<float>& share = set.shares[point.first_share + i];
            const bool is_carried =
                set.carrier_of_joint[static_cast<std::size_t>(share.joint)] == carrier;
            sum += is_carried ? share.weight : 0;
        }
        return sum;
    };
    float mass = 0;
    for (const reactive_point<float>& point : set.points) {
        mass += point.mass * share_of(point);
    }
    for (std::size_t p = 0; p < set.points.size(); ++p) {
        lane_vec3<float>& velocity = state.velocities[p];
        set_lane(velocity, at.lane,
                 get_lane(velocity, at.lane) + (share_of(set.points[p]) / mass) * impulse);
    }
    return true;
}

} // namespace jounce
