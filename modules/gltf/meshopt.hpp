#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce::gltf::meshopt {

// Decoders of the bit streams of EXT_meshopt_compression and KHR_meshopt_compression, written from the
// specification's appendices A and B. Streams are not trusted: nothing is read or written outside the
// spans, whatever is in them.

/// What is wrong with a stream, or null.
using fault = const char*;

/// Mode ATTRIBUTES, versions 0 and 1.
/// @param out  count x stride bytes
/// @pre stride is a multiple of 4 from 4 to 256
fault decode_attributes(std::span<const std::byte> data, std::size_t count, std::size_t stride,
                        std::span<std::byte> out);

/// Mode TRIANGLES.
/// @param out  count x stride bytes
/// @pre stride is 2 or 4, count a multiple of 3
fault decode_triangles(std::span<const std::byte> data, std::size_t count, std::size_t stride,
                       std::span<std::byte> out);

/// Mode INDICES.
/// @pre stride is 2 or 4
fault decode_indices(std::span<const std::byte> data, std::size_t count, std::size_t stride,
                     std::span<std::byte> out);

/// Fewest bytes that a stream of so many elements can have: what claims more elements than its bytes
/// can hold is refused before memory is asked for.
std::uint64_t least_attribute_bytes(std::span<const std::byte> data, std::uint64_t count,
                                    std::size_t stride);

// Filters, in place. Values that the specification leaves open become something finite or, for the
// exponential one, what the float arithmetic gives.

void filter_octahedral(std::span<std::byte> elements, std::size_t stride); ///< @pre stride 4 or 8
void filter_quaternion(std::span<std::byte> elements);                     ///< @pre stride 8
void filter_exponential(std::span<std::byte> elements);
void filter_colour(std::span<std::byte> elements, std::size_t stride); ///< @pre stride 4 or 8

} // namespace jounce::gltf::meshopt
