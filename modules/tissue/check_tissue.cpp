#include <jounce/modules/tissue/tissue_arrays.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::tissue {
namespace {

constexpr std::size_t most_of_vertex = 8, most_of_point = 12, most_of_handle = 4;
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

/// Whether all numbers of all arrays are finite, and none is absurd.
bool is_finite(const baked_tissue& tissue) {
    for (const tissue_array& array : arrays_of(tissue)) {
        for (const double one : array.numbers) {
            if (!(std::abs(one) <= most_number)) {
                return false;
            }
        }
    }
    return true;
}

bool has_good_material(const baked_tissue& t) {
    const tissue_material& m = t.material;
    return m.young > 0 && m.young <= 1e12 && m.poisson >= 0 && m.poisson < 0.5 && m.density > 0 &&
           m.density <= 1e6 && m.alpha >= 0 && m.alpha <= 1e6 && m.beta >= 0 && m.beta <= 1e3 &&
           t.metres_per_unit >= 1e-6 && t.metres_per_unit <= 1e6;
}

} // namespace

std::optional<error> check_tissue(const baked_tissue& t) {
    checker check;
    const std::size_t handles = t.handles.size();
    const auto handle = [](const auto& one) { return std::size_t{one.handle}; };
    const auto joint = [](const auto& one) { return std::size_t{one.joint}; };
    check.expect(has_good_material(t), errors::bad_option,
                 "its material or unit is not one that flesh can have");
    check.expect(handles > 0 && handles <= most_handles, errors::too_many,
                 "has " + std::to_string(handles) + " handles; 1 to 1000 are possible");
    check.expect(is_finite(t), errors::not_finite, "has numbers that are not finite, or absurd");
    if (check.wrong) {
        return check.wrong;
    }
    check.rows(t.handle_joint_first, handles, t.handle_joints.size(), most_of_handle,
               "handle_joints");
    check.rows(t.vertex_first, t.vertex_first.empty() ? 0 : t.vertex_first.size() - 1,
               t.vertex_weights.size(), most_of_vertex, "vertex_weights");
    check.rows(t.cubature_first, t.cubature.size(), t.cubature_weights.size(), most_of_point,
               "cubature_weights");
    check.rows(t.mass_point_first, t.mass_points.size(), t.mass_point_weights.size(), handles,
               "mass_point_weights");
    check.rows(t.mass_point_joint_first, t.mass_points.size(), t.mass_point_joints.size(),
               t.joint_count, "mass_point_joints");
    check.below(t.handle_joints, t.joint_count, "handle_joints", joint);
    check.below(t.mass_point_joints, t.joint_count, "mass_point_joints", joint);
    check.below(t.drive, t.joint_count, "drive", joint);
    check.below(t.drive, handles, "drive", handle);
    check.below(t.vertex_weights, handles, "vertex_weights", handle);
    check.below(t.cubature_weights, handles, "cubature_weights", handle);
    check.below(t.mass_point_weights, handles, "mass_point_weights", handle);
    check.below(t.probes, t.vertex_first.empty() ? 0 : t.vertex_first.size() - 1, "probes",
                [](const contact_probe& one) { return std::size_t{one.vertex}; });
    check.matrix(t.mass, handles, "mass");
    check.matrix(t.rest_stiffness, 3 * handles, "rest_stiffness");
    check.matrix(t.full_stiffness, 3 * handles, "full_stiffness");
    check.expect(t.mode_rates.size() <= 3 * handles &&
                     t.modes.size() == t.mode_rates.size() * 3 * handles,
                 errors::bad_count, "has shapes of modes that do not fit their rates");
    check.expect(t.handle_bounds.size() == handles, errors::bad_count,
                 "needs a bound for each handle");
    const auto is_positive = [](double one) { return one > 0; };
    check.expect(std::all_of(t.handle_bounds.begin(), t.handle_bounds.end(), is_positive) &&
                     std::all_of(t.mode_rates.begin(), t.mode_rates.end(),
                                 [](double one) { return one >= 0; }) &&
                     std::all_of(t.mass_points.begin(), t.mass_points.end(),
                                 [](const mass_point& one) { return one.mass > 0; }) &&
                     std::all_of(t.probes.begin(), t.probes.end(),
                                 [](const contact_probe& one) { return one.area >= 0; }),
                 errors::bad_number, "has a bound, rate, mass or area below zero");
    const auto is_share = [](const joint_weight& one) {
        return one.weight >= 0 && one.weight <= 1.0001;
    };
    check.expect(std::all_of(t.handle_joints.begin(), t.handle_joints.end(), is_share) &&
                     std::all_of(t.mass_point_joints.begin(), t.mass_point_joints.end(), is_share),
                 errors::bad_number, "has a joint's share outside of 0 to 1");
    return check.wrong;
}

} // namespace jounce::tissue
