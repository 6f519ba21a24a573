#include <jounce/modules/crowd/open_blocks.hpp>

namespace jounce {

void append(entt::registry& registry, open_list& to, entt::entity block) {
    block_place& place = registry.get<block_place>(block);
    place.before = to.last;
    place.after = entt::null;
    (to.last != entt::null ? registry.get<block_place>(to.last).after : to.first) = block;
    to.last = block;
}

void remove(entt::registry& registry, open_list& from, entt::entity block) {
    const block_place& place = registry.get<block_place>(block);
    (place.before != entt::null ? registry.get<block_place>(place.before).after : from.first) =
        place.after;
    (place.after != entt::null ? registry.get<block_place>(place.after).before : from.last) =
        place.before;
}

void append_all(entt::registry& registry, open_list& to, open_list& from) {
    if (from.first == entt::null) {
        return;
    }
    registry.get<block_place>(from.first).before = to.last;
    (to.last != entt::null ? registry.get<block_place>(to.last).after : to.first) = from.first;
    to.last = from.last;
    from = {};
}

} // namespace jounce
