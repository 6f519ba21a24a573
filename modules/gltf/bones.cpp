#include <jounce/modules/gltf/bones.hpp>

#include <jounce/modules/gltf/clips.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace jounce::gltf {
namespace {

void name_bones(model& into) {
    into.is_joint.assign(into.node_of_bone.size(), 0);
    for (bind_description& joint : into.joints) {
        joint.bone = into.bone_of_node[as_size(joint.bone)];
    }
    for (const skin& s : into.skins) {
        for (std::int32_t j = 0; j < s.joint_count; ++j) {
            into.is_joint[as_size(into.joints[as_size(s.first_joint + j)].bone)] = 1;
        }
    }
    for (clip& c : into.clips.clips) {
        for (track& t : c.tracks) {
            t.bone = into.bone_of_node[as_size(t.bone)];
        }
        std::sort(c.tracks.begin(), c.tracks.end(), [](const track& a, const track& b) {
            return std::tuple(a.bone, a.target) < std::tuple(b.bone, b.target);
        });
        std::sort(c.morphs.begin(), c.morphs.end(),
                  [](const morph_track& a, const morph_track& b) { return a.mesh < b.mesh; });
    }
}

} // namespace

void build_bones(source& from, const json::value& root, const node_tree& tree, model& into) {
    const std::vector<std::optional<vec3<double>>> tails = find_tails(from, root, tree, into);
    rig_builder builder;
    for (std::size_t node = 0; node < tree.names.size(); ++node) {
        const node_pose& pose = tree.poses[node];
        rig_builder::joint bone;
        bone.name = tree.names[node];
        bone.parent = tree.parents[node];
        bone.rotation = pose.rotation;
        bone.translation = pose.translation;
        bone.scale = pose.scale;
        bone.tail = tails[node].value_or(vec3<double>{});
        bone.handle = !tails[node].has_value();
        builder.add(std::move(bone));
    }
    if (scales_unevenly(into.clips)) {
        builder.allow_non_uniform_scale();
    }
    result<rig> bones = builder.build<float>();
    if (!bones) {
        from.fail(bones.error().name, "/nodes", bones.error().message);
        return;
    }
    into.bones = *std::move(bones);
    into.node_of_bone = into.bones.source_index;
    into.bone_of_node.resize(into.node_of_bone.size());
    for (std::size_t bone = 0; bone < into.node_of_bone.size(); ++bone) {
        into.bone_of_node[as_size(into.node_of_bone[bone])] = static_cast<std::int32_t>(bone);
    }
    name_bones(into);
}

} // namespace jounce::gltf
