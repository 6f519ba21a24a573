#include <jounce/modules/tissue/tissue_mesh.hpp>

#include <bit>
#include <cstddef>

namespace jounce::tissue {
namespace {

void mix(std::uint64_t& hash, std::uint32_t word) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        hash = (hash ^ (word >> shift & 0xffU)) * 0x100000001b3U;
    }
}

/// The bits of a float. 0 and -0 are the same place.
std::uint32_t bits_of(double number) {
    const float single = static_cast<float>(number);
    return std::bit_cast<std::uint32_t>(single == 0.0F ? 0.0F : single);
}

} // namespace

std::uint64_t hash_of(const tissue_mesh& mesh) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    mix(hash, static_cast<std::uint32_t>(mesh.surface.positions.size()));
    for (const vec3<double>& at : mesh.surface.positions) {
        mix(hash, bits_of(at.x));
        mix(hash, bits_of(at.y));
        mix(hash, bits_of(at.z));
    }
    mix(hash, static_cast<std::uint32_t>(mesh.surface.triangles.size()));
    for (const std::uint32_t vertex : mesh.surface.triangles) {
        mix(hash, vertex);
    }
    mix(hash, mesh.joint_count);
    for (std::size_t v = 0; v < mesh.joints->vertex_count(); ++v) {
        mix(hash, static_cast<std::uint32_t>(mesh.joints->of(v).size()));
        for (const weights::bone_weight& one : mesh.joints->of(v)) {
            mix(hash, static_cast<std::uint32_t>(one.bone));
            mix(hash, bits_of(one.weight));
        }
    }
    return hash;
}

} // namespace jounce::tissue
