#pragma once

#include <jounce/modules/gltf/source.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::gltf {

/// Every primitive of every mesh at every node that has one. Adds a joint for each node with a rigid
/// one. Mistakes: `bad_mesh`, `bad_index`, `bad_skin` and those of accessors.
/// @pre `read_skins`
void read_meshes(source& from, const json::value& root, model& into);

/// A primitive of the document while it is read.
struct primitive_source {
    const jounce_tinygltf::Primitive& given;
    std::string place; ///< JSON pointer
    std::size_t vertex_count = 0;

    /// The accessor of an attribute, or -1.
    int attribute(const std::string& name) const {
        const auto found = given.attributes.find(name);
        return found == given.attributes.end() ? -1 : found->second;
    }
};

/// Joints and weights of all sets, merged: each joint once per vertex, largest weight first, the sum
/// one. Joints count from the skin's first.
void read_influences(source& from, const primitive_source& of, const skin& bound, mesh& into);

/// Texture coordinates, colours, and tangents if `read_limits` asks for them. Tangents that are no directions are left
/// out for all, with a warning, so that new ones may be made.
/// @pre positions and normals are there
void read_surface(source& from, const primitive_source& of, mesh& into);

/// Triangles of lists, strips and fans, indexed or not.
void read_triangles(source& from, const primitive_source& of, mesh& into);

/// Normals that are not finite or have no length are computed from the triangles, with a warning.
/// @pre `read_triangles`
void mend_normals(source& from, const primitive_source& of, mesh& into);

/// Targets and their weights at rest.
void read_morphs(source& from, const primitive_source& of, const json::value& root, mesh& into);

/// Three floats per element as vectors. Empty after a mistake.
std::vector<vec3<float>> read_vectors(source& from, int accessor, std::size_t count,
                                      const std::string& place);
/// The same with numbers that are not finite or too large as they are.
std::vector<vec3<float>> read_any_vectors(source& from, int accessor, std::size_t count,
                                          const std::string& place);

/// Whether all three are numbers that the loader takes.
bool is_finite(const vec3<float>& v);

} // namespace jounce::gltf
