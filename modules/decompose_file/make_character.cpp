#include <jounce/modules/decompose_file/make_character.hpp>

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bake/write_weights.hpp>
#include <jounce/modules/decompose_file/bone_nodes.hpp>
#include <jounce/modules/decompose_file/copy_materials.hpp>
#include <jounce/modules/decompose_file/surface_normals.hpp>
#include <jounce/modules/decompose_file/take_tracks.hpp>
#include <jounce/modules/decompose_file/write_levels.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace jounce::decompose {
namespace {

using ordered = nlohmann::ordered_json;
using mesh_cache::cached_mesh;
using mesh_cache::mesh_part;

constexpr std::size_t other_nodes = 2 + max_levels; ///< the mesh, its levels, the root of the bones

std::optional<error> find_fault(const cached_mesh& mesh, const decomposition& found) {
    const std::size_t vertices = mesh.animation.vertex_count();
    const std::size_t frames = mesh.animation.frame_count();
    const std::size_t bones = found.bone_count();
    const corrections& extra = found.corrected;
    if (bones == 0) {
        return error{errors::no_bones, "there are no bones to write; allow more of them"};
    }
    if ((found.kind == bone_kind::flexible ? 2 : 1) * bones + other_nodes >
        static_cast<std::size_t>(jounce::max_bones)) {
        return error{errors::too_many_bones, std::to_string(bones) + " bones need more than " +
                                                 std::to_string(jounce::max_bones) +
                                                 " nodes; ask for fewer by --bones"};
    }
    if (found.bones.size() != bones * frames || found.weights.vertex_count() != vertices ||
        extra.basis.size() != extra.rank * vertices ||
        extra.coefficients.size() != extra.rank * frames) {
        return error{errors::bad_count,
                     "bones, weights and corrections are not of the mesh; decompose it again"};
    }
    for (const weights::bone_weight& one : found.weights.entries) {
        if (one.bone < 0 || static_cast<std::size_t>(one.bone) >= bones) {
            return error{errors::bad_count, "a weight names bone " + std::to_string(one.bone) +
                                                " of " + std::to_string(bones)};
        }
        if (!(one.weight >= 0)) {
            return error{errors::negative_weights,
                         "glTF has no negative weights, which TSVD makes; use --weights nnls"};
        }
    }
    const auto is_finite = [](const vec3<double>& v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    };
    for (const affine<double>& map : found.bones) {
        if (!is_finite(map.translation) || !is_finite(map.linear.column[0]) ||
            !is_finite(map.linear.column[1]) || !is_finite(map.linear.column[2])) {
            return error{errors::not_finite, "a bone is not finite; decompose the mesh again"};
        }
    }
    return std::nullopt;
}

std::vector<float> floats_of(std::span<const vec3<double>> from) {
    std::vector<float> out;
    out.reserve(3 * from.size());
    for (const vec3<double>& v : from) {
        const vec3<float> rounded = cast<float>(v);
        out.insert(out.end(), {rounded.x, rounded.y, rounded.z});
    }
    return out;
}

/// Root mean square of the weights of a morph target: how far it usually goes.
double usual_weight(const corrections& of, std::size_t mode) {
    double sum = 0;
    for (std::size_t i = mode; i < of.coefficients.size(); i += of.rank) {
        sum += of.coefficients[i] * of.coefficients[i];
    }
    return std::sqrt(sum * static_cast<double>(of.rank) /
                     static_cast<double>(std::max<std::size_t>(of.coefficients.size(), 1)));
}

/// Writes into a document that is empty.
class character_writer {
public:
    character_writer(bake::glb_document document, const cached_mesh& mesh,
                     const decomposition& found, const character_options& options)
        : document_(std::move(document)), mesh_(mesh), found_(found), options_(options),
          shared_(same_places(mesh.animation.rest)) {}

