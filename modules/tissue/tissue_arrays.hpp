#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace jounce::tissue {

/// How the numbers of an array lie in a file.
enum class array_type : std::uint8_t { u32, f32, f64 };

/// A part of baked tissue as plain numbers, as files hold it.
struct tissue_array {
    std::string_view name;
    array_type type = array_type::f64;
    std::size_t width = 1;              ///< numbers of an element
    bool is_optional = false;           ///< files may leave it out; then it is empty
    std::vector<std::uint32_t> indices; ///< of `u32`
    std::vector<double> numbers;        ///< of the others
};

/// All arrays of tissue, always the same ones in the same order.
std::vector<tissue_array> arrays_of(const baked_tissue& tissue);

/// Puts arrays back. Material, hash, unit and number of joints are left as they are.
/// @pre `arrays` are those of `arrays_of`, with any contents whose length is a multiple of their width
void take_arrays(const std::vector<tissue_array>& arrays, baked_tissue& to);

/// Handles of tissue, at most.
inline constexpr std::size_t most_handles = 1000;

/// How much baked tissue may hold.
struct tissue_limits {
    std::size_t handles = most_handles;
    /// @{ Entries of one row.
    std::size_t of_handle = 4, of_point = 12, of_vertex = 8;
    /// @}
    /// False: what one-way flesh does not need may be missing: all of the full stiffness, mass points.
    bool is_whole = true;
};

/// Whether the parts fit together and every number is one that a solver can use. Error names: `bad_count`, `bad_index`,
/// `bad_order` (rows), `not_finite`, `bad_number` (a mass, bound or rate that is not above zero, a share outside of
/// 0..1, a matrix that is not symmetric), `too_many` (handles, or those of one row), `bad_option` (material).
std::optional<error> check_tissue(const baked_tissue& tissue, const tissue_limits& limits = {});

} // namespace jounce::tissue
