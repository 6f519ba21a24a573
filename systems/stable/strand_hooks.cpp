#include <jounce/systems/stable/strand_hooks.hpp>

#include <jounce/systems/block_system.hpp>
#include <jounce/systems/stable/plan_strands.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace jounce {
namespace {

/// Plans in use, by kind. A block has its kind as long as it has the plans, so that no other kind can
/// be at the same address meanwhile.
struct known_strands {
    std::unordered_map<const character_kind*, std::weak_ptr<const strand_plans>> of_kinds;
};

} // namespace

bool has_several_chains(const character_kind& kind) {
    const basic_stable_set<float>& set = kind.springs.stable;
    const auto is_chain = [](const walked_bone& walked) {
        return walked.parent < 0 && walked.leads_to_spring;
    };
    return !kind.rig.is_affine && !set.chains_collide &&
           std::ranges::count_if(set.walk, is_chain) > 1;
}

block_strands strands_of(entt::registry& registry, const character_kind& kind) {
    known_strands& known = context<known_strands>(registry);
    std::weak_ptr<const strand_plans>& place = known.of_kinds[&kind];
    std::shared_ptr<const strand_plans> plans = place.lock();
    if (plans == nullptr) {
        plans = std::make_shared<const strand_plans>(plan_strands(kind.rig, kind.springs.stable));
        place = plans;
        std::erase_if(known.of_kinds, [](const auto& one) { return one.second.expired(); });
    }
    return {std::move(plans)};
}

} // namespace jounce
