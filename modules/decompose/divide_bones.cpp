#include <jounce/modules/decompose/divide_bones.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace jounce::decompose {
namespace {

struct core_fit {
    double left = 0; ///< sum of squared distances of triangles' centres, by area
    Eigen::Vector3d longest = Eigen::Vector3d::UnitX();
};

core_fit fit_core(const working_poses& poses, const rotation_sequences& rotations,
                  const core_triangles& core) {
    const Eigen::Index count = eigen_index(core.size());
    Eigen::Matrix4Xd rest(4, count);
    Eigen::MatrixXd moved(poses.moved.rows(), count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const std::uint32_t at = core[static_cast<std::size_t>(i)];
        const triangle& t = poses.triangles[at];
        const double weight = std::sqrt(rotations.area[at]);
        rest.col(i) << weight * rotations.centre[at], weight;
        moved.col(i) =
            weight / 3 * (poses.moved.col(t[0]) + poses.moved.col(t[1]) + poses.moved.col(t[2]));
    }
    const Eigen::Matrix4d square = rest * rest.transpose();
    const Eigen::MatrixXd right = moved * rest.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(square);
    core_fit out;
    out.left = moved.squaredNorm();
    for (Eigen::Index k = 0; k < 4; ++k) { // flat cores leave directions without an answer
        if (solver.eigenvalues()[k] > 1e-9 * solver.eigenvalues()[3]) {
            out.left -=
                (right * solver.eigenvectors().col(k)).squaredNorm() / solver.eigenvalues()[k];
        }
    }
    const Eigen::Vector3d centre = square.block<3, 1>(0, 3) / square(3, 3);
    const Eigen::Matrix3d spread =
        square.topLeftCorner<3, 3>() - square(3, 3) * centre * centre.transpose();
    out.longest = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(spread).eigenvectors().col(2);
    return out;
}

} // namespace

bool divide_bones(const working_poses& poses, const rotation_sequences& rotations,
                  std::size_t wanted, std::vector<core_triangles>& cores,
                  const work::work_options& work, const work::work_step& step) {
    std::vector<core_fit> fits(cores.size());
    const bool is_fitted =
        work::share_work(work, step, cores.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                fits[i] = fit_core(poses, rotations, cores[i]);
            }
        });
    if (!is_fitted) {
        return false;
    }
    while (cores.size() < wanted) {
        std::size_t worst = cores.size();
        for (std::size_t i = 0; i < cores.size(); ++i) {
            if (cores[i].size() > 1 && (worst == cores.size() || fits[i].left > fits[worst].left)) {
                worst = i;
            }
        }
        if (worst == cores.size()) {
            return true;
        }
        core_triangles& first = cores[worst];
        const Eigen::Vector3d along = fits[worst].longest;
        std::stable_sort(first.begin(), first.end(), [&](std::uint32_t a, std::uint32_t b) {
            return along.dot(rotations.centre[a]) < along.dot(rotations.centre[b]);
        });
        const auto half = first.begin() + static_cast<std::ptrdiff_t>(first.size() / 2);
        core_triangles second(half, first.end());
        first.erase(half, first.end());
        fits[worst] = fit_core(poses, rotations, first);
        fits.push_back(fit_core(poses, rotations, second));
        cores.push_back(std::move(second));
    }
    return true;
}

} // namespace jounce::decompose
