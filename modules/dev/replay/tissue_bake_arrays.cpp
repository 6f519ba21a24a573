#include <jounce/modules/dev/replay/tissue_bake_arrays.hpp>

#include <jounce/modules/dev/replay/limits.hpp>

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace jounce::replay {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using row_major = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The lattice of a case: nodes, tetrahedra and the weights of handles at the nodes.
struct lattice {
    golden_array nodes, tets, first, handle, value;

    std::size_t node(std::size_t tet, std::size_t corner) const {
        return static_cast<std::size_t>(tets.values[4 * tet + corner]);
    }
    Vector3d place(std::size_t n) const {
        return {nodes.values[3 * n], nodes.values[3 * n + 1], nodes.values[3 * n + 2]};
    }
};

/// Every number of an array is an index below a limit.
void check_indices(const json::value& arrays, const golden_array& array, std::size_t limit) {
    for (const double one : array.values) {
        if (!(one >= 0 && one < static_cast<double>(limit) && one == std::floor(one))) {
            arrays[array.name].fail(errors::out_of_range,
                                    "has the index " + std::to_string(one) + ", 0 to " +
                                        std::to_string(limit) +
                                        " without it are there; write the case again");
            return;
        }
    }
}

/// Weights of handles at a point of a tetrahedron, and their gradients.
std::vector<tissue::handle_weight> weights_in(const lattice& in, std::size_t tet,
                                              const double* share, std::size_t handles) {
    Eigen::Matrix3d edges;
    for (int k = 0; k < 3; ++k) {
        edges.row(k) =
            (in.place(in.node(tet, static_cast<std::size_t>(k) + 1)) - in.place(in.node(tet, 0)))
                .transpose();
    }
    Eigen::Matrix<double, 3, 4> gradient;
    gradient.rightCols<3>() = edges.inverse();
    gradient.col(0) = -gradient.rightCols<3>().rowwise().sum();
    std::vector<tissue::handle_weight> out;
    std::vector<std::size_t> place(handles, handles);
    for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t n = in.node(tet, k);
        const std::size_t end = static_cast<std::size_t>(in.first.values[n + 1]);
        for (std::size_t w = static_cast<std::size_t>(in.first.values[n]); w < end; ++w) {
            const std::size_t h = static_cast<std::size_t>(in.handle.values[w]);
            if (place[h] == handles) {
                place[h] = out.size();
                out.push_back({static_cast<std::uint32_t>(h), 0, {}});
            }
            tissue::handle_weight& to = out[place[h]];
            const double value = in.value.values[w];
            const Vector3d g = value * gradient.col(static_cast<Eigen::Index>(k));
            to.weight += share[k] * value;
            to.gradient = {to.gradient.x + g.x(), to.gradient.y + g.y(), to.gradient.z + g.z()};
        }
    }
    return out;
}

Vector3d vector_of(const vec3<double>& v) { return {v.x, v.y, v.z}; }

/// Adds a point's part of the stiffness at rest.
void add_stiffness(const std::vector<tissue::handle_weight>& weights, double volume, double mu,
                   double lambda, MatrixXd& to) {
    for (const tissue::handle_weight& a : weights) {
        for (const tissue::handle_weight& b : weights) {
            const Vector3d ga = vector_of(a.gradient);
            const Vector3d gb = vector_of(b.gradient);
            to.block<3, 3>(3 * a.handle, 3 * b.handle) +=
                volume * (mu * ga.dot(gb) * Eigen::Matrix3d::Identity() + mu * gb * ga.transpose() +
                          (lambda - mu) * ga * gb.transpose());
        }
    }
}

/// Every node is a mass point of its own.
void take_nodes(const lattice& in, const golden_array& mass, const golden_array& joints,
                tissue::baked_tissue& to) {
    const std::size_t bones = joints.shape[1];
    to.mass_point_first = {0};
    to.mass_point_joint_first = {0};
    for (std::size_t n = 0; n < mass.values.size(); ++n) {
        to.mass_points.push_back({in.nodes.vector_at(3 * n), mass.values[n]});
        const std::size_t end = static_cast<std::size_t>(in.first.values[n + 1]);
        for (std::size_t w = static_cast<std::size_t>(in.first.values[n]); w < end; ++w) {
            to.mass_point_weights.push_back(
                {static_cast<std::uint32_t>(in.handle.values[w]), in.value.values[w], {}});
        }
        for (std::size_t b = 0; b < bones; ++b) {
            if (const double share = joints.values[n * bones + b]; share != 0) {
                to.mass_point_joints.push_back({static_cast<std::uint32_t>(b), share});
            }
        }
        to.mass_point_first.push_back(static_cast<std::uint32_t>(to.mass_point_weights.size()));
        to.mass_point_joint_first.push_back(
            static_cast<std::uint32_t>(to.mass_point_joints.size()));
    }
}

void take_modes(const MatrixXd& stiffness, tissue::baked_tissue& to) {
    const Eigen::Index handles = static_cast<Eigen::Index>(to.handles.size());
    MatrixXd mass = MatrixXd::Zero(3 * handles, 3 * handles);
    for (Eigen::Index a = 0; a < handles; ++a) {
        for (Eigen::Index b = 0; b < handles; ++b) {
            mass.block<3, 3>(3 * a, 3 * b)
                .diagonal()
                .setConstant(to.mass[static_cast<std::size_t>(a * handles + b)]);
        }
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> found(stiffness, mass);
    for (Eigen::Index m = 0; m < stiffness.cols(); ++m) {
        to.mode_rates.push_back(std::sqrt(std::max(found.eigenvalues()[m], 0.0)));
        for (Eigen::Index r = 0; r < stiffness.rows(); ++r) {
            to.modes.push_back(found.eigenvectors()(r, m));
        }
    }
}

} // namespace

