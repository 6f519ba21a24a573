#include <jounce/modules/tissue/tissue_arrays.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::tissue {
namespace {

constexpr double most_number = 1e30;

/// Looks at parts one after the other and keeps the first mistake.
class checker {
public:
    std::optional<error> wrong;

    void expect(bool holds, const char* name, const std::string& what) {
        if (!holds && !wrong) {
            wrong = error{name, "baked tissue: " + what};
        }
    }
    void rows(const row_starts& first, std::size_t count, std::size_t entries, std::size_t most,
              const char* what) {
        expect(first.size() == count + 1, errors::bad_count,
               std::string(what) + " has " + std::to_string(first.size()) + " starts of rows for " +
                   std::to_string(count));
        if (wrong) {
            return;
        }
        expect(first.front() == 0 && first.back() == entries &&
                   std::is_sorted(first.begin(), first.end()),
               errors::bad_order, std::string(what) + ": its rows do not follow each other");
        for (std::size_t i = 0; i < count && !wrong; ++i) {
            expect(first[i + 1] - first[i] <= most, errors::too_many,
                   std::string(what) + ": row " + std::to_string(i) + " has " +
                       std::to_string(first[i + 1] - first[i]) + " entries, at most " +
                       std::to_string(most) + " are allowed");
        }
    }
    template <class Items, class Get>
    void below(const Items& items, std::size_t limit, const char* what, const Get& index) {
        expect(std::all_of(items.begin(), items.end(),
                           [&](const auto& one) { return index(one) < limit; }),
               errors::bad_index,
               std::string(what) + " names something beyond the " + std::to_string(limit) +
                   " that are there");
    }
    template <class Items, class Holds>
    void all(const Items& items, const char* what, const Holds& holds) {
        expect(std::all_of(items.begin(), items.end(), holds), errors::bad_number, what);
    }
    void matrix(const std::vector<double>& of, std::size_t size, const char* what) {
        expect(of.size() == size * size, errors::bad_count,
               std::string(what) + " has " + std::to_string(of.size()) + " numbers instead of " +
                   std::to_string(size * size));
        double largest = 0;
        for (const double one : of) {
            largest = std::max(largest, std::abs(one));
        }
        for (std::size_t i = 0; i < size && !wrong; ++i) {
            expect(of[i * size + i] > 0, errors::bad_number,
                   std::string(what) + ": its diagonal is not above zero");
            for (std::size_t j = 0; j < i && !wrong; ++j) {
                expect(std::abs(of[i * size + j] - of[j * size + i]) <= 1e-6 * largest,
                       errors::bad_number, std::string(what) + " is not symmetric");
            }
        }
    }
};

/// The first array with a number that is not finite, or absurd; empty: there is none.
std::string absurd_array(const baked_tissue& tissue) {
    for (const tissue_array& array : arrays_of(tissue)) {
        for (const double one : array.numbers) {
            if (!(std::abs(one) <= most_number)) {
                return std::string(array.name);
            }
        }
    }
    return "";
}

bool has_good_material(const baked_tissue& t) {
    const tissue_material& m = t.material;
    return m.young > 0 && m.young < 1e12 && m.poisson >= 0 && m.poisson < 0.4999 && m.density > 0 &&
           m.density <= 1e6 && m.alpha >= 0 && m.alpha < 1e6 && m.beta >= 0 && m.beta < 1e3 &&
           t.metres_per_unit >= 1e-6 && t.metres_per_unit <= 1e6;
}

/// Parts that one-way flesh does not need.
void check_rest(checker& check, const baked_tissue& t) {
    const std::size_t handles = t.handles.size();
    check.matrix(t.full_stiffness, 3 * handles, "full_stiffness");
    check.rows(t.mass_point_first, t.mass_points.size(), t.mass_point_weights.size(), handles,
               "mass_point_weights");
    check.rows(t.mass_point_joint_first, t.mass_points.size(), t.mass_point_joints.size(),
               t.joint_count, "mass_point_joints");
}

/// Edges for pictures, if there are any.
void check_lattice(checker& check, const baked_tissue& t) {
    const std::size_t nodes = t.lattice.size();
    if (nodes == 0) {
        check.expect(t.lattice_first.empty() && t.lattice_weights.empty() &&
                         t.lattice_joint_first.empty() && t.lattice_joints.empty() &&
                         t.lattice_edges.empty(),
                     errors::bad_count, "lattice: has weights or edges without nodes");
        return;
    }
    check.rows(t.lattice_first, nodes, t.lattice_weights.size(), t.handles.size(), "lattice_first");
    check.rows(t.lattice_joint_first, nodes, t.lattice_joints.size(), t.joint_count,
               "lattice_joint_first");
    check.below(t.lattice_weights, t.handles.size(), "lattice_weights",
                [](const handle_weight& one) { return std::size_t{one.handle}; });
    check.below(t.lattice_joints, t.joint_count, "lattice_joints",
                [](const joint_weight& one) { return std::size_t{one.joint}; });
    check.below(t.lattice_edges, nodes, "lattice_edges",
                [](const lattice_edge& one) { return std::size_t{std::max(one.from, one.to)}; });
}

/// Numbers that have to be above or below something.
void check_signs(checker& check, const baked_tissue& t) {
    const auto is_positive = [](double one) { return one > 0; };
    check.all(t.handle_bounds, "handle_bounds: a handle may not move at all", is_positive);
    check.all(t.mode_rates, "mode_rates: a mode does not resist", is_positive);
    check.all(t.mass_points, "mass_points: a mass is not above zero",
              [](const mass_point& one) { return one.mass > 0; });
    check.all(t.probes, "probes: an area is below zero",
              [](const contact_probe& one) { return one.area >= 0; });
    const auto is_share = [](const joint_weight& one) {
        return one.weight >= 0 && one.weight <= 1.0001;
    };
    check.all(t.handle_joints, "handle_joints: a share is outside of 0 to 1", is_share);
    check.all(t.mass_point_joints, "mass_point_joints: a share is outside of 0 to 1", is_share);
}

} // namespace

