#include <jounce/modules/tissue/bake_steps.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/cubature.hpp>
#include <jounce/modules/tissue/mass_points.hpp>
#include <jounce/modules/tissue/measure_cubature.hpp>
#include <jounce/modules/tissue/probes.hpp>
#include <jounce/modules/tissue/reduce_mass.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::tissue {
namespace {

constexpr std::size_t max_point_handles = 12;
constexpr std::size_t points_per_handle = 8, candidates_per_handle = 12, probes_per_handle = 10;
/// Random shapes reach so far, or half of what is allowed, m.
constexpr double usual_displacement = 0.02;

bool goes_on(const tissue_options& options, const char* step, double share) {
    return !options.work.progress || options.work.progress(step, share);
}

std::vector<strain_sample> sample_all(const flesh_parts& from) {
    std::vector<strain_sample> out;
    out.reserve(from.mesh.tets.size());
    for (std::size_t t = 0; t < from.mesh.tets.size(); ++t) {
        const tet_shape shape = shape_of(from.mesh, t);
        double factor = 0;
        for (const std::uint32_t node : from.mesh.tets[t]) {
            factor += from.stiffness[node] / 4;
        }
        out.push_back({handles_of(from.mesh, from.weights, t, shape),
                       shape.volume * from.mesh.fill[t] * factor});
    }
    return out;
}

/// Keeps the steepest handles of a point.
std::vector<handle_weight> steepest(std::vector<handle_weight> of) {
    if (of.size() <= max_point_handles) {
        return of;
    }
    std::stable_sort(of.begin(), of.end(), [](const handle_weight& a, const handle_weight& b) {
        return dot(a.gradient, a.gradient) > dot(b.gradient, b.gradient);
    });
    of.resize(max_point_handles);
    std::sort(of.begin(), of.end(),
              [](const handle_weight& a, const handle_weight& b) { return a.handle < b.handle; });
    return of;
}

/// Points, volumes and stiffness.
std::optional<error> add_cubature(const flesh_parts& from, const tissue_options& options,
                                  tissue_bake& to) {
    const flesh_constants flesh = constants_of(options.material);
    const std::size_t handles = to.tissue.handles.size();
    const std::vector<strain_sample> all = sample_all(from);
    // Fitted points stand for what handles strain: where only a cheek has any, none is wasted on the rest of the body.
    // Volumes by interpolation are of the whole.
    const bool is_fitted = options.cubature == cubature_method::fitted;
    std::vector<std::uint32_t> among;
    double volume = 0;
    for (std::uint32_t t = 0; t < all.size(); ++t) {
        if (!is_fitted || !all[t].handles.empty()) {
            among.push_back(t);
            volume += all[t].volume;
        }
    }
    to.tissue.full_stiffness = rest_stiffness_of(all, flesh, handles);
    std::vector<std::uint32_t> tets = choose_cubature(
        from.mesh, among, options.points > 0 ? options.points : points_per_handle * handles);
    cover_handles(all, handles, tets);
    std::vector<strain_sample> points;
    for (const std::uint32_t tet : tets) {
        to.figures.most_point_handles =
            std::max(to.figures.most_point_handles, all[tet].handles.size());
        points.push_back({steepest(all[tet].handles), 0});
    }
    std::vector<double> volumes;
    if (is_fitted) {
        volumes = fitted_volumes(points, flesh, to.tissue.full_stiffness, handles, volume);
    } else {
        result<std::vector<double>> smooth =
            interpolated_volumes(from.mesh, from.facets, node_volumes_of(from.mesh), tets);
        if (!smooth) {
            return smooth.error();
        }
        volumes = *std::move(smooth);
        for (std::size_t p = 0; p < tets.size(); ++p) {
            const double own = shape_of(from.mesh, tets[p]).volume * from.mesh.fill[tets[p]];
            volumes[p] *= all[tets[p]].volume / own; // the factor of the region
        }
    }
    std::vector<strain_sample> kept;
    double sum = 0;
    to.tissue.cubature_first = {0};
    for (std::size_t p = 0; p < points.size(); ++p) {
        if (volumes[p] == 0 || points[p].handles.empty()) {
            sum += volumes[p];
            continue;
        }
        points[p].volume = volumes[p];
        sum += volumes[p];
        to.figures.negative_points += volumes[p] < 0 ? 1U : 0U;
        to.tissue.cubature.push_back({centre_of(from.mesh, tets[p]), volumes[p]});
        to.tissue.cubature_weights.insert(to.tissue.cubature_weights.end(),
                                          points[p].handles.begin(), points[p].handles.end());
        to.tissue.cubature_first.push_back(
            static_cast<std::uint32_t>(to.tissue.cubature_weights.size()));
        kept.push_back(points[p]);
    }
    to.tissue.rest_stiffness = rest_stiffness_of(kept, flesh, handles);
    for (std::size_t i = 0; i < 3 * handles; ++i) {
        if (!(to.tissue.rest_stiffness[i * (3 * handles + 1)] > 0)) {
            return error{errors::singular,
                         "the cubature points leave a handle without resistance; take fitted "
                         "volumes, or more points"};
        }
    }
    to.figures.points = kept.size();
    to.figures.cubature_volume_error = sum / volume - 1;
    double off = 0, size = 0;
    for (std::size_t i = 0; i < to.tissue.full_stiffness.size(); ++i) {
        const double one = to.tissue.rest_stiffness[i] - to.tissue.full_stiffness[i];
        off += one * one;
        size += to.tissue.full_stiffness[i] * to.tissue.full_stiffness[i];
    }
    to.figures.stiffness_error = size > 0 ? std::sqrt(off / size) : 0;
    double reach = 0;
    for (const double bound : to.tissue.handle_bounds) {
        reach += bound / static_cast<double>(handles);
    }
    measure_cubature(kept, all, flesh, to.tissue.handles, std::min(usual_displacement, reach / 2),
                     to.figures);
    return std::nullopt;
}

void add_mass_points(const flesh_parts& from, std::span<const double> node_mass, tissue_bake& to) {
    const chosen_masses chosen =
        choose_mass_points(from.mesh, from.weights, node_mass, from.joints,
                           candidates_per_handle * to.tissue.handles.size());
    to.tissue.mass_point_first = {0};
    to.tissue.mass_point_joint_first = {0};
    for (std::size_t i = 0; i < chosen.nodes.size(); ++i) {
        const std::uint32_t node = chosen.nodes[i];
        to.tissue.mass_points.push_back({from.mesh.nodes[node], chosen.mass[i]});
        for (const node_handle& one : from.weights.of(node)) {
            to.tissue.mass_point_weights.push_back({one.handle, one.weight, {}});
        }
        to.tissue.mass_point_first.push_back(
            static_cast<std::uint32_t>(to.tissue.mass_point_weights.size()));
        for (const weights::bone_weight& one : from.joints.of(node)) {
            to.tissue.mass_point_joints.push_back(
                {static_cast<std::uint32_t>(one.bone), one.weight});
        }
        to.tissue.mass_point_joint_first.push_back(
            static_cast<std::uint32_t>(to.tissue.mass_point_joints.size()));
    }
    to.figures.mass_points = chosen.nodes.size();
    to.figures.mass_point_error = chosen.mass_error;
    to.figures.drive_point_error = chosen.drive_error;
    to.figures.moment_point_error = chosen.moment_error;
}

} // namespace