tissue::baked_tissue read_bake(const json::value& root, std::int64_t bones, std::int64_t handles) {
    const json::value arrays = root["arrays"];
    json::reading& shared = root.document().shared();
    lattice in;
    in.nodes = read_typed_array(arrays, "nodes", {any_length, 3});
    in.tets = read_typed_array(arrays, "tets", {any_length, 4});
    const std::int64_t nodes = shared.ok() ? static_cast<std::int64_t>(in.nodes.shape[0]) : 0;
    in.first = read_typed_array(arrays, "weight_first", {nodes + 1});
    in.handle = read_typed_array(arrays, "weight_handle", {any_length});
    const std::int64_t entries = static_cast<std::int64_t>(in.handle.values.size());
    in.value = read_typed_array(arrays, "weight_value", {entries});
    const golden_array handle_nodes = read_typed_array(arrays, "handles", {handles});
    const golden_array joints = read_typed_array(arrays, "node_skin_weights", {nodes, bones});
    const golden_array masses = read_typed_array(arrays, "node_mass", {nodes});
    const golden_array points = read_typed_array(arrays, "cubature_tets", {any_length});
    const golden_array volumes = read_typed_array(
        arrays, "cubature_weight", {static_cast<std::int64_t>(points.values.size())});
    const golden_array drive = read_typed_array(arrays, "drive", {handles, bones, 4});
    const golden_array skin_tet = read_typed_array(arrays, "skin_tet", {any_length});
    const golden_array skin_share = read_typed_array(
        arrays, "skin_barycentric", {static_cast<std::int64_t>(skin_tet.values.size()), 4});
    tissue::baked_tissue out;
    out.mass = read_typed_array(arrays, "reduced_mass", {handles, handles}).values;
    out.full_stiffness =
        read_typed_array(arrays, "stiffness_at_rest", {3 * handles, 3 * handles}).values;
    if (shared.ok()) {
        check_indices(arrays, in.tets, static_cast<std::size_t>(nodes));
        check_indices(arrays, in.handle, static_cast<std::size_t>(handles));
        check_indices(arrays, in.first, static_cast<std::size_t>(entries) + 1);
        check_indices(arrays, handle_nodes, static_cast<std::size_t>(nodes));
        check_indices(arrays, points, in.tets.shape[0]);
        check_indices(arrays, skin_tet, in.tets.shape[0]);
    }
    if (!shared.ok()) {
        return out;
    }
    const std::size_t count = static_cast<std::size_t>(handles);
    const std::size_t joint_count = static_cast<std::size_t>(bones);
    out.joint_count = static_cast<std::uint32_t>(bones);
    out.handle_joint_first = {0};
    for (std::size_t h = 0; h < count; ++h) {
        const std::size_t n = static_cast<std::size_t>(handle_nodes.values[h]);
        out.handles.push_back(in.nodes.vector_at(3 * n));
        for (std::size_t b = 0; b < joint_count; ++b) {
            const std::uint32_t joint = static_cast<std::uint32_t>(b);
            if (const double share = joints.values[n * joint_count + b]; share != 0) {
                out.handle_joints.push_back({joint, share});
            }
            const double* c = drive.values.data() + (h * joint_count + b) * 4;
            out.drive.push_back({static_cast<std::uint32_t>(h), joint, {c[0], c[1], c[2], c[3]}});
        }
        out.handle_joint_first.push_back(static_cast<std::uint32_t>(out.handle_joints.size()));
        out.handle_bounds.push_back(1e3); // the record has none
    }
    const double mu = root["mu"].number();
    const double lambda = root["lambda"].number();
    out.material.alpha = root.has("alpha") ? root["alpha"].number() : 0;
    out.material.young = root["tissue"]["young"].number();
    MatrixXd stiffness = MatrixXd::Zero(3 * handles, 3 * handles);
    out.cubature_first = {0};
    const double centre[4] = {0.25, 0.25, 0.25, 0.25};
    for (std::size_t p = 0; p < points.values.size(); ++p) {
        const auto list = weights_in(in, static_cast<std::size_t>(points.values[p]), centre, count);
        out.cubature.push_back({{}, volumes.values[p]});
        add_stiffness(list, volumes.values[p], mu, lambda, stiffness);
        out.cubature_weights.insert(out.cubature_weights.end(), list.begin(), list.end());
        out.cubature_first.push_back(static_cast<std::uint32_t>(out.cubature_weights.size()));
    }
    const row_major by_rows = stiffness;
    out.rest_stiffness.assign(by_rows.data(), by_rows.data() + by_rows.size());
    take_modes(stiffness, out);
    take_nodes(in, masses, joints, out);
    out.vertex_first = {0};
    for (std::size_t v = 0; v < skin_tet.values.size(); ++v) {
        const auto list = weights_in(in, static_cast<std::size_t>(skin_tet.values[v]),
                                     skin_share.values.data() + 4 * v, count);
        out.vertex_weights.insert(out.vertex_weights.end(), list.begin(), list.end());
        out.vertex_first.push_back(static_cast<std::uint32_t>(out.vertex_weights.size()));
    }
    return out;
}

} // namespace jounce::replay
