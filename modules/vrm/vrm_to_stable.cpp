#include <jounce/modules/vrm/vrm_to_stable.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>

namespace jounce {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double dt = 1.0 / 60;
constexpr double world_gravity = 9.81;
/// A tick that leaves nothing of the velocity is taken for one that leaves this.
constexpr double least_kept = 1e-6;

quat<double> conjugate(const quat<double>& q) { return {-q.x, -q.y, -q.z, q.w}; }

/// The same as `vrm_builder` and `stable_builder` have it.
quat<double> from_y(const vec3<double>& to) {
    return to.y < -1 + 1e-9 ? quat<double>{1, 0, 0, 0}
                            : normalised(quat<double>{to.z, 0, -to.x, 1 + to.y});
}

/// The rest frame of a limit is the same in both; the stable solver turns it in the bone's own axes.
limit_tuning converted(const vrm_limit& limit, const vec3<double>& axis) {
    limit_tuning out;
    out.shape = limit.shape;
    if (limit.shape == limit_shape::none) {
        return out;
    }
    out.angle = std::min(limit.angle, pi);
    out.pitch = std::min(limit.pitch, pi);
    out.yaw = std::min(limit.yaw, pi / 2);
    const quat<double> rest = from_y(axis);
    out.centre = normalised(rest * normalised(limit.rotation) * conjugate(rest));
    return out;
}

collider converted(const vrm_body& body, std::uint32_t groups) {
    collider out;
    out.inside = body.inside;
    out.groups = groups;
    out.a = cast<float>(body.offset);
    out.radius = static_cast<float>(body.radius);
    out.radius_b = out.radius;
    switch (body.shape) {
    case vrm_shape::sphere: out.shape = collider_shape::sphere; break;
    case vrm_shape::capsule:
        out.shape = collider_shape::capsule;
        out.b = cast<float>(body.tail);
        break;
    case vrm_shape::plane:
        out.shape = collider_shape::plane;
        out.b = cast<float>((1 / length(body.normal)) * body.normal);
        break;
    }
    return out;
}

/// One bit for every different choice of groups, so that the number of groups does not matter.
class group_bits {
public:
    /// @return 0 if there are no bits left
    std::uint32_t of(std::vector<std::int32_t> groups) {
        std::sort(groups.begin(), groups.end());
        groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
        const auto known = bits_.find(groups);
        if (known != bits_.end()) {
            return known->second;
        }
        const std::uint32_t bit = bits_.size() < 32 ? 1U << bits_.size() : 0U;
        bits_.emplace(std::move(groups), bit);
        return bit;
    }
    /// [collider], the bits of all that meet it.
    std::vector<std::uint32_t> of_bodies(const vrm_description& springs) const {
        std::vector<std::uint32_t> out(springs.bodies.size());
        for (const auto& [groups, bit] : bits_) {
            for (const std::int32_t group : groups) {
                for (const std::int32_t body : springs.groups[at(group)].bodies) {
                    out[at(body)] |= bit;
                }
            }
        }
        return out;
    }

private:
    std::map<std::vector<std::int32_t>, std::uint32_t> bits_;
};

template <class Real> mat3<double> model_linear(const basic_rig<Real>& rig, std::int32_t bone) {
    return rig.is_affine ? cast<double>(rig.rest_linear[at(bone)])
                         : to_affine(cast<double>(rig.rest_model[at(bone)])).linear;
}

/// Adds the springs of a chain; warns of settings without a counterpart.
template <class Real>
void add_chain(const vrm_chain& chain, const basic_rig<Real>& rig, std::uint32_t groups,
               stable_springs& out) {
    if (chain.centre >= 0) {
        out.warnings.push_back("spring \"" + chain.name +
                               "\" has a centre, which the stable solver does not know; use "
                               "spring_control::follow or a centre_space");
    }
    for (const vrm_joint& joint : chain.joints) {
        const std::string& name = rig.names[at(joint.bone)];
        const vec3<double> tail = vrm_tail(joint, rig);
        const vec3<double> axis = (1 / length(tail)) * tail;
        const vec3<double> own = cast<double>(rig.tail_local[at(joint.bone)]);
        if (!(length(own) > 1e-9)) {
            out.warnings.push_back("bone \"" + name +
                                   "\" has no tail in the rig and is left out; give it one");
            continue;
        }
        if (dot(own, axis) < 0.99 * length(own)) {
            out.warnings.push_back("bone \"" + name +
                                   "\" points elsewhere in the rig than its VRM joint; it swings "
                                   "about the direction of the rig");
        }
        const double down = -joint.gravity_dir.y;
        if (joint.gravity_power != 0 && std::abs(down) < 0.99 * length(joint.gravity_dir)) {
            out.warnings.push_back("bone \"" + name +
                                   "\" has gravity that is not vertical; only its vertical part "
                                   "is kept");
        }
        const double units = length(model_linear(rig, joint.bone) * tail);
        spring_tuning tuning =
            tuning_of_vrm(joint, units * static_cast<double>(rig.metres_per_unit));
        tuning.limit = converted(joint.limit, axis);
        tuning.collides_with = groups;
        out.springs.emplace_back(name, tuning);
    }
}

} // namespace

