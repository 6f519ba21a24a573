#include <jounce/modules/dev/replay/read_parts.hpp>

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

namespace jounce::replay {
namespace {

/// Turns about x, then y, then z, all fixed axes.
quat<double> from_euler_degrees(const vec3<double>& degrees) {
    constexpr double radian = std::numbers::pi / 180.0;
    return axis_angle<double>({0, 0, 1}, degrees.z * radian) *
           axis_angle<double>({0, 1, 0}, degrees.y * radian) *
           axis_angle<double>({1, 0, 0}, degrees.x * radian);
}

} // namespace

void read_parameters(const json::value& parameters, golden_case& to) {
    if (parameters.has("simulation_mode")) {
        const std::string mode = parameters["simulation_mode"].text();
        if (mode != "PBD") {
            parameters["simulation_mode"].fail(errors::unsupported,
                                               "is \"" + mode + "\", only \"PBD\" can be replayed");
        }
    }
    to.dt = parameters["dt"].number();
    if (!(to.dt >= 1e-6 && to.dt <= 10)) {
        parameters["dt"].fail(errors::out_of_range, "is " + std::to_string(to.dt) +
                                                        " s, a step is from 1e-6 up to 10 seconds");
    }
    spring_settings& s = to.settings;
    s.mass = parameters["mass"].number();
    if (!(s.mass >= 1e-6)) {
        parameters["mass"].fail(errors::out_of_range,
                                "is " + std::to_string(s.mass) + " kg, it must be at least 1e-6");
    }
    s.stiffness = parameters["stiffness"].number() * parameters["spring_dscale"].number();
    s.damping = parameters["damping"].number();
    s.velocity_scale = parameters["mass_dscale"].number();
    s.hook = parameters["point_spring"].boolean() ? 1 : 0;
    s.fixed_length = parameters["fixed_scale"].boolean();
    s.edge_constraint = parameters["edge_constraint"].boolean();
    s.compliance = parameters["compliance"].number();
    s.length_factor =
        parameters.has("compliance_ours") ? std::exp(parameters["compliance_ours"].number()) : 1.0;
}

std::vector<golden_bone> read_bones(const json::value& bones) {
    const std::size_t count = bones.size(static_cast<std::size_t>(max_bones));
    std::vector<golden_bone> out(count);
    for (std::size_t b = 0; b < count; ++b) {
        const json::value bone = bones.at(b);
        out[b].parent = static_cast<std::int32_t>(
            bone["parent"].integer(-1, static_cast<std::int64_t>(count) - 1));
        out[b].head = bone["head"].vector();
        out[b].tail = bone["tail"].vector();
        if (bone.has("offset_t")) {
            out[b].offset = bone["offset_t"].vector();
        }
    }
    return out;
}

std::vector<std::int32_t> read_indices(const json::value& list, std::int64_t least,
                                       std::int64_t most) {
    const std::size_t count = list.size(static_cast<std::size_t>(max_bones));
    std::vector<std::int32_t> out;
    std::set<std::int32_t> seen;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(static_cast<std::int32_t>(list.at(i).integer(least, most)));
        if (!seen.insert(out.back()).second) {
            list.at(i).fail(errors::duplicate_index,
                            "is " + std::to_string(out.back()) + ", which the list has already");
        }
    }
    return out;
}

void make_poses(golden_case& to, const golden_array* degrees, const golden_array* translations) {
    const std::size_t count = static_cast<std::size_t>(to.frames) * to.driven.size();
    to.poses.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (degrees != nullptr) {
            to.poses[i].rotation = from_euler_degrees(degrees->vector_at(3 * i));
        }
        if (translations != nullptr) {
            to.poses[i].translation = translations->vector_at(3 * i);
        }
    }
}

void check_flags(const json::value& elements, const char* flag,
                 const std::vector<std::int32_t>& indices) {
    const std::size_t count = elements.size(static_cast<std::size_t>(max_bones));
    for (std::size_t i = 0; i < count; ++i) {
        const bool listed = std::find(indices.begin(), indices.end(),
                                      static_cast<std::int32_t>(i)) != indices.end();
        const json::value said = elements.at(i)[flag];
        if (said.boolean() != listed) {
            said.fail(errors::inconsistent,
                      std::string("does not say what the list of bones says of ") +
                          std::to_string(i) + "; make them agree");
        }
    }
}

std::vector<std::int32_t> bones_from(std::int32_t first, const golden_case& of) {
    std::vector<std::int32_t> out;
    for (std::int32_t b = first; b < static_cast<std::int32_t>(of.bones.size()); ++b) {
        out.push_back(b);
    }
    return out;
}

} // namespace jounce::replay
