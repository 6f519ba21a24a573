#pragma once

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/stable/stable_view.hpp>

namespace jounce {

/// @{
/// The data that kernels of the stable solver use, for a block without an ECS. Without `rigid`
/// and `scratch` those of the block itself are used.
template <class Real>
stable_view<Real> stable_view_of(const basic_character_kind<Real>& kind,
                                 basic_block_data<Real>& data, const basic_rigid_pose<Real>& rigid,
                                 basic_stable_scratch<Real>& scratch) {
    return {kind.rig,         kind.springs.stable, data.local,     rigid,       data.history,
            data.environment, data.carried,        data.colliders, data.stable, scratch,
            data.transforms};
}
template <class Real>
stable_view<Real> stable_view_of(const basic_character_kind<Real>& kind,
                                 basic_block_data<Real>& data) {
    return stable_view_of(kind, data, data.rigid, data.scratch);
}
/// @}

} // namespace jounce
