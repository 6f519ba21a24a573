#include "support/vrm_reference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jounce::test {

vrm_reference::vrm_reference(const basic_rig<double>& rig, const vrm_description& springs)
    : rig_(rig), springs_(springs), local(rig.rest_local), turn_(rig.parents.size()) {
    for (std::size_t b = 0; b < turn_.size(); ++b) {
        turn_[b] = rotation(rig.rest_local[b].rotation);
    }
    for (std::size_t c = 0; c < springs.chains.size(); ++c) {
        for (const vrm_joint& joint : springs.chains[c].joints) {
            pair one;
            one.joint = joint;
            one.chain = &springs.chains[c];
            const Eigen::Matrix4d head = world(joint.bone, true);
            one.tail_local = joint.tail_bone < 0
                                 ? point(joint.tail_offset)
                                 : inside(head, position(world(joint.tail_bone, true)));
            pairs_.push_back(one);
        }
    }
}

void vrm_reference::tick(bool is_first) {
    for (std::size_t b = 0; b < local.size(); ++b) {
        if (find(static_cast<std::int32_t>(b)) == nullptr) {
            turn_[b] = rotation(local[b].rotation);
        }
    }
    if (is_first) {
        for (pair& one : pairs_) {
            const Eigen::Vector3d tail = outside(world(one.joint.bone), one.tail_local);
            one.now = one.before = inside(centre(one), tail);
        }
    }
    for (pair& one : pairs_) {
        one.done = false;
    }
    for (std::size_t left = pairs_.size(); left > 0; --left) {
        const auto next = std::find_if(pairs_.begin(), pairs_.end(), [this](const pair& one) {
            return !one.done && is_ready(one);
        });
        step(*next);
        next->done = true;
    }
}

vec3<double> vrm_reference::tail(std::size_t i) const {
    const Eigen::Vector3d v = outside(centre(pairs_[i]), pairs_[i].now);
    return {v.x(), v.y(), v.z()};
}

Eigen::Quaterniond vrm_reference::rotation(const quat<double>& q) { return {q.w, q.x, q.y, q.z}; }

Eigen::Vector3d vrm_reference::point(const vec3<double>& v) { return {v.x, v.y, v.z}; }

Eigen::Vector3d vrm_reference::position(const Eigen::Matrix4d& m) { return m.block<3, 1>(0, 3); }

Eigen::Vector3d vrm_reference::outside(const Eigen::Matrix4d& m, const Eigen::Vector3d& p) {
    return (m * p.homogeneous()).head<3>();
}

Eigen::Vector3d vrm_reference::inside(const Eigen::Matrix4d& m, const Eigen::Vector3d& p) {
    return (m.inverse() * p.homogeneous()).head<3>();
}

const vrm_reference::pair* vrm_reference::find(std::int32_t bone) const {
    const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                    [&](const pair& one) { return one.joint.bone == bone; });
    return found != pairs_.end() ? &*found : nullptr;
}

bool vrm_reference::is_settled(std::int32_t bone) const {
    for (; bone >= 0; bone = rig_.parents[static_cast<std::size_t>(bone)]) {
        const pair* one = find(bone);
        if (one != nullptr && !one->done) {
            return false;
        }
    }
    return true;
}

bool vrm_reference::is_ready(const pair& one) const {
    bool ready = is_settled(rig_.parents[static_cast<std::size_t>(one.joint.bone)]);
    for (const std::int32_t group : one.chain->groups) {
        for (const std::int32_t body : springs_.groups[static_cast<std::size_t>(group)].bodies) {
            ready = ready && is_settled(springs_.bodies[static_cast<std::size_t>(body)].bone);
        }
    }
    return ready;
}

Eigen::Matrix4d vrm_reference::local_matrix(std::int32_t bone, bool at_rest) const {
    const std::size_t b = static_cast<std::size_t>(bone);
    const transform<double>& t = at_rest ? rig_.rest_local[b] : local[b];
    Eigen::Matrix4d out = Eigen::Matrix4d::Identity();
    const Eigen::Quaterniond q = at_rest ? rotation(t.rotation) : turn_[b];
    Eigen::Vector3d scale = Eigen::Vector3d::Constant(t.scale);
    if (rig_.is_affine) {
        scale = t.scale * point(rig_.rest_stretch[b]);
    }
    out.block<3, 3>(0, 0) = q.toRotationMatrix() * scale.asDiagonal();
    out.block<3, 1>(0, 3) = point(t.translation);
    return out;
}

Eigen::Matrix4d vrm_reference::world(std::int32_t bone, bool at_rest) const {
    return bone < 0 ? Eigen::Matrix4d(Eigen::Matrix4d::Identity())
                    : Eigen::Matrix4d(world(rig_.parents[static_cast<std::size_t>(bone)], at_rest) *
                                      local_matrix(bone, at_rest));
}

Eigen::Quaterniond vrm_reference::world_turn(std::int32_t bone) const {
    return bone < 0 ? Eigen::Quaterniond::Identity()
                    : world_turn(rig_.parents[static_cast<std::size_t>(bone)]) *
                          turn_[static_cast<std::size_t>(bone)];
}

Eigen::Matrix4d vrm_reference::centre(const pair& one) const { return world(one.chain->centre); }

