#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/modules/render/mesh_parts.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace jounce::render {

/// A box in model space, and a ball about its centre that has it inside. Infinite, as it is made: not known.
struct model_box {
    static constexpr float unknown = std::numeric_limits<float>::infinity();
    vec3<float> centre;
    vec3<float> half = {unknown, unknown, unknown};
    float radius = unknown;
};

/// Boxes of eight characters.
struct lane_boxes {
    std::array<float, lane_count> low[3], high[3];
    std::array<bool, lane_count> is_known;

    model_box box(int lane) const;
};

/// What must be known of a mesh at rest to bound it in any pose (docs/adr/0056): a ball per joint around the
/// vertices that it moves. Made once per mesh.
struct skin_reach {
    /// Vertices that a joint moves, by whatever weight. For linear skinning.
    struct joint_ball {
        vec3<float> centre;
        float radius = 0;
        std::uint16_t joint = 0;
    };
    /// Vertices whose heaviest joint this is. For dual quaternions.
    struct pivot_ball {
        joint_ball of;
        float share = 1;              ///< the least weight that it has on one of them
        std::uint32_t first_pair = 0; ///< of `others`; up to that of the next
    };

    std::int32_t joint_count = 0;
    palette_mode mode = palette_mode::diagonal;
    std::vector<joint_ball> moved;
    std::vector<pivot_ball> pivots;    ///< one more at the end
    std::vector<std::uint16_t> others; ///< joints that move vertices of a pivot too
    std::vector<float> morphs;         ///< [target] how far it moves a vertex at most
    float flesh =
        0; ///< how far flesh moves a vertex at most, per length of the largest displacement
    std::size_t anchor = 0;            ///< of `moved`: the joint with the most vertices
    vec3<float> loose_low, loose_high; ///< around vertices that no joint moves, and the origin
    bool has_loose = false;

    bool is_empty() const { return pivots.empty(); } ///< not known: no mesh, or it was removed
};

/// @pre the parts are of that mesh
skin_reach make_reach(const mesh_source& mesh, std::span<const mesh_part> parts);
/// What bounds several meshes of the same joints, of which one is drawn.
skin_reach merge_reaches(std::span<const skin_reach* const> of);

/// The palette rows of a joint, of four characters.
struct rows_of_four {
    alignas(16) float v[4][4][4]; ///< [row][column][lane]
    alignas(16) float norm[4];    ///< the most that the joint stretches anything
};

/// Computes boxes of eight characters at once. Allocates nothing once it has grown.
class box_maker {
public:
    /// Boxes around the vertices as shaders and `cpu_skin` compute them. Cost  O(joints + pairs of joints).
    /// @param growth  [lane] of morph targets: see `growth_of`
    /// @pre the palette has the joints and the mode of the mesh
    void make(const skin_reach& mesh, skin_method method, const palette& rows,
              const std::array<float, lane_count>& growth, lane_boxes& out);

private:
    std::vector<rows_of_four> joints_; ///< [joint] scratch
};

/// How far morph targets move any vertex at most.
float growth_of(const skin_reach& mesh, std::span<const float> weights) noexcept;
/// How far the flesh of eight characters moves any vertex at most. Infinite if a displacement is not finite.
std::array<float, lane_count> growth_of(const skin_reach& mesh, const displacements& of) noexcept;

} // namespace jounce::render
