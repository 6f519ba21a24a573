#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/render/appearance.hpp>
#include <jounce/modules/render/culling.hpp>
#include <jounce/modules/render/instance.hpp>
#include <jounce/modules/render/mesh_parts.hpp>
#include <jounce/modules/render/skin_reach.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::render {

/// A part of a mesh as the plan sees it. Kept by the renderer.
struct planned_part {
    const mesh_part* part = nullptr;
    std::int32_t joint_count = 0; ///< of the bind
    palette_mode mode = palette_mode::diagonal;
    std::uint32_t morph_count = 0;
    std::vector<instance> drawn; ///< characters of this frame
    std::size_t by_palette =
        0; ///< the first of them, which have palettes; the others play clips on the GPU
};

/// What is left out because nobody sees it.
struct cull_request {
    const culling* by = nullptr;              ///< or null: nothing is left out
    std::span<const skin_reach> reaches = {}; ///< [mesh]

    bool is_on() const { return by != nullptr && by->is_on(); }
    /// Null: not known.
    const skin_reach* reach_of(mesh_id mesh) const {
        const auto index = static_cast<std::size_t>(mesh);
        return index < reaches.size() && !reaches[index].is_empty() ? &reaches[index] : nullptr;
    }
};

/// Characters drawn, by level of detail. Those whose meshes have no levels are at the finest.
using level_counts = std::array<std::size_t, max_mesh_levels>;

struct plan_request {
    vec3<double> origin; ///< of what the GPU calls world; near the camera, far from the world's
    std::size_t max_texels = 0; ///< of the palette texture
    bool deviation = false;     ///< rigid palettes are wanted too
    bool instances = false;     ///< they are in the texture too, after all else, part by part
    level_view view = {};       ///< for meshes with levels
    cull_request cull = {};
};

/// Weights of the morph targets of one mesh; empty if there are none.
inline std::span<const float> weights_of(const morph_weights* all, std::size_t mesh) {
    return all != nullptr && mesh < all->mesh_count() ? all->of(mesh) : std::span<const float>{};
}

/// Assigns texels of the palette texture to every character that is drawn, and copies the data.
/// Independent of graphics APIs. Allocates nothing once its lists have grown.
class upload_plan {
public:
    /// Fills `parts[...].drawn` and the list of copies.
    /// Reads  character, appearance, placement, morph_weights, palette, local_pose, displacements.
    /// Writes  appearance::level.
    /// @pre no frame is being computed; if any are to be culled, palettes are those of the frame to be drawn
    void make(entt::registry& registry, std::span<const planned_mesh> meshes,
              std::span<planned_part> parts, const plan_request& request);

    std::size_t texel_count() const { return texels_ + instance_texels_; }
    std::size_t first_instance() const { return texels_; }
    std::size_t copy_count() const { return copies_.size(); }
    std::size_t drawn() const { return drawn_; }
    std::size_t left_out() const { return left_out_; }         ///< for want of texels
    std::size_t mismatched() const { return mismatched_; }     ///< palette and mesh do not fit
    std::size_t too_small() const { return too_small_; }       ///< by their levels
    std::size_t culled() const { return culled_; }             ///< nobody sees them
    const level_counts& at_level() const { return at_level_; } ///< those drawn

    /// Copies one worker's share of the palettes.
    /// @pre to has `texel_count()` entries; the registry is as it was for `make`
    /// Instances are not written.
    void copy(palette_row<float>* to, std::size_t worker, std::size_t workers) const noexcept;

