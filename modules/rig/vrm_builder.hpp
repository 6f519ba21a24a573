#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jounce {

/// How far a joint may turn from its rest direction (VRMC_springBone_limit). Radians; larger angles
/// are reduced to the limit's maximum.
struct vrm_limit {
    limit_shape shape = limit_shape::none;
    double angle = 0; ///< cone: half opening; hinge: to either side; up to pi
    double pitch = 0; ///< spherical: about the limit's X axis, up to pi
    double yaw = 0;   ///< spherical: about the limit's Z axis, up to pi/2
    /// Turns the limit's frame, whose Y axis at first is the short way from Y to the bone's direction.
    quat<double> rotation = {};
};

/// Whether radii grow with the scale of nodes, which the specification leaves open. A scale is the
/// largest of a bone's three axes, that of the character's `placement` included (docs/vrm.md).
enum class vrm_radius_scale : std::uint8_t {
    univrm, ///< as UniVRM: colliders grow, those with `inside` do not; hit radii of VRM 0.x grow
    all,    ///< every collider and every hit radius grows
    none,   ///< all radii are metres of the world, as in three-vrm
};

/// A joint that turns: the head of a pair.
struct vrm_joint {
    std::int32_t bone = 0;
    std::int32_t tail_bone = -1;   ///< below `bone`, any number of bones; -1: `tail_offset` counts
    vec3<double> tail_offset = {}; ///< in the bone's frame
    double hit_radius = 0;         ///< m
    bool is_vrm_0 = false;         ///< comes from VRM 0.x, see `vrm_radius_scale`
    double stiffness = 1;
    double gravity_power = 0;
    vec3<double> gravity_dir = {0, -1, 0}; ///< world
    double drag_force = 0.5;               ///< 0..1
    vrm_limit limit = {};
};

/// Joints that share colliders and a centre.
struct vrm_chain {
    std::string name = {};
    std::vector<vrm_joint> joints = {};
    std::vector<std::int32_t> groups = {}; ///< of colliders, in the order in which they push
    std::int32_t centre = -1;              ///< bone in whose space the springs live; -1: the world
};

/// A collider of a bone, in the bone's frame.
struct vrm_body {
    std::int32_t bone = 0;
    vrm_shape shape = vrm_shape::sphere;
    bool inside = false; ///< tails may not leave it instead (sphere, capsule)
    vec3<double> offset = {};
    vec3<double> tail = {};          ///< of a capsule: its other end
    vec3<double> normal = {0, 0, 1}; ///< of a plane
    double radius = 0;               ///< m, scaled as `vrm_radius_scale` says
};

/// Colliders that chains choose together.
struct vrm_group {
    std::string name = {};
    std::vector<std::int32_t> bodies = {};
};

/// VRM springs of a character in plain words, bones by their index in the rig.
struct vrm_description {
    std::vector<vrm_body> bodies;
    std::vector<vrm_group> groups;
    std::vector<vrm_chain> chains;
    /// Rounds of colliders in a tick, at most; 1 to 64. The specification has one, after which
    /// restoring the bone's length may put the tail back inside. In later rounds tails are turned
    /// out instead: with 4 they stay within 1e-4 m wherever there is room (docs/vrm.md).
    std::int32_t contact_rounds = 1;
    vrm_radius_scale radius_scale = vrm_radius_scale::univrm;
};

/// @{
/// No description has more than this: pairs of a joint and a collider that it meets, and colliders.
inline constexpr std::size_t max_vrm_contacts = 1U << 17U;
inline constexpr std::size_t max_vrm_bodies = 1U << 14U;
/// @}

/// Makes the springs of a rig for the VRM solver, or says what is wrong.
///
/// Error names: `unknown_bone`, `unknown_group`, `unknown_collider`, `duplicate_joint` (a bone is
/// head twice), `not_below` (a tail is not below its head), `zero_length`, `bad_centre` (moved by
/// the spring itself), `bad_setting`, `bad_collider`, `too_many`.
class vrm_builder {
public:
    vrm_builder() = default;
    /// Starts from a description, for example that of a file: see `read_vrm`.
    explicit vrm_builder(vrm_description springs) : springs_(std::move(springs)) {}

    /// @return the index by which groups name the collider
    std::int32_t add(const vrm_body& body);
    /// @return the index by which chains name the group
    std::int32_t add(vrm_group group);
    /// Chains may come in any order; a bone is the head of one joint at most.
    void add(vrm_chain chain) { springs_.chains.push_back(std::move(chain)); }

    /// See `vrm_description::contact_rounds`.
    void contact_rounds(std::int32_t most) { springs_.contact_rounds = most; }
    /// See `vrm_description::radius_scale`.
    void radius_scale(vrm_radius_scale by) { springs_.radius_scale = by; }

    /// Makes the springs. The builder can be used again.
    template <class Real> result<basic_spring_set<Real>> build(const basic_rig<Real>& rig) const;

private:
    vrm_description springs_;
};

/// Where a joint's tail is in its head's frame at rest. @pre `vrm_builder` accepts the joint
template <class Real> vec3<double> vrm_tail(const vrm_joint& joint, const basic_rig<Real>& rig);

} // namespace jounce
