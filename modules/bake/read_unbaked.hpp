#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jounce::bake {

/// A model as it was before the selected clips were baked.
struct unbaked_model {
    gltf::model model;
    std::vector<std::string> notes; ///< for people: what was taken back
    bool rest_clip_gone = false;    ///< it had the clip that a bake adds where there is none
};

/// Reads a model. If clips have springs baked in, the bake is undone: its tracks are removed and
/// the replaced ones are restored.
/// @param clip         the name of the clips that are meant, or empty: all of them
/// @param keep_baked   takes baked clips for what they are
/// @param all_buffers  as `gltf::read_limits::need_all_buffers`
///
/// Error names: those of `gltf::read_model` and `take_back`.
result<unbaked_model> read_unbaked(const std::filesystem::path& file, const std::string& clip,
                                   bool keep_baked, bool all_buffers);

/// Refuses bones whose springs are baked into one of the clips already.
/// @param clips  indices; -1 is the rest pose
/// Error name: `baked_already`.
std::optional<error> check_not_baked(const gltf::model& in, const std::vector<std::int32_t>& clips,
                                     const std::vector<std::int32_t>& spring_bones);

} // namespace jounce::bake
