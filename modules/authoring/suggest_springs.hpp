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

/// Finds what dangles, by what bones are called, how they hang and how large they are. Nothing of it is
/// certain: names lie and rigs differ, so every chain says why it was chosen.
///
/// A bone whose name has a word of hair, tails, skirts, cloth, ears, antennae, soft flesh or leaves
/// begins a chain with all below it that is not hard. Bones that carry a body (limbs, spine, head) never
/// swing. Where at least three bones have names of a body, three and more unbranched bones in a row
/// without such names that hang on it beside others are taken for a tail. Bones that move no vertex are
/// left out where a skin exists, and so are bones without length. What is returned can be simulated.
suggestion suggest_springs(const gltf::model& in);

/// The settings file of a suggestion.
spring_file settings_of(const suggestion& from, const gltf::model& in);

/// [bone]: how many vertices follow it, in all meshes.
std::vector<std::size_t> vertices_of_bones(const gltf::model& in);

/// How many of the model's units seem to be a metre: 1, or 100 for one that is tens of metres large and
/// so was meant in centimetres, and so on. Settings are in metres all the same.
double units_per_metre(const gltf::model& in);

} // namespace jounce::authoring
