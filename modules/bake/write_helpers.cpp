#include <jounce/modules/bake/write_helpers.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/modules/bake/write_weights.hpp>
#include <jounce/modules/gltf/bones.hpp>

#include <map>
#include <utility>
#include <vector>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

error wrong(const char* name, const gltf::model& of, const std::string& pointer,
            const std::string& cause) {
    return {name, of.file.string() + ": " + pointer + ": " + cause};
}

void add_nodes(ordered& json, const gltf::model& of, const authoring::added_helpers& helpers) {
    for (std::int32_t h = 0; h < helpers.count; ++h) {
        const std::int32_t bone = helpers.first_bone + h;
        const transform<float>& rest = of.bones.rest_local[at(bone)];
        const vec3<float>& tail = of.bones.tail_local[at(bone)];
        json["nodes"].push_back(
            {{"name", of.bones.names[at(bone)]},
             {"translation", {rest.translation.x, rest.translation.y, rest.translation.z}},
             {"extras", {{gltf::helper_key, {{"tail", {tail.x, tail.y, tail.z}}}}}}});
        const std::int32_t parent = of.node_of_bone[at(of.bones.parents[at(bone)])];
        json["nodes"][at(parent)]["children"].push_back(of.node_of_bone[at(bone)]);
    }
}

std::optional<error> write_skin(glb_document& document, const gltf::model& of, std::size_t index) {
    ordered& json = document.json();
    if (!has_object(json, "skins", index) || !json["skins"][index].contains("joints")) {
        return wrong(errors::bad_skin, of, "/skins/" + std::to_string(index), "has no joints");
    }
    const gltf::skin& skin = of.skins[index];
    ordered joints = ordered::array();
    std::vector<affine<double>> matrices;
    for (std::int32_t j = skin.first_joint; j < skin.first_joint + skin.joint_count; ++j) {
        joints.push_back(of.node_of_bone[at(of.joints[at(j)].bone)]);
        matrices.push_back(of.joints[at(j)].inverse_bind);
    }
    if (joints.size() == json["skins"][index]["joints"].size()) {
        return std::nullopt; // no helper is of this skin
    }
    const std::int32_t accessor = add_matrices(document, matrices);
    json["skins"][index]["joints"] = std::move(joints);
    json["skins"][index]["inverseBindMatrices"] = accessor;
    return std::nullopt;
}

std::optional<error> write_weights(glb_document& document, const gltf::model& of,
                                   const gltf::mesh& mesh) {
    const stored_weights stored =
        add_weights(document,
                    {mesh.vertices.first_influence, mesh.vertices.influences,
                     of.skins[at(mesh.skin)].first_joint},
                    weight_format::f32);
    if (!set_weights(document, at(mesh.source_mesh), at(mesh.primitive), stored)) {
        return wrong(errors::bad_mesh, of,
                     "/meshes/" + std::to_string(mesh.source_mesh) + "/primitives/" +
                         std::to_string(mesh.primitive),
                     "has no attributes");
    }
    for (const gltf::detail_level& level : mesh.levels) {
        if (level.primitive >= 0) { // they share the vertices
            set_weights(document, at(level.source_mesh), at(level.primitive), stored);
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<error> write_helpers(glb_document& document, const gltf::model& of,
                                   const authoring::added_helpers& helpers) {
    if (helpers.count == 0) {
        return std::nullopt;
    }
    ordered& json = document.json();
    if (!json.contains("nodes") || !json["nodes"].is_array() ||
        json["nodes"].size() != at(of.node_of_bone[at(helpers.first_bone)])) {
        return wrong(errors::bad_skin, of, "/nodes", "does not go with the model that was read");
    }
    add_nodes(json, of, helpers);
    for (std::size_t s = 0; s < of.skins.size(); ++s) {
        if (std::optional<error> bad = write_skin(document, of, s)) {
            return bad;
        }
    }
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> skin_of;
    for (std::size_t m = 0; m < of.meshes.size(); ++m) {
        const gltf::mesh& mesh = of.meshes[m];
        const auto [place, is_new] =
            skin_of.emplace(std::pair(mesh.source_mesh, mesh.primitive), mesh.skin);
        if (place->second != mesh.skin) {
            return wrong("shared_mesh", of, "/meshes/" + std::to_string(mesh.source_mesh),
                         "is drawn with several skins, so its weights cannot fit the helper bones "
                         "of one; export it once for each");
        }
        if (is_new && helpers.changed[m] != 0) {
            if (std::optional<error> bad = write_weights(document, of, mesh)) {
                return bad;
            }
        }
    }
    return std::nullopt;
}

} // namespace jounce::bake
