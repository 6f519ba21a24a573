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

/// Of one component alone, kept by systems: the registry would look for its storage every time.
template <class Component>
using component_view = decltype(std::declval<entt::registry&>().template view<Component>());

/// What an entity has, or null.
template <class Component, class View> Component* find_in(const View& all, entt::entity who) {
    return !all.empty() && all.contains(who) ? &all.template get<Component>(who) : nullptr;
}

/// What every system has: a view of the blocks with the components it reads (const) and writes.
/// Systems are called with one block; calls for different blocks may run at the same time.
template <class... Components> class block_system {
public:
    /// Looks up what it needs of the registry once, so that a block costs no search.
    explicit block_system(entt::registry& registry)
        : blocks_(registry.view<const block, Components...>()) {}

protected:
    /// What all characters of a block share. @pre the entity is a block
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
