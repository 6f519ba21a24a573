#include "flesh_gizmos.hpp"

#include "common/flesh_lines.hpp"

namespace demo {

namespace {

constexpr int max_actors = 8;

} // namespace

void add_flesh_gizmos(line_drawer& to, const entt::registry& registry, const troupe& players) {
    int shown = 0;
    for (const actor& each : players.actors()) {
        if (each.flesh != nullptr && shown < max_actors) {
            ++shown;
            add_flesh_lines(to, registry, each.who, *each.flesh);
        }
    }
}

} // namespace demo