    written_character run() {
        add_materials();
        prepare_normals();
        const std::int32_t mesh_node = document_.add("nodes", {{"name", mesh_.name}});
        const bone_nodes nodes = add_bone_nodes(document_, found_);
        ordered& node = document_.json()["nodes"][0];
        node["mesh"] = add_mesh();
        node["skin"] = nodes.skin;
        std::vector<std::int32_t> mesh_nodes = {mesh_node};
        if (options_.levels != nullptr) {
            const auto levels = add_level_nodes(document_, mesh_, *options_.levels, mesh_node);
            mesh_nodes.insert(mesh_nodes.end(), levels.begin(), levels.end());
        }
        for (const take& one : mesh_.animation.takes) {
            add_take(document_, found_, one, nodes, mesh_nodes);
        }
        document_.add("scenes", {{"nodes", {mesh_node, nodes.root}}});
        document_.json()["scene"] = 0;
        return {std::move(document_), std::move(warnings_)};
    }

private:
    bool has_own_materials() const { return mesh_.model && options_.colours.empty(); }

    void add_materials() {
        if (has_own_materials()) {
            source_ = ordered::parse(mesh_.model->json, nullptr, false);
            warnings_ = copy_materials(*mesh_.model, source_, document_);
        } else {
            // Without one the surface would be of metal, and black in most viewers.
            document_.add("materials", {{"name", options_.colours.empty() ? "surface" : "error"},
                                        {"pbrMetallicRoughness",
                                         {{"metallicFactor", 0}, {"roughnessFactor", 0.8}}}});
        }
    }

    /// Of the rest pose, and how each correction changes them.
    void prepare_normals() {
        const mesh_animation& from = mesh_.animation;
        normals_ = mesh_.normals.size() == from.rest.size()
                       ? mesh_.normals
                       : surface_normals(from.rest, from.triangles, shared_);
        for (std::size_t k = 0; k < found_.corrected.rank; ++k) {
            const double step = usual_weight(found_.corrected, k);
            std::vector<vec3<double>> change(from.rest.size());
            if (step > 0) {
                const auto plus = displaced_normals(k, step);
                const auto minus = displaced_normals(k, -step);
                for (std::size_t v = 0; v < change.size(); ++v) {
                    change[v] = (0.5 / step) * (plus[v] - minus[v]);
                }
            }
            normal_changes_.push_back(std::move(change));
        }
    }

    std::vector<vec3<double>> displaced_normals(std::size_t mode, double weight) const {
        std::vector<vec3<double>> positions = mesh_.animation.rest;
        for (std::size_t v = 0; v < positions.size(); ++v) {
            positions[v] =
                positions[v] + weight * found_.corrected.basis[mode * positions.size() + v];
        }
        return surface_normals(positions, mesh_.animation.triangles, shared_);
    }

    std::int32_t add_mesh() {
        ordered out = {{"name", mesh_.name}, {"primitives", ordered::array()}};
        for (const mesh_part& part : mesh_.parts) {
            out["primitives"].push_back(primitive(part));
        }
        for (std::size_t k = 0; k < found_.corrected.rank; ++k) {
            out["weights"].push_back(0);
            out["extras"]["targetNames"].push_back("correction_" + std::to_string(k));
        }
        return document_.add("meshes", std::move(out));
    }

