#include <jounce/modules/pipeline/stage_list.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/systems/animation/affine_palette_system.hpp>
#include <jounce/systems/animation/constrain_system.hpp>
#include <jounce/systems/animation/sample_system.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/fk_system.hpp>
#include <jounce/systems/pose/palette_system.hpp>
#include <jounce/systems/pose/prepare_system.hpp>
#include <jounce/systems/tissue/react_system.hpp>
#include <jounce/systems/tissue/tissue_system.hpp>

#include <algorithm>

namespace jounce {
namespace {

constexpr std::array before_solvers = {system_of<sample_system>(), system_of<constrain_system>(),
                                       system_of<fk_system>(), system_of<prepare_system>()};
constexpr std::array after_solvers = {system_of<tissue_system>(), system_of<react_system>(),
                                      system_of<palette_system>(),
                                      system_of<affine_palette_system>()};

} // namespace

stage_list::stage_list(entt::registry& registry) {
    const std::vector<const solver*>& solvers = context<solver_list>(registry).all;
    solver_count_ = solvers.size();
    for (const any_system& one : before_solvers) {
        add(registry, one, nullptr);
    }
    for (const solver* of : solvers) {
        for (const any_system& one : of->systems) {
            add(registry, one, of);
        }
    }
    for (const solver* of : solvers) {
        add(registry, of->pose, of);
    }
    for (const any_system& one : after_solvers) {
        add(registry, one, nullptr);
    }
}

void stage_list::add(entt::registry& registry, const any_system& system, const solver* of) {
    JOUNCE_ASSERT(stages_.size() < most, "a pipeline has at most 64 systems: add fewer solvers");
    if (stages_.size() >= most) {
        return;
    }
    const auto same = std::ranges::find_if(
        rows_, [&](const system_stats::description& row) { return row.name == system.name; });
    stages_.push_back(
        {system, of, static_cast<std::size_t>(same - rows_.begin()), system.make(registry)});
    if (same == rows_.end()) {
        rows_.push_back({system.name, system.element});
    }
}

void stage_list::take_rows(system_stats& table) {
    for (stage& one : stages_) {
        const result<system_id> row = table.register_system(one.system.name, one.system.element);
        one.row = row ? static_cast<std::size_t>(*row) : 0;
    }
}

std::uint64_t stage_list::systems_for(const block& home) const {
    std::uint64_t out = 0;
    const bool has_bones = !shows_clips_alone(*home.kind);
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        const stage& one = stages_[i];
        const bool visits = (has_bones || !one.system.needs_bones) &&
                            (one.of == nullptr || one.of == home.solver) &&
                            (one.system.concerns == nullptr || one.system.concerns(home));
        out |= std::uint64_t{visits} << i;
    }
    return out;
}

std::uint64_t stage_list::at_work() const {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        const stage& one = stages_[i];
        const bool works = one.system.has_work == nullptr || one.system.has_work(one.self.get());
        out |= std::uint64_t{works} << i;
    }
    return out;
}

} // namespace jounce
