#include <jounce/modules/rig/vrm_builder.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/vrm_checks.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace jounce {
namespace {

template <class Real> affine<double> local_of(const basic_rig<Real>& rig, std::size_t bone) {
    affine<double> out = to_affine(cast<double>(rig.rest_local[bone]));
    if (rig.is_affine) {
        out.linear = scaled_columns(out.linear, cast<double>(rig.rest_stretch[bone]));
    }
    return out;
}

template <class Real>
bool is_below(const basic_rig<Real>& rig, std::int32_t bone, std::int32_t ancestor) {
    while (bone > ancestor) { // parents come first
        bone = rig.parents[at(bone)];
    }
    return bone == ancestor;
}

/// The short way from Y to a unit direction; half a turn about X to the opposite of Y, as the
/// specification demands.
quat<double> vrm_from_y(const vec3<double>& to) {
    if (to.x == 0 && to.z == 0) {
        return to.y < 0 ? quat<double>{1, 0, 0, 0} : quat<double>{};
    }
    return normalised(quat<double>{to.z, 0, -to.x, 1 + to.y});
}

template <class Real>
void set_limit(vrm_spring<Real>& spring, const vrm_limit& limit, const vec3<double>& axis) {
    spring.limit = limit.shape;
    if (limit.shape == limit_shape::none) {
        return;
    }
    const bool is_spherical = limit.shape == limit_shape::spherical;
    const double angle = std::min(is_spherical ? limit.pitch : limit.angle, std::numbers::pi);
    const double yaw = std::min(limit.yaw, std::numbers::pi / 2);
    spring.limit_frame = cast<Real>(normalised(vrm_from_y(axis) * normalised(limit.rotation)));
    spring.limit_cosine = static_cast<Real>(std::cos(angle));
    spring.limit_sine = static_cast<Real>(std::sin(angle));
    spring.yaw_cosine = static_cast<Real>(std::cos(yaw));
    spring.yaw_sine = static_cast<Real>(std::sin(yaw));
}

template <class Real>
vrm_spring<Real> make_spring(const vrm_joint& joint, std::int32_t centre, const vec3<double>& tail,
                             vrm_radius_scale scale) {
    vrm_spring<Real> out;
    const vec3<double> axis = (1 / length(tail)) * tail;
    out.bone = joint.bone;
    out.centre = centre;
    out.tail = cast<Real>(tail);
    out.axis = cast<Real>(axis);
    out.stiffness = static_cast<Real>(joint.stiffness);
    out.keep = static_cast<Real>(1 - joint.drag_force);
    out.pull = cast<Real>(joint.gravity_power * joint.gravity_dir);
    out.hit_radius = static_cast<Real>(joint.hit_radius);
    out.hit_scales =
        scale == vrm_radius_scale::all || (scale == vrm_radius_scale::univrm && joint.is_vrm_0);
    set_limit(out, joint.limit, axis);
    return out;
}

template <class Real>
vrm_collider<Real> make_collider(const vrm_body& body, vrm_radius_scale scale) {
    vrm_collider<Real> out;
    out.bone = body.bone;
    out.shape = body.shape;
    out.inside = body.inside;
    out.scales =
        scale == vrm_radius_scale::all || (scale == vrm_radius_scale::univrm && !body.inside);
    out.offset = cast<Real>(body.offset);
    out.radius = static_cast<Real>(body.radius);
    if (body.shape == vrm_shape::capsule) {
        out.arm = cast<Real>(body.tail - body.offset);
    } else if (body.shape == vrm_shape::plane) {
        out.arm = cast<Real>((1 / length(body.normal)) * body.normal);
    }
    return out;
}

} // namespace

template <class Real> vec3<double> vrm_tail(const vrm_joint& joint, const basic_rig<Real>& rig) {
    if (joint.tail_bone < 0) {
        return joint.tail_offset;
    }
    // Down from the tail to the head's frame: no difference of large numbers.
    vec3<double> out;
    for (std::int32_t b = joint.tail_bone; b > joint.bone; b = rig.parents[at(b)]) {
        out = local_of(rig, at(b)) * out;
    }
    return out;
}

std::int32_t vrm_builder::add(const vrm_body& body) {
    springs_.bodies.push_back(body);
    return static_cast<std::int32_t>(springs_.bodies.size()) - 1;
}

std::int32_t vrm_builder::add(vrm_group group) {
    springs_.groups.push_back(std::move(group));
    return static_cast<std::int32_t>(springs_.groups.size()) - 1;
}

template <class Real>
result<basic_spring_set<Real>> vrm_builder::build(const basic_rig<Real>& rig) const {
    const vrm_description& springs = springs_;
    if (std::optional<error> wrong = check_vrm(springs, rig.names)) {
        return *std::move(wrong);
    }
    basic_spring_set<Real> out;
    out.solver = vrm_solver;
    basic_vrm_set<Real>& set = out.vrm;
    set.contact_rounds = springs.contact_rounds;
    std::vector<std::pair<std::size_t, std::size_t>> source; // chain and joint of each spring
    for (std::size_t c = 0; c < springs.chains.size(); ++c) {
        const vrm_chain& chain = springs.chains[c];
        const std::int32_t first_contact = static_cast<std::int32_t>(set.contacts.size());
        for (const std::int32_t group : chain.groups) {
            const std::vector<std::int32_t>& bodies = springs.groups[at(group)].bodies;
            set.contacts.insert(set.contacts.end(), bodies.begin(), bodies.end());
        }
        for (std::size_t j = 0; j < chain.joints.size(); ++j) {
            const vrm_joint& joint = chain.joints[j];
            if (joint.tail_bone >= 0 &&
                (joint.tail_bone == joint.bone || !is_below(rig, joint.tail_bone, joint.bone))) {
                return error{errors::not_below,
                             name_joint(springs, c, j, rig.names) + " has its tail at bone \"" +
                                 rig.names[at(joint.tail_bone)] +
                                 "\", which is not below it; list joints from the "
                                 "root of a chain to its tip"};
            }
            const vec3<double> tail = vrm_tail(joint, rig);
            if (!(length(tail) > 1e-9) || !(length(tail) < 1e9)) {
                return error{errors::zero_length,
                             name_joint(springs, c, j, rig.names) +
                                 " has its tail at its head, so no direction to "
                                 "swing; move one of them or leave the joint out"};
            }
            vrm_spring<Real> spring =
                make_spring<Real>(joint, chain.centre, tail, springs.radius_scale);
            spring.centre_is_head = chain.centre == joint.bone;
            spring.first_contact = first_contact;
            spring.contact_count = static_cast<std::int32_t>(set.contacts.size()) - first_contact;
            set.springs.push_back(spring);
            source.emplace_back(c, j);
        }
    }
    for (const vrm_body& body : springs.bodies) {
        set.colliders.push_back(make_collider<Real>(body, springs.radius_scale));
    }
    if (const std::optional<std::int32_t> wrong = plan_vrm_walk(rig, set)) {
        const auto& [c, j] = source[at(*wrong)];
        return error{errors::bad_centre,
                     name_joint(springs, c, j, rig.names) + " has its centre at bone \"" +
                         rig.names[at(springs.chains[c].centre)] +
                         "\", which it moves itself; use its first joint or a bone "
                         "above it"};
    }
    return out;
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template vec3<double> vrm_tail(const vrm_joint&, const basic_rig<Real>&);                      \
    template result<basic_spring_set<Real>> vrm_builder::build(const basic_rig<Real>&) const;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