    ordered primitive(const mesh_part& part) {
        const auto slice = [&](const std::vector<vec3<double>>& of) {
            return floats_of(std::span(of).subspan(part.first_vertex, part.vertex_count));
        };
        ordered attributes = {
            {"POSITION", document_.add_attribute(slice(mesh_.animation.rest), "VEC3", true)},
            {"NORMAL", document_.add_attribute(slice(normals_), "VEC3")}};
        ordered out = ordered::object();
        if (has_own_materials()) {
            add_texture(part, attributes, out);
        } else {
            out["material"] = 0;
        }
        if (!options_.colours.empty()) {
            attributes["COLOR_0"] = add_colours(part);
        }
        attributes.update(add_weights(part));
        out["attributes"] = std::move(attributes);
        std::vector<std::uint32_t> indices;
        const auto& triangles = mesh_.animation.triangles;
        for (std::size_t i = 3 * part.first_triangle;
             i < 3 * (part.first_triangle + part.triangle_count); ++i) {
            indices.push_back(triangles[i] - static_cast<std::uint32_t>(part.first_vertex));
        }
        out["indices"] = document_.add_indices(indices);
        for (std::size_t k = 0; k < found_.corrected.rank; ++k) {
            const auto basis = std::span(found_.corrected.basis)
                                   .subspan(k * mesh_.animation.rest.size() + part.first_vertex,
                                            part.vertex_count);
            out["targets"].push_back(
                {{"POSITION", document_.add_attribute(floats_of(basis), "VEC3", true)},
                 {"NORMAL", document_.add_attribute(slice(normal_changes_[k]), "VEC3")}});
        }
        return out;
    }

    void add_texture(const mesh_part& part, ordered& attributes, ordered& out) {
        const gltf::mesh& from = mesh_.model->meshes[static_cast<std::size_t>(part.mesh)];
        if (from.surface.texcoords[0].size() == part.vertex_count) {
            std::vector<float> coordinates;
            for (const std::array<float, 2>& uv : from.surface.texcoords[0]) {
                coordinates.insert(coordinates.end(), uv.begin(), uv.end());
            }
            attributes["TEXCOORD_0"] = document_.add_attribute(coordinates, "VEC2");
        }
        const std::int32_t material = material_of(source_, from);
        if (material >= 0 && document_.json().contains("materials")) {
            out["material"] = material;
        }
    }

    std::int32_t add_colours(const mesh_part& part) {
        std::vector<float> numbers;
        for (const std::array<float, 3>& one :
             options_.colours.subspan(part.first_vertex, part.vertex_count)) {
            numbers.insert(numbers.end(), one.begin(), one.end());
        }
        return document_.add_attribute(numbers, "VEC3");
    }

    ordered add_weights(const mesh_part& part) {
        std::vector<std::uint32_t> first = {0};
        std::vector<influence> influences;
        for (std::size_t v = part.first_vertex; v < part.first_vertex + part.vertex_count; ++v) {
            const auto row = found_.weights.of(v);
            for (const weights::bone_weight& one : row) {
                if (one.weight > 0) {
                    influences.push_back(
                        {static_cast<std::uint16_t>(one.bone), static_cast<float>(one.weight)});
                }
            }
            if (influences.size() == first.back()) {
                influences.push_back({0, 1}); // weights must have a sum of one
            }
            first.push_back(static_cast<std::uint32_t>(influences.size()));
        }
        return bake::add_weights(document_, {first, influences, 0}, bake::weight_format::f32)
            .attributes;
    }

    bake::glb_document document_;
    ordered source_; ///< the document of the input, if its materials are kept
    const cached_mesh& mesh_;
    const decomposition& found_;
    const character_options& options_;
    std::vector<std::uint32_t> shared_;
    std::vector<vec3<double>> normals_;
    std::vector<std::vector<vec3<double>>> normal_changes_; ///< [correction][vertex]
    std::vector<std::string> warnings_;
};

} // namespace

result<written_character> make_character(const cached_mesh& mesh, const decomposition& found,
                                         const character_options& options) {
    if (std::optional<error> wrong = find_fault(mesh, found)) {
        wrong->message = mesh.name + ": " + wrong->message;
        return *std::move(wrong);
    }
    result<bake::glb_document> empty = bake::glb_document::make(
        R"({"asset": {"version": "2.0", "generator": "jounce decompose"}})", {}, mesh.name);
    if (!empty) {
        return empty.error();
    }
    return character_writer(*std::move(empty), mesh, found, options).run();
}

} // namespace jounce::decompose
