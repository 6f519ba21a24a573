#include <jounce/modules/tissue/check_options.hpp>

#include <cmath>
#include <string>

namespace jounce::tissue {
namespace {

constexpr std::size_t max_handles = 1000, max_points = 20'000, max_tets = 400'000;
constexpr double least_factor = 0.01, largest_factor = 100;

bool is_between(double number, double least, double most) {
    return number >= least && number <= most;
}

error wrong(const char* what, const char* range) {
    return {errors::bad_option, std::string(what) + " has to be " + range};
}

std::optional<error> check_material(const tissue_material& of) {
    if (!is_between(of.young, 1, 1e9)) {
        return wrong("Young's modulus", "1 to 1e9 Pa");
    }
    if (!is_between(of.poisson, 0, 0.499)) {
        return wrong("Poisson's ratio", "0 to 0.499");
    }
    if (!is_between(of.density, 1, 1e5)) {
        return wrong("the density", "1 to 100,000 kg/m^3");
    }
    if (!is_between(of.alpha, 0, 1e4) || !is_between(of.beta, 0, 1)) {
        return wrong("damping", "0 to 10,000 1/s by mass and 0 to 1 s by stiffness");
    }
    return std::nullopt;
}

std::optional<error> check_tets(const tet_mesh& of) {
    if (of.tets.empty() || of.tets.size() > max_tets) {
        return error{errors::bad_mesh, "there have to be 1 to 400,000 tetrahedra, not " +
                                           std::to_string(of.tets.size())};
    }
    if (of.fill.size() != of.tets.size()) {
        return error{errors::bad_count, "each tetrahedron needs its share of flesh"};
    }
    for (const vec3<double>& at : of.nodes) {
        if (!std::isfinite(at.x) || !std::isfinite(at.y) || !std::isfinite(at.z)) {
            return error{errors::bad_number, "a node of the tetrahedra is no number"};
        }
    }
    for (std::size_t t = 0; t < of.tets.size(); ++t) {
        for (const std::uint32_t node : of.tets[t]) {
            if (node >= of.nodes.size()) {
                return error{errors::bad_index, "tetrahedron " + std::to_string(t) +
                                                    " names node " + std::to_string(node) + " of " +
                                                    std::to_string(of.nodes.size())};
            }
        }
        if (!(shape_of(of, t).volume > 0) || !is_between(of.fill[t], 1e-6, 1)) {
            return error{errors::bad_mesh,
                         "tetrahedron " + std::to_string(t) + " has no volume, or is inside out"};
        }
    }
    return std::nullopt;
}

std::optional<error> check_painted(std::span<const double> of, std::size_t vertices, double least,
                                   double most, const char* what) {
    if (!of.empty() && of.size() != vertices) {
        return error{errors::bad_count, std::string(what) + " is given for " +
                                            std::to_string(of.size()) + " of " +
                                            std::to_string(vertices) + " vertices"};
    }
    for (std::size_t v = 0; v < of.size(); ++v) {
        if (!is_between(of[v], least, most)) {
            return error{errors::bad_number, std::string(what) + " of vertex " + std::to_string(v) +
                                                 " is not " + std::to_string(least) + " to " +
                                                 std::to_string(most)};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<error> check_options(const tissue_mesh& mesh, const tissue_options& options) {
    const std::size_t vertices = mesh.surface.positions.size();
    if (options.handles < 4 || options.handles > max_handles) {
        return wrong("the number of handles", "4 to 1000");
    }
    if (options.points > max_points) {
        return wrong("the number of cubature points", "at most 20,000");
    }
    if (!is_between(options.metres_per_unit, 1e-6, 1e6)) {
        return wrong("the unit", "1e-6 to 1e6 m");
    }
    if (!is_between(options.cell, 0, 1e6) || !is_between(options.bone_radius, 0, 1e6)) {
        return wrong("the size of cells and bones", "0 to 1e6 m");
    }
    if (!is_between(options.bound, 0.01, 10)) {
        return wrong("the bound of handles", "0.01 to 10");
    }
    if (options.handle_places.size() > max_handles) {
        return wrong("the number of given handles", "at most 1000");
    }
    for (const vec3<double>& at : options.handle_places) {
        if (!std::isfinite(at.x) || !std::isfinite(at.y) || !std::isfinite(at.z)) {
            return error{errors::bad_number, "a given handle's place is no number"};
        }
    }
    for (const joint_stiffness& one : options.joint_factors) {
        if (one.joint >= mesh.joint_count ||
            !is_between(one.factor, least_factor, largest_factor)) {
            return wrong("the stiffness of a joint's flesh",
                         "0.01 to 100 times the material's, and "
                         "the joint one of the skin");
        }
    }
    if (std::optional<error> bad = check_material(options.material)) {
        return bad;
    }
    if (std::optional<error> bad =
            check_painted(options.density, vertices, 0, 1e6, "the painted density")) {
        return bad;
    }
    if (std::optional<error> bad = check_painted(options.stiffness, vertices, least_factor,
                                                 largest_factor, "the painted stiffness")) {
        return bad;
    }
    return options.tets == nullptr ? std::nullopt : check_tets(*options.tets);
}

} // namespace jounce::tissue
