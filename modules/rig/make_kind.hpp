#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jounce {

/// A joint of a skin as files have it.
struct bind_description {
    std::int32_t bone = 0; ///< index into the rig
    affine<double> inverse_bind;
};

/// Splits inverse bind matrices for the palette. Error names: `unknown_bone`, `not_finite`.
template <class Real>
result<basic_skin_binding<Real>> make_bind(const basic_rig<Real>& rig,
                                           const std::vector<bind_description>& joints,
                                           palette_mode mode);

/// Every bone is a joint, bound where the rig rests.
template <class Real>
basic_skin_binding<Real> make_rest_bind(const basic_rig<Real>& rig,
                                        palette_mode mode = palette_mode::diagonal);

/// Rig, springs and rest binding as one shared kind of character.
std::shared_ptr<const character_kind> make_kind(rig bones, spring_set springs,
                                                palette_mode mode = palette_mode::diagonal);

/// The same kind for crowds that only need palettes: no bone is kept after a frame.
std::shared_ptr<const character_kind> palette_only(character_kind kind);

/// The same kind for crowds that carry something: of its bones only those named are kept after a
/// frame, for `bone_of` and sockets. Kinds with colliders always keep all bones. Error name:
/// `unknown_bone`, with the nearest name.
result<std::shared_ptr<const character_kind>> keep_bones(character_kind kind,
                                                         std::span<const std::string_view> names);

} // namespace jounce
