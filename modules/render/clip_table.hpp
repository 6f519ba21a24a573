#pragma once

#include <jounce/components/block/palette.hpp>
#include <jounce/modules/render/clip_instance.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::render {

/// A clip among the texels of all clips: per frame three rows per joint, then its morph weights, four to a row.
struct planned_clip {
    std::uint32_t first_texel = 0;
    std::uint32_t frame_texels = 0;
    std::uint32_t frame_count = 0; ///< 0: removed
    std::int32_t joint_count = 0;
    std::uint32_t morph_count = 0;
    float frames_per_second = 24;
    bool closes = false;
};

/// A moment of a clip: between two frames.
struct frame_pair {
    std::uint32_t frame = 0;
    std::uint32_t next = 0;
    float share = 0; ///< of the next
};

/// What an instance shows at a time, seconds.
frame_pair frames_at(const planned_clip& clip, const clip_instance& who, double time) noexcept;

/// The rows of all clips, in the order of the texture.
class clip_table {
public:
    /// Errors: `bad_count`, `not_finite`, `bad_number`, `too_many_joints`, `too_large`.
    result<clip_id> add(const clip_source& clip, std::size_t max_texels);
    void remove(clip_id clip);

    std::span<const planned_clip> clips() const { return clips_; }
    std::span<const palette_row<float>> rows() const { return rows_; }

private:
    std::vector<planned_clip> clips_;
    std::vector<palette_row<float>> rows_;
};

} // namespace jounce::render
