#pragma once

#include <jounce/components/block/palette.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/render/mesh_levels.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::render {

/// Instance data of one character for the shader: three rows of model to world; then the texels
/// where its palette, its rigid palette (or -1) and its morph weights begin, and 1 for linear
/// skinning; then its tint. If it plays a clip of the clip texture, the fourth row is: the texels of two frames,
/// where morph weights begin in a frame, and 2 + the share of the second frame.
struct instance {
    palette_row<float> rows[5];

    std::size_t palette() const { return static_cast<std::size_t>(rows[3].v[0]); }
    bool has_rigid_palette() const { return rows[3].v[1] >= 0; }
    std::size_t rigid_palette() const { return static_cast<std::size_t>(rows[3].v[1]); }
    std::size_t morph_weights() const { return static_cast<std::size_t>(rows[3].v[2]); }
    bool is_linear() const { return rows[3].v[3] > 0.5F; }
    const palette_row<float>& tint() const { return rows[4]; }
};
inline constexpr std::size_t instance_rows = 5;

/// The first three rows of an instance: a placement seen from an origin. In the header, as is the next one, for
/// crowds of thousands that are planned one by one.
inline void write_placement(instance& to, const placement& at, const vec3<double>& origin) {
    const quat<float>& q = at.rotation;
    const float s = at.scale;
    const float x = 2 * s * q.x;
    const float y = 2 * s * q.y;
    const float z = 2 * s * q.z;
    to.rows[0] = {{s - y * q.y - z * q.z, x * q.y - z * q.w, x * q.z + y * q.w,
                   static_cast<float>(at.position.x - origin.x)}};
    to.rows[1] = {{x * q.y + z * q.w, s - x * q.x - z * q.z, y * q.z - x * q.w,
                   static_cast<float>(at.position.y - origin.y)}};
    to.rows[2] = {{x * q.z - y * q.w, y * q.z + x * q.w, s - x * q.x - y * q.y,
                   static_cast<float>(at.position.z - origin.z)}};
}

/// Shares of 255, so that colours are not divided one by one.
inline constexpr std::array<float, 256> byte_shares = [] {
    std::array<float, 256> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = static_cast<float>(i) / 255.0F;
    }
    return out;
}();

/// The last row.
inline void write_tint(instance& to, std::uint32_t colour) {
    to.rows[4] = {{byte_shares[colour & 0xFFU], byte_shares[colour >> 8U & 0xFFU],
                   byte_shares[colour >> 16U & 0xFFU], byte_shares[colour >> 24U]}};
}

/// Parts of a mesh, as a range of all parts.
struct planned_mesh {
    std::uint32_t first_part = 0;
    std::uint32_t part_count = 0; ///< 0: removed
    std::int32_t levels = -1;     ///< of all meshes with levels; then it has no parts of its own
};

/// A mesh with levels. Kept by the renderer.
struct planned_levels {
    std::vector<mesh_level> levels;
    vec3<float> centre; ///< of a sphere about the finest at rest
    float radius = 0;
};

/// Meshes, and where they are seen from.
struct level_view {
    std::span<const planned_levels> levels;
    vec3<float> eye; ///< from the origin of the frame
    float zoom = 0; ///< 1 / tangent of half the field of view, top to bottom; 0: the finest for all

    /// Puts the meshes to be drawn in place of meshes with levels. The first of these decides for all of them.
    /// False: the character is too small.
    /// @param level  the one before; set to the one chosen
    bool choose(std::span<const planned_mesh> meshes, const instance& at, float scale,
                std::span<mesh_id> chosen, std::uint8_t& level) const noexcept;

    /// Of the share of the picture's height that a mesh at rest takes up.
    float squared_size(const planned_levels& of, const instance& at, float scale) const noexcept;
};

} // namespace jounce::render
