// What the golden arrays say of the matrix of a step, and of inertia.

#include "modules/tissue/golden_case.hpp"
#include "systems/tissue/loose_limb.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <vector>

namespace {

using namespace jounce;
using namespace jounce::test;
using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using by_rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using affine34 = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

MatrixXd matrix_of(const std::vector<double>& from, Index rows) {
    return Eigen::Map<const by_rows>(from.data(), rows, static_cast<Index>(from.size()) / rows);
}

Matrix3d nearest_turn(const Matrix3d& m) {
    const Eigen::JacobiSVD<Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return svd.matrixU() * svd.matrixV().transpose();
}

/// The recorded motion of a limb, with every node.
struct recorded_motion {
    explicit recorded_motion(const golden_case& from)
        : nodes(matrix_of(from.doubles("nodes"), count_of(from, "nodes"))),
          shares(matrix_of(from.doubles("node_skin_weights"), nodes.rows())),
          node_mass(from.doubles("node_mass")), handles(from.indices("handles")),
          weights(MatrixXd::Zero(nodes.rows(), static_cast<Index>(handles.size()))),
          matrices(from.doubles("bone_matrices")), phi(from.doubles("phi")) {
        const auto first = from.indices("weight_first");
        const auto handle = from.indices("weight_handle");
        const auto value = from.doubles("weight_value");
        for (std::size_t n = 0; n + 1 < first.size(); ++n) {
            for (std::size_t i = first[n]; i < first[n + 1]; ++i) {
                weights(static_cast<Index>(n), handle[i]) = value[i];
            }
        }
    }
    static Index count_of(const golden_case& from, const char* array) {
        return from.json.at("arrays").at(array).at("shape").at(0).get<Index>();
    }

    Index bones() const { return shares.cols(); }
    Index steps() const { return static_cast<Index>(matrices.size()) / (12 * bones()); }
    /// At the end of a step; before the first one all stood still.
    affine34 bone(Index step, Index b) const {
        return Eigen::Map<const affine34>(matrices.data() +
                                          12 * (std::max<Index>(step, 0) * bones() + b));
    }
    MatrixXd displacement(Index step) const {
        const Index count = static_cast<Index>(handles.size());
        return step < 0
                   ? MatrixXd::Zero(count, 3)
                   : MatrixXd(Eigen::Map<const by_rows>(phi.data() + 3 * count * step, count, 3));
    }
    affine34 blend(Index step, Index node) const {
        affine34 out = affine34::Zero();
        for (Index b = 0; b < bones(); ++b) {
            out += shares(node, b) * bone(step, b);
        }
        return out;
    }
    Matrix3d turn(Index step, Index handle) const {
        return nearest_turn(
            blend(step, static_cast<Index>(handles[static_cast<std::size_t>(handle)]))
                .leftCols<3>());
    }
    Vector3d place(Index step, Index node) const {
        const Vector3d rest = nodes.row(node).transpose() +
                              displacement(step).transpose() * weights.row(node).transpose();
        return blend(step, node) * rest.homogeneous();
    }

    MatrixXd nodes, shares;
    std::vector<double> node_mass;
    std::vector<std::uint32_t> handles;
    MatrixXd weights;
    std::vector<double> matrices, phi;
};

} // namespace

