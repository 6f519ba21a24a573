#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/modules/dev/bench/baseline_bend.hpp>

#include <Eigen/Geometry>

#include <cstddef>
#include <vector>

namespace jounce::bench {

/// Where a collider is in one character's model space: a sphere about `a`, or a capsule from `a` to
/// `b` whose radius may change on the way.
struct baseline_body {
    Eigen::Vector3f a = Eigen::Vector3f::Zero();
    Eigen::Vector3f b = Eigen::Vector3f::Zero();
    float radius = no_collider; ///< far below zero: it has not been anywhere yet
    float radius_b = no_collider;
};

/// A character's model space, from one tick to the next.
struct baseline_carry {
    Eigen::Quaternionf turn;
    Eigen::Matrix3f turning; ///< the same
    Eigen::Vector3f shift;
    float growth;

    Eigen::Vector3f operator()(const Eigen::Vector3f& p) const {
        return growth * (turning * p) + shift;
    }
};

inline baseline_carry no_carry() {
    return {Eigen::Quaternionf::Identity(), Eigen::Matrix3f::Identity(), Eigen::Vector3f::Zero(),
            1};
}

/// A spring on its way among colliders.
struct baseline_meeting {
    Eigen::Vector3f head;
    Eigen::Vector3f from; ///< where the tail was at the last tick
    Eigen::Quaternionf turn;
    float size; ///< of the bone in model space
    float inverse_size;
    float rate; ///< ticks per second
    // As they are without colliders, and as they end.
    Eigen::Vector3f tail;
    Eigen::Vector3f velocity;
    Eigen::Vector3f deflection;
    bent_baseline bent;
};

/// Whether the ordinary way knows a collider: a sphere, or a capsule neither end of which contains
/// the other, that springs are to stay out of.
bool baseline_knows(const collider& body);

/// Pushes a tail out of every body of its groups and back within its bounds, and takes from its
/// velocity what led in and what friction holds. False if nothing was touched.
/// @param before, now  [collider], at both ends of the tick
bool meet_bodies(const std::vector<bone_collider>& colliders,
                 const std::vector<baseline_body>& before, const std::vector<baseline_body>& now,
                 const baseline_carry& carry, const stable_spring<float>& spring,
                 baseline_meeting& at);

} // namespace jounce::bench
