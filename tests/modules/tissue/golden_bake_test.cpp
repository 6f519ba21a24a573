// Lattice, bone nodes, mass, drive and modes against the golden cases; and whole bakes of their skin.

#include "golden_case.hpp"

#include <jounce/modules/tissue/bake_tissue.hpp>
#include <jounce/modules/tissue/bone_nodes.hpp>
#include <jounce/modules/tissue/elasticity.hpp>
#include <jounce/modules/tissue/mass_points.hpp>
#include <jounce/modules/tissue/reduce_mass.hpp>
#include <jounce/modules/tissue/tetrahedralise.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::tissue;
using jounce::test::golden_case;
using jounce::test::largest_error;

namespace {

weights::weight_table table(const std::vector<double>& dense, std::size_t bones) {
    weights::weight_table out;
    for (std::size_t at = 0; at < dense.size(); at += bones) {
        std::vector<weights::bone_weight> row;
        for (std::size_t b = 0; b < bones; ++b) {
            if (dense[at + b] > 0) {
                row.push_back({static_cast<std::int32_t>(b), dense[at + b]});
            }
        }
        out.add(row);
    }
    return out;
}

std::vector<weights::bone_segment> bones_of(const golden_case& from) {
    const std::vector<vec3<double>> joints = from.vectors("joints");
    std::vector<weights::bone_segment> out;
    for (std::size_t b = 0; b + 1 < joints.size(); ++b) {
        out.push_back({static_cast<std::int32_t>(b), joints[b], joints[b + 1]});
    }
    return out;
}

/// The skin of a case, ready to be baked.
struct golden_skin {
    explicit golden_skin(const golden_case& from)
        : positions(from.vectors("skin")), triangles(from.indices("faces")),
          joints(table(from.doubles("skin_skin_weights"), 3)), bones(bones_of(from)) {
        mesh = {{positions, triangles}, &joints, 3};
    }

    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles;
    weights::weight_table joints;
    std::vector<weights::bone_segment> bones;
    tissue_mesh mesh;
};

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

} // namespace

TEST_CASE("the lattice over a skin is that of the golden cases", "[tissue]") {
    const golden_case from(GENERATE("limb_shaken", "limb_pressed"));
    const golden_skin given(from);
    const auto skin = take_skin(given.mesh, hole_rule::refuse, {}, {"skin"});
    REQUIRE(skin);
    CHECK(skin->crossing_edges == 0);
    const auto made = tetrahedralise(*skin, from.json.at("body").at("cell").get<double>());
    REQUIRE(made);
    // The model filled the smooth body that the skin samples: its lattice has the cubes of ours, and some more.
    const tet_mesh wanted = from.mesh();
    std::map<std::array<long, 3>, std::uint32_t> node_at;
    const auto key = [](const vec3<double>& p) {
        return std::array{std::lround(p.x * 1e9), std::lround(p.y * 1e9), std::lround(p.z * 1e9)};
    };
    for (std::uint32_t n = 0; n < wanted.nodes.size(); ++n) {
        node_at[key(wanted.nodes[n])] = n;
    }
    std::vector<std::uint32_t> golden_node;
    for (const vec3<double>& at : made->mesh.nodes) {
        REQUIRE(node_at.count(key(at)) == 1);
        golden_node.push_back(node_at[key(at)]);
    }
    CHECK(std::is_sorted(golden_node.begin(), golden_node.end()));
    const std::set<tetrahedron> golden_tets(wanted.tets.begin(), wanted.tets.end());
    double filled = 0;
    for (std::size_t t = 0; t < made->mesh.tets.size(); ++t) {
        tetrahedron named = made->mesh.tets[t];
        for (std::uint32_t& node : named) {
            node = golden_node[node];
        }
        CHECK(golden_tets.count(named) == 1);
        const double volume = shape_of(made->mesh, t).volume;
        CHECK(volume > 0);
        filled += volume * made->mesh.fill[t];
    }
    CHECK(made->mesh.tets.size() > wanted.tets.size() * 9 / 10);
    CHECK(std::abs(filled / skin->volume - 1) < 0.01);
    CHECK(made->overlap == 0);
    CHECK(made->bridges == 0);
    const auto held = find_bone_nodes(made->mesh, *skin, given.bones, 0.012);
    REQUIRE(held);
    std::vector<std::uint32_t> found;
    for (const std::uint32_t node : held->nodes) {
        found.push_back(golden_node[node]);
    }
    CHECK(found == from.indices("bone_nodes"));
}

