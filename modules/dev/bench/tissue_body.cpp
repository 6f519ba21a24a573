#include <jounce/modules/dev/bench/tissue_body.hpp>

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace jounce::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using row_major = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double bone_length = 0.1; ///< m
constexpr double thickness = 0.12;  ///< m, of the flesh around the bones
constexpr std::size_t most_handles = 12;

Vector3d vector_of(const vec3<double>& v) { return {v.x, v.y, v.z}; }
vec3<double> vec_of(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Two joints, by the place along the bones.
std::vector<tissue::joint_weight> joints_at(double x, std::int32_t bones) {
    const double place = std::clamp(x / bone_length - 0.5, 0.0, static_cast<double>(bones - 1));
    const std::uint32_t first = std::min(static_cast<std::uint32_t>(place),
                                         static_cast<std::uint32_t>(std::max(bones - 2, 0)));
    const double share = place - first;
    if (bones == 1 || share < 1e-3) {
        return {{first, 1}};
    }
    return {{first, 1 - share}, {first + 1, share}};
}

/// Handles within reach, the nearest ones, as smooth bumps that add up to less than one.
std::vector<tissue::handle_weight> weights_at(const tissue::baked_tissue& body, const Vector3d& at,
                                              double reach) {
    std::vector<tissue::handle_weight> out;
    double sum = 0.2;
    Vector3d slope = Vector3d::Zero();
    for (std::size_t h = 0; h < body.handles.size(); ++h) {
        const Vector3d d = at - vector_of(body.handles[h]);
        const double left = 1 - d.squaredNorm() / (reach * reach);
        if (left > 0) {
            const Vector3d g = -4 * left / (reach * reach) * d;
            out.push_back({static_cast<std::uint32_t>(h), left * left, vec_of(g)});
            sum += left * left;
            slope += g;
        }
    }
    std::sort(out.begin(), out.end(),
              [](const auto& a, const auto& b) { return a.weight > b.weight; });
    out.resize(std::min(out.size(), most_handles));
    for (tissue::handle_weight& one : out) {
        one.gradient = vec_of(vector_of(one.gradient) / sum - one.weight / (sum * sum) * slope);
        one.weight /= sum;
    }
    return out;
}

} // namespace

tissue::baked_tissue make_tissue_body(std::int32_t handles, std::int32_t points,
                                      std::int32_t bones) {
    tissue::baked_tissue out;
    out.joint_count = static_cast<std::uint32_t>(bones);
    const double size = bone_length * bones;
    out.handle_joint_first = {0};
    for (std::int32_t h = 0; h < handles; ++h) {
        const double x = size * (h + 0.5) / handles;
        const double angle = 2.399963 * h; // the golden angle spreads them evenly
        out.handles.push_back({x, thickness * std::cos(angle), thickness * std::sin(angle)});
        const auto joints = joints_at(x, bones);
        out.handle_joints.insert(out.handle_joints.end(), joints.begin(), joints.end());
        out.handle_joint_first.push_back(static_cast<std::uint32_t>(out.handle_joints.size()));
        out.handle_bounds.push_back(0.5 * thickness);
    }
    // About six handles reach a point.
    const double area = 2 * 3.14159265 * thickness * size / handles;
    const double reach = std::sqrt(4 * area / 3.14159265) + 0.2 * thickness;
    const double volume = 3.14159265 * thickness * thickness * size / points;
    const double mu = out.material.young / (2 * (1 + out.material.poisson));
    const double lambda = out.material.young * out.material.poisson /
                              ((1 + out.material.poisson) * (1 - 2 * out.material.poisson)) +
                          mu;
    MatrixXd mass = MatrixXd::Identity(handles, handles) * 1e-3;
    MatrixXd stiffness = MatrixXd::Identity(3 * handles, 3 * handles) * 10;
    std::vector<std::vector<std::array<double, 4>>> drive(
        static_cast<std::size_t>(handles),
        std::vector<std::array<double, 4>>(static_cast<std::size_t>(bones)));
    std::mt19937 random(1); // the same numbers everywhere
    const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
    out.cubature_first = {0};
    out.mass_point_first = {0};
    out.mass_point_joint_first = {0};
    for (std::int32_t p = 0; p < points; ++p) {
        const double angle = 6.2831853 * unit();
        const double radius = thickness * std::sqrt(0.2 + 0.8 * unit());
        const Vector3d at(size * unit(), radius * std::cos(angle), radius * std::sin(angle));
        const auto list = weights_at(out, at, reach);
        out.cubature.push_back({vec_of(at), volume});
        for (const tissue::handle_weight& a : list) {
            const Vector3d ga = vector_of(a.gradient);
            for (const tissue::joint_weight& joint : joints_at(at.x(), bones)) {
                std::array<double, 4>& to = drive[a.handle][joint.joint];
                const double m = 1000 * volume * a.weight * joint.weight;
                to = {to[0] + m * at.x(), to[1] + m * at.y(), to[2] + m * at.z(), to[3] + m};
            }
            for (const tissue::handle_weight& b : list) {
                const Vector3d gb = vector_of(b.gradient);
                mass(a.handle, b.handle) += 1000 * volume * a.weight * b.weight;
                stiffness.block<3, 3>(3 * a.handle, 3 * b.handle) +=
                    volume * (mu * ga.dot(gb) * Eigen::Matrix3d::Identity() +
                              mu * gb * ga.transpose() + (lambda - mu) * ga * gb.transpose());
            }
        }
        // As many mass points as a bake fits: five and a half per handle.
        if (2 * p < 11 * handles) {
            out.mass_points.push_back({vec_of(at), 1000 * volume * points / (5.5 * handles)});
            const auto near = joints_at(at.x(), bones);
            out.mass_point_joints.insert(out.mass_point_joints.end(), near.begin(), near.end());
            out.mass_point_weights.insert(out.mass_point_weights.end(), list.begin(), list.end());
            out.mass_point_first.push_back(
                static_cast<std::uint32_t>(out.mass_point_weights.size()));
            out.mass_point_joint_first.push_back(
                static_cast<std::uint32_t>(out.mass_point_joints.size()));
        }
        out.cubature_weights.insert(out.cubature_weights.end(), list.begin(), list.end());
        out.cubature_first.push_back(static_cast<std::uint32_t>(out.cubature_weights.size()));
    }
    for (std::size_t h = 0; h < drive.size(); ++h) {
        for (std::size_t b = 0; b < drive[h].size(); ++b) {
            if (drive[h][b][3] > 0) {
                out.drive.push_back(
                    {static_cast<std::uint32_t>(h), static_cast<std::uint32_t>(b), drive[h][b]});
            }
        }
    }
    const row_major by_rows = stiffness;
    out.mass.assign(mass.data(), mass.data() + mass.size());
    out.rest_stiffness.assign(by_rows.data(), by_rows.data() + by_rows.size());
    out.full_stiffness = out.rest_stiffness;
    MatrixXd whole = MatrixXd::Zero(3 * handles, 3 * handles);
    for (Eigen::Index a = 0; a < handles; ++a) {
        for (Eigen::Index b = 0; b < handles; ++b) {
            whole.block<3, 3>(3 * a, 3 * b).diagonal().setConstant(mass(a, b));
        }
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(stiffness, whole);
    for (Eigen::Index m = 0; m < whole.cols(); ++m) {
        out.mode_rates.push_back(std::sqrt(std::max(modes.eigenvalues()[m], 1.0)));
        for (Eigen::Index r = 0; r < whole.rows(); ++r) {
            out.modes.push_back(modes.eigenvectors()(r, m));
        }
    }
    return out;
}

} // namespace jounce::bench
