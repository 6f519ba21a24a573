#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::test {

// Encoders of the streams of EXT_ and KHR_meshopt_compression, by the letter of the specification and
// without care for size: they use every way of storing that there is, so that decoders meet them all.

/// @param version   0 or 1
/// @param channels  channel mode of every four bytes, repeated; version 1 only
std::string encode_attributes(std::string_view bytes, std::size_t stride, int version,
                              const std::vector<std::uint8_t>& channels = {0});

std::string encode_triangles(const std::vector<std::uint32_t>& indices);
std::string encode_indices(const std::vector<std::uint32_t>& indices);

// What filters turn back into numbers.

/// Unit vectors of three floats as four bytes or shorts of `bits` bits; the fourth is zero.
std::string to_octahedral(const std::vector<float>& vectors, std::size_t stride, int bits);
/// Unit quaternions as four shorts.
std::string to_quaternions(const std::vector<float>& quaternions, int bits);
std::string to_exponential(const std::vector<float>& numbers);

} // namespace jounce::test
