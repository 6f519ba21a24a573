#pragma once

#include <jounce/components/base/lanes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

/// Data shared by all characters of a kind, an entry per spring.
struct separation_input {
    std::span<const float> radius;       ///< m; 0: takes no part
    std::span<const std::int32_t> chain; ///< springs of the same chain do not meet
};

/// Room to work in, for one character at a time. Nothing in it outlives a call.
template <class Real> struct separation_grid {
    /// The tail of a spring as a ball.
    struct body {
        vec3<Real> position, velocity;
        vec3<Real> move, change; ///< what all its contacts together do to them
        std::array<std::int64_t, 3> cell;
        std::uint32_t bucket = 0;
        std::uint32_t contacts = 0;
        bool takes_part = false;
    };
    std::vector<body> bodies;           ///< [spring]
    std::vector<std::uint32_t> first;   ///< [bucket + 1] into `sorted`; a power of two of buckets
    std::vector<std::uint32_t> sorted;  ///< springs by bucket
    std::vector<std::uint32_t> touched; ///< those that meet one spring
};

/// The only part that allocates.
template <class Real> separation_grid<Real> make_separation_grid(std::size_t springs);

/// Pushes the springs of different chains of one character apart: cloth, skirts, strands of hair.
/// Two that are nearer than the sum of their radii are each moved by half of the overlap along the
/// line between them, and lose half of the velocity at which they approach along it. All contacts
/// are found before any is resolved. A contact is divided by the larger number of contacts of its
/// two partners, which keeps the sum of velocities and never adds energy, however many there are.
/// Springs whose position or velocity is not finite or beyond 1e9 take no part. A lane's result
/// does not depend on other lanes.
/// Reads  radius, chain.  Writes  positions, velocities of active lanes.
/// Cost  O(springs) per lane, as long as few of them are in one place.
/// @pre the spans have the same size, for which `scratch` was made
template <class Real>
void separate(const separation_input& springs, std::span<lane_vec3<Real>> positions,
              std::span<lane_vec3<Real>> velocities, std::uint32_t active_lanes,
              separation_grid<Real>& scratch) noexcept;

} // namespace jounce
