#include "golden_case.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/biharmonic.hpp>
#include <jounce/modules/tissue/cubature.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace jounce;
using namespace jounce::tissue;
using jounce::test::golden_case;
using jounce::test::largest_error;

namespace {

/// The weights of a case in its own sparse form.
node_weights final_weights(const golden_case& from) {
    node_weights out;
    out.first = from.indices("weight_first");
    out.handle_count = from.indices("handles").size();
    const std::vector<std::uint32_t> handles = from.indices("weight_handle");
    const std::vector<double> values = from.doubles("weight_value");
    for (std::size_t i = 0; i < handles.size(); ++i) {
        out.entries.push_back({handles[i], values[i]});
    }
    return out;
}

std::vector<double> node_volumes(const tet_mesh& mesh) {
    std::vector<double> out(mesh.nodes.size(), 0);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        for (const std::uint32_t node : mesh.tets[t]) {
            out[node] += shape_of(mesh, t).volume * mesh.fill[t] / 4;
        }
    }
    return out;
}

tissue_material material_of(const golden_case& from) {
    tissue_material out;
    out.young = from.json.at("tissue").at("young").get<double>();
    return out;
}

std::vector<strain_sample> samples(const golden_case& from, const tet_mesh& mesh) {
    const node_weights weights = final_weights(from);
    std::vector<strain_sample> out;
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        const tet_shape shape = shape_of(mesh, t);
        out.push_back({handles_of(mesh, weights, t, shape), shape.volume * mesh.fill[t]});
    }
    return out;
}

} // namespace

TEST_CASE("weights of handles are those of the golden cases", "[tissue]") {
    const golden_case from(GENERATE("limb_shaken", "limb_pressed"));
    const tet_mesh mesh = from.mesh();
    const std::vector<std::uint32_t> handles = from.indices("handles");
    const std::vector<std::uint32_t> bones = from.indices("bone_nodes");
    const auto raw = biharmonic_weights(mesh, facets_of(mesh), bones, handles, {}, {"weights"});
    REQUIRE(raw);
    UNSCOPED_INFO("affine " << raw->affine_error << ", unity " << raw->unity_error);
    CHECK(raw->affine_error < 1e-10);
    CHECK(raw->unity_error < 1e-10);
    const std::size_t step = std::max<std::size_t>(1, mesh.nodes.size() / 64);
    std::vector<double> probe;
    for (std::size_t n = 0; n < mesh.nodes.size(); n += step) {
        for (std::size_t h = 0; h < handles.size(); ++h) {
            probe.push_back(raw->values[n * handles.size() + h]);
        }
    }
    const double probe_error = largest_error(probe, from.doubles("weight_raw_probe"));
    UNSCOPED_INFO("weight_raw_probe " << probe_error);
    CHECK(probe_error < 1e-9);
    for (std::size_t h = 0; h < handles.size(); ++h) {
        for (std::size_t other = 0; other < handles.size(); ++other) {
            CHECK(raw->values[handles[other] * handles.size() + h] == (h == other ? 1 : 0));
        }
        for (const std::uint32_t bone : bones) {
            CHECK(raw->values[bone * handles.size() + h] == 0);
        }
    }
    const node_weights cut = cut_weights(raw->values, handles.size());
    const node_weights wanted = final_weights(from);
    CHECK(cut.first == wanted.first);
    std::vector<double> found, values;
    REQUIRE(cut.entries.size() == wanted.entries.size());
    for (std::size_t i = 0; i < cut.entries.size(); ++i) {
        CHECK(cut.entries[i].handle == wanted.entries[i].handle);
        found.push_back(cut.entries[i].weight);
        values.push_back(wanted.entries[i].weight);
    }
    UNSCOPED_INFO("weight_value " << largest_error(found, values));
    CHECK(largest_error(found, values) < 1e-9);
    // limb_pressed itself goes down to -0.315.
    CHECK(*std::min_element(found.begin(), found.end()) > -0.35);
    CHECK(*std::max_element(found.begin(), found.end()) < 1.1);
}

TEST_CASE("cubature is that of the golden cases", "[tissue]") {
    const golden_case from(GENERATE("limb_shaken", "limb_pressed"));
    const tet_mesh mesh = from.mesh();
    const std::vector<tet_facet> facets = facets_of(mesh);
    const std::vector<std::uint32_t> points = from.indices("cubature_tets");
    const double volume = from.json.at("volume").get<double>();
    // Later ones are a matter of rounding: a lattice has many that are equally far.
    std::vector<std::uint32_t> every_tet(mesh.tets.size());
    std::iota(every_tet.begin(), every_tet.end(), 0U);
    const std::vector<std::uint32_t> own = choose_cubature(mesh, every_tet, points.size());
    CHECK(own.size() == points.size());
    CHECK(std::equal(own.begin(), own.begin() + 20, points.begin()));

    const auto smooth = interpolated_volumes(mesh, facets, node_volumes(mesh), points);
    REQUIRE(smooth);
    const double off = largest_error(*smooth, from.doubles("cubature_weight_interpolated"));
    double sum = 0;
    for (const double one : *smooth) {
        sum += one;
    }
    UNSCOPED_INFO("interpolated " << off << ", sum " << sum / volume - 1);
    CHECK(off < 1e-9);
    CHECK(std::abs(sum / volume - 1) < 1e-12);

    const flesh_constants flesh = constants_of(material_of(from));
    CHECK(std::abs(flesh.mu / from.json.at("mu").get<double>() - 1) < 1e-14);
    CHECK(std::abs(flesh.lambda / from.json.at("lambda").get<double>() - 1) < 1e-14);
    const std::vector<strain_sample> all = samples(from, mesh);
    const std::size_t handles = from.indices("handles").size();
    const std::vector<double> stiffness = rest_stiffness_of(all, flesh, handles);
    const double stiffness_error = largest_error(stiffness, from.doubles("stiffness_at_rest"));
    UNSCOPED_INFO("stiffness_at_rest " << stiffness_error);
    CHECK(stiffness_error < 1e-9);

    std::vector<strain_sample> chosen;
    for (const std::uint32_t tet : points) {
        chosen.push_back(all[tet]);
    }
    const std::vector<double> fitted = fitted_volumes(chosen, flesh, stiffness, handles, volume);
    const std::vector<double> wanted = from.doubles("cubature_weight");
    UNSCOPED_INFO("cubature_weight " << largest_error(fitted, wanted));
    CHECK(largest_error(fitted, wanted) < 1e-9);
    CHECK(*std::min_element(fitted.begin(), fitted.end()) >= 0);
}

