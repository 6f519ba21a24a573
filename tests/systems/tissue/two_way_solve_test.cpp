#include "systems/tissue/reactive_limb.hpp"

#include <Eigen/Dense>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace jounce;
using namespace jounce::test;
using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Vector3d vector_of(const vec3<double>& v) { return {v.x, v.y, v.z}; }

/// How shift and turn of a bone move a point beside its centre.
Eigen::Matrix<double, 3, 6> moved_by(const Vector3d& arm) {
    Eigen::Matrix<double, 3, 6> out;
    out.leftCols<3>() = Matrix3d::Identity();
    for (int k = 0; k < 3; ++k) {
        out.col(3 + k) = Vector3d::Unit(k).cross(arm);
    }
    return out;
}

/// The whole system of a step from rest, flesh and bones in one matrix, without a thought of its blocks.
struct whole_system {
    MatrixXd matrix;
    VectorXd force;

    whole_system(const basic_tissue_set<double>& set, const reactive_limb<double>& limb) {
        const double h = limb.seconds();
        const basic_reactive_set<double>& reactive = set.reactive;
        const Index flesh = 3 * set.handle_count;
        const Index count = flesh + 6 * static_cast<Index>(reactive.bones.size());
        matrix = MatrixXd::Zero(count, count);
        force = VectorXd::Zero(count);
        using rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        matrix.topLeftCorner(flesh, flesh) =
            (1 + set.beta / h) * Eigen::Map<const rows>(set.rest_stiffness.data(), flesh, flesh);
        for (std::size_t p = 0; p < reactive.points.size(); ++p) {
            const reactive_point<double>& point = reactive.points[p];
            MatrixXd j = MatrixXd::Zero(3, count);
            for (std::uint32_t i = 0; i < point.share_count; ++i) {
                const tissue_share<double>& share = reactive.shares[point.first_share + i];
                const Vector3d centre =
                    vector_of(reactive.bones[static_cast<std::size_t>(share.joint)].centre);
                j.middleCols<6>(flesh + 6 * share.joint) +=
                    share.weight * moved_by(vector_of(point.rest) - centre);
            }
            for (std::uint32_t i = 0; i < point.weight_count; ++i) {
                const tissue_weight<double>& w = reactive.weights[point.first_weight + i];
                j.middleCols<3>(3 * w.handle) = w.weight * Matrix3d::Identity();
            }
            matrix += point.mass / (h * h) * j.transpose() * j;
            force +=
                point.mass / h * j.transpose() * vector_of(get_lane(limb.state.velocities[p], 0));
            j.leftCols(flesh) *= reactive.flesh_gravity;
            j.rightCols(count - flesh) *= reactive.gravity;
            force += point.mass * j.transpose() * vector_of(get_lane(limb.options.gravity, 0));
        }
        for (std::size_t b = 1; b < reactive.bones.size(); ++b) {
            const reactive_bone<double>& bone = reactive.bones[b];
            const Index own = flesh + 6 * static_cast<Index>(b);
            const Vector3d anchor = vector_of(bone.anchor);
            MatrixXd j = MatrixXd::Zero(3, count);
            j.middleCols<6>(own) = moved_by(anchor - vector_of(bone.centre));
            j.middleCols<6>(own - 6) = -moved_by(anchor - vector_of(reactive.bones[b - 1].centre));
            matrix += bone.hold * j.transpose() * j;
            MatrixXd turn = MatrixXd::Zero(3, count);
            turn.middleCols<3>(own + 3) = Matrix3d::Identity();
            turn.middleCols<3>(own - 3) = -Matrix3d::Identity();
            matrix += (bone.turn + bone.turn_damping / h) * turn.transpose() * turn;
        }
    }
};

} // namespace

TEST_CASE("Flesh eliminated first gives the step of the whole system", "[tissue][two_way]") {
    reactive_options bones = free_bones();
    bones.gravity = 1;
    bones.flesh_gravity = 0.25;
    reactive_limb<double> limb(bones);
    set_lane(limb.options.gravity, 0, vec3<double>{2, -9, 1});
    limb.launch([](const vec3<double>& at) {
        return vec3<double>{0.1 * at.z, 0.05 + 0.2 * at.x * at.x, -0.1 * at.x};
    });
    const whole_system whole(limb.set(), limb);
    const VectorXd step = Eigen::PartialPivLU<MatrixXd>(whole.matrix).solve(whole.force);
    limb.frame();
    const Index flesh = 3 * limb.set().handle_count;
    double error = 0;
    for (Index h = 0; h < flesh / 3; ++h) {
        const vec3<double> now = get_lane(limb.state.handles[static_cast<std::size_t>(h)].now, 0);
        error = std::max(error, (vector_of(now) - step.segment<3>(3 * h)).norm());
    }
    for (Index b = 0; b < 3; ++b) {
        const bone_correction<double>& now = limb.state.bones[static_cast<std::size_t>(b)].now;
        const quat<double> q = get_lane(now.turn, 0);
        const Vector3d axis(q.x, q.y, q.z);
        const Vector3d turn = 2 * std::asin(axis.norm()) / axis.norm() * axis;
        error = std::max(
            error, (vector_of(get_lane(now.shift, 0)) - step.segment<3>(flesh + 6 * b)).norm());
        error = std::max(error, (turn - step.segment<3>(flesh + 6 * b + 3)).norm());
    }
    INFO("error " << error << " of " << step.cwiseAbs().maxCoeff());
    CHECK(error < 1e-10 * step.cwiseAbs().maxCoeff());
    CHECK(step.head(flesh).cwiseAbs().maxCoeff() > 1e-6);
}
