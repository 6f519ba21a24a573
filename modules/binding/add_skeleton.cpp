#include <jounce/modules/binding/add_skeleton.hpp>

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/binding/find_joints.hpp>
#include <jounce/modules/binding/read_bones.hpp>
#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <utility>

namespace jounce::binding {
namespace {

using ordered = nlohmann::ordered_json;

/// Adds nodes one by one; those without a parent become roots of every scene.
class node_adder {
public:
    explicit node_adder(ordered& json) : json_(json) {
        if (!json_.contains("nodes")) {
            json_["nodes"] = ordered::array();
        }
        first_ = json_["nodes"].size();
    }

    std::int32_t add(ordered node) {
        json_["nodes"].push_back(std::move(node));
        return static_cast<std::int32_t>(json_["nodes"].size()) - 1;
    }

    void link(std::int32_t parent, std::int32_t child) {
        if (parent < 0) {
            roots_.push_back(child);
        } else {
            json_["nodes"][at(parent)]["children"].push_back(child);
        }
    }

    /// The joints of a skin must have one topmost node.
    void join_roots() {
        if (roots_.size() > 1) {
            const std::int32_t top = add({{"name", "skeleton"}, {"children", roots_}});
            roots_ = {top};
        }
    }

    void show() {
        if (!json_.contains("scenes") || json_["scenes"].empty()) {
            return; // a library of things: whoever uses it makes the scene
        }
        for (ordered& scene : json_["scenes"]) {
            for (const std::int32_t root : roots_) {
                scene["nodes"].push_back(root);
            }
        }
    }

    std::size_t count() const { return json_["nodes"].size() - first_; }

private:
    ordered& json_;
    std::size_t first_ = 0;
    std::vector<std::int32_t> roots_;
};

added_skeleton add_listed(ordered& json, const std::vector<listed_bone>& bones) {
    node_adder adder(json);
    added_skeleton out;
    for (const listed_bone& bone : bones) {
        const vec3<double> start = bone.parent < 0 ? vec3<double>{} : bones[at(bone.parent)].head;
        const vec3<double> t = bone.head - start;
        out.nodes.push_back(adder.add({{"name", bone.name}, {"translation", {t.x, t.y, t.z}}}));
        out.tails.emplace_back(bone.tail);
    }
    for (std::size_t b = 0; b < bones.size(); ++b) {
        adder.link(bones[b].parent < 0 ? -1 : out.nodes[at(bones[b].parent)], out.nodes[b]);
    }
    adder.join_roots();
    adder.show();
    out.added = adder.count();
    return out;
}

/// The bones of another model that skins of this one may have.
result<std::vector<std::int32_t>> joints_of(const gltf::model& other, const ordered& json,
                                            const std::string& root) {
    if (other.skins.empty() || !root.empty()) {
        return find_joints(other, json, root);
    }
    std::vector<std::int32_t> out;
    out.reserve(at(other.skins.front().joint_count));
    for (std::int32_t j = 0; j < other.skins.front().joint_count; ++j) {
        out.push_back(other.joints[at(other.skins.front().first_joint + j)].bone);
    }
    return out;
}

ordered rest_node(const gltf::model& other, const ordered& node, std::int32_t bone) {
    ordered out = {{"name", other.bones.names[at(bone)]}};
    for (const char* member : {"translation", "rotation", "scale", "matrix"}) {
        if (node.contains(member)) {
            out[member] = node[member];
        }
    }
    return out;
}

added_skeleton add_copied(ordered& json, const gltf::model& other, const ordered& from,
                          const std::vector<std::int32_t>& joints) {
    std::vector<std::uint8_t> wanted(other.bones.parents.size(), 0);
    for (std::int32_t bone : joints) {
        for (; bone >= 0 && wanted[at(bone)] == 0; bone = other.bones.parents[at(bone)]) {
            wanted[at(bone)] = 1;
        }
    }
    node_adder adder(json);
    std::vector<std::int32_t> node_of(wanted.size(), -1);
    for (std::size_t b = 0; b < wanted.size(); ++b) { // parents first
        if (wanted[b] != 0) {
            const auto bone = static_cast<std::int32_t>(b);
            const std::int32_t parent = other.bones.parents[b];
            const ordered& node = from["nodes"][at(other.node_of_bone[b])];
            node_of[b] = adder.add(rest_node(other, node, bone));
            adder.link(parent < 0 ? -1 : node_of[at(parent)], node_of[b]);
        }
    }
    adder.join_roots();
    adder.show();
    added_skeleton out;
    for (const std::int32_t bone : joints) {
        out.nodes.push_back(node_of[at(bone)]);
    }
    out.tails.resize(out.nodes.size());
    out.added = adder.count();
    return out;
}

} // namespace

result<added_skeleton> add_skeleton(bake::glb_document& to, const std::filesystem::path& bones,
                                    const std::string& root) {
    const std::string suffix = lower_suffix(bones);
    if (suffix == ".json") {
        const result<std::vector<listed_bone>> listed = read_bones(bones);
        if (!listed) {
            return listed.error();
        }
        return add_listed(to.json(), *listed);
    }
    if (suffix != ".gltf" && suffix != ".glb" && suffix != ".vrm") {
        return error{errors::wrong_suffix,
                     bones.string() + ": bones are read from a .json, .gltf, .glb or .vrm file"};
    }
    const result<gltf::model> other = gltf::read_model(bones, {.need_all_buffers = false});
    if (!other) {
        return other.error();
    }
    const ordered from = ordered::parse(other->json, nullptr, false);
    const result<std::vector<std::int32_t>> joints = joints_of(*other, from, root);
    if (!joints) {
        return joints.error();
    }
    return add_copied(to.json(), *other, from, *joints);
}

} // namespace jounce::binding