TEST_CASE("energy and its slope are those of the golden cases", "[tissue]") {
    const golden_case from(GENERATE("limb_shaken", "limb_pressed"));
    const tet_mesh mesh = from.mesh();
    const flesh_constants flesh = constants_of(material_of(from));
    const std::vector<strain_sample> all = samples(from, mesh);
    const std::vector<std::uint32_t> points = from.indices("cubature_tets");
    const std::vector<double> volumes = from.doubles("cubature_weight");
    std::vector<strain_sample> chosen;
    for (std::size_t p = 0; p < points.size(); ++p) {
        chosen.push_back({all[points[p]].handles, volumes[p]});
    }
    const std::size_t handles = from.indices("handles").size();
    const std::vector<vec3<double>> shifts = from.vectors("probe_phi");
    std::vector<double> energy, every, slopes;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::span<const vec3<double>> shift(shifts.data() + i * handles, handles);
        std::vector<vec3<double>> slope(handles);
        energy.push_back(elastic_energy(chosen, flesh, shift, slope));
        every.push_back(elastic_energy(all, flesh, shift, {}));
        for (const vec3<double>& one : slope) {
            slopes.insert(slopes.end(), {one.x, one.y, one.z});
        }
    }
    UNSCOPED_INFO("probe_energy " << largest_error(energy, from.doubles("probe_energy")) << ", all "
                                  << largest_error(every, from.doubles("probe_energy_all_tets"))
                                  << ", gradient "
                                  << largest_error(slopes, from.doubles("probe_gradient")));
    CHECK(largest_error(energy, from.doubles("probe_energy")) < 1e-9);
    CHECK(largest_error(every, from.doubles("probe_energy_all_tets")) < 1e-9);
    CHECK(largest_error(slopes, from.doubles("probe_gradient")) < 1e-9);
}

TEST_CASE("slope and Hessian of the energy are what differences say", "[tissue]") {
    const golden_case from(GENERATE("limb_shaken", "limb_pressed"));
    const std::vector<strain_sample> all = samples(from, from.mesh());
    const flesh_constants flesh = constants_of(material_of(from));
    const std::vector<std::uint32_t> points = from.indices("cubature_tets");
    const std::vector<double> volumes = from.doubles("cubature_weight");
    std::vector<strain_sample> chosen;
    for (std::size_t p = 0; p < points.size(); ++p) {
        chosen.push_back({all[points[p]].handles, volumes[p]});
    }
    const std::size_t handles = from.indices("handles").size();
    const std::vector<vec3<double>> shifts = from.vectors("probe_phi");
    const std::vector<vec3<double>> way = from.vectors("probe_direction");
    const auto moved = [&](double by, std::vector<vec3<double>>& slope) {
        std::vector<vec3<double>> at(shifts.end() - static_cast<std::ptrdiff_t>(handles),
                                     shifts.end());
        for (std::size_t h = 0; h < handles; ++h) {
            at[h] = at[h] + by * way[h];
        }
        slope.assign(handles, {});
        return elastic_energy(chosen, flesh, at, slope);
    };
    std::vector<vec3<double>> slope, one;
    moved(0, slope);
    // Differences of fourth order.
    const double by = 1e-4;
    const std::pair<double, double> places[] = {{1, 8}, {-1, -8}, {2, -1}, {-2, 1}};
    double rise = 0;
    std::vector<double> bent(3 * handles);
    for (const auto& [place, share] : places) {
        rise += share / (12 * by) * moved(place * by, one);
        for (std::size_t h = 0; h < handles; ++h) {
            bent[3 * h] += share / (12 * by) * one[h].x;
            bent[3 * h + 1] += share / (12 * by) * one[h].y;
            bent[3 * h + 2] += share / (12 * by) * one[h].z;
        }
    }
    double wanted = 0;
    for (std::size_t h = 0; h < handles; ++h) {
        wanted += dot(slope[h], way[h]);
    }
    const double off =
        largest_error(bent, from.doubles("probe_hessian_times_direction_unprojected"));
    UNSCOPED_INFO("slope " << rise / wanted - 1 << ", Hessian " << off);
    CHECK(std::abs(rise / wanted - 1) < 1e-7);
    CHECK(off < 1e-7);
}
