#include <jounce/modules/decompose/fit_bones.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace jounce::decompose {
namespace {

/// Below this share of the largest spread a core is flat or straight: a flexible bone turns there as the rigid does.
constexpr double least_spread = 1e-9;

Eigen::Vector3d moved_centre(const working_poses& poses, std::size_t frame, const triangle& t) {
    return (poses.place(frame, t[0]) + poses.place(frame, t[1]) + poses.place(frame, t[2])) / 3;
}

/// What the fits of all frames of a bone share.
struct core_shape {
    const core_triangles& triangles;
    std::vector<triangle_axes> axes; ///< [triangle of the core]
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double area = 0;
    Eigen::Matrix3d directions;     ///< eigenvectors of the spread
    Eigen::Vector3d inverse_spread; ///< along them; 0 where there is none

    core_shape(const working_poses& poses, const rotation_sequences& rotations,
               const core_triangles& core)
        : triangles(core) {
        for (const std::uint32_t i : core) {
            const triangle& t = poses.triangles[i];
            axes.push_back(*axes_of(poses.rest_of(t[0]), poses.rest_of(t[1]), poses.rest_of(t[2])));
            centre += rotations.area[i] * rotations.centre[i];
            area += rotations.area[i];
        }
        centre /= area;
        Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
        for (const std::uint32_t i : core) {
            const Eigen::Vector3d x = rotations.centre[i] - centre;
            spread += rotations.area[i] * x * x.transpose();
        }
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
        directions = solver.eigenvectors();
        const double least = least_spread * solver.eigenvalues()[2];
        for (Eigen::Index k = 0; k < 3; ++k) {
            const double value = solver.eigenvalues()[k];
            inverse_spread[k] = value > least ? 1 / value : 0;
        }
    }
};

/// Both kinds of a bone in one frame.
struct fitted_frame {
    Eigen::Matrix<double, 3, 4> rigid, flexible;
};

fitted_frame fit_frame(const working_poses& poses, const rotation_sequences& rotations,
                       const core_shape& core, std::size_t frame) {
    Eigen::Matrix3d turned = Eigen::Matrix3d::Zero();
    Eigen::Matrix3d cross = Eigen::Matrix3d::Zero();
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < core.triangles.size(); ++k) {
        const std::uint32_t i = core.triangles[k];
        const triangle& t = poses.triangles[i];
        const std::optional<triangle_axes> moved =
            axes_of(poses.place(frame, t[0]), poses.place(frame, t[1]), poses.place(frame, t[2]));
        turned += rotations.area[i] * rotation_between(core.axes[k], *moved);
        const Eigen::Vector3d at = moved_centre(poses, frame, t);
        centre += rotations.area[i] * at;
        cross += rotations.area[i] * at * (rotations.centre[i] - core.centre).transpose();
    }
    centre /= core.area;
    fitted_frame out;
    const Eigen::Matrix3d rotation = nearest_rotation(turned);
    // Along directions with spread the least squares, along the others the rotation. The mean of places needs not
    // be taken off `cross`, because the rest places it is multiplied by have the mean zero.
    Eigen::Matrix3d linear = Eigen::Matrix3d::Zero();
    for (Eigen::Index k = 0; k < 3; ++k) {
        const Eigen::Vector3d along = core.directions.col(k);
        const Eigen::Vector3d image = core.inverse_spread[k] > 0
                                          ? Eigen::Vector3d(core.inverse_spread[k] * cross * along)
                                          : Eigen::Vector3d(rotation * along);
        linear += image * along.transpose();
    }
    out.rigid << rotation, centre - rotation * core.centre;
    out.flexible << linear, centre - linear * core.centre;
    return out;
}

} // namespace

Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& of) {
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(of, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d left = svd.matrixU();
    if ((left * svd.matrixV().transpose()).determinant() < 0) {
        left.col(2) *= -1;
    }
    return left * svd.matrixV().transpose();
}

fitted_bones fitted_bones::chosen(const std::vector<std::size_t>& bones) const {
    fitted_bones out;
    out.rigid.resize(rigid.rows(), eigen_index(4 * bones.size()));
    out.flexible.resize(rigid.rows(), eigen_index(4 * bones.size()));
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Eigen::Index from = eigen_index(4 * bones[i]), to = eigen_index(4 * i);
        out.rigid.middleCols<4>(to) = rigid.middleCols<4>(from);
        out.flexible.middleCols<4>(to) = flexible.middleCols<4>(from);
        out.centres.push_back(centres[bones[i]]);
    }
    return out;
}

std::optional<fitted_bones> fit_bones(const working_poses& poses,
                                      const rotation_sequences& rotations,
                                      const std::vector<core_triangles>& cores,
                                      const work::work_options& work, const work::work_step& step) {
    std::vector<core_shape> shapes;
    for (const core_triangles& core : cores) {
        if (!core.empty()) {
            shapes.emplace_back(poses, rotations, core);
        }
    }
    fitted_bones out;
    const std::size_t frames = poses.frame_count();
    out.rigid.resize(eigen_index(3 * frames), eigen_index(4 * shapes.size()));
    out.flexible.resize(out.rigid.rows(), out.rigid.cols());
    const auto fit = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t bone = i / frames, frame = i % frames;
            const fitted_frame fitted = fit_frame(poses, rotations, shapes[bone], frame);
            const Eigen::Index row = eigen_index(3 * frame), column = eigen_index(4 * bone);
            out.rigid.block<3, 4>(row, column) = fitted.rigid;
            out.flexible.block<3, 4>(row, column) = fitted.flexible;
        }
    };
    if (!work::share_work(work, step, shapes.size() * frames, 8, fit)) {
        return std::nullopt;
    }
    for (const core_shape& shape : shapes) {
        out.centres.push_back(shape.centre);
    }
    return out;
}

} // namespace jounce::decompose