    /// The same for a range of blocks (`crowd_index::blocks`): for planning before palettes, morph weights and flesh
    /// are computed, and copies block by block when they are.
    /// @pre not `needs_rigid`: rigid palettes are computed by `make`, of the pose as it was
    void copy_blocks(palette_row<float>* to, std::size_t first, std::size_t last) const noexcept;
    bool needs_rigid() const { return rigid_count_ > 0; }

private:
    /// Rows of a palette, or of those joints of it that a part has. Palettes that are neighbours
    /// both in their block and in the texture are merged.
    struct copy_job {
        const palette_row<float>* from = nullptr;
        const mesh_part* part = nullptr; ///< with a table of joints, or null
        std::uint32_t to = 0;
        std::uint32_t rows = 0; ///< in all
        std::uint32_t rows_per_joint = 3;
    };
    struct weights_job {
        std::span<const float> from; ///< may be short: the rest is zero
        std::uint32_t to = 0;
        std::uint32_t texels = 0;
    };
    /// Displacements of a character, which its parts with flesh find behind their morph weights.
    struct flesh_job {
        const lane_vec3<float>* from = nullptr; ///< [handle], or null: at rest
        int lane = 0;
        std::uint32_t to = 0;
        std::uint32_t handles = 0; ///< a texel each
    };
    /// Data shared by characters with the same meshes and the same bind.
    struct outfit {
        std::vector<mesh_id> meshes;
        std::int32_t joint_count = -1;
        palette_mode mode = palette_mode::diagonal;
        bool fits = false;         ///< the meshes are there and were made for that bind
        bool shares = false;       ///< some parts take the palette as it is
        std::size_t palettes = 0;  ///< texels, shared one and the parts' own
        std::size_t weights = 0;   ///< texels, of morph targets and of flesh
        std::uint32_t handles = 0; ///< of the flesh that its meshes were made for; 0: none
        std::size_t instances = 0; ///< one per part
    };
    struct frame_input {
        entt::registry& registry;
        std::span<const planned_mesh> meshes;
        std::span<planned_part> parts;
        const plan_request& request;
    };
    /// Palettes of the block that is being planned.
    struct block_palettes {
        entt::entity block{};
        const palette* shown = nullptr;
        const displacements* moved = nullptr; ///< of kinds with flesh
        const palette* rigid = nullptr;       ///< once it is asked for
    };

    struct candidate {
        appearance* look;
        mesh_id first_mesh;
        const placement* at;          ///< or null
        const morph_weights* weights; ///< or null
        int lane;
    };

    using candidates = std::array<candidate, lane_count>;

    void mark_block();
    /// Removes those that nobody sees; returns how many are left.
    std::size_t keep_visible(const frame_input& in, block_palettes& from, candidates& all,
                             std::size_t count);
    bool is_hidden(const frame_input& in, const candidate& who, const lane_boxes& boxes) const;
    /// False: not known.
    bool find_boxes(const frame_input& in, block_palettes& from, std::span<const candidate> group,
                    lane_boxes& out);
    static void copy_palettes(palette_row<float>* to, const copy_job& job) noexcept;
    static void copy_weights(palette_row<float>* to, const weights_job& job) noexcept;
    static void copy_flesh(palette_row<float>* to, const flesh_job& job) noexcept;
    const outfit& outfit_of(const std::vector<mesh_id>& meshes, mesh_id first_mesh,
                            const palette& rows, const frame_input& in);
    bool add_character(const frame_input& in, block_palettes& from, const candidate& who);
    const palette& rigid_palette(entt::registry& registry, block_palettes& from);
    std::uint32_t add_palette(const palette& from, int lane, const mesh_part* part);

    std::vector<copy_job> copies_; ///< `to` ascends
    /// Where a block's jobs begin.
    struct block_jobs {
        std::uint32_t copy = 0;
        std::uint32_t weights = 0;
        std::uint32_t flesh = 0;
    };
    std::vector<block_jobs> first_job_; ///< [block + 1]
    std::vector<weights_job> weights_;
    std::vector<flesh_job> flesh_; ///< `to` ascends
    std::vector<palette> rigid_;   ///< of blocks; kept for their memory
    std::size_t rigid_count_ = 0;
    rigid_pose rigid_pose_; ///< scratch of `rigid_palette`, as are the bones
    bone_transforms rigid_bones_;
    outfit latest_;
    std::size_t texels_ = 0; ///< without instances
    std::size_t instance_texels_ = 0;
    std::size_t drawn_ = 0;
    std::size_t left_out_ = 0;
    std::size_t mismatched_ = 0;
    std::size_t too_small_ = 0;
    std::size_t culled_ = 0;
    level_counts at_level_{};
    box_maker boxes_;
    std::vector<mesh_id> chosen_; ///< meshes of a character, at its level
};

} // namespace jounce::render
