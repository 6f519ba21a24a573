#include <jounce/modules/bake/flesh_targets.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/baked_clips.hpp>
#include <jounce/modules/bake/write_weights.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

/// Where the vertices of a primitive are.
struct part {
    const skinned_mesh* vertices = nullptr;
    std::uint32_t first = 0; ///< of the skin
};

using part_map = std::map<std::pair<std::int32_t, std::int32_t>, part>;

/// The primitives of a skin, coarser levels of them too.
part_map parts_of(const gltf::model& in, const tissue::model_skin& skin) {
    part_map out;
    for (std::size_t i = 0; i < skin.meshes.size(); ++i) {
        const gltf::mesh& mesh = in.meshes[skin.meshes[i]];
        const part here = {&mesh.vertices, skin.first_vertex[i]};
        out.emplace(std::pair(mesh.source_mesh, mesh.primitive), here);
        for (const gltf::detail_level& level : mesh.levels) {
            if (level.primitive >= 0) { // they share the vertices
                out.emplace(std::pair(level.source_mesh, level.primitive), here);
            }
        }
    }
    return out;
}

/// How a shape moves the vertices of a part, and turns their normals to first order.
std::pair<std::vector<float>, std::vector<float>>
deltas_of(const tissue_set& set, const std::vector<vec3<float>>& shape, const part& of) {
    std::pair<std::vector<float>, std::vector<float>> out;
    const std::vector<vec3<float>>& normals = of.vertices->normals;
    for (std::size_t v = 0; v < of.vertices->positions.size(); ++v) {
        const std::size_t row = of.first + v;
        const vec3<double> normal = v < normals.size() ? cast<double>(normals[v]) : vec3<double>{};
        vec3<double> moved, turned;
        for (std::uint32_t i = set.vertex_first[row]; i < set.vertex_first[row + 1]; ++i) {
            const tissue_weight<float>& one = set.vertex_weights[i];
            const vec3<double> by = cast<double>(shape[at(one.handle)]);
            const vec3<double> gradient = cast<double>(one.gradient);
            moved = moved + static_cast<double>(one.weight) * by;
            // The cofactors of I + A are I + tr(A) I - A^T, without products of A.
            turned = turned + dot(by, gradient) * normal - dot(by, normal) * gradient;
        }
        for (const auto& [to, from] :
             {std::pair(&out.first, moved), std::pair(&out.second, turned)}) {
            for (const double number : {from.x, from.y, from.z}) {
                to->push_back(static_cast<float>(number));
            }
        }
    }
    return out;
}

class target_writer {
public:
    target_writer(glb_document& document, const gltf::model& of, const flesh_output& flesh)
        : document_(document), model_(of), flesh_(flesh) {}

    std::optional<error> write(std::int32_t index, const part_map& parts, fleshy_mesh& out) {
        if (!has_object(document_.json(), "meshes", at(index)) ||
            !mesh(index).contains("primitives") || !mesh(index)["primitives"].is_array()) {
            return wrong(index, "has no primitives");
        }
        if (mesh(index).contains("extras") && !mesh(index)["extras"].is_object()) {
            return wrong(index, "has extras that are no object, where the mark of a bake has to "
                                "go; make them one");
        }
        ordered mark = {{"targets", flesh_.shapes.shapes.size()}, {"accessors", ordered::array()}};
        const std::size_t count = mesh(index)["primitives"].size();
        for (std::size_t p = 0; p < count; ++p) {
            ordered& primitive = mesh(index)["primitives"][p];
            const std::size_t before =
                primitive.contains("targets") ? primitive["targets"].size() : 0;
            if (p > 0 && before != out.targets_before) {
                return wrong(index, "has primitives with different numbers of morph targets");
            }
            out.targets_before = before;
            const auto found = parts.find({index, static_cast<std::int32_t>(p)});
            ordered targets = primitive.value("targets", ordered::array());
            const bool turns =
                primitive["attributes"].is_object() && primitive["attributes"].contains("NORMAL");
            for (const std::vector<vec3<float>>& shape : flesh_.shapes.shapes) {
                targets.push_back(found != parts.end() ? moving(shape, found->second, turns)
                                                       : still(primitive));
                for (const auto& attribute : targets.back().items()) {
                    mark["accessors"].push_back(attribute.value());
                }
            }
            mesh(index)["primitives"][p]["targets"] = std::move(targets);
        }
        lengthen(mesh(index));
        for (ordered& node : document_.json()["nodes"]) {
            if (node.contains("mesh") && node["mesh"] == index) {
                lengthen(node);
            }
        }
        ordered& extras = mesh(index)["extras"];
        if (extras.contains("targetNames") && extras["targetNames"].is_array()) {
            for (std::size_t k = 0; k < flesh_.shapes.shapes.size(); ++k) {
                extras["targetNames"].push_back("flesh " + std::to_string(k + 1));
            }
        }
        extras[authoring::baked_key] = std::move(mark);
        return std::nullopt;
    }

private:
    ordered& mesh(std::int32_t index) { return document_.json()["meshes"][at(index)]; }

    error wrong(std::int32_t index, const std::string& what) const {
        return {errors::bad_mesh,
                model_.file.string() + ": /meshes/" + std::to_string(index) + ": " + what};
    }

    ordered moving(const std::vector<vec3<float>>& shape, const part& of, bool turns) {
        const auto [moved, turned] = deltas_of(flesh_.set, shape, of);
        ordered out = {{"POSITION", document_.add_attribute(moved, "VEC3", true)}};
        if (turns) {
            out["NORMAL"] = document_.add_attribute(turned, "VEC3");
        }
        return out;
    }

