#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/clip.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <memory>
#include <span>

namespace jounce {

/// A kind of decomposed characters and its clips. The clips are ready to `play`.
struct affine_character {
    std::shared_ptr<const character_kind> kind;
    std::shared_ptr<const clip_set> clips;
};

/// A rig with one root bone per affine joint, named `bone_0`, `bone_1` and so on, at the joint's centre, and
/// then other bones: chains to hang springs on. Parents of these count all bones, affine ones first: 2 is
/// `bone_2`. Errors as `rig_builder`.
result<rig> make_affine_rig(std::span<const vec3<double>> centres,
                            std::span<const rig_builder::segment> others = {});

/// A kind whose first joints take their palette rows from clips.
///
/// Every bone of the rig is a joint, in the order in which bones were added to `rig_builder`; as many of the
/// first as the clips' affine frames have joints are affine, and must be roots. Those bones also get ordinary
/// tracks, in place of any that the clips have: the way of the bone's head, the rotation nearest to the frame
/// and one scale. Sockets, springs and helpers that hang on them follow these tracks.
///
/// The kind keeps all bones. A crowd that needs none takes `palette_only(*made.kind)`, whose frames cost the
/// palette alone if it has no springs.
///
/// Error names: `no_affine_frames`, `bad_bone` (not a root, or there are too few), those of `find_affine_fault`
/// and `take_affine_clips`.
result<affine_character> make_affine_kind(rig bones, spring_set springs, clip_set clips);

/// The same kind with affine joints, for kinds from files: clips have been read with their affine frames and
/// tracks of the same bones. Other fields stay.
///
/// Error names: `not_matrix` (`bind.mode` is another one), `no_affine_frames` (no clip has any, or they have
/// more joints than the binding), `bad_count` (clips have frames for different numbers of joints).
result<std::shared_ptr<const character_kind>> take_affine_clips(character_kind kind,
                                                                const clip_set& clips);

} // namespace jounce
