#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::authoring {

/// What people call a bone, taken apart: "b_LeftEar02" is b, left, ear, 02. Lower case.
std::vector<std::string> words_of(std::string_view name);

/// What a bone's name says about it.
struct name_meaning {
    std::string_view preset; ///< of things that swing; empty if the name says nothing of the kind
    std::string word;        ///< the one that decided
    bool is_body = false;    ///< part of a body that animators move: limbs, spine, face, controls
    bool is_limb = false;    ///< an arm or leg, a hand or foot, or what is on it
    bool is_end = false;     ///< only marks where the bone before it ends
};

name_meaning meaning_of(std::string_view name);

} // namespace jounce::authoring
