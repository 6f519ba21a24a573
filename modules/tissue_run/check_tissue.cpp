#include <jounce/modules/tissue_run/check_tissue.hpp>

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/modules/tissue/tissue_arrays.hpp>

#include <string>

namespace jounce {
namespace {

std::optional<error> check_options(double metres_per_unit, const tissue_run_options& options) {
    if (!(metres_per_unit >= least_metres_per_unit && metres_per_unit <= most_metres_per_unit)) {
        return error{errors::out_of_range, "a unit of the rig has to be 1e-4 to 1e4 metres"};
    }
    if (!(options.tick_rate >= least_tick_rate && options.tick_rate <= most_tick_rate)) {
        return error{errors::out_of_range, "flesh needs 1 to 10000 ticks per second"};
    }
    if (options.newton_steps < 0 || options.newton_steps > most_newton_steps) {
        return error{errors::out_of_range,
                     "tier newton takes 1 to 8 steps per tick, 0 to leave it out"};
    }
    if (options.modes < 0 || options.modes > most_tissue_modes ||
        !(options.mode_damping >= 0 && options.mode_damping <= most_mode_damping)) {
        return error{errors::out_of_range, "modes have to be 0 to 3000, and their damping 0 to 10"};
    }
    if (!(options.contact_stiffness >= 0 && options.contact_stiffness <= most_contact_stiffness)) {
        return error{errors::out_of_range,
                     "contact needs a stiffness of 0 to 1e12 Pa/m; 1e8 is usual, 0 leaves it out"};
    }
    if (!(options.friction >= 0 && options.friction <= most_tissue_friction)) {
        return error{errors::out_of_range, "friction of flesh has to be 0 to 10"};
    }
    return std::nullopt;
}

} // namespace

std::optional<error> find_tissue_fault(const tissue::baked_tissue& baked, std::size_t joints,
                                       double metres_per_unit, const tissue_run_options& options) {
    if (std::optional<error> wrong = check_options(metres_per_unit, options)) {
        return wrong;
    }
    tissue::tissue_limits limits;
    limits.handles = static_cast<std::size_t>(most_tissue_handles);
    limits.of_handle = joints;
    limits.of_point = most_pulls;
    limits.of_vertex = most_vertex_handles;
    limits.is_whole = false;
    if (std::optional<error> wrong = tissue::check_tissue(baked, limits)) {
        wrong->message += "; bake it again";
        return wrong;
    }
    if (baked.joint_count > joints) {
        return error{errors::bad_tissue_data,
                     "the flesh was baked for a skin of " + std::to_string(baked.joint_count) +
                         " joints, this one has " + std::to_string(joints) +
                         "; bake the flesh for this skin"};
    }
    return std::nullopt;
}

} // namespace jounce
