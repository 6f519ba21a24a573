#include <jounce/modules/editing/update_crowd.hpp>

#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/systems/block_system.hpp>

namespace jounce::editing {

result<std::size_t> update_crowd(entt::registry& registry, const applied_edit& edit) {
    if (edit.effect == edit_effect::nothing) {
        return std::size_t{0};
    }
    result<std::size_t> count = retune(registry, edit.before, edit.after);
    if (count && edit.flesh) {
        // How much flesh is shown stands beside the kind.
        for (const auto [who, at, control] : registry.view<character, tissue_control>().each()) {
            if (registry.get<block>(at.block).kind == edit.after) {
                control.weight = edit.flesh->weight;
            }
        }
    }
    return count;
}

} // namespace jounce::editing
