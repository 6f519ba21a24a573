#pragma once

// The VRM specification for one character with 4x4 matrices and angles, joint by joint: slow, and
// written from its text alone. What it does is in a file of its own, which takes long to compile.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>

#include <Eigen/Geometry>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::test {

class vrm_reference {
public:
    vrm_reference(const basic_rig<double>& rig, const vrm_description& springs);

    /// Heads of springs are not animated; everything else is where `local` has it.
    void tick(bool is_first);

    std::size_t size() const { return pairs_.size(); }
    /// In the space of the world.
    vec3<double> tail(std::size_t i) const;
    int pushes = 0; ///< by colliders so far
    int limited = 0;

private:
    struct pair {
        vrm_joint joint;
        const vrm_chain* chain = nullptr;
        Eigen::Vector3d tail_local = Eigen::Vector3d::Zero();
        Eigen::Vector3d now = Eigen::Vector3d::Zero();
        Eigen::Vector3d before = Eigen::Vector3d::Zero();
        bool done = false;
    };

    static Eigen::Quaterniond rotation(const quat<double>& q);
    static Eigen::Vector3d point(const vec3<double>& v);
    static Eigen::Vector3d position(const Eigen::Matrix4d& m);
    static Eigen::Vector3d outside(const Eigen::Matrix4d& m, const Eigen::Vector3d& p);
    static Eigen::Vector3d inside(const Eigen::Matrix4d& m, const Eigen::Vector3d& p);

    const pair* find(std::int32_t bone) const;
    bool is_settled(std::int32_t bone) const;
    bool is_ready(const pair& one) const;

    Eigen::Matrix4d local_matrix(std::int32_t bone, bool at_rest) const;
    Eigen::Matrix4d world(std::int32_t bone, bool at_rest = false) const;
    Eigen::Quaterniond world_turn(std::int32_t bone) const;
    Eigen::Matrix4d centre(const pair& one) const;

    static Eigen::Vector3d limited_to(const vrm_limit& limit, Eigen::Vector3d d);

    /// Length and limit.
    Eigen::Vector3d within(const pair& one, const Eigen::Vector3d& head, double size,
                           const Eigen::Quaterniond& straight, const Eigen::Vector3d& n);

    void step(pair& one);

    /// As Unity defines it, the largest axis: what is left of the matrix without the rotations.
    double lossy_scale(std::int32_t bone) const;
    double hit_radius(const pair& one) const;

    Eigen::Vector3d pushed(const pair& one, const vrm_body& body, const Eigen::Vector3d& head,
                           double size, const Eigen::Quaterniond& straight,
                           const Eigen::Vector3d& n);

    const basic_rig<double>& rig_;
    const vrm_description& springs_;

public:
    std::vector<transform<double>> local;

private:
    std::vector<Eigen::Quaterniond> turn_;
    std::vector<pair> pairs_;
};

} // namespace jounce::test
