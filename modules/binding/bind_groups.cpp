#include <jounce/modules/binding/plan_builder.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/helper_skin.hpp>
#include <jounce/modules/binding/find_joints.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace jounce::binding {
namespace {

bool same(const affine<double>& a, const affine<double>& b) {
    return a.linear.column[0] == b.linear.column[0] && a.linear.column[1] == b.linear.column[1] &&
           a.linear.column[2] == b.linear.column[2] && a.translation == b.translation;
}

bool is_finite(const vec3<double>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

} // namespace

result<bind_plan> plan_builder::run() {
    plan_.binding_of.assign(of_.bone_of_node.size(), -1);
    for (const auto step : {&plan_builder::plan_skins, &plan_builder::plan_others}) {
        if (std::optional<error> wrong = (this->*step)()) {
            return *std::move(wrong);
        }
    }
    if (plan_.bindings.empty()) {
        return error{errors::no_mesh,
                     of_.file.string() +
                         (of_.meshes.empty()
                              ? ": has no mesh to bind; export it with its meshes"
                              : ": all of its meshes are at or below bones, so they move with "
                                "these; move a mesh to the top of the scene to have it bound, or "
                                "name another bone by --root")};
    }
    gather();
    return std::move(plan_);
}

std::int32_t plan_builder::skin_of(std::int32_t node) const {
    const nlohmann::ordered_json& said = json_["nodes"][at(node)];
    return said.contains("skin") ? said["skin"].get<std::int32_t>() : -1;
}

bool plan_builder::has_matrices(std::size_t skin) const {
    return json_["skins"][skin].contains("inverseBindMatrices");
}

std::string plan_builder::name_of_mesh(std::int32_t node) const {
    for (const gltf::mesh& mesh : of_.meshes) {
        if (mesh.node == node && !mesh.name.empty()) {
            return "\"" + mesh.name + "\"";
        }
    }
    return "of node \"" + of_.bones.names[at(of_.bone_of_node[at(node)])] + "\"";
}

skeleton plan_builder::make_skeleton(const std::vector<std::int32_t>& bones,
                                     std::vector<vec3<double>> heads) const {
    std::vector<std::int32_t> joint_of(of_.bones.parents.size(), -1);
    for (std::size_t j = 0; j < bones.size(); ++j) {
        joint_of[at(bones[j])] = static_cast<std::int32_t>(j);
    }
    skeleton out;
    for (const std::int32_t bone : bones) {
        out.nodes.push_back(of_.node_of_bone[at(bone)]);
        out.names.push_back(of_.bones.names[at(bone)]);
        std::int32_t up = of_.bones.parents[at(bone)];
        while (up >= 0 && joint_of[at(up)] < 0) {
            up = of_.bones.parents[at(up)];
        }
        out.parents.push_back(up < 0 ? -1 : joint_of[at(up)]);
    }
    out.heads = std::move(heads);
    out.tails.resize(bones.size());
    return out;
}

result<std::size_t> plan_builder::group_of_skin(std::size_t skin) {
    if (const auto known = group_of_skin_.find(skin); known != group_of_skin_.end()) {
        return known->second;
    }
    const gltf::skin& range = of_.skins[skin];
    const bool told = has_matrices(skin);
    bind_group made;
    std::vector<std::int32_t> bones;
    std::vector<vec3<double>> heads;
    for (std::int32_t j = range.first_joint; j < range.first_joint + range.joint_count; ++j) {
        const bind_description& joint = of_.joints[at(j)];
        const affine<double> rest = authoring::rest_of(of_.bones, joint.bone);
        bones.push_back(joint.bone);
        made.inverse_binds.push_back(told ? joint.inverse_bind : inverse(rest));
        heads.push_back(told ? inverse(joint.inverse_bind).translation : rest.translation);
        if (!is_finite(heads.back())) {
            return error{errors::bad_skin,
                         of_.file.string() + ": /skins/" + std::to_string(skin) +
                             "/inverseBindMatrices: that of joint \"" +
                             of_.bones.names[at(joint.bone)] +
                             "\" has no inverse, so it is not known where the joint was bound; "
                             "remove inverseBindMatrices to bind where the nodes are"};
        }
    }
    if (!told) {
        plan_.skins_without_matrices.push_back(skin);
        plan_.warnings.push_back(of_.file.string() + ": /skins/" + std::to_string(skin) +
                                 ": has no inverse bind matrices; they are made from its nodes "
                                 "at rest");
    }
    made.bones = make_skeleton(bones, std::move(heads));
    std::size_t group = 0;
    for (; group < plan_.groups.size(); ++group) {
        const bind_group& other = plan_.groups[group];
        if (other.bones.nodes == made.bones.nodes &&
            std::equal(made.inverse_binds.begin(), made.inverse_binds.end(),
                       other.inverse_binds.begin(), same)) {
            break;
        }
    }
    if (group == plan_.groups.size()) {
        plan_.groups.push_back(std::move(made));
    }
    group_of_skin_.emplace(skin, group);
    return group;
}

std::optional<error> plan_builder::plan_skins() {
    std::map<std::int32_t, std::int32_t> binding_of_skin;
    for (const gltf::mesh& mesh : of_.meshes) {
        const std::int32_t skin = skin_of(mesh.node);
        if (skin < 0) {
            continue;
        }
        const result<std::size_t> group = group_of_skin(at(skin));
        if (!group) {
            return group.error();
        }
        const auto [place, is_new] =
            binding_of_skin.emplace(skin, static_cast<std::int32_t>(plan_.bindings.size()));
        if (is_new) {
            plan_.bindings.push_back({*group, skin, {}});
        }
        plan_.binding_of[at(mesh.node)] = place->second;
    }
    return std::nullopt;
}

bool plan_builder::is_instanced(std::int32_t node) const {
    return std::any_of(of_.instances.begin(), of_.instances.end(),
                       [&](const gltf::node_instances& some) { return some.node == node; });
}

std::vector<std::int32_t> plan_builder::unskinned_nodes() const {
    std::set<std::int32_t> out;
    for (const gltf::mesh& mesh : of_.meshes) {
        if (skin_of(mesh.node) < 0) {
            out.insert(mesh.node);
        }
    }
    return {out.begin(), out.end()};
}

result<std::vector<std::int32_t>> plan_builder::joints_of_others() {
    std::vector<std::int32_t> out;
    if (added_) {
        for (const std::int32_t node : added_->nodes) {
            out.push_back(of_.bone_of_node[at(node)]);
        }
        return out;
    }
    if (of_.skins.empty() || !root_.empty()) {
        return find_joints(of_, json_, root_);
    }
    for (std::size_t bone = 0; bone < of_.is_joint.size(); ++bone) {
        if (of_.is_joint[bone] != 0) {
            out.push_back(static_cast<std::int32_t>(bone));
        }
    }
    return out;
}

void plan_builder::warn_of_motion(std::int32_t node, const std::vector<std::int32_t>& joints) {
    std::vector<std::uint8_t> above(of_.bones.parents.size(), 0);
    for (std::int32_t up = joints.front(); up >= 0; up = of_.bones.parents[at(up)]) {
        above[at(up)] = 1; // what moves this moves the skeleton too
    }
    std::vector<std::uint8_t> moved(above.size(), 0);
    for (const clip& clip : of_.clips.clips) {
        for (const track& track : clip.tracks) {
            moved[at(track.bone)] = above[at(track.bone)] == 0 ? 1 : 0;
        }
    }
    if (is_under(of_.bones, of_.bone_of_node[at(node)], moved)) {
        plan_.warnings.push_back(
            of_.file.string() + ": /nodes/" + std::to_string(node) +
            ": is moved by a clip; a mesh with a skin follows its bones alone");
    }
}

bool plan_builder::leaves_others() const {
    return !plan_.bindings.empty() && !all_meshes_ && root_.empty() && !added_;
}

void plan_builder::warn_of_others(const std::vector<std::int32_t>& nodes) {
    std::string said = of_.file.string() + ": mesh " + name_of_mesh(nodes.front());
    if (nodes.size() > 1) {
        said += " and " + std::to_string(nodes.size() - 1) + " more";
    }
    plan_.warnings.push_back(said + ": without a skin beside meshes that have one, so left as it "
                                    "is; --all-meshes binds such meshes too");
}

std::optional<error> plan_builder::plan_others() {
    std::vector<std::int32_t> nodes = unskinned_nodes();
    if (nodes.empty()) {
        return std::nullopt;
    }
    const result<std::vector<std::int32_t>> joints = joints_of_others();
    if (!joints) {
        return joints.error();
    }
    std::vector<std::uint8_t> is_joint(of_.bones.parents.size(), 0);
    for (const std::int32_t bone : *joints) {
        is_joint[at(bone)] = 1;
    }
    std::erase_if(nodes, [&](std::int32_t node) {
        return is_under(of_.bones, of_.bone_of_node[at(node)], is_joint);
    });
    if (nodes.empty()) {
        return std::nullopt;
    }
    if (leaves_others()) {
        warn_of_others(nodes);
        return std::nullopt;
    }
    if (!has_common_root(of_.bones, *joints)) {
        const std::string said =
            of_.file.string() + ": mesh " + name_of_mesh(nodes.front()) +
            ": there are bones of several skeletons, without a common root; name its own by --root";
        if (plan_.bindings.empty()) {
            return error{errors::bad_skin, said};
        }
        plan_.warnings.push_back(said + "; it was left as it is");
        return std::nullopt;
    }
    bind_group made;
    std::vector<vec3<double>> heads;
    for (const std::int32_t bone : *joints) {
        const affine<double> rest = authoring::rest_of(of_.bones, bone);
        heads.push_back(rest.translation);
        made.inverse_binds.push_back(inverse(rest));
    }
    made.bones = make_skeleton(*joints, std::move(heads));
    if (added_) {
        made.bones.tails = added_->tails;
    }
    bool is_used = false;
    for (const std::int32_t node : nodes) {
        if (is_instanced(node)) {
            plan_.warnings.push_back(of_.file.string() + ": mesh " + name_of_mesh(node) +
                                     ": is drawn at many places by EXT_mesh_gpu_instancing, which "
                                     "skins cannot be; it was left as it is");
            continue;
        }
        is_used = true;
        const affine<double> place = authoring::rest_of(of_.bones, of_.bone_of_node[at(node)]);
        std::size_t binding = 0;
        while (binding < plan_.bindings.size() &&
               !(plan_.bindings[binding].skin < 0 && same(plan_.bindings[binding].place, place))) {
            ++binding;
        }
        if (binding == plan_.bindings.size()) {
            plan_.bindings.push_back({plan_.groups.size(), -1, place});
        }
        plan_.binding_of[at(node)] = static_cast<std::int32_t>(binding);
        warn_of_motion(node, *joints);
    }
    if (is_used) {
        plan_.groups.push_back(std::move(made));
    }
    return std::nullopt;
}

result<bind_plan> plan_binding(const gltf::model& of, const nlohmann::ordered_json& json,
                               const std::string& root, const std::optional<added_skeleton>& added,
                               bool all_meshes) {
    return plan_builder(of, json, root, added, all_meshes).run();
}

} // namespace jounce::binding
