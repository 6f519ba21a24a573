#include <jounce/modules/gltf/materials.hpp>

#include <jounce/modules/surface/make_tangents.hpp>

#include <cmath>

namespace jounce::gltf {
namespace {

using texcoords = std::vector<std::array<float, 2>>;

/// As the shader looks the normal map up: turned pictures have turned tangents.
texcoords transformed(const texcoords& from, const texture_use& by) {
    const float c = std::cos(by.rotation);
    const float s = std::sin(by.rotation);
    texcoords out;
    out.reserve(from.size());
    for (const auto& [u, v] : from) {
        const float x = by.scale[0] * u;
        const float y = by.scale[1] * v;
        out.push_back({by.offset[0] + c * x + s * y, by.offset[1] - s * x + c * y});
    }
    return out;
}

template <class Value>
void copy_entries(std::vector<Value>& list, const std::vector<std::uint32_t>& copied_from) {
    if (list.empty()) {
        return;
    }
    list.reserve(list.size() + copied_from.size());
    for (const std::uint32_t vertex : copied_from) {
        const Value one = list[vertex];
        list.push_back(one);
    }
}

/// Doubles vertices, with all that they have but tangents.
void copy_vertices(mesh& to, const std::vector<std::uint32_t>& copied_from) {
    skinned_mesh& vertices = to.vertices;
    copy_entries(vertices.positions, copied_from);
    copy_entries(vertices.normals, copied_from);
    for (const std::uint32_t vertex : copied_from) {
        for (std::uint32_t i = vertices.first_influence[vertex];
             i < vertices.first_influence[vertex + 1]; ++i) {
            const influence one = vertices.influences[i];
            vertices.influences.push_back(one);
        }
        vertices.first_influence.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
    }
    for (auto& set : to.surface.texcoords) {
        copy_entries(set, copied_from);
    }
    copy_entries(to.surface.colours, copied_from);
    for (morph_target& one : to.morphs) {
        copy_entries(one.positions, copied_from);
        copy_entries(one.normals, copied_from);
    }
}

void make_for(source& from, const texture_use& map, mesh& to) {
    const std::string place = pointer_to("meshes", as_size(to.source_mesh),
                                         "/primitives/" + std::to_string(to.primitive));
    const texcoords& given = to.surface.texcoords[as_size(map.texcoord)];
    if (given.empty() || to.vertices.normals.empty()) {
        from.warn(place, std::string("has a normal map but no ") +
                             (given.empty() ? "texture coordinates" : "normals") +
                             "; it is drawn without the map");
        return;
    }
    constexpr std::uint64_t bytes_per_corner = 150;
    if (!from.take_bytes(bytes_per_corner * (to.triangles.size() + given.size()), place)) {
        return;
    }
    const texcoords moved = transformed(given, map);
    tangent_source surface = {to.vertices.positions, to.vertices.normals, moved, to.triangles};
    made_tangents made = make_tangents(surface);
    // Whatever a vertex has, and what every morph target does to it.
    if (!from.take_bytes(made.copied_from.size() * (64 + 24 * to.morphs.size()) +
                             made.copied_from.size() * sizeof(influence) * 8,
                         place)) {
        return;
    }
    for (detail_level& level : to.levels) {
        surface.triangles = level.triangles;
        level.triangles = choose_copies(surface, made);
    }
    copy_vertices(to, made.copied_from);
    for (morph_target& one : to.morphs) {
        one.tangents.clear(); // changes of tangents that nobody has
    }
    to.surface.tangents = std::move(made.tangents);
    to.triangles = std::move(made.triangles);
    to.copied_from = std::move(made.copied_from);
}

} // namespace

void make_missing_tangents(source& from, model& into) {
    if (!from.limits.surfaces.need_tangents) {
        return;
    }
    for (mesh& one : into.meshes) {
        const texture_use* map =
            one.material < 0 ? nullptr : &into.surfaces.materials[as_size(one.material)].normal_map;
        if (map != nullptr && map->is_used() && one.surface.tangents.empty() &&
            !one.triangles.empty() && from.ok()) {
            make_for(from, *map, one);
        }
    }
}

} // namespace jounce::gltf