void add_joints(std::span<const weights::bone_weight> row, std::size_t most,
                std::vector<joint_weight>& to) {
    std::vector<weights::bone_weight> largest(row.begin(), row.end());
    std::stable_sort(largest.begin(), largest.end(),
                     [](const auto& a, const auto& b) { return a.weight > b.weight; });
    largest.resize(std::min(largest.size(), most));
    std::sort(largest.begin(), largest.end(),
              [](const auto& a, const auto& b) { return a.bone < b.bone; });
    double sum = 0;
    for (const weights::bone_weight& one : largest) {
        sum += one.weight;
    }
    for (const weights::bone_weight& one : largest) {
        to.push_back({static_cast<std::uint32_t>(one.bone), one.weight / sum});
    }
}

std::optional<error> finish_tissue(const flesh_parts& from, const tissue_options& options,
                                   tissue_bake& to) {
    const error stopped = {errors::cancelled, "the bake was cancelled"};
    if (!goes_on(options, "cubature", 0.75)) {
        return stopped;
    }
    if (std::optional<error> wrong = add_cubature(from, options, to)) {
        return wrong;
    }
    if (!goes_on(options, "mass and modes", 0.85)) {
        return stopped;
    }
    std::vector<double> node_mass = node_volumes_of(from.mesh);
    for (double& one : node_mass) {
        to.figures.volume += one;
        one *= options.material.density;
        to.figures.mass += one;
    }
    to.tissue.mass = reduce_mass(from.weights, node_mass);
    to.tissue.drive = drive_terms(from.mesh, from.weights, node_mass, from.joints);
    const std::size_t handles = to.tissue.handles.size();
    result<flesh_modes> modes = find_modes(to.tissue.full_stiffness, to.tissue.mass,
                                           options.modes > 0 ? options.modes : 2 * handles);
    if (!modes) {
        return modes.error();
    }
    to.tissue.modes = std::move(modes->shapes);
    to.tissue.mode_rates = std::move(modes->rates);
    to.figures.lowest_hertz = to.tissue.mode_rates.front() / (2 * 3.14159265358979323846);
    if (!goes_on(options, "mass points", 0.9)) {
        return stopped;
    }
    add_mass_points(from, node_mass, to);
    to.tissue.probes = choose_probes(from.skin, to.tissue.vertex_first, to.tissue.handles,
                                     probes_per_handle * handles);
    to.figures.probes = to.tissue.probes.size();
    return goes_on(options, "mass points", 1) ? std::nullopt : std::optional<error>(stopped);
}

} // namespace jounce::tissue
