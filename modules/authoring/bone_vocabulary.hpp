#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::authoring {

/// The meaning of a word in a bone's name.
enum class word_class : std::uint8_t {
    unknown,
    // Things that swing, each with a preset.
    hair,
    ear,
    skirt,
    cloth,
    antenna,
    belly,
    tail,
    leaf,
    // Things that do not.
    limb,
    body,
    control, ///< handles of a rig: targets, poles, sockets
    rigid,   ///< props and hard parts
    machine, ///< parts of vehicles and other machines
    end,     ///< only marks where the bone before it ends
    filler,  ///< sides, places and the like: no hint whether it swings
};

/// One word as the vocabulary has it.
struct known_word {
    std::string text;
    word_class is = word_class::unknown;
    /// The word has a second meaning that does not swing (a trunk is also a torso), so another
    /// word, or the hierarchy, decides.
    bool is_weak = false;
};

/// The preset for a class of things that swing; empty for the others.
std::string_view preset_of(word_class of);

/// The meanings of the words of a name, in order. Two words that form a known word together are
/// joined (`twin`, `tail`). A compound is taken apart if known words cover all of it: `hairfront`
/// is hair and front, `chair` is not c and hair. Text beyond ASCII has no gaps between words: known
/// ones are looked for from left to right, the longest first.
std::vector<known_word> look_up(const std::vector<std::string>& words);

} // namespace jounce::authoring
