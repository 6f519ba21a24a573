#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/meshes.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::gltf {
namespace {

void read_texcoords(source& from, const primitive_source& of, std::size_t set, mesh& into) {
    const std::string name = "TEXCOORD_" + std::to_string(set);
    const int accessor = of.attribute(name);
    const std::string place = of.place + "/attributes/" + name;
    if (accessor < 0 || !has_count(from, accessor, of.vertex_count, place)) {
        return;
    }
    const std::vector<float> flat = read_floats(from, accessor, TINYGLTF_TYPE_VEC2, place);
    if (from.take_bytes(flat.size() * sizeof(float), place)) {
        into.surface.texcoords[set].reserve(of.vertex_count);
        for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
            into.surface.texcoords[set].push_back({flat[i], flat[i + 1]});
        }
    }
}

/// A share as a byte. What is no number is 0.
std::uint32_t as_byte(float share) {
    const float inside = share > 0 ? std::min(share, 1.0F) : 0.0F; // false for NaN
    return static_cast<std::uint32_t>(255 * inside + 0.5F);
}

/// Colours of three or four numbers. People paint with them what else has no place in a file, as where
/// flesh is soft; a set of another type is passed over.
void read_colours(source& from, const primitive_source& of, mesh& into) {
    const int accessor = of.attribute("COLOR_0");
    const std::string place = of.place + "/attributes/COLOR_0";
    if (accessor < 0) {
        return;
    }
    const int type = from.document.accessors[as_size(accessor)].type;
    const bool has_alpha = type == TINYGLTF_TYPE_VEC4;
    if ((!has_alpha && type != TINYGLTF_TYPE_VEC3) ||
        from.document.accessors[as_size(accessor)].count != of.vertex_count) {
        from.warn(place, "is no colour per vertex and was left out");
        return;
    }
    const std::vector<float> flat = read_any_floats(from, accessor, type, place);
    if (from.take_bytes(of.vertex_count * sizeof(std::uint32_t), place)) {
        const std::size_t step = has_alpha ? 4 : 3;
        into.surface.colours.reserve(of.vertex_count);
        for (std::size_t i = 0; i + step <= flat.size(); i += step) {
            std::uint32_t colour = has_alpha ? 0 : 0xFF000000U;
            for (std::size_t c = 0; c < step; ++c) {
                colour |= as_byte(flat[i + c]) << (8 * c);
            }
            into.surface.colours.push_back(colour);
        }
    }
}

/// Of unit length and with a side of 1 or -1; false if it is no direction.
bool mend_tangent(std::array<float, 4>& one) {
    const vec3<float> given = {one[0], one[1], one[2]};
    const double size = std::hypot(static_cast<double>(one[0]), static_cast<double>(one[1]),
                                   static_cast<double>(one[2]));
    if (!is_finite(given) || !(size >= 1e-6) || std::isnan(one[3])) {
        return false;
    }
    for (std::size_t c = 0; c < 3; ++c) {
        one[c] = static_cast<float>(static_cast<double>(one[c]) / size);
    }
    one[3] = one[3] < 0 ? -1.0F : 1.0F;
    return true;
}

void read_tangents(source& from, const primitive_source& of, mesh& into) {
    const int accessor = of.attribute("TANGENT");
    const std::string place = of.place + "/attributes/TANGENT";
    // Without normals nobody can say what tangents are at right angles to: glTF wants them ignored then.
    if (accessor < 0 || into.vertices.normals.empty() ||
        !has_count(from, accessor, of.vertex_count, place)) {
        return;
    }
    const std::vector<float> flat = read_any_floats(from, accessor, TINYGLTF_TYPE_VEC4, place);
    if (!from.take_bytes(flat.size() * sizeof(float), place)) {
        return;
    }
    std::vector<std::array<float, 4>> made;
    made.reserve(of.vertex_count);
    std::size_t bad = 0;
    for (std::size_t i = 0; i + 3 < flat.size(); i += 4) {
        made.push_back({flat[i], flat[i + 1], flat[i + 2], flat[i + 3]});
        bad += mend_tangent(made.back()) ? 0U : 1U;
    }
    if (bad > 0) {
        from.warn(place, "has " + std::to_string(bad) +
                             " tangents that are not finite or have no length; all were left out");
        return;
    }
    into.surface.tangents = std::move(made);
}

} // namespace

void read_surface(source& from, const primitive_source& of, mesh& into) {
    for (std::size_t set = 0; set < into.surface.texcoords.size() && from.ok(); ++set) {
        read_texcoords(from, of, set, into);
    }
    if (from.ok()) {
        read_colours(from, of, into);
    }
    if (from.ok() && from.limits.surfaces.need_tangents) {
        read_tangents(from, of, into);
    }
}

} // namespace jounce::gltf