TEST_CASE("mass, drive and modes are those of the golden cases", "[tissue]") {
    const golden_case from(GENERATE("limb_shaken", "limb_pressed"));
    const tet_mesh mesh = from.mesh();
    const node_weights weights = final_weights(from);
    std::vector<double> node_mass = node_volumes_of(mesh);
    for (double& one : node_mass) {
        one *= 1000;
    }
    CHECK(largest_error(node_mass, from.doubles("node_mass")) < 1e-9);
    const std::vector<double> mass = reduce_mass(weights, node_mass);
    UNSCOPED_INFO("reduced_mass " << largest_error(mass, from.doubles("reduced_mass")));
    CHECK(largest_error(mass, from.doubles("reduced_mass")) < 1e-9);
    const weights::weight_table joints = table(from.doubles("node_skin_weights"), 3);
    std::vector<double> drive(weights.handle_count * 12, 0);
    for (const drive_term& one : drive_terms(mesh, weights, node_mass, joints)) {
        for (std::size_t i = 0; i < 4; ++i) {
            drive[(one.handle * 3 + one.joint) * 4 + i] = one.moment[i];
        }
    }
    UNSCOPED_INFO("drive " << largest_error(drive, from.doubles("drive")));
    CHECK(largest_error(drive, from.doubles("drive")) < 1e-9);

    // Modes solve the equation that defines them.
    const std::vector<double> stiffness = from.doubles("stiffness_at_rest");
    const auto modes = find_modes(stiffness, mass, 10);
    REQUIRE(modes);
    const std::size_t size = 3 * weights.handle_count;
    for (std::size_t m = 0; m < 10; ++m) {
        const double* v = modes->shapes.data() + m * size;
        double unity = 0;
        for (std::size_t i = 0; i < size; ++i) {
            double left = 0, right = 0;
            for (std::size_t j = 0; j < size; ++j) {
                left += stiffness[i * size + j] * v[j];
                right += i % 3 == j % 3 ? mass[i / 3 * weights.handle_count + j / 3] * v[j] : 0;
            }
            unity += v[i] * right;
            CHECK(std::abs(left - modes->rates[m] * modes->rates[m] * right) < 1e-6);
        }
        CHECK(std::abs(unity - 1) < 1e-10);
        CHECK((m == 0 || modes->rates[m] >= modes->rates[m - 1]));
    }

    const chosen_masses chosen =
        choose_mass_points(mesh, weights, node_mass, joints, 12 * weights.handle_count);
    UNSCOPED_INFO(chosen.nodes.size() << " mass points: mass " << chosen.mass_error << ", drive "
                                      << chosen.drive_error << ", moments " << chosen.moment_error);
    CHECK(chosen.mass_error < 0.05);
    CHECK(chosen.drive_error < 0.03);
    CHECK(chosen.moment_error < 0.01);
    double sum = 0, whole = 0;
    for (const double one : chosen.mass) {
        sum += one;
    }
    for (const double one : node_mass) {
        whole += one;
    }
    CHECK(std::abs(sum / whole - 1) < 0.01);
}

TEST_CASE("modes of the golden cubature have the golden rates", "[tissue]") {
    const golden_case from("limb_shaken");
    const tet_mesh mesh = from.mesh();
    const node_weights weights = final_weights(from);
    const std::vector<std::uint32_t> tets = from.indices("cubature_tets");
    const std::vector<double> volumes = from.doubles("cubature_weight");
    std::vector<strain_sample> points;
    for (std::size_t p = 0; p < tets.size(); ++p) {
        points.push_back({handles_of(mesh, weights, tets[p], shape_of(mesh, tets[p])), volumes[p]});
    }
    tissue_material material;
    const std::vector<double> stiffness =
        rest_stiffness_of(points, constants_of(material), weights.handle_count);
    const auto modes = find_modes(stiffness, from.doubles("reduced_mass"), 6);
    REQUIRE(modes);
    std::vector<double> hertz;
    for (const double rate : modes->rates) {
        hertz.push_back(rate / (2 * std::numbers::pi));
    }
    CHECK(largest_error(hertz, from.json.at("modal_lowest_hz").get<std::vector<double>>()) < 1e-9);
}

TEST_CASE("a whole bake holds what section 8 asks for", "[tissue]") {
    const golden_case from("limb_shaken");
    const golden_skin given(from);
    tissue_options options;
    options.handles = 24;
    options.cell = 0.034;
    options.bone_radius = 0.012;
    const auto baked = bake_tissue(given.mesh, given.bones, options);
    REQUIRE(baked);
    const tissue_figures& f = baked->figures;
    UNSCOPED_INFO(
        "affine " << f.affine_error << " unity " << f.unity_error << " range " << f.least_weight
                  << ".." << f.largest_weight << " energy " << f.energy_error << " (at most "
                  << f.largest_energy_error << ") gradient rough " << f.rough_gradient_error
                  << " smooth " << f.smooth_gradient_error << " stiffness " << f.stiffness_error
                  << " hertz " << f.lowest_hertz << " mass points " << f.mass_points << " "
                  << f.mass_point_error << " " << f.drive_point_error << " " << f.moment_point_error
                  << " handles per node " << f.node_handles << " vertex " << f.vertex_handles
                  << " at most " << f.most_vertex_handles << " point at most "
                  << f.most_point_handles << " loss " << f.vertex_loss << " volume sum "
                  << f.cubature_volume_error);
    CHECK(f.affine_error < 1e-10);
    CHECK(f.unity_error < 1e-10);
    CHECK(f.least_weight > -0.35);
    CHECK(f.largest_weight < 1.1);
    CHECK(f.negative_points == 0);
    CHECK(f.stiffness_error < 0.1);
    CHECK(f.energy_error < 0.06);
    CHECK(std::abs(f.volume / 0.01788761676280211 - 1) < 0.01); // of the skin
    CHECK(std::abs(f.mass - 1000 * f.volume) < 1e-9);
    CHECK(f.lowest_hertz > 2);
    CHECK(baked->tissue.handles.size() == 24);
    CHECK(baked->tissue.vertex_first.size() == given.positions.size() + 1);
    CHECK(baked->warnings.empty());
    double area = 0;
    for (const contact_probe& one : baked->tissue.probes) {
        area += one.area;
    }
    CHECK(area > 0.1);

    options.cubature = cubature_method::interpolated;
    const auto smooth = bake_tissue(given.mesh, given.bones, options);
    REQUIRE(smooth);
    CHECK(std::abs(smooth->figures.cubature_volume_error) < 1e-12);
    CHECK(smooth->figures.energy_error > f.energy_error);
}
