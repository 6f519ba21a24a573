#include <jounce/modules/crowd/solver_list.hpp>

#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/reference/reference_solver.hpp>
#include <jounce/systems/stable/stable_solver.hpp>
#include <jounce/systems/vrm/vrm_solver.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace jounce {
namespace {

const solver* find_in(std::span<const solver* const> all, solver_id id) {
    const auto found = std::ranges::find_if(all, [&](const solver* one) { return one->id == id; });
    return found != all.end() ? *found : nullptr;
}

} // namespace

std::span<const solver* const> built_in_solvers() {
    static const std::array all = {&describe_reference_solver(), &describe_stable_solver(),
                                   &describe_vrm_solver()};
    return all;
}

solver_list::solver_list() : all(built_in_solvers().begin(), built_in_solvers().end()) {}

result<void> add_solver(entt::registry& registry, const solver& added) {
    if (open_crowd(registry).running) {
        return error{errors::busy, "solvers are added between frames, not while a pipeline runs"};
    }
    const std::string name(added.id.name);
    if (name.empty() || added.pose.run == nullptr || added.springs == nullptr) {
        return error{errors::bad_solver,
                     "solver \"" + name +
                         "\" needs a name, a system that writes the pose, and a "
                         "function that counts springs"};
    }
    solver_list& known = context<solver_list>(registry);
    if (find_in(known.all, added.id) != nullptr) {
        return error{errors::duplicate_solver,
                     "the registry has a solver \"" + name + "\" already"};
    }
    known.all.push_back(&added);
    for (const block_component& part : added.components) {
        part.listen(registry);
    }
    return {};
}

const solver* find_solver(entt::registry& registry, solver_id id) {
    return find_in(context<solver_list>(registry).all, id);
}

} // namespace jounce
