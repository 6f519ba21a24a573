#include <jounce/modules/rig/vrm_checks.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce {
namespace {

bool finite(const vec3<double>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Beyond this a number is a mistake: squared it would leave the range of float.
constexpr double largest = 1e9;

bool sane(double number) { return std::abs(number) <= largest; }
bool sane(const vec3<double>& v) { return sane(v.x) && sane(v.y) && sane(v.z); }

std::optional<std::string> wrong_limit(const vrm_limit& limit) {
    for (const double angle : {limit.angle, limit.pitch, limit.yaw}) {
        if (!(angle >= 0) || !std::isfinite(angle)) {
            return "an angle of the limit is negative or not a number";
        }
    }
    const quat<double>& q = limit.rotation;
    const double size = std::hypot(std::hypot(q.x, q.y), std::hypot(q.z, q.w));
    if (!(size > 1e-6) || !(size < largest)) {
        return "the limit's rotation is no quaternion that turns anything; [0, 0, 0, 1] is none";
    }
    return std::nullopt;
}

std::optional<std::string> wrong_setting(const vrm_joint& joint) {
    if (!sane(joint.hit_radius) || joint.hit_radius < 0) {
        return "hitRadius must be from 0 up to 1e9";
    }
    if (!sane(joint.stiffness) || joint.stiffness < 0) {
        return "stiffness must be from 0 up to 1e9";
    }
    if (!sane(joint.gravity_power) || !finite(joint.gravity_dir) || !sane(joint.gravity_dir)) {
        return "gravityPower and gravityDir must be numbers up to 1e9";
    }
    if (!(joint.drag_force >= 0 && joint.drag_force <= 1)) {
        return "dragForce must be from 0 up to 1";
    }
    if (!sane(joint.tail_offset)) {
        return "the tail's offset must be of numbers up to 1e9";
    }
    return joint.limit.shape == limit_shape::none ? std::nullopt : wrong_limit(joint.limit);
}

std::optional<std::string> wrong_body(const vrm_body& body) {
    if (!sane(body.offset) || !sane(body.tail) || !sane(body.radius) || body.radius < 0) {
        return "offset, tail and radius must be numbers up to 1e9, the radius not below 0";
    }
    if (body.shape == vrm_shape::plane && !(length(body.normal) > 1e-9 && sane(body.normal))) {
        return "the plane's normal has no direction; [0, 0, 1] is the default";
    }
    if (body.shape == vrm_shape::plane && body.inside) {
        return "a plane has no inside; turn its normal around instead";
    }
    return std::nullopt;
}

std::optional<error> check_bodies(const vrm_description& springs, std::int32_t bones) {
    if (springs.bodies.size() > max_vrm_bodies) {
        return error{errors::too_many, "there are " + std::to_string(springs.bodies.size()) +
                                           " colliders, the limit is " +
                                           std::to_string(max_vrm_bodies)};
    }
    for (std::size_t i = 0; i < springs.bodies.size(); ++i) {
        const vrm_body& body = springs.bodies[i];
        const std::string who = "collider " + std::to_string(i);
        if (body.bone < 0 || body.bone >= bones) {
            return error{errors::unknown_bone, who + " is on bone " + std::to_string(body.bone) +
                                                   ", the rig has " + std::to_string(bones)};
        }
        if (const std::optional<std::string> words = wrong_body(body)) {
            return error{errors::bad_collider, who + ": " + *words};
        }
    }
    for (std::size_t g = 0; g < springs.groups.size(); ++g) {
        for (const std::int32_t body : springs.groups[g].bodies) {
            if (body < 0 || static_cast<std::size_t>(body) >= springs.bodies.size()) {
                return error{errors::unknown_collider,
                             "group " + std::to_string(g) + " \"" + springs.groups[g].name +
                                 "\" has collider " + std::to_string(body) + ", there are " +
                                 std::to_string(springs.bodies.size())};
            }
        }
    }
    return std::nullopt;
}

std::optional<error> check_chain(const vrm_description& springs, std::size_t c, std::int32_t bones,
                                 std::size_t& contacts) {
    const vrm_chain& chain = springs.chains[c];
    const std::string who = "spring " + std::to_string(c) + " \"" + chain.name + "\"";
    for (const std::int32_t group : chain.groups) {
        if (group < 0 || static_cast<std::size_t>(group) >= springs.groups.size()) {
            return error{errors::unknown_group, who + " meets the collider group " +
                                                    std::to_string(group) + ", there are " +
                                                    std::to_string(springs.groups.size())};
        }
        contacts += std::max<std::size_t>(chain.joints.size(), 1) *
                    springs.groups[static_cast<std::size_t>(group)].bodies.size();
        if (contacts > max_vrm_contacts) {
            return error{errors::too_many,
                         who + " makes it more than " + std::to_string(max_vrm_contacts) +
                             " pairs of a joint and a collider in all; use fewer groups"};
        }
    }
    if (chain.centre < -1 || chain.centre >= bones) {
        return error{errors::unknown_bone, who + " has its centre at bone " +
                                               std::to_string(chain.centre) + ", the rig has " +
                                               std::to_string(bones)};
    }
    return std::nullopt;
}

} // namespace

std::string name_joint(const vrm_description& springs, std::size_t chain, std::size_t joint,
                       const std::vector<std::string>& bone_names) {
    const std::int32_t bone = springs.chains[chain].joints[joint].bone;
    const bool known = bone >= 0 && static_cast<std::size_t>(bone) < bone_names.size();
    return "spring " + std::to_string(chain) + " \"" + springs.chains[chain].name + "\", joint " +
           std::to_string(joint) + " (bone " +
           (known ? "\"" + bone_names[static_cast<std::size_t>(bone)] + "\""
                  : std::to_string(bone)) +
           ")";
}

std::optional<error> check_vrm(const vrm_description& springs,
                               const std::vector<std::string>& bone_names) {
    const std::int32_t bones = static_cast<std::int32_t>(bone_names.size());
    if (std::optional<error> wrong = check_bodies(springs, bones)) {
        return wrong;
    }
    if (springs.contact_rounds < 1 || springs.contact_rounds > 64) {
        return error{errors::bad_setting, "there are " + std::to_string(springs.contact_rounds) +
                                              " rounds of colliders; from 1 up to 64 are allowed"};
    }
    std::vector<bool> is_head(bone_names.size());
    std::size_t contacts = 0;
    for (std::size_t c = 0; c < springs.chains.size(); ++c) {
        if (std::optional<error> wrong = check_chain(springs, c, bones, contacts)) {
            return wrong;
        }
        const std::vector<vrm_joint>& joints = springs.chains[c].joints;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const std::string who = name_joint(springs, c, j, bone_names);
            const vrm_joint& joint = joints[j];
            if (joint.bone < 0 || joint.bone >= bones || joint.tail_bone < -1 ||
                joint.tail_bone >= bones) {
                return error{errors::unknown_bone, who + " has a bone or tail that the rig of " +
                                                       std::to_string(bones) + " bones has not"};
            }
            if (const std::optional<std::string> words = wrong_setting(joint)) {
                return error{errors::bad_setting, who + ": " + *words};
            }
            const std::size_t bone = static_cast<std::size_t>(joint.bone);
            if (is_head[bone]) {
                return error{errors::duplicate_joint,
                             who + " is in a spring already; a joint belongs to one spring"};
            }
            is_head[bone] = true;
        }
    }
    return std::nullopt;
}

} // namespace jounce
