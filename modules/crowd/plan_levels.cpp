#include <jounce/modules/crowd/plan_levels.hpp>

#include <jounce/components/assets/detail_levels.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {
namespace {

constexpr float loyalty = 0.03F; ///< of importance, per level
constexpr float least_saving = 0.01F;

float standing(const detail_entry& one) {
    return one.importance * (1 + loyalty * static_cast<float>(frozen_level - one.level));
}

double cost_at(const detail_entry& one, std::int32_t level) {
    return static_cast<double>(one.cost[static_cast<std::size_t>(level)]);
}

/// The next level that costs less, or the same one if there is none.
std::int32_t next_coarser(const detail_entry& one) {
    const double enough = (1 - static_cast<double>(least_saving)) * cost_at(one, one.target);
    for (std::int32_t level = one.target + 1; level <= one.coarsest; ++level) {
        if (cost_at(one, level) < enough) {
            return level;
        }
    }
    return one.target;
}

} // namespace

void sort_by_importance(std::span<detail_entry> characters) {
    std::sort(characters.begin(), characters.end(),
              [](const detail_entry& a, const detail_entry& b) {
                  const float first = standing(a);
                  const float second = standing(b);
                  return first != second ? first < second
                                         : entt::to_integral(a.who) < entt::to_integral(b.who);
              });
}

double plan_levels(std::span<detail_entry> characters, double most) {
    double cost = 0;
    for (detail_entry& one : characters) {
        one.target = one.finest;
        cost += cost_at(one, one.target);
    }
    for (std::int32_t round = 0; round < frozen_level; ++round) {
        for (detail_entry& one : characters) {
            if (cost <= most) {
                return cost;
            }
            if (one.target == round) {
                const std::int32_t next = next_coarser(one);
                cost += cost_at(one, next) - cost_at(one, one.target);
                one.target = next;
            }
        }
    }
    return cost;
}

} // namespace jounce
