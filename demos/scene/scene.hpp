#pragma once

#include <jounce/modules/procedural/model.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <vector>

namespace demo {

/// Characters of one kind, and how much their springs did so far.
struct group {
    jounce::procedural::model model;
    std::vector<entt::entity> characters;
    double largest_deviation = 0; ///< in chain lengths
    double deviation_sum = 0;
    std::size_t observations = 0;

    double mean_deviation() const {
        return observations > 0 ? deviation_sum / static_cast<double>(observations) : 0;
    }
};

/// As many tentacles, plants, capes and bellies as divide the crowd evenly.
class scene {
public:
    scene(entt::registry& registry, std::size_t characters);

    /// Poses everyone for a time in seconds.
    void animate(entt::registry& registry, double time) const;
    /// Takes note of where springs are after a frame.
    void observe(const entt::registry& registry);

    const std::vector<group>& groups() const { return groups_; }

private:
    std::vector<group> groups_;
};

} // namespace demo
