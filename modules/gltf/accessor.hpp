#pragma once

#include <jounce/modules/gltf/source.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace jounce::gltf {

/// How the elements of an accessor lie in memory.
struct element_layout {
    std::size_t components = 0;
    std::size_t component_bytes = 0;
    std::size_t columns = 1;       ///< of a matrix; they begin at multiples of four bytes
    std::size_t column_stride = 0; ///< bytes from one column to the next
    std::size_t bytes = 0;         ///< of one element
};
element_layout layout_of(int component_type, int type);

std::size_t component_bytes(int component_type);

/// What a view holds, decoded if it is compressed.
/// @pre `check_layout`; the view is not missing
std::span<const std::byte> view_bytes(const source& from, int view);

/// All numbers of an accessor, one element after the other: sparse ones filled in, normalised integers
/// as -1..1 or 0..1, others as they are. Empty after a mistake: `bad_accessor` (wrong type or number of
/// elements), `bad_number` (not finite), `too_large`.
/// @param type   TINYGLTF_TYPE_*
/// @param place  JSON pointer of the object that refers to it
/// @pre `check_layout`
std::vector<float> read_floats(source& from, int accessor, int type, std::string_view place);

/// The same with numbers that are not finite or too large as they are.
std::vector<float> read_any_floats(source& from, int accessor, int type, std::string_view place);

/// The same for whole numbers that are no fractions: indices, joints.
std::vector<std::uint32_t> read_integers(source& from, int accessor, int type,
                                         std::string_view place);

/// Asks for a number of elements; otherwise a mistake.
bool has_count(source& from, int accessor, std::size_t wanted, std::string_view place);

} // namespace jounce::gltf
