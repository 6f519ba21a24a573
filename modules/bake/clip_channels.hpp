#pragma once

// Channels of glTF animations by what they move.

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace jounce::bake {

using aim = std::pair<std::int32_t, std::string>; ///< node and property

/// Whether an animation has channels and samplers.
bool has_channels(const nlohmann::ordered_json& document, std::size_t animation);

/// Takes channels away, then samplers that no channel uses any more. Gives those that were taken, each with its
/// sampler in it. Channels of KHR_animation_pointer count by the node that they point to.
/// @pre `has_channels`
std::map<aim, nlohmann::ordered_json> drop_channels(nlohmann::ordered_json& animation,
                                                    const std::set<aim>& replaced);

} // namespace jounce::bake
