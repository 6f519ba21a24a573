#include "scene.hpp"

#include <jounce/modules/procedural/deviation.hpp>

#include <algorithm>

namespace demo {

namespace procedural = jounce::procedural;

scene::scene(entt::registry& registry, std::size_t characters) {
    for (const auto make :
         {&procedural::tentacle, &procedural::plant, &procedural::cape, &procedural::belly}) {
        groups_.push_back({make(jounce::solver_kind::stable), {}});
    }
    for (std::size_t i = 0; i < characters; ++i) {
        group& joins = groups_[i % groups_.size()];
        joins.characters.push_back(procedural::spawn(registry, joins.model));
    }
}

void scene::animate(entt::registry& registry, double time) const {
    for (const group& each : groups_) {
        for (std::size_t i = 0; i < each.characters.size(); ++i) {
            procedural::animate(registry, each.characters[i], time, procedural::crowd_phase(i));
        }
    }
}

void scene::observe(const entt::registry& registry) {
    for (group& each : groups_) {
        for (const entt::entity who : each.characters) {
            const double deviation =
                static_cast<double>(procedural::spring_deviation(registry, who)) /
                static_cast<double>(each.model.chain_length);
            each.largest_deviation = std::max(each.largest_deviation, deviation);
            each.deviation_sum += deviation;
            ++each.observations;
        }
    }
}

} // namespace demo
