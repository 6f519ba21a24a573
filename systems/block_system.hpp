#pragma once

#include <jounce/components/block/character.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <utility>

namespace jounce {

/// The registry's own value of a type, made at the first call.
template <class Value> Value& context(entt::registry& registry) {
    Value* found = registry.ctx().find<Value>();
    return found != nullptr ? *found : registry.ctx().emplace<Value>();
}

/// A view of one component. Systems keep it, because the registry would look up its storage every
/// time.
template <class Component>
using component_view = decltype(std::declval<entt::registry&>().template view<Component>());

/// The component of an entity, or null.
template <class Component, class View> Component* find_in(const View& all, entt::entity who) {
    return !all.empty() && all.contains(who) ? &all.template get<Component>(who) : nullptr;
}

/// Base of every system: a view of the blocks with the components it reads (const) and writes.
/// Systems are called with one block; calls for different blocks may run at the same time.
template <class... Components> class block_system {
public:
    /// Looks up its storages in the registry once, not per block.
    explicit block_system(entt::registry& registry)
        : blocks_(registry.view<const block, Components...>()) {}

protected:
    /// The kind of a block. @pre the entity is a block
    const character_kind& kind_of(entt::entity entity) const {
        return *blocks_.template get<const block>(entity).kind;
    }
    /// A component of a block. @pre the block has it
    template <class Component> Component& get(entt::entity entity) const {
        return blocks_.template get<Component>(entity);
    }

private:
    using block_view =
        decltype(std::declval<entt::registry&>().template view<const block, Components...>());
    block_view blocks_;
};

} // namespace jounce
