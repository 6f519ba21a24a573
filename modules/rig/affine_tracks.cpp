#include <jounce/modules/rig/affine_tracks.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

namespace jounce {
namespace {

/// Bones of frames that collapse a part keep a little size: springs that hang there divide by it.
constexpr double least_scale = 1e-3;

using frame_map = Eigen::Matrix<double, 3, 4>;

frame_map map_of(const affine_frames& frames, std::size_t frame, std::size_t joint) {
    const float* rows = frames.rows.data() + (frame * frames.joint_count + joint) * 12;
    frame_map out;
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            out(r, c) = static_cast<double>(rows[4 * r + c]);
        }
    }
    return out;
}

/// The pose of a root bone that follows a map as well as rotation and one scale can.
transform<double> follow(const frame_map& map, const transform<double>& rest) {
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(map.leftCols<3>(),
                                                Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d u = svd.matrixU();
    Eigen::Vector3d sizes = svd.singularValues();
    if ((u * svd.matrixV().transpose()).determinant() < 0) { // mirrored, or flat
        u.col(2) = -u.col(2);
        sizes[2] = -sizes[2];
    }
    const Eigen::Quaterniond turn(Eigen::Matrix3d(u * svd.matrixV().transpose()));
    const Eigen::Vector3d head =
        map * Eigen::Vector4d(rest.translation.x, rest.translation.y, rest.translation.z, 1);
    return {normalised(quat<double>{turn.x(), turn.y(), turn.z(), turn.w()} * rest.rotation),
            {head.x(), head.y(), head.z()},
            std::max(sizes.sum() / 3, least_scale) * rest.scale};
}

struct new_keys {
    std::vector<float> translation, rotation, scale;
    bool scales = false;
};

new_keys keys_of(const affine_frames& frames, std::size_t joint, const transform<double>& rest) {
    new_keys out;
    for (std::size_t f = 0; f < frames.frame_count; ++f) {
        const transform<double> pose = follow(map_of(frames, f, joint), rest);
        const quat<float> turn = cast<float>(pose.rotation);
        const vec3<float> head = cast<float>(pose.translation);
        const float scale = static_cast<float>(pose.scale);
        out.translation.insert(out.translation.end(), {head.x, head.y, head.z});
        out.rotation.insert(out.rotation.end(), {turn.x, turn.y, turn.z, turn.w});
        out.scale.insert(out.scale.end(), {scale, scale, scale});
        out.scales = out.scales || std::abs(pose.scale - rest.scale) > 1e-6 * rest.scale;
    }
    return out;
}

} // namespace

void add_affine_tracks(const rig& bones, std::span<const std::int32_t> affine_bones, clip& to) {
    if (to.affine.empty()) {
        return;
    }
    std::erase_if(to.tracks, [&](const track& one) {
        return std::ranges::find(affine_bones, one.bone) != affine_bones.end();
    });
    const auto first_key = static_cast<std::uint32_t>(to.times.size());
    const double rate = static_cast<double>(to.affine.frames_per_second);
    for (std::uint32_t f = 0; f < to.affine.frame_count; ++f) {
        const double time = static_cast<double>(f) / rate;
        to.times.push_back(std::min(static_cast<float>(time), to.duration));
    }
    for (std::size_t j = 0; j < affine_bones.size(); ++j) {
        const std::int32_t bone = affine_bones[j];
        const new_keys keys =
            keys_of(to.affine, j, cast<double>(bones.rest_local[static_cast<std::size_t>(bone)]));
        const auto add = [&](track_target target, const std::vector<float>& values) {
            to.tracks.push_back({bone, target, interpolation::linear, first_key,
                                 to.affine.frame_count,
                                 static_cast<std::uint32_t>(to.values.size())});
            to.values.insert(to.values.end(), values.begin(), values.end());
        };
        add(track_target::translation, keys.translation);
        add(track_target::rotation, keys.rotation);
        if (keys.scales) {
            add(track_target::scale, keys.scale);
        }
    }
    std::ranges::sort(to.tracks, {},
                      [](const track& one) { return std::tuple(one.bone, one.target); });
}

} // namespace jounce
