#include <jounce/modules/decompose/rotation_sequences.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace jounce::decompose {
namespace {

/// Triangles whose height is a smaller share of their longest edge have no normal to speak of.
constexpr double least_height = 1e-9;

std::optional<triangle_axes> rest_axes(const working_poses& poses, const triangle& t) {
    return axes_of(poses.rest_of(t[0]), poses.rest_of(t[1]), poses.rest_of(t[2]));
}

std::optional<triangle_axes> moved_axes(const working_poses& poses, std::size_t frame,
                                        const triangle& t) {
    return axes_of(poses.place(frame, t[0]), poses.place(frame, t[1]), poses.place(frame, t[2]));
}

} // namespace

std::optional<triangle_axes> axes_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                     const Eigen::Vector3d& c) {
    const Eigen::Vector3d one = b - a, two = c - a;
    const Eigen::Vector3d normal = one.cross(two);
    const double longest = std::max({one.squaredNorm(), two.squaredNorm(), (c - b).squaredNorm()});
    const double twice_area = normal.norm();
    if (!(twice_area > least_height * longest) || !std::isfinite(twice_area)) {
        return std::nullopt;
    }
    triangle_axes out;
    out.first = one.norm();
    out.axes.col(0) = one / out.first;
    out.axes.col(2) = normal / twice_area;
    out.axes.col(1) = out.axes.col(2).cross(out.axes.col(0));
    out.second_along = two.dot(out.axes.col(0));
    out.second = twice_area / out.first;
    return out;
}

Eigen::Matrix3d rotation_between(const triangle_axes& rest, const triangle_axes& moved) {
    // In the axes of the triangle the map is a triangular 2x2 matrix in the plane, and one along the normal. Its
    // polar factor is then a turn in the plane by an angle that is known in closed form.
    const double along = moved.first / rest.first;
    const double across = moved.second / rest.second;
    const double shear = (moved.second_along - along * rest.second_along) / rest.second;
    const double size = std::hypot(along + across, shear);
    const double cosine = (along + across) / size, sine = -shear / size;
    Eigen::Matrix3d turned = moved.axes;
    turned.col(0) = cosine * moved.axes.col(0) + sine * moved.axes.col(1);
    turned.col(1) = cosine * moved.axes.col(1) - sine * moved.axes.col(0);
    return turned * rest.axes.transpose();
}

std::optional<rotation_sequences> find_rotations(const working_poses& poses,
                                                 std::size_t most_frames,
                                                 const work::work_options& work,
                                                 const work::work_step& step) {
    const std::size_t count = poses.triangles.size(), frames = poses.frame_count();
    rotation_sequences out;
    out.area.assign(count, 0);
    out.centre.resize(count);
    const auto look = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const triangle& t = poses.triangles[i];
            out.centre[i] = (poses.rest_of(t[0]) + poses.rest_of(t[1]) + poses.rest_of(t[2])) / 3;
            const std::optional<triangle_axes> rest = rest_axes(poses, t);
            bool is_sound = rest.has_value();
            for (std::size_t f = 0; f < frames && is_sound; ++f) {
                is_sound = moved_axes(poses, f, t).has_value();
            }
            out.area[i] = is_sound ? rest->area() : 0;
        }
    };
    const double middle = step.from + 0.4 * (step.to - step.from);
    if (!work::share_work(work, {step.name, step.from, middle}, count, 64, look)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (out.area[i] > 0) {
            out.triangles.push_back(static_cast<std::uint32_t>(i));
        }
    }
    const std::size_t chosen = std::min(frames, most_frames);
    out.points = sequence_table(out.triangles.size(), chosen);
    const auto fill = [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            const triangle& t = poses.triangles[out.triangles[p]];
            const std::optional<triangle_axes> rest = rest_axes(poses, t);
            for (std::size_t f = 0; f < chosen; ++f) {
                const std::optional<triangle_axes> moved =
                    moved_axes(poses, f * frames / chosen, t);
                const Eigen::Matrix3d r = rotation_between(*rest, *moved);
                for (std::size_t k = 0; k < 9; ++k) {
                    out.points.row(p)[k * chosen + f] =
                        static_cast<float>(r(eigen_index(k / 3), eigen_index(k % 3)));
                }
            }
            out.points.sum_up(p);
        }
    };
    if (!work::share_work(work, {step.name, middle, step.to}, out.triangles.size(), 64, fill)) {
        return std::nullopt;
    }
    return out;
}

} // namespace jounce::decompose
