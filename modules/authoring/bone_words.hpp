#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jounce::authoring {

/// The words of a bone's name: "b_LeftEar02" is b, left, ear, 02. Lower case; full-width letters
/// and digits become ordinary ones.
std::vector<std::string> words_of(std::string_view name);

/// The words of all names of a model. A prefix of most names (a namespace, the name of the
/// character) says nothing about a single bone and is left out: the bones of "Pony_Rig" are not
/// hair.
std::vector<std::vector<std::string>> words_of_all(const std::vector<std::string>& names);

/// Hints from a bone's name.
struct name_meaning {
    std::string_view preset; ///< of things that swing; empty if the name says nothing of the kind
    std::string word;        ///< the one that decided
    bool is_weak = false;    ///< that word may also mean something else
    bool is_body = false;    ///< part of a body that animators move: limbs, spine, face
    bool is_limb = false;    ///< an arm or leg, a hand or foot, or what is on it
    bool is_hand = false;    ///< of a hand that has fingers
    bool is_fixed = false;   ///< a handle of the rig, a prop or another hard part
    bool is_machine = false; ///< part of a vehicle or another machine
    bool is_end = false;     ///< only marks where the bone before it ends
};

/// The last word for something that swings decides ("HairRibbon" is a ribbon), unless a hard thing comes
/// after it ("HairPin" is a pin). Words of a body beside it only say where it is ("HeadHair").
name_meaning meaning_of(const std::vector<std::string>& words);
name_meaning meaning_of(std::string_view name);

} // namespace jounce::authoring
