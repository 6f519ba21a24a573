#pragma once

#include <jounce/modules/binding/skeleton.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::binding {

/// What is known of bones and mesh when bones are chosen.
struct bone_choice {
    const skeleton& bones;
    std::span<const vec3<double>> positions; ///< of the mesh, in the space of the bones
    std::span<const double>
        owned; ///< [joint], weight of all vertices before; empty: there was none
    std::span<const std::string> without; ///< names to leave out
    bool all_bones = false;               ///< only those of `without` are left out
};

/// Which joints may get weight.
struct chosen_bones {
    std::vector<std::uint8_t> used;     ///< [joint]
    std::vector<std::string> idle;      ///< left out: they moved no vertex before
    std::vector<std::string> far_roots; ///< left out: roots outside of the mesh
};

/// Leaves out bones that are not meant to move vertices themselves. If there were weights, they tell:
/// joints without any weight stay so. Otherwise roots (also those below left-out roots) go, whose head lies
/// outside of the box around the mesh: they place the character. If nothing would be left, all but `without`
/// stay.
chosen_bones choose_bones(const bone_choice& from);

} // namespace jounce::binding
