#pragma once

#include <jounce/modules/render/clip_table.hpp>
#include <jounce/modules/render/upload_plan.hpp>

#include <cstdint>
#include <unordered_map>

namespace jounce::render {

/// Boxes around a mesh in all frames of a clip, and between them. Each is computed when it is first asked for.
class clip_bounds {
public:
    /// Numbers of meshes and clips are never used again, so nothing has to be forgotten. Not known (infinite) if
    /// mesh and clip do not fit.
    const model_box& of(mesh_id mesh, clip_id clip, const cull_request& meshes,
                        const clip_table& clips) {
        const std::uint64_t pair =
            static_cast<std::uint64_t>(mesh) << 32U | static_cast<std::uint64_t>(clip);
        if (latest_ == nullptr || pair != latest_pair_) { // neighbours mostly share it
            latest_ = &find(pair, meshes.reach_of(mesh), static_cast<std::size_t>(clip), clips);
            latest_pair_ = pair;
        }
        return *latest_;
    }

private:
    const model_box& find(std::uint64_t pair, const skin_reach* mesh, std::size_t clip,
                          const clip_table& clips);

    std::unordered_map<std::uint64_t, model_box> known_;
    const model_box* latest_ = nullptr;
    std::uint64_t latest_pair_ = 0;
    box_maker boxes_;
};

} // namespace jounce::render
