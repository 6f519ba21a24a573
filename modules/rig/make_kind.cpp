#include <jounce/modules/rig/make_kind.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/find_bone.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace jounce {
namespace {

Eigen::Matrix3d to_eigen(const mat3<double>& m) {
    Eigen::Matrix3d out;
    for (int c = 0; c < 3; ++c) {
        out.col(c) << m.column[c].x, m.column[c].y, m.column[c].z;
    }
    return out;
}

struct split {
    Eigen::Matrix3d rotation;
    Eigen::Matrix3d stretch;
};

/// Column norms; a mirrored matrix gets a negative x scale.
split split_columns(const Eigen::Matrix3d& m) {
    Eigen::Vector3d scale = m.colwise().norm();
    if (m.determinant() < 0) {
        scale.x() = -scale.x();
    }
    Eigen::Matrix3d axes = m;
    for (int c = 0; c < 3; ++c) {
        if (scale[c] != 0) {
            axes.col(c) /= scale[c];
        }
    }
    // Shear leaves the columns not quite orthogonal: take the nearest rotation.
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(axes, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d u = svd.matrixU();
    if ((u * svd.matrixV().transpose()).determinant() < 0) {
        u.col(2) = -u.col(2);
    }
    return {u * svd.matrixV().transpose(), scale.asDiagonal()};
}

/// m = R W with W symmetric; of a mirrored matrix W is negative.
split split_polar(const Eigen::Matrix3d& m) {
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d r = svd.matrixU() * svd.matrixV().transpose();
    Eigen::Matrix3d w =
        svd.matrixV() * svd.singularValues().asDiagonal() * svd.matrixV().transpose();
    if (r.determinant() < 0) {
        r = -r;
        w = -w;
    }
    return {r, w};
}

template <class Real>
bind_joint<Real> make_joint(std::int32_t bone, const affine<double>& inverse_bind,
                            palette_mode mode) {
    const Eigen::Matrix3d m = to_eigen(inverse_bind.linear);
    const split parts = mode == palette_mode::polar ? split_polar(m) : split_columns(m);
    const Eigen::Quaterniond q(parts.rotation);
    const Eigen::Matrix3d& w = parts.stretch;
    bind_joint<Real> joint;
    joint.bone = bone;
    joint.inverse_bind = cast<Real>(inverse_bind);
    joint.rotation = cast<Real>(quat<double>{q.x(), q.y(), q.z(), q.w()});
    for (int i = 0; i < 3; ++i) {
        joint.diagonal[i] = static_cast<Real>(w(i, i));
    }
    joint.off_diagonal[0] = static_cast<Real>(w(1, 2));
    joint.off_diagonal[1] = static_cast<Real>(w(0, 2));
    joint.off_diagonal[2] = static_cast<Real>(w(0, 1));
    return joint;
}

} // namespace

template <class Real>
result<basic_skin_binding<Real>> make_bind(const basic_rig<Real>& rig,
                                           const std::vector<bind_description>& joints,
                                           palette_mode mode) {
    basic_skin_binding<Real> bind;
    bind.mode = mode;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const bind_description& joint = joints[j];
        if (joint.bone < 0 || joint.bone >= rig.bone_count()) {
            return error{errors::unknown_bone, "skin joint " + std::to_string(j) + " names bone " +
                                                   std::to_string(joint.bone) +
                                                   ", but the rig has " +
                                                   std::to_string(rig.bone_count())};
        }
        if (!to_eigen(joint.inverse_bind.linear).allFinite() ||
            !std::isfinite(length(joint.inverse_bind.translation))) {
            return error{errors::not_finite, "skin joint " + std::to_string(j) +
                                                 " has an inverse bind matrix that is not finite"};
        }
        bind.joints.push_back(make_joint<Real>(joint.bone, joint.inverse_bind, mode));
    }
    return bind;
}

template <class Real>
basic_skin_binding<Real> make_rest_bind(const basic_rig<Real>& rig, palette_mode mode) {
    basic_skin_binding<Real> bind;
    bind.mode = mode;
    for (std::int32_t b = 0; b < rig.bone_count(); ++b) {
        const std::size_t i = static_cast<std::size_t>(b);
        affine<double> rest = to_affine(cast<double>(rig.rest_model[i]));
        if (rig.is_affine) {
            rest.linear = cast<double>(rig.rest_linear[i]);
        }
        bind.joints.push_back(make_joint<Real>(b, inverse(rest), mode));
    }
    return bind;
}

std::shared_ptr<const character_kind> make_kind(rig bones, spring_set springs, palette_mode mode) {
    skin_binding binding = make_rest_bind(bones, mode);
    return std::make_shared<const character_kind>(
        character_kind{std::move(bones), std::move(springs), std::move(binding)});
}

std::shared_ptr<const character_kind> palette_only(character_kind kind) {
    kind.keeps_all_bones = false;
    kind.kept_bones.clear();
    return std::make_shared<const character_kind>(std::move(kind));
}

result<std::shared_ptr<const character_kind>> keep_bones(character_kind kind,
                                                         std::span<const std::string_view> names) {
    kind.keeps_all_bones = false;
    kind.kept_bones.clear();
    for (const std::string_view name : names) {
        const result<std::int32_t> bone = find_bone(kind.rig, name);
        if (!bone) {
            return bone.error();
        }
        kind.kept_bones.push_back(*bone);
    }
    std::vector<std::int32_t>& kept = kind.kept_bones;
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return std::make_shared<const character_kind>(std::move(kind));
}

template result<basic_skin_binding<float>>
make_bind(const basic_rig<float>&, const std::vector<bind_description>&, palette_mode);
template result<basic_skin_binding<double>>
make_bind(const basic_rig<double>&, const std::vector<bind_description>&, palette_mode);
template basic_skin_binding<float> make_rest_bind(const basic_rig<float>&, palette_mode);
template basic_skin_binding<double> make_rest_bind(const basic_rig<double>&, palette_mode);

} // namespace jounce
