#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/base/lanes.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

/// The numbers of a joint that vertices blend: sixteen in a row.
///   linear           three rows of a 3x4 matrix, then zeros
///   dual quaternion  real (xyzw), dual (xyzw), Wxx Wyy Wzz 0, Wyz Wxz Wxy 0
template <class Real> struct skin_entry { lane<Real> low, high; };

/// An entry belongs to a pair of joints: one joint, with the sign of its quaternion nearest to that
/// of the pivot. q and -q are the same rotation, so a vertex takes all its joints with the sign
/// nearest to its heaviest joint, the pivot. Meshes have few such pairs and many vertices: the sign
/// is found once per pair, not once per vertex.
struct skin_pair {
    std::uint16_t pivot = 0; ///< joint of the bind
    std::uint16_t joint = 0;
};

/// One influence of each of eight vertices.
template <class Real> struct skin_slot {
    lane<Real> weight;
    std::uint32_t offset[lane_count]; ///< of the entry, in bytes: ready to be added to an address
};

/// A mesh prepared for `skin`: vertices in their order in lanes of eight, each group with as many
/// slots as its vertex with the most influences needs. Made by `bind_mesh`, which has checked all
/// conditions stated here; never edited afterwards; shared by all characters that use it.
template <class Real> struct basic_bound_mesh {
    skin_method method = skin_method::dual_quaternion;
    palette_mode mode = palette_mode::diagonal; ///< of the palettes it is skinned with
    std::int32_t joint_count = 0;               ///< the same
    std::size_t vertex_count = 0;
    std::vector<lane_vec3<Real>> positions; ///< [group]; the last may have idle lanes
    std::vector<lane_vec3<Real>> normals;   ///< [group], or empty
    std::vector<std::uint32_t> first_slot;  ///< [group + 1], ascending
    std::vector<skin_slot<Real>> slots;     ///< ranges given by `first_slot`
    std::vector<skin_pair> pairs;           ///< a multiple of eight

    /// Lanes of eight vertices, the last one perhaps not full.
    std::size_t group_count() const { return positions.size(); }
    /// How many entries `skin` needs: one per pair and, at the end, one that moves nothing.
    std::size_t entry_count() const { return pairs.size() + 1; }
};

using bound_mesh = basic_bound_mesh<float>; ///< in float, as programs use it

} // namespace jounce
