#pragma once

#include <jounce/components/assets/strand_set.hpp>
#include <jounce/components/block/strand_room.hpp>
#include <jounce/systems/stable/fill_strands.hpp>
#include <jounce/systems/stable/stable_view.hpp>
#include <jounce/systems/stable/tick_strands.hpp>

#include <cstdint>

namespace jounce {

/// @param active  lanes of the block with characters
/// @param apart  lanes from one chain of a character to the next, a power of two: at least as many as
/// there are characters
strand_lanes lanes_of_strands(std::int32_t chains, std::uint32_t active,
                              std::int32_t apart) noexcept;

/// Copies the chains of a block's characters into lanes side by side.
/// @return the block that `tick_strands` takes, until the room is filled again
template <class Real>
strand_view<Real> gather_strands(const stable_view<Real>& block,
                                 const basic_strand_set<Real>& strands, const strand_lanes& who,
                                 basic_strand_room<Real>& room);

/// Writes the state of the chains back to where it belongs.
template <class Real>
void scatter_strands(const basic_strand_set<Real>& strands, const basic_strand_room<Real>& room,
                     const strand_lanes& who, const stable_view<Real>& block) noexcept;

/// Writes back what `finish_strands` says of the chains, in frames in which all chains lie side by
/// side: how fast their bones are.
template <class Real>
void scatter_rates(const basic_strand_set<Real>& strands, const basic_strand_room<Real>& room,
                   const strand_lanes& who, const stable_view<Real>& block) noexcept;

/// What else such a frame leaves, after the last of its strands: the pose of the bones, what
/// characters have carried over and where colliders stand.
template <class Real>
void scatter_frame(const basic_strand_room<Real>& room, const strand_lanes& who,
                   const stable_view<Real>& block) noexcept;

} // namespace jounce
