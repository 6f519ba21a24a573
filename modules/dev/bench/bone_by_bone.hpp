#pragma once

#include <jounce/modules/weights/bind_surface.hpp>

#include <cstddef>
#include <span>

namespace jounce::bench {

/// Heat diffusion as it is written at first: the matrix of the surface is factorised anew for every bone, and
/// solved for that bone alone. Bones take turns on the threads of `options.work`, as those of `bind_surface`
/// do. The weights are those of `bind_surface`, up to what it drops because it is too small.
///
/// Both use Eigen's factorisation, so it is compiled like jounce::weights and not with options of its own.
/// @param unknowns  `bind_report::solved`: the mesh is refined until it has so many vertices
/// @pre `bind_surface` accepts the mesh, which is one part that sees bones and is nowhere at a bone
weights::weight_table bind_bone_by_bone(const weights::surface& mesh,
                                        std::span<const weights::bone_segment> bones,
                                        const weights::bind_options& options, std::size_t unknowns);

} // namespace jounce::bench
