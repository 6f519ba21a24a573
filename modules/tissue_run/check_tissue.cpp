#include <jounce/modules/tissue_run/check_tissue.hpp>

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/stable_set.hpp>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>

namespace jounce {
namespace {

constexpr const char* remedy = "; bake the flesh again";

error wrong(const std::string& what) { return {errors::bad_tissue_data, what + remedy}; }

/// Rows that begin where the row before ends, the last one at the end, none longer than allowed.
std::optional<error> check_rows(const char* name, std::span<const std::uint32_t> first,
                                std::size_t rows, std::size_t entries, std::size_t most) {
    if (first.size() != rows + 1 || first.front() != 0 || first.back() != entries) {
        return wrong(std::string(name) + " has " + std::to_string(first.size()) +
                     " row starts for " + std::to_string(rows) + " rows of " +
                     std::to_string(entries) + " entries");
    }
    for (std::size_t i = 0; i < rows; ++i) {
        if (first[i] > first[i + 1] || first[i + 1] - first[i] > most) {
            return wrong(std::string(name) + "[" + std::to_string(i) + "] has more than " +
                         std::to_string(most) + " entries, or ends before it begins");
        }
    }
    return std::nullopt;
}

bool is_finite(const vec3<double>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

std::optional<error> check_weights(const char* name, std::span<const tissue::handle_weight> weights,
                                   std::size_t handles) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i].handle >= handles || !std::isfinite(weights[i].weight) ||
            !is_finite(weights[i].gradient)) {
            return wrong(std::string(name) + "[" + std::to_string(i) + "] names handle " +
                         std::to_string(weights[i].handle) + " of " + std::to_string(handles) +
                         ", or is not finite");
        }
    }
    return std::nullopt;
}

std::optional<error> check_joints(const char* name, std::span<const tissue::joint_weight> weights,
                                  std::size_t joints) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i].joint >= joints || !std::isfinite(weights[i].weight)) {
            return wrong(std::string(name) + "[" + std::to_string(i) + "] names joint " +
                         std::to_string(weights[i].joint) + " of " + std::to_string(joints) +
                         ", or is not finite");
        }
    }
    return std::nullopt;
}

std::optional<error> check_numbers(const char* name, std::span<const double> numbers,
                                   std::size_t count) {
    if (numbers.size() != count) {
        return wrong(std::string(name) + " has " + std::to_string(numbers.size()) + " numbers, " +
                     std::to_string(count) + " are needed");
    }
    for (const double one : numbers) {
        if (!std::isfinite(one)) {
            return wrong(std::string(name) + " has a number that is not finite");
        }
    }
    return std::nullopt;
}

std::optional<error> check_material(const tissue::tissue_material& m) {
    const bool is_good = m.young > 0 && m.young < 1e12 && m.poisson > -0.5 && m.poisson < 0.4999 &&
                         m.alpha >= 0 && m.alpha < 1e6 && m.beta >= 0 && m.beta < 1e3;
    if (!is_good) {
        return wrong(
            "the material needs a stiffness above 0 Pa, a Poisson ratio from -0.5 to 0.4999 and "
            "damping that is not negative");
    }
    return std::nullopt;
}

std::optional<error> check_options(double metres_per_unit, const tissue_run_options& options) {
    if (!(metres_per_unit >= least_metres_per_unit && metres_per_unit <= most_metres_per_unit)) {
        return error{errors::out_of_range, "a unit of the rig has to be 1e-4 to 1e4 metres"};
    }
    if (!(options.tick_rate >= least_tick_rate && options.tick_rate <= most_tick_rate)) {
        return error{errors::out_of_range, "flesh needs 1 to 10000 ticks per second"};
    }
    if (options.newton_steps < 0 || options.newton_steps > 8) {
        return error{errors::out_of_range,
                     "tier newton takes 1 to 8 steps per tick, 0 to leave it out"};
    }
    if (options.modes < 0 || !(options.mode_damping >= 0 && options.mode_damping <= 10)) {
        return error{errors::out_of_range,
                     "modes and their damping must not be negative, and damping at most 10"};
    }
    if (!(options.contact_stiffness >= 0 && options.contact_stiffness <= 1e12)) {
        return error{errors::out_of_range,
                     "contact needs a stiffness of 0 to 1e12 Pa/m; 1e8 is usual, 0 leaves it out"};
    }
    if (!(options.friction >= 0 && options.friction <= 10)) {
        return error{errors::out_of_range, "friction of flesh has to be 0 to 10"};
    }
    return std::nullopt;
}

} // namespace

std::optional<error> find_tissue_fault(const tissue::baked_tissue& baked, std::size_t joints,
                                       double metres_per_unit, const tissue_run_options& options) {
    const std::size_t handles = baked.handles.size();
    if (handles == 0 || handles > static_cast<std::size_t>(most_tissue_handles)) {
        return wrong("flesh needs 1 to " + std::to_string(most_tissue_handles) +
                     " handles, this has " + std::to_string(handles));
    }
    const std::size_t size = 3 * handles;
    const std::size_t modes = baked.mode_rates.size();
    const std::optional<error> faults[] = {
        check_options(metres_per_unit, options),
        check_material(baked.material),
        check_rows("handle_joint_first", baked.handle_joint_first, handles,
                   baked.handle_joints.size(), joints),
        check_joints("handle_joints", baked.handle_joints, joints),
        check_rows("cubature_first", baked.cubature_first, baked.cubature.size(),
                   baked.cubature_weights.size(), most_pulls),
        check_weights("cubature_weights", baked.cubature_weights, handles),
        check_numbers("mass", baked.mass, handles * handles),
        check_numbers("rest_stiffness", baked.rest_stiffness, size * size),
        check_numbers("mode_rates", baked.mode_rates, modes),
        check_numbers("modes", baked.modes, modes * size),
        check_numbers("handle_bounds", baked.handle_bounds, handles),
        baked.vertex_first.empty()
            ? std::nullopt
            : check_rows("vertex_first", baked.vertex_first, baked.vertex_first.size() - 1,
                         baked.vertex_weights.size(), most_vertex_handles),
        check_weights("vertex_weights", baked.vertex_weights, handles),
    };
    for (const std::optional<error>& fault : faults) {
        if (fault) {
            return fault;
        }
    }
    for (const tissue::drive_term& one : baked.drive) {
        const bool is_good = one.handle < handles && one.joint < joints &&
                             std::isfinite(one.moment[0]) && std::isfinite(one.moment[1]) &&
                             std::isfinite(one.moment[2]) && std::isfinite(one.moment[3]);
        if (!is_good) {
            return wrong("drive names a handle or joint that is not there, or is not finite");
        }
    }
    for (std::size_t i = 0; i < modes; ++i) {
        if (!(baked.mode_rates[i] > 0)) {
            return wrong("mode " + std::to_string(i) + " does not resist");
        }
    }
    for (std::size_t h = 0; h < handles; ++h) {
        if (!(baked.handle_bounds[h] > 0) ||
            baked.handle_joint_first[h] == baked.handle_joint_first[h + 1]) {
            return wrong("handle " + std::to_string(h) + " may not move, or hangs on no joint");
        }
    }
    return std::nullopt;
}

} // namespace jounce
