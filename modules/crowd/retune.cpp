#include <jounce/modules/crowd/spring_actions.hpp>

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/open_blocks.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

namespace jounce {
namespace {

/// Whether blocks of one kind can become blocks of another.
kind_difference difference_in_springs(const solver& of, const character_kind& a,
                                      const character_kind& b) {
    if (!(a.springs.solver == b.springs.solver)) {
        return kind_difference::springs;
    }
    if (of.compare != nullptr) {
        return of.compare(a.springs, b.springs);
    }
    const bool same = std::ranges::all_of(of.components, [&](const block_component& one) {
        return one.bytes == nullptr || one.bytes(a) == one.bytes(b);
    });
    return same ? kind_difference::none : kind_difference::springs;
}

/// Whether the state of one fits the other: a vector per handle, and matrices of the same bones.
bool has_same_flesh(const tissue_set* a, const tissue_set* b) {
    if (a == nullptr || b == nullptr) {
        return a == b;
    }
    return a->handle_count == b->handle_count &&
           std::ranges::equal(
               a->joints, b->joints,
               [](const auto& one, const auto& other) { return one.bone == other.bone; }) &&
           a->reactive.bones.size() == b->reactive.bones.size() &&
           a->reactive.points.size() == b->reactive.points.size();
}

std::optional<error> find_difference(const solver* of, const character_kind& a,
                                     const character_kind& b) {
    if (a.rig.parents != b.rig.parents || a.rig.is_affine != b.rig.is_affine) {
        return error{errors::other_rig,
                     "the new kind's bones are not those of the old one: their number, "
                     "parents or non-uniform scale differ"};
    }
    const kind_difference springs =
        of != nullptr ? difference_in_springs(*of, a, b) : kind_difference::springs;
    if (springs == kind_difference::springs) {
        return error{errors::other_springs,
                     "the new kind has other spring bones, another solver or other "
                     "collision of chains; only their tuning may change"};
    }
    if (springs == kind_difference::colliders) {
        return error{errors::other_colliders, "the new kind has more, fewer or otherwise attached "
                                              "colliders; only their bodies may change"};
    }
    if (!has_same_flesh(a.tissue.get(), b.tissue.get())) {
        return error{errors::other_tissue,
                     "the new kind's flesh has other handles or reactive bones, or other joints "
                     "move it; only how it runs may change (tier, ticks, modes, steps, damping) "
                     "and a bake of the "
                     "same handles with another material; spawn the characters again for others"};
    }
    if (a.bind.mode != b.bind.mode || a.bind.joints.size() != b.bind.joints.size() ||
        a.affine_joints != b.affine_joints || a.carriers != b.carriers) {
        return error{errors::other_binding,
                     "the new kind's palette has another size, or takes other joints from clips"};
    }
    if (keeps_all(a) != keeps_all(b) || (!keeps_all(a) && a.kept_bones != b.kept_bones)) {
        return error{errors::other_memory, "the new kind keeps other bones than the old one"};
    }
    return std::nullopt;
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
        return error{errors::busy, "kinds are retuned between frames, not while a pipeline runs"};
    }
    if (old_kind == nullptr || new_kind == nullptr) {
        return error{errors::no_kind, "retune needs two kinds: pass what spawn was given"};
    }
    if (std::optional<error> difference = find_difference(
            find_solver(registry, old_kind->springs.solver), *old_kind, *new_kind)) {
        return *std::move(difference);
    }
    std::size_t characters = 0;
    for (const entt::entity e : index.blocks) {
        block& home = registry.get<block>(e);
        if (home.kind == old_kind) {
            home.kind = new_kind;
            if (home.solver->retuned != nullptr) {
                home.solver->retuned(registry, e);
            }
            characters += static_cast<std::size_t>(std::popcount(home.active));
        }
    }
    if (old_kind != new_kind) {
        rename_kind(registry, index, old_kind.get(), new_kind.get());
    }
    return characters;
}

} // namespace jounce
