#pragma once

#include <jounce/modules/decompose/decompose.hpp>

namespace jounce::decompose {

/// How many frames, evenly chosen, near-rigid parts are found from: 64, of meshes with more than 20,000 triangles fewer,
/// but not below 24. Parts are found as well from them, in a fraction of the time. All frames take part in everything
/// else. All of them if `literal`, or if nothing is merged.
std::size_t frames_to_shift(std::size_t triangles, std::size_t frames,
                            const decompose_options& options);

/// Refuses animations and options that cannot be used. Errors as `decompose` has them.
result<void> check_input(const mesh_animation& from, const decompose_options& options);

/// Refuses bones that do not fit the animation.
result<void> check_bones(const mesh_animation& from, std::span<const affine<double>> bones,
                         std::size_t bone_count);

/// Bytes of memory that the decomposition needs at most, estimated.
std::uint64_t bytes_to_decompose(std::size_t vertices, std::size_t triangles, std::size_t frames,
                                 const decompose_options& options);

} // namespace jounce::decompose