Eigen::Vector3d vrm_reference::limited_to(const vrm_limit& limit, Eigen::Vector3d d) {
    const double pi = std::numbers::pi;
    if (limit.shape == limit_shape::cone) {
        const double angle = std::acos(std::clamp(d.y(), -1.0, 1.0));
        const double most = std::min(limit.angle, pi);
        const double around = std::atan2(d.z(), d.x());
        return angle <= most ? d
                             : Eigen::Vector3d(std::sin(most) * std::cos(around), std::cos(most),
                                               std::sin(most) * std::sin(around));
    }
    double pitch = std::atan2(d.z(), d.y());
    double yaw = std::asin(std::clamp(d.x(), -1.0, 1.0));
    const bool is_hinge = limit.shape == limit_shape::hinge;
    const double most = std::min(is_hinge ? limit.angle : limit.pitch, pi);
    const double widest = is_hinge ? 0 : std::min(limit.yaw, pi / 2);
    pitch = std::clamp(pitch, -most, most);
    yaw = std::clamp(yaw, -widest, widest);
    return {std::sin(yaw), std::cos(yaw) * std::cos(pitch), std::cos(yaw) * std::sin(pitch)};
}

Eigen::Vector3d vrm_reference::within(const pair& one, const Eigen::Vector3d& head, double size,
                                      const Eigen::Quaterniond& straight,
                                      const Eigen::Vector3d& n) {
    Eigen::Vector3d d = (n - head).normalized();
    const vrm_limit& limit = one.joint.limit;
    if (limit.shape != limit_shape::none) {
        const Eigen::Vector3d axis = one.tail_local.normalized();
        const Eigen::Quaterniond frame =
            straight * Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitY(), axis) *
            rotation(limit.rotation).normalized();
        const Eigen::Vector3d allowed = frame * limited_to(limit, frame.conjugate() * d);
        limited += (allowed - d).norm() > 1e-6 ? 1 : 0;
        d = allowed;
    }
    return head + size * d;
}

void vrm_reference::step(pair& one) {
    const double dt = 1.0 / 60;
    const std::int32_t bone = one.joint.bone;
    const std::int32_t above = rig_.parents[static_cast<std::size_t>(bone)];
    const Eigen::Quaterniond rest_turn =
        rotation(rig_.rest_local[static_cast<std::size_t>(bone)].rotation);
    const Eigen::Quaterniond straight = world_turn(above) * rest_turn;
    const Eigen::Matrix4d rest = world(above) * local_matrix(bone, true);
    const Eigen::Vector3d head = position(world(bone));
    const Eigen::Vector3d axis = one.tail_local.normalized();
    const double size = (rest.block<3, 3>(0, 0) * one.tail_local).norm();
    const Eigen::Matrix4d space = centre(one);
    const Eigen::Vector3d now = outside(space, one.now);
    const Eigen::Vector3d before = outside(space, one.before);
    Eigen::Vector3d n = now + (now - before) * (1 - one.joint.drag_force) +
                        dt * one.joint.stiffness * (straight * axis) +
                        dt * one.joint.gravity_power * point(one.joint.gravity_dir);
    n = within(one, head, size, straight, n);
    for (const std::int32_t group : one.chain->groups) {
        for (const std::int32_t body : springs_.groups[static_cast<std::size_t>(group)].bodies) {
            n = pushed(one, springs_.bodies[static_cast<std::size_t>(body)], head, size, straight,
                       n);
        }
    }
    one.before = inside(space, now);
    one.now = inside(space, n);
    turn_[static_cast<std::size_t>(bone)] =
        rest_turn * Eigen::Quaterniond::FromTwoVectors(axis, inside(rest, n));
}

double vrm_reference::lossy_scale(std::int32_t bone) const {
    const Eigen::Matrix3d turn = world_turn(bone).toRotationMatrix();
    const Eigen::Matrix3d linear = world(bone).block<3, 3>(0, 0);
    return (turn.transpose() * linear).diagonal().cwiseAbs().maxCoeff();
}

double vrm_reference::hit_radius(const pair& one) const {
    const bool grows = springs_.radius_scale == vrm_radius_scale::all ||
                       (springs_.radius_scale == vrm_radius_scale::univrm && one.joint.is_vrm_0);
    return one.joint.hit_radius * (grows ? lossy_scale(one.joint.bone) : 1);
}

Eigen::Vector3d vrm_reference::pushed(const pair& one, const vrm_body& body,
                                      const Eigen::Vector3d& head, double size,
                                      const Eigen::Quaterniond& straight,
                                      const Eigen::Vector3d& n) {
    const Eigen::Matrix4d w = world(body.bone);
    const Eigen::Matrix3d linear = w.block<3, 3>(0, 0);
    Eigen::Vector3d d = n - outside(w, point(body.offset));
    double gap = 0;
    Eigen::Vector3d out;
    if (body.shape == vrm_shape::plane) {
        out = (linear.inverse().transpose() * point(body.normal)).normalized();
        gap = d.dot(out) - hit_radius(one);
    } else {
        if (body.shape == vrm_shape::capsule) {
            const Eigen::Vector3d s = outside(w, point(body.tail)) - outside(w, point(body.offset));
            d -= s * std::clamp(s.dot(d) / s.squaredNorm(), 0.0, 1.0);
        }
        const bool grows = springs_.radius_scale == vrm_radius_scale::all ||
                           (springs_.radius_scale == vrm_radius_scale::univrm && !body.inside);
        const double radius = body.radius * (grows ? lossy_scale(body.bone) : 1);
        out = (body.inside ? -1 : 1) * d.normalized();
        gap = (body.inside ? radius - d.norm() : d.norm() - radius) - hit_radius(one);
    }
    if (gap >= 0) {
        return n;
    }
    ++pushes;
    return within(one, head, size, straight, n - out * gap);
}

} // namespace jounce::test
