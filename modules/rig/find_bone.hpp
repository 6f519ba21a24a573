#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <string_view>

namespace jounce {

/// @{
/// The index of a bone by its name, in the order of the rig: that of `gltf::model::bones`, of a kind's
/// rig, and of everything that takes a bone. Look it up once and keep it; it stays the same for all
/// characters of the kind.  Cost  O(bones).
///
/// Error name: `unknown_bone`; the message has the nearest name that is known.
template <class Real>
result<std::int32_t> find_bone(const basic_rig<Real>& bones, std::string_view name);
template <class Real>
result<std::int32_t> find_bone(const basic_character_kind<Real>& kind, std::string_view name) {
    return find_bone(kind.rig, name);
}
/// @}

} // namespace jounce