    /// Every primitive of a mesh has as many targets; those that flesh does not move have zeros, for which an accessor
    /// needs no data.
    ordered still(const ordered& primitive) {
        const std::size_t positions = primitive["attributes"]["POSITION"].get<std::size_t>();
        const ordered accessor = {{"componentType", 5126},
                                  {"count", document_.json()["accessors"][positions]["count"]},
                                  {"type", "VEC3"},
                                  {"min", {0, 0, 0}},
                                  {"max", {0, 0, 0}}};
        return {{"POSITION", document_.add("accessors", accessor)}};
    }

    /// New targets weigh nothing unless a clip says so.
    void lengthen(ordered& holder) const {
        if (holder.contains("weights") && holder["weights"].is_array()) {
            for (std::size_t k = 0; k < flesh_.shapes.shapes.size(); ++k) {
                holder["weights"].push_back(0);
            }
        }
    }

    glb_document& document_;
    const gltf::model& model_;
    const flesh_output& flesh_;
};

/// Removes the last entries of a list that may be there.
void shorten(ordered& holder, const char* member, std::size_t by) {
    if (holder.is_object() && holder.contains(member) && holder[member].is_array() &&
        holder[member].size() >= by) {
        ordered& list = holder[member];
        list.erase(list.end() - static_cast<std::ptrdiff_t>(by), list.end());
    }
}

/// The mark of a mesh, or null.
const ordered* target_mark_of(const ordered& mesh) {
    return mesh.is_object() && mesh.contains("extras") && mesh["extras"].is_object() &&
                   mesh["extras"].contains(authoring::baked_key)
               ? &mesh["extras"][authoring::baked_key]
               : nullptr;
}

bool is_index(const ordered& number) { return number.is_number_integer() && number >= 0; }

/// Takes the targets of one mesh away; false if they are not those of its mark.
bool drop_targets(ordered& mesh, std::size_t& count, std::set<std::size_t>& accessors) {
    const ordered mark = *target_mark_of(mesh);
    if (!mark.is_object() || !mark.contains("targets") || !is_index(mark["targets"]) ||
        !mark.contains("accessors") || !mark["accessors"].is_array() ||
        !mesh.contains("primitives") || !mesh["primitives"].is_array()) {
        return false;
    }
    count = mark["targets"].get<std::size_t>();
    std::set<std::size_t> found;
    for (ordered& primitive : mesh["primitives"]) {
        if (!primitive.is_object() || !primitive.contains("targets") ||
            !primitive["targets"].is_array() || primitive["targets"].size() < count) {
            return false;
        }
        ordered& targets = primitive["targets"];
        for (std::size_t k = targets.size() - count; k < targets.size(); ++k) {
            for (const auto& attribute : targets[k].items()) {
                if (!is_index(attribute.value())) {
                    return false;
                }
                found.insert(attribute.value().get<std::size_t>());
            }
        }
        shorten(primitive, "targets", count);
        if (targets.empty()) {
            primitive.erase("targets");
        }
    }
    std::set<std::size_t> marked;
    for (const ordered& one : mark["accessors"]) {
        if (is_index(one)) {
            marked.insert(one.get<std::size_t>());
        }
    }
    if (marked != found) {
        return false;
    }
    accessors.insert(found.begin(), found.end());
    shorten(mesh, "weights", count);
    shorten(mesh["extras"], "targetNames", count);
    mesh["extras"].erase(authoring::baked_key);
    if (mesh["extras"].empty()) {
        mesh.erase("extras");
    }
    return true;
}

} // namespace

result<std::map<std::int32_t, fleshy_mesh>>
add_targets(glb_document& document, const gltf::model& of, const flesh_output& flesh) {
    const result<tissue::model_skin> skin = tissue::skin_of(of, flesh.skin);
    if (!skin) {
        return skin.error();
    }
    const part_map parts = parts_of(of, *skin);
    std::map<std::int32_t, fleshy_mesh> out;
    target_writer writer(document, of, flesh);
    for (const auto& [place, vertices] : parts) {
        const auto [mesh, is_new] = out.emplace(place.first, fleshy_mesh{});
        if (is_new) {
            if (std::optional<error> wrong = writer.write(place.first, parts, mesh->second)) {
                return *std::move(wrong);
            }
        }
    }
    return out;
}

bool has_baked_flesh(const ordered& document) {
    if (!document.is_object() || !document.contains("meshes") || !document["meshes"].is_array()) {
        return false;
    }
    for (const ordered& mesh : document["meshes"]) {
        if (target_mark_of(mesh) != nullptr) {
            return true;
        }
    }
    return false;
}

std::optional<error> take_flesh_back(ordered& document, const std::string& file,
                                     std::set<std::size_t>& accessors) {
    for (std::size_t m = 0; m < document["meshes"].size(); ++m) {
        ordered& mesh = document["meshes"][m];
        if (target_mark_of(mesh) == nullptr) {
            continue;
        }
        std::size_t count = 0;
        if (!drop_targets(mesh, count, accessors)) {
            return error{errors::baked_already,
                         file + ": /meshes/" + std::to_string(m) +
                             ": has flesh baked in already, whose morph targets were changed "
                             "since; bake the file that it was baked from"};
        }
        for (ordered& node : document["nodes"]) {
            if (node.is_object() && node.contains("mesh") && node["mesh"] == m) {
                shorten(node, "weights", count);
            }
        }
    }
    return std::nullopt;
}

} // namespace jounce::bake
