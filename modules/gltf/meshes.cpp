#include <jounce/modules/gltf/meshes.hpp>

#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/skins.hpp>

#include <algorithm>
#include <utility>

namespace jounce::gltf {
namespace {

/// The joint that holds the rigid meshes of a node, made when it is first needed.
std::int32_t rigid_joint(source& from, model& into, std::int32_t node) {
    if (into.joints.size() >= max_joints) {
        from.fail(errors::bad_skin, pointer_to("nodes", as_size(node)),
                  "brings the file above " + std::to_string(max_joints) +
                      " joints in all; use fewer");
        return 0;
    }
    into.joints.push_back({node, {}});
    return static_cast<std::int32_t>(into.joints.size()) - 1;
}

void bind_rigidly(source& from, std::int32_t joint, const std::string& place, mesh& into) {
    const std::size_t count = into.vertices.positions.size();
    if (!from.take_bytes(count * (sizeof(influence) + sizeof(std::uint32_t)), place)) {
        return;
    }
    into.vertices.influences.assign(count, {static_cast<std::uint16_t>(joint), 1.0F});
    into.vertices.first_influence.resize(count + 1);
    for (std::size_t v = 0; v <= count; ++v) {
        into.vertices.first_influence[v] = static_cast<std::uint32_t>(v);
    }
}

bool is_whole(const source& from, const jounce_tinygltf::Primitive& given) {
    const auto there = [&](const auto& attribute) { return from.is_there(attribute.second); };
    return (given.indices < 0 || from.is_there(given.indices)) &&
           std::all_of(given.attributes.begin(), given.attributes.end(), there) &&
           std::all_of(given.targets.begin(), given.targets.end(), [&](const auto& target) {
               return std::all_of(target.begin(), target.end(), there);
           });
}

template <class Read>
std::vector<vec3<float>> vectors_by(const Read& read, source& from, int accessor, std::size_t count,
                                    const std::string& place) {
    std::vector<vec3<float>> out;
    if (!has_count(from, accessor, count, place)) {
        return out;
    }
    const std::vector<float> flat = read(from, accessor, TINYGLTF_TYPE_VEC3, place);
    if (!from.take_bytes(flat.size() * sizeof(float), place)) {
        return out;
    }
    out.reserve(count);
    for (std::size_t i = 0; i + 2 < flat.size(); i += 3) {
        out.push_back({flat[i], flat[i + 1], flat[i + 2]});
    }
    return out;
}

/// Geometry as the file has it; false if there is nothing to draw.
bool read_vertices(source& from, primitive_source& of, mesh& into) {
    if (!is_whole(from, of.given)) {
        from.warn(of.place, "lies in a buffer that is missing and was left out");
        return false;
    }
    const int positions = of.attribute("POSITION");
    if (positions < 0) {
        from.warn(of.place, "has no POSITION and was left out");
        return false;
    }
    of.vertex_count = from.document.accessors[as_size(positions)].count;
    if (of.vertex_count == 0) {
        from.warn(of.place, "has no vertices and was left out");
        return false;
    }
    into.vertices.positions =
        read_vectors(from, positions, of.vertex_count, of.place + "/attributes/POSITION");
    const int normals = of.attribute("NORMAL");
    if (normals >= 0 && from.ok()) {
        into.vertices.normals =
            read_any_vectors(from, normals, of.vertex_count, of.place + "/attributes/NORMAL");
    }
    if (from.ok()) {
        read_surface(from, of, into);
    }
    return from.ok();
}

} // namespace

std::vector<vec3<float>> read_vectors(source& from, int accessor, std::size_t count,
                                      const std::string& place) {
    return vectors_by(read_floats, from, accessor, count, place);
}

std::vector<vec3<float>> read_any_vectors(source& from, int accessor, std::size_t count,
                                          const std::string& place) {
    return vectors_by(read_any_floats, from, accessor, count, place);
}

void read_meshes(source& from, const json::value& root, model& into) {
    for (std::size_t n = 0; n < from.document.nodes.size(); ++n) {
        const jounce_tinygltf::Node& node = from.document.nodes[n];
        if (node.mesh < 0 || from.is_level(n)) {
            continue;
        }
        const jounce_tinygltf::Mesh& given = from.document.meshes[as_size(node.mesh)];
        std::int32_t joint = -1;
        for (std::size_t p = 0; p < given.primitives.size(); ++p) {
            primitive_source of = {
                given.primitives[p],
                pointer_to("meshes", as_size(node.mesh), "/primitives/" + std::to_string(p))};
            mesh made;
            made.name = given.name;
            made.node = static_cast<std::int32_t>(n);
            made.source_mesh = node.mesh;
            made.primitive = static_cast<std::int32_t>(p);
            made.material = given.primitives[p].material;
            if (!read_vertices(from, of, made)) {
                if (!from.ok()) {
                    return;
                }
                continue;
            }
            if (node.skin >= 0 && of.attribute("JOINTS_0") < 0) {
                from.warn(of.place, "is drawn with a skin but has no JOINTS_0; it moves rigidly "
                                    "with its node");
            }
            if (node.skin >= 0 && of.attribute("JOINTS_0") >= 0) {
                made.skin = node.skin;
                read_influences(from, of, into.skins[as_size(node.skin)], made);
            } else {
                joint = joint < 0 ? rigid_joint(from, into, made.node) : joint;
                bind_rigidly(from, joint, of.place, made);
            }
            if (from.ok()) {
                read_triangles(from, of, made);
            }
            if (from.ok()) {
                mend_normals(from, of, made);
            }
            if (from.ok()) {
                read_morphs(from, of, root, made);
            }
            if (!from.ok()) {
                return;
            }
            into.meshes.push_back(std::move(made));
        }
    }
}

} // namespace jounce::gltf
