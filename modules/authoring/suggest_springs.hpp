#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::authoring {

/// A chain of bones that looks as if it should swing.
struct suggested_chain {
    spring_entry entry;              ///< as a settings file has it
    std::vector<std::int32_t> bones; ///< of the rig, parents first
    std::string why;                 ///< in words
};

struct suggestion {
    std::vector<suggested_chain> chains;
    std::vector<std::string> notes; ///< what a person should know
};

/// Finds chains that should swing, by the names, hierarchy and size of bones. These are guesses, so
/// every chain gives the reason why it was chosen.
///
/// A bone whose name has a word of hair, tails, skirts, cloth, ears, antennae, soft flesh or leaves
/// begins a chain with all below it that is not hard. Bones that carry a body (limbs, spine, head)
/// never swing. If at least three bones have names of a body, then three or more unbranched bones
/// in a row without such names, attached to it next to others, are assumed to be a tail. Bones that
/// move no vertex are left out where a skin exists, and so are bones without length. The result can
/// always be simulated.
suggestion suggest_springs(const gltf::model& in);

/// The settings file of a suggestion.
spring_file settings_of(const suggestion& from, const gltf::model& in);

/// [bone]: how many vertices follow it, in all meshes.
std::vector<std::size_t> vertices_of_bones(const gltf::model& in);

/// The likely number of units per metre: 1, or 100 for a model that would be tens of metres large
/// and so is in centimetres, and so on. Settings are always in metres.
double units_per_metre(const gltf::model& in);

} // namespace jounce::authoring