std::optional<error> check_tissue(const baked_tissue& t, const tissue_limits& limits) {
    checker check;
    const std::size_t handles = t.handles.size();
    const std::size_t vertices = t.vertex_first.empty() ? 0 : t.vertex_first.size() - 1;
    const auto handle = [](const auto& one) { return std::size_t{one.handle}; };
    const auto joint = [](const auto& one) { return std::size_t{one.joint}; };
    check.expect(has_good_material(t), errors::bad_option,
                 "its material or unit is not one that flesh can have: a stiffness above 0 Pa, a "
                 "Poisson ratio from 0 to 0.4999, a density above 0 and damping that is not "
                 "negative are needed");
    check.expect(handles > 0 && handles <= limits.handles, errors::too_many,
                 "has " + std::to_string(handles) + " handles; 1 to " +
                     std::to_string(limits.handles) + " are possible");
    const std::string absurd = absurd_array(t);
    check.expect(absurd.empty(), errors::not_finite,
                 absurd + " has numbers that are not finite, or absurd");
    if (check.wrong) {
        return check.wrong;
    }
    check.rows(t.handle_joint_first, handles, t.handle_joints.size(), limits.of_handle,
               "handle_joint_first");
    for (std::size_t h = 0; h < handles && !check.wrong; ++h) {
        check.expect(t.handle_joint_first[h] < t.handle_joint_first[h + 1], errors::bad_count,
                     "handle_joints: handle " + std::to_string(h) + " hangs on no joint");
    }
    if (vertices > 0 || limits.is_whole) {
        check.rows(t.vertex_first, vertices, t.vertex_weights.size(), limits.of_vertex,
                   "vertex_first");
    }
    check.rows(t.cubature_first, t.cubature.size(), t.cubature_weights.size(), limits.of_point,
               "cubature_first");
    check.below(t.handle_joints, t.joint_count, "handle_joints", joint);
    check.below(t.mass_point_joints, t.joint_count, "mass_point_joints", joint);
    check.below(t.drive, t.joint_count, "drive", joint);
    check.below(t.drive, handles, "drive", handle);
    check.below(t.vertex_weights, handles, "vertex_weights", handle);
    check.below(t.cubature_weights, handles, "cubature_weights", handle);
    check.below(t.mass_point_weights, handles, "mass_point_weights", handle);
    check.below(t.probes, vertices, "probes",
                [](const contact_probe& one) { return std::size_t{one.vertex}; });
    check.matrix(t.mass, handles, "mass");
    check.matrix(t.rest_stiffness, 3 * handles, "rest_stiffness");
    check.expect(t.mode_rates.size() <= 3 * handles &&
                     t.modes.size() == t.mode_rates.size() * 3 * handles,
                 errors::bad_count, "modes: has shapes that do not fit their rates");
    check.expect(t.handle_bounds.size() == handles, errors::bad_count,
                 "handle_bounds: needs one for each handle");
    if (limits.is_whole) {
        check_rest(check, t);
    }
    check_signs(check, t);
    check_lattice(check, t);
    return check.wrong;
}

} // namespace jounce::tissue
