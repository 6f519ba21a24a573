#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/result/result.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace jounce::bake {

// Baked clips are marked by `extras.jounce_baked` of their animation: a list with an object per
// bake, the newest last. It names the springs, the tracks that were written, and the channels that
// they replaced, whose data stays in the file. So a bake can be undone (docs/adr/0038).

/// What a bake did with weights of morph targets.
enum class flesh_part : std::uint8_t {
    none,
    motion, ///< flesh moves in this animation
    room,   ///< its tracks only got zeros for the targets that flesh needs
};

/// Description of a bake.
struct bake_facts {
    std::vector<std::string> springs; ///< names of the spring bones
    std::string solver;
    double fps = 0;
    bool loop = false;
    flesh_part flesh = flesh_part::none;
};

/// A channel that a bake has written.
struct written_channel {
    std::int32_t node = 0;
    std::string path;
    /// The channel that it replaced, with its sampler in place of the sampler's index; null: none.
    nlohmann::ordered_json before;
};

/// Adds a bake to the mark of an animation.
/// @param added  the animation itself is the bake's
/// @pre the channels are in the document
void mark_clip(glb_document& document, std::size_t animation, const bake_facts& about,
               const std::vector<written_channel>& channels, bool added);

/// Nodes for which bakes of an animation have written tracks; empty if there were none.
std::set<std::int32_t> baked_nodes(const nlohmann::ordered_json& document, std::size_t animation);

/// What `take_back` did.
struct taken_back {
    std::set<std::int32_t> nodes;    ///< that tracks were taken from
    std::set<std::size_t> accessors; ///< that these tracks used
    bool only_baked = false; ///< the animation was the bake's own: it is empty now, to be removed
};

/// Restores an animation to its state before it was baked. The document is not changed if that
/// fails. Error name: `baked_already`, if the mark is not of this version, or if tracks were
/// changed since.
result<taken_back> take_back(glb_document& document, std::size_t animation,
                             const std::string& file);

/// Removes the animations, and accessors that no animation uses any more as far as they are the
/// document's last.
void forget(glb_document& document, const std::set<std::size_t>& animations,
            std::set<std::size_t> accessors);

} // namespace jounce::bake
