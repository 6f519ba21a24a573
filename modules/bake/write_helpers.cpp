#include <jounce/modules/bake/write_helpers.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

bool has_element(const ordered& document, const char* list, std::size_t index) {
    return document.contains(list) && document[list].is_array() && index < document[list].size() &&
           document[list][index].is_object();
}

error wrong(const char* name, const gltf::model& of, const std::string& pointer,
            const std::string& cause) {
    return {name, of.file.string() + ": " + pointer + ": " + cause};
}

void add_nodes(ordered& json, const gltf::model& of, const authoring::added_helpers& helpers) {
    for (std::int32_t h = 0; h < helpers.count; ++h) {
        const std::int32_t bone = helpers.first_bone + h;
        const transform<float>& rest = of.bones.rest_local[at(bone)];
        json["nodes"].push_back(
            {{"name", of.bones.names[at(bone)]},
             {"translation", {rest.translation.x, rest.translation.y, rest.translation.z}},
             {"extras", {{authoring::helper_key, true}}}});
        const std::int32_t parent = of.node_of_bone[at(of.bones.parents[at(bone)])];
        json["nodes"][at(parent)]["children"].push_back(of.node_of_bone[at(bone)]);
    }
}

std::optional<error> write_skin(glb_document& document, const gltf::model& of, std::size_t index) {
    ordered& json = document.json();
    if (!has_element(json, "skins", index) || !json["skins"][index].contains("joints")) {
        return wrong(errors::bad_skin, of, "/skins/" + std::to_string(index), "has no joints");
    }
    const gltf::skin& skin = of.skins[index];
    ordered joints = ordered::array();
    std::vector<float> matrices;
    for (std::int32_t j = skin.first_joint; j < skin.first_joint + skin.joint_count; ++j) {
        const bind_description& joint = of.joints[at(j)];
        joints.push_back(of.node_of_bone[at(joint.bone)]);
        for (const vec3<double>& column : joint.inverse_bind.linear.column) {
            for (const double number : {column.x, column.y, column.z, 0.0}) {
                matrices.push_back(static_cast<float>(number));
            }
        }
        const vec3<double>& t = joint.inverse_bind.translation;
        for (const double number : {t.x, t.y, t.z, 1.0}) {
            matrices.push_back(static_cast<float>(number));
        }
    }
    if (joints.size() == json["skins"][index]["joints"].size()) {
        return std::nullopt; // no helper is of this skin
    }
    const std::int32_t accessor = document.add_floats(matrices, "MAT4");
    json["skins"][index]["joints"] = std::move(joints);
    json["skins"][index]["inverseBindMatrices"] = accessor;
    return std::nullopt;
}

/// Weights of a vertex that add up to one as nearly as floats can, heaviest first.
std::vector<influence> tidy(const skinned_mesh& vertices, std::size_t v) {
    std::vector<influence> out(
        vertices.influences.begin() + static_cast<std::ptrdiff_t>(vertices.first_influence[v]),
        vertices.influences.begin() + static_cast<std::ptrdiff_t>(vertices.first_influence[v + 1]));
    std::stable_sort(out.begin(), out.end(),
                     [](const influence& a, const influence& b) { return a.weight > b.weight; });
    double sum = 0;
    for (const influence& one : out) {
        sum += static_cast<double>(one.weight);
    }
    double others = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].weight = static_cast<float>(static_cast<double>(out[i].weight) / sum);
        others += i > 0 ? static_cast<double>(out[i].weight) : 0;
    }
    if (!out.empty()) {
        out.front().weight = static_cast<float>(1 - others);
    }
    return out;
}

void drop_weights(ordered& attributes) {
    for (auto member = attributes.begin(); member != attributes.end();) {
        const bool old =
            member.key().rfind("JOINTS_", 0) == 0 || member.key().rfind("WEIGHTS_", 0) == 0;
        member = old ? attributes.erase(member) : std::next(member);
    }
}

std::optional<error> write_weights(glb_document& document, const gltf::model& of,
                                   const gltf::mesh& mesh) {
    ordered& json = document.json();
    const std::string pointer = "/meshes/" + std::to_string(mesh.source_mesh) + "/primitives/" +
                                std::to_string(mesh.primitive);
    if (!has_element(json, "meshes", at(mesh.source_mesh)) ||
        !has_element(json["meshes"][at(mesh.source_mesh)], "primitives", at(mesh.primitive)) ||
        !json["meshes"][at(mesh.source_mesh)]["primitives"][at(mesh.primitive)].contains(
            "attributes")) {
        return wrong(errors::bad_mesh, of, pointer, "has no attributes");
    }
    const std::size_t count = mesh.vertices.positions.size();
    std::vector<std::vector<influence>> all;
    std::size_t most = 1;
    for (std::size_t v = 0; v < count; ++v) {
        all.push_back(tidy(mesh.vertices, v));
        most = std::max(most, all.back().size());
    }
    const std::int32_t first = of.skins[at(mesh.skin)].first_joint;
    ordered attributes =
        json["meshes"][at(mesh.source_mesh)]["primitives"][at(mesh.primitive)]["attributes"];
    drop_weights(attributes);
    ordered& primitive = json["meshes"][at(mesh.source_mesh)]["primitives"][at(mesh.primitive)];
    // What a compressed mesh does not list is read from accessors.
    const ordered::json_pointer packed("/extensions/KHR_draco_mesh_compression/attributes");
    if (primitive.contains(packed) && primitive[packed].is_object()) {
        drop_weights(primitive[packed]);
    }
    for (std::size_t set = 0; 4 * set < most; ++set) {
        std::vector<std::uint16_t> joints(4 * count, 0);
        std::vector<float> weights(4 * count, 0);
        for (std::size_t v = 0; v < count; ++v) {
            for (std::size_t i = 4 * set; i < std::min(4 * set + 4, all[v].size()); ++i) {
                joints[4 * v + i % 4] = static_cast<std::uint16_t>(all[v][i].joint - first);
                weights[4 * v + i % 4] = all[v][i].weight;
            }
        }
        attributes["JOINTS_" + std::to_string(set)] = document.add_joints(joints);
        attributes["WEIGHTS_" + std::to_string(set)] = document.add_weights(weights);
    }
    json["meshes"][at(mesh.source_mesh)]["primitives"][at(mesh.primitive)]["attributes"] =
        std::move(attributes);
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
