#include <jounce/modules/vrm/vrm_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cstddef>

namespace jounce::vrm {
namespace {

constexpr std::string_view collider_shapes[] = {"sphere", "capsule"};
constexpr std::string_view extended_shapes[] = {"sphere", "capsule", "plane"};
constexpr const char* extended = "VRMC_springBone_extended_collider";

bool is_known_version(const json::value& extension) {
    const std::string version = extension["specVersion"].text();
    return version == "1.0" || version == "1.0-draft";
}

/// @param keys  the shapes that may be there
void read_shape(const json::value& shape, std::span<const std::string_view> keys, vrm_body& to) {
    const std::string kind = only_of(shape, keys, "bad_collider");
    if (kind.empty()) {
        return;
    }
    const json::value body = shape[kind];
    to.offset = vector_or(body, "offset", {});
    to.shape = kind == "plane"     ? vrm_shape::plane
               : kind == "capsule" ? vrm_shape::capsule
                                   : vrm_shape::sphere;
    if (to.shape == vrm_shape::plane) {
        to.normal = vector_or(body, "normal", {0, 0, 1});
        return;
    }
    to.radius = number_or(body, "radius", 0, 0, largest);
    if (to.shape == vrm_shape::capsule) {
        to.tail = vector_or(body, "tail", {});
    }
    if (keys.size() > 2 && body.has("inside")) {
        to.inside = body["inside"].boolean();
    }
}

vrm_body read_collider(reader& from, const json::value& collider) {
    vrm_body out;
    out.bone = from.bone(collider["node"]);
    if (collider.has("extensions") && collider["extensions"].has(extended)) {
        const json::value extension = collider["extensions"][extended];
        if (is_known_version(extension)) {
            read_shape(extension["shape"], extended_shapes, out);
            return out;
        }
        from.warn(extension, "has a version that is not known here; the plain shape is used");
    }
    read_shape(collider["shape"], collider_shapes, out);
    return out;
}

std::vector<std::int32_t> read_indices(const json::value& array, std::size_t limit,
                                       std::size_t end) {
    std::vector<std::int32_t> out;
    const std::size_t count = array.size(limit);
    for (std::size_t i = 0; i < count; ++i) {
        if (end == 0) {
            array.at(i).fail(errors::out_of_range, "names something of a list that is empty");
            return {};
        }
        out.push_back(
            static_cast<std::int32_t>(array.at(i).integer(0, static_cast<std::int64_t>(end) - 1)));
    }
    return out;
}

vrm_joint read_joint(reader& from, const json::value& joint) {
    vrm_joint out;
    out.bone = from.bone(joint["node"]);
    out.hit_radius = number_or(joint, "hitRadius", 0, 0, largest);
    out.stiffness = number_or(joint, "stiffness", 1, 0, largest);
    out.gravity_power = number_or(joint, "gravityPower", 0, -largest, largest);
    out.gravity_dir = vector_or(joint, "gravityDir", {0, -1, 0});
    out.drag_force = number_or(joint, "dragForce", 0.5, 0, 1);
    out.limit = read_limit(from, joint);
    return out;
}

/// Whether a joint's tail is below it and at the very same place, as some exporters leave it.
template <class Real> bool has_no_length(const vrm_joint& joint, const basic_rig<Real>& rig) {
    return joint.tail_bone > joint.bone && !(length(vrm_tail(joint, rig)) > 1e-9);
}

template <class Real>
void read_spring(reader& from, const json::value& spring, const basic_rig<Real>& rig) {
    vrm_chain chain;
    chain.name = name_of(spring, "name");
    if (spring.has("colliderGroups")) {
        chain.groups =
            read_indices(spring["colliderGroups"], max_vrm_bodies, from.out.springs.groups.size());
    }
    if (spring.has("center")) {
        chain.centre = from.bone(spring["center"]);
    }
    const json::value joints = spring["joints"];
    const std::size_t count = joints.size(static_cast<std::size_t>(max_bones));
    if (count < 2) {
        from.warn(spring, "has fewer than two joints: nothing of it swings");
    }
    // The last joint is only a tail.
    for (std::size_t j = 0; j + 1 < count && from.ok(); ++j) {
        vrm_joint joint = read_joint(from, joints.at(j));
        joint.tail_bone = from.bone(joints.at(j + 1)["node"]);
        if (from.ok() && has_no_length(joint, rig)) {
            from.warn(joints.at(j), "has no direction to swing: the next joint is where it is; it "
                                    "is left out");
            continue;
        }
        chain.joints.push_back(joint);
    }
    from.out.springs.chains.push_back(std::move(chain));
}

} // namespace

void read_colliders_1(reader& from, const json::value& extension) {
    if (extension.has("colliders")) {
        const json::value colliders = extension["colliders"];
        const std::size_t count = colliders.size(max_vrm_bodies);
        for (std::size_t i = 0; i < count && from.ok(); ++i) {
            from.out.springs.bodies.push_back(read_collider(from, colliders.at(i)));
        }
    }
    if (extension.has("colliderGroups")) {
        const json::value groups = extension["colliderGroups"];
        const std::size_t count = groups.size(max_vrm_bodies);
        for (std::size_t g = 0; g < count && from.ok(); ++g) {
            from.out.springs.groups.push_back(
                {name_of(groups.at(g), "name"),
                 read_indices(groups.at(g)["colliders"], max_vrm_bodies,
                              from.out.springs.bodies.size())});
        }
    }
}

template <class Real>
void read_springs_1(reader& from, const json::value& extension, const basic_rig<Real>& rig) {
    if (!is_known_version(extension) && from.ok()) {
        extension["specVersion"].fail(errors::unsupported_version,
                                      "is a version that is not known here; 1.0 is");
        return;
    }
    read_colliders_1(from, extension);
    if (!extension.has("springs")) {
        return;
    }
    const json::value springs = extension["springs"];
    const std::size_t count = springs.size(static_cast<std::size_t>(max_bones));
    for (std::size_t s = 0; s < count && from.ok(); ++s) {
        read_spring(from, springs.at(s), rig);
    }
}

template void read_springs_1(reader&, const json::value&, const basic_rig<float>&);
template void read_springs_1(reader&, const json::value&, const basic_rig<double>&);

} // namespace jounce::vrm