TEST_CASE("A step of Newton's method has the recorded slope and the recorded Hessian",
          "[tissue][golden]") {
    const char* name = GENERATE("limb_shaken", "limb_pressed");
    INFO(name);
    const golden_case from(name);
    replay::golden_tissue recorded = read_golden(name);
    std::fill(recorded.baked.handle_bounds.begin(), recorded.baked.handle_bounds.end(), 10.0);
    recorded.baked.material.alpha = 3;
    tissue_run_options run;
    run.tier = tissue_tier::newton;
    run.newton_steps = 1;
    loose_limb<double> limb(recorded.baked, run);
    limb.frame(); // the speed of its bones is known from here on
    const Index count = limb.set().handle_count;
    const std::vector<double> probes = from.doubles("probe_phi");
    const VectorXd start = Eigen::Map<const VectorXd>(probes.data() + 2 * 3 * count, 3 * count);
    for (Index h = 0; h < count; ++h) {
        const vec3<double> at = {start[3 * h], start[3 * h + 1], start[3 * h + 2]};
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(limb.state.handles[static_cast<std::size_t>(h)].now, lane, at);
            set_lane(limb.state.handles[static_cast<std::size_t>(h)].turned, lane, at);
        }
    }
    limb.frame();

    const double rate = 120;
    const MatrixXd mass = matrix_of(from.doubles("reduced_mass"), count);
    MatrixXd matrix = matrix_of(from.doubles("probe_hessian_projected"), 3 * count);
    matrix += recorded.baked.material.beta * rate *
              Eigen::Map<const by_rows>(limb.set().rest_stiffness.data(), 3 * count, 3 * count);
    for (Index a = 0; a < count; ++a) {
        for (Index b = 0; b < count; ++b) {
            matrix.block<3, 3>(3 * a, 3 * b).diagonal().array() +=
                mass(a, b) * (rate * rate + recorded.baked.material.alpha * rate);
        }
    }
    const std::vector<double> slopes = from.doubles("probe_gradient");
    const VectorXd slope = Eigen::Map<const VectorXd>(slopes.data() + 2 * 3 * count, 3 * count);
    const VectorXd step = matrix.llt().solve(slope);
    double error = 0;
    for (Index h = 0; h < count; ++h) {
        const vec3<double> now = limb.displacement(static_cast<std::size_t>(h));
        const Vector3d wanted = start.segment<3>(3 * h) - step.segment<3>(3 * h);
        error = std::max(error, (Vector3d(now.x, now.y, now.z) - wanted).norm());
    }
    INFO("error " << error << " of " << step.cwiseAbs().maxCoeff());
    CHECK(error < 1e-12 * step.cwiseAbs().maxCoeff());
}

TEST_CASE("Reduced inertia is that of all nodes", "[tissue][golden]") {
    const golden_case from("limb_shaken");
    const recorded_motion motion(from);
    const Index count = static_cast<Index>(motion.handles.size());
    const MatrixXd mass = matrix_of(from.doubles("reduced_mass"), count);
    const std::vector<double> drive = from.doubles("drive");
    double off = 0;
    double size = 0;
    for (Index step = 1; step < motion.steps(); step += 4) {
        MatrixXd whole = MatrixXd::Zero(count, 3);
        for (Index n = 0; n < motion.nodes.rows(); ++n) {
            const Vector3d second =
                motion.place(step, n) - 2 * motion.place(step - 1, n) + motion.place(step - 2, n);
            const Vector3d pulled = motion.blend(step, n).leftCols<3>().transpose() * second *
                                    motion.node_mass[static_cast<std::size_t>(n)];
            whole += motion.weights.row(n).transpose() * pulled.transpose();
        }
        MatrixXd changed(count, 3);
        MatrixXd push(count, 3);
        for (Index h = 0; h < count; ++h) {
            const Matrix3d turn = motion.turn(step, h);
            const Vector3d guess =
                2 * motion.turn(step - 1, h) * motion.displacement(step - 1).row(h).transpose() -
                motion.turn(step - 2, h) * motion.displacement(step - 2).row(h).transpose();
            changed.row(h) = motion.displacement(step).row(h) - guess.transpose() * turn;
            Vector3d sum = Vector3d::Zero();
            for (Index b = 0; b < motion.bones(); ++b) {
                sum +=
                    (motion.bone(step, b) - 2 * motion.bone(step - 1, b) +
                     motion.bone(step - 2, b)) *
                    Eigen::Map<const Eigen::Vector4d>(drive.data() + 4 * (h * motion.bones() + b));
            }
            push.row(h) = sum.transpose() * turn;
        }
        off += (mass * changed + push - whole).squaredNorm();
        size += whole.squaredNorm();
    }
    INFO("off by " << std::sqrt(off / size));
    CHECK(off < 0.01 * 0.01 * size);
    CHECK(off > 0);
}