void stable_springs::add_to(stable_builder& builder) const {
    for (const auto& [bone, tuning] : springs) {
        builder.add(bone, tuning);
    }
    for (const auto& [bone, body] : colliders) {
        builder.add(bone, body);
    }
}

spring_tuning tuning_of_vrm(const vrm_joint& joint, double metres) {
    const double kept = std::max(1 - joint.drag_force, least_kept);
    const double pulled = metres / (metres + dt * joint.stiffness);
    // z^2 - sum z + product = 0 has the two factors by which a tick multiplies.
    const double product = pulled * kept;
    const double sum = pulled * (1 + kept);
    const double decay = -std::log(product) / (2 * dt);
    const double square = sum * sum / 4 - product;
    double omega = 0;
    if (square < 0) {
        omega = std::hypot(decay, std::acos(sum / (2 * std::sqrt(product))) / dt);
    } else if (joint.stiffness > 0) {
        const double larger = std::min(sum / 2 + std::sqrt(square), 1.0);
        omega = std::sqrt(std::log(larger) * std::log(product / larger)) / dt;
    }
    spring_tuning out;
    out.drag = -std::log(kept) / dt;
    out.frequency = omega / (2 * pi);
    out.damping_ratio = omega > 0 ? -std::log(pulled) / (2 * dt) / omega : 0;
    const double drift = 1 - kept > 1e-9 ? out.drag / (1 - kept) : 1 / dt;
    const double hang =
        joint.stiffness > 0 && omega > 0 ? metres * omega * omega / joint.stiffness : drift;
    out.gravity = std::clamp(joint.gravity_power * hang * -joint.gravity_dir.y / world_gravity,
                             -100.0, 100.0);
    out.axial_frequency = out.frequency;
    out.axial_damping_ratio = out.damping_ratio;
    out.inherit = 0; // a VRM tail reacts to all motion of its parents
    out.friction = 0;
    out.max_speed = 1e6;
    out.radius = std::min(joint.hit_radius, 1e6);
    return out;
}

template <class Real>
result<stable_springs> convert_to_stable(const vrm_description& springs,
                                         const basic_rig<Real>& rig) {
    if (const result<basic_spring_set<Real>> checked = vrm_builder(springs).build(rig); !checked) {
        return checked.error();
    }
    stable_springs out;
    group_bits bits;
    for (const vrm_chain& chain : springs.chains) {
        const std::uint32_t groups = chain.groups.empty() ? 0U : bits.of(chain.groups);
        if (!chain.groups.empty() && groups == 0) {
            return error{errors::too_many_groups,
                         "spring \"" + chain.name +
                             "\" is the 33rd that meets other groups of colliders than those "
                             "before it; let springs share their groups"};
        }
        add_chain(chain, rig, groups, out);
    }
    const std::vector<std::uint32_t> groups = bits.of_bodies(springs);
    for (std::size_t b = 0; b < springs.bodies.size(); ++b) {
        if (groups[b] != 0) {
            out.colliders.emplace_back(rig.names[at(springs.bodies[b].bone)],
                                       converted(springs.bodies[b], groups[b]));
        }
    }
    return out;
}

template result<stable_springs> convert_to_stable(const vrm_description&, const basic_rig<float>&);
template result<stable_springs> convert_to_stable(const vrm_description&, const basic_rig<double>&);

} // namespace jounce
