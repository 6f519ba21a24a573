#include <jounce/modules/vrm/vrm_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace jounce::vrm {
namespace {

constexpr double end_length = 0.07; ///< m, times the bone's scale

/// VRM 0.x writes vectors as objects.
vec3<double> object_vector(const json::value& from, const vec3<double>& otherwise) {
    return {number_or(from, "x", otherwise.x, -largest, largest),
            number_or(from, "y", otherwise.y, -largest, largest),
            number_or(from, "z", otherwise.z, -largest, largest)};
}

void read_groups(reader& from, const json::value& secondary) {
    if (!secondary.has("colliderGroups")) {
        return;
    }
    vrm_description& to = from.out.springs;
    const json::value groups = secondary["colliderGroups"];
    const std::size_t count = groups.size(max_vrm_bodies);
    for (std::size_t g = 0; g < count && from.ok(); ++g) {
        const json::value group = groups.at(g);
        vrm_group made;
        const std::int32_t bone = from.bone(group["node"]);
        const json::value colliders = group["colliders"];
        const std::size_t bodies = colliders.size(max_vrm_bodies - to.bodies.size());
        for (std::size_t c = 0; c < bodies && from.ok(); ++c) {
            const json::value collider = colliders.at(c);
            vrm_body body;
            body.bone = bone;
            if (collider.has("offset")) {
                body.offset = object_vector(collider["offset"], {});
                body.offset.z = -body.offset.z; // written in left-handed axes
            }
            body.radius = number_or(collider, "radius", 0, 0, largest);
            made.bodies.push_back(static_cast<std::int32_t>(to.bodies.size()));
            to.bodies.push_back(body);
        }
        to.groups.push_back(std::move(made));
    }
}

/// What all joints of a bone group have in common.
vrm_joint read_settings(const json::value& group) {
    vrm_joint out;
    out.stiffness = number_or(group, "stiffiness", 1, 0, largest); // as the format spells it
    out.gravity_power = number_or(group, "gravityPower", 0, -largest, largest);
    out.drag_force = number_or(group, "dragForce", 0.4, 0, 1);
    out.hit_radius = number_or(group, "hitRadius", 0.02, 0, largest);
    out.is_vrm_0 = true;
    if (group.has("gravityDir")) {
        out.gravity_dir = object_vector(group["gravityDir"], {0, -1, 0});
    }
    return out;
}

/// Makes a joint of a node and of every node below it.
template <class Real> class expansion {
public:
    expansion(reader& from, const basic_rig<Real>& rig)
        : from_(from), rig_(rig), nodes_(from.root["nodes"]), taken_(from.bone_of_node.size()) {
        nodes_.size(from.bone_of_node.size());
    }

    void add(const json::value& root, const vrm_joint& settings, vrm_chain& to) {
        std::vector<std::int32_t> left = {from_.node(root)};
        while (!left.empty() && from_.ok()) {
            const std::size_t node = static_cast<std::size_t>(left.back());
            left.pop_back();
            if (taken_[node]) {
                from_.warn(root, "reaches node " + std::to_string(node) +
                                     ", which is in a spring already; it stays in that one");
                continue;
            }
            taken_[node] = true;
            add_node(node, settings, to, left);
        }
    }

private:
    void add_node(std::size_t node, const vrm_joint& settings, vrm_chain& to,
                  std::vector<std::int32_t>& left) {
        const json::value here = nodes_.at(node);
        vrm_joint joint = settings;
        joint.bone = from_.bone_of_node[node];
        if (joint.bone < 0) {
            here.fail(errors::no_bone,
                      "is in a spring and no bone of the rig; add the node to the rig");
            return;
        }
        const std::size_t count =
            here.has("children") ? here["children"].size(from_.bone_of_node.size()) : 0;
        for (std::size_t i = count; i-- > 0;) {
            left.push_back(from_.node(here["children"].at(i)));
        }
        if (count > 0) {
            joint.tail_bone = from_.bone(here["children"].at(0));
        } else {
            joint.tail_offset = end_of_chain(rig_, joint.bone);
        }
        if (from_.ok() &&
            !(length(joint.tail_bone >= 0 ? vrm_tail(joint, rig_) : joint.tail_offset) > 1e-9)) {
            from_.warn(here, "has no direction to swing: its end is where it is; it is left out");
            return;
        }
        to.joints.push_back(joint);
    }

    reader& from_;
    const basic_rig<Real>& rig_;
    json::value nodes_;
    std::vector<bool> taken_;
};

} // namespace

template <class Real> vec3<double> end_of_chain(const basic_rig<Real>& rig, std::int32_t bone) {
    const std::size_t b = static_cast<std::size_t>(bone);
    if (rig.parents[b] < 0) {
        return {};
    }
    mat3<double> local = to_affine(cast<double>(rig.rest_local[b])).linear;
    mat3<double> model = to_affine(cast<double>(rig.rest_model[b])).linear;
    if (rig.is_affine) {
        local = scaled_columns(local, cast<double>(rig.rest_stretch[b]));
        model = cast<double>(rig.rest_linear[b]);
    }
    const vec3<double> way = inverse(local) * cast<double>(rig.rest_local[b].translation);
    const double size = length(model * way);
    // UniVRM and three-vrm agree that the end grows with its bone, UniVRM by the largest axis.
    const mat3<double> turn = to_matrix(cast<double>(rig.rest_model[b].rotation));
    const double scale = std::max({std::abs(dot(turn.column[0], model.column[0])),
                                   std::abs(dot(turn.column[1], model.column[1])),
                                   std::abs(dot(turn.column[2], model.column[2]))});
    return size > 1e-9 ? (end_length * scale / size) * way : vec3<double>{};
}

template <class Real>
void read_springs_0(reader& from, const json::value& secondary, const basic_rig<Real>& rig) {
    read_groups(from, secondary);
    if (!secondary.has("boneGroups")) {
        return;
    }
    const json::value groups = secondary["boneGroups"];
    const std::size_t count = groups.size(static_cast<std::size_t>(max_bones));
    expansion<Real> joints(from, rig);
    for (std::size_t g = 0; g < count && from.ok(); ++g) {
        const json::value group = groups.at(g);
        vrm_chain chain;
        chain.name = name_of(group, "comment");
        const vrm_joint settings = read_settings(group);
        if (group.has("center") &&
            group["center"].integer(-1, static_cast<std::int64_t>(from.bone_of_node.size()) - 1) >=
                0) {
            chain.centre = from.bone(group["center"]);
        }
        if (group.has("colliderGroups")) {
            const json::value met = group["colliderGroups"];
            const std::size_t met_count = met.size(max_vrm_bodies);
            const std::int64_t last = static_cast<std::int64_t>(from.out.springs.groups.size()) - 1;
            for (std::size_t i = 0; i < met_count && from.ok(); ++i) {
                chain.groups.push_back(static_cast<std::int32_t>(met.at(i).integer(0, last)));
            }
        }
        if (group.has("bones")) {
            const json::value roots = group["bones"];
            const std::size_t root_count = roots.size(from.bone_of_node.size());
            for (std::size_t i = 0; i < root_count && from.ok(); ++i) {
                joints.add(roots.at(i), settings, chain);
            }
        }
        from.out.springs.chains.push_back(std::move(chain));
    }
}

template vec3<double> end_of_chain(const basic_rig<float>&, std::int32_t);
template vec3<double> end_of_chain(const basic_rig<double>&, std::int32_t);
template void read_springs_0(reader&, const json::value&, const basic_rig<float>&);
template void read_springs_0(reader&, const json::value&, const basic_rig<double>&);

} // namespace jounce::vrm
