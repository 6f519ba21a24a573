#include <jounce/modules/crowd/spring_actions.hpp>

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/open_blocks.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

namespace jounce {
namespace {

template <class Element, class Same>
bool match(const std::vector<Element>& a, const std::vector<Element>& b, Same&& same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool have_same_springs(const spring_set& a, const spring_set& b) {
    const auto same_stable = [](const stable_spring<float>& x, const stable_spring<float>& y) {
        return x.bone == y.bone && x.parent == y.parent && x.island == y.island;
    };
    const auto same_reference = [](const basic_spring<float>& x, const basic_spring<float>& y) {
        return x.bone == y.bone && x.slot == y.slot && x.first_child == y.first_child &&
               x.child_count == y.child_count;
    };
    const auto same_affected = [](const affected_bone<float>& x, const affected_bone<float>& y) {
        return x.bone == y.bone;
    };
    const auto same_vrm = [](const vrm_spring<float>& x, const vrm_spring<float>& y) {
        return x.bone == y.bone && x.centre == y.centre && x.centre_is_head == y.centre_is_head;
    };
    const auto same_walk = [](const vrm_bone& x, const vrm_bone& y) {
        return x.bone == y.bone && x.animated == y.animated;
    };
    return a.solver == b.solver && match(a.vrm.springs, b.vrm.springs, same_vrm) &&
           match(a.vrm.walk, b.vrm.walk, same_walk) &&
           a.stable.chains_collide == b.stable.chains_collide &&
           match(a.stable.springs, b.stable.springs, same_stable) &&
           match(a.springs, b.springs, same_reference) &&
           match(a.affected, b.affected, same_affected);
}

std::optional<error> find_difference(const character_kind& a, const character_kind& b) {
    if (a.rig.parents != b.rig.parents || a.rig.is_affine != b.rig.is_affine) {
        return error{"other_rig",
                     "the new kind's bones are not those of the old one: their number, "
                     "parents or non-uniform scale differ"};
    }
    if (!have_same_springs(a.springs, b.springs)) {
        return error{"other_springs",
                     "the new kind has other spring bones, another solver or other "
                     "collision of chains; only their tuning may change"};
    }
    const auto same_bone = [](const auto& x, const auto& y) { return x.bone == y.bone; };
    if (!match(a.springs.stable.colliders, b.springs.stable.colliders, same_bone) ||
        !match(a.springs.vrm.colliders, b.springs.vrm.colliders, same_bone)) {
        return error{"other_colliders", "the new kind has more, fewer or otherwise attached "
                                        "colliders; only their bodies may change"};
    }
    if (a.bind.mode != b.bind.mode || a.bind.joints.size() != b.bind.joints.size()) {
        return error{"other_binding", "the new kind's palette has another size"};
    }
    if (keeps_all(a) != keeps_all(b) || (!keeps_all(a) && a.kept_bones != b.kept_bones)) {
        return error{"other_memory", "the new kind keeps other bones than the old one"};
    }
    return std::nullopt;
}

/// Blocks hold a copy of what all lanes of a collider have in common.
void renew_traits(const character_kind& kind, block_colliders& to) {
    for (std::size_t i = 0; i < kind.springs.stable.colliders.size(); ++i) {
        const collider& body = kind.springs.stable.colliders[i].body;
        to.traits[i] = {body.shape, body.inside, body.groups};
    }
}

/// Blocks with free lanes are found by kind and level.
void rename_kind(entt::registry& registry, crowd_index& index, const character_kind* from,
                 const character_kind* to) {
    const auto old = index.kinds.find(from);
    if (old == index.kinds.end()) {
        return;
    }
    kind_blocks moved = old->second;
    index.kinds.erase(old);
    kind_blocks& into = index.kinds[to];
    into.count += moved.count;
    for (std::size_t level = 0; level < moved.open.size(); ++level) {
        append_all(registry, into.open[level], moved.open[level]);
    }
}

} // namespace

result<std::size_t> retune(entt::registry& registry,
                           const std::shared_ptr<const character_kind>& old_kind,
                           const std::shared_ptr<const character_kind>& new_kind) {
    crowd_index& index = open_crowd(registry);
    if (index.running) {
        return error{"busy", "kinds are retuned between frames, not while a pipeline runs"};
    }
    if (old_kind == nullptr || new_kind == nullptr) {
        return error{"no_kind", "retune needs two kinds: pass what spawn was given"};
    }
    if (std::optional<error> difference = find_difference(*old_kind, *new_kind)) {
        return *std::move(difference);
    }
    std::size_t characters = 0;
    for (const entt::entity e : index.blocks) {
        block& home = registry.get<block>(e);
        if (home.kind == old_kind) {
            home.kind = new_kind;
            renew_traits(*new_kind, registry.get<block_colliders>(e));
            characters += static_cast<std::size_t>(std::popcount(home.active));
        }
    }
    if (old_kind != new_kind) {
        rename_kind(registry, index, old_kind.get(), new_kind.get());
    }
    return characters;
}

} // namespace jounce
