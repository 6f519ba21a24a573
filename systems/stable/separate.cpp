#include <jounce/systems/stable/separate.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jounce {
namespace {

constexpr double furthest = 1e9;

template <class Real> bool is_near(const vec3<Real>& p) {
    // Not what is beyond, not infinite, not undefined.
    return std::abs(p.x) <= Real(furthest) && std::abs(p.y) <= Real(furthest) &&
           std::abs(p.z) <= Real(furthest);
}

bool is_sane(float radius) { return radius > 0 && radius <= float(furthest); }

/// Slightly larger than what can touch and never minute, so that rounding cannot put two that touch
/// into cells that do not: 1e9 over 1e-4 is still exact to a thousandth.
double cell_size(std::span<const float> radius) {
    float largest = 0;
    for (const float r : radius) {
        largest = is_sane(r) ? std::max(r, largest) : largest;
    }
    return std::max(2.01 * double(largest), 1e-4);
}

/// Cells above one another are in buckets beside one another, so that three of them are one search.
std::uint32_t bucket_of(const std::array<std::int64_t, 3>& cell, std::size_t buckets) {
    const auto x = static_cast<std::uint64_t>(cell[0]) * 0x9E3779B97F4A7C15U;
    const auto y = static_cast<std::uint64_t>(cell[1]) * 0xC2B2AE3D27D4EB4FU;
    const std::uint64_t column = (x ^ y) >> 32;
    return static_cast<std::uint32_t>((column + static_cast<std::uint64_t>(cell[2])) &
                                      (buckets - 1));
}

/// Springs into buckets by counting, in order within each.
template <class Real> void sort_into(separation_grid<Real>& grid) {
    std::fill(grid.first.begin(), grid.first.end(), 0U);
    for (const auto& body : grid.bodies) {
        if (body.takes_part) {
            ++grid.first[body.bucket + 1];
        }
    }
    for (std::size_t b = 1; b < grid.first.size(); ++b) {
        grid.first[b] += grid.first[b - 1];
    }
    // Filled from the end: afterwards each `first` is where its bucket begins.
    for (std::size_t s = grid.bodies.size(); s-- > 0;) {
        const auto& body = grid.bodies[s];
        if (body.takes_part) {
            grid.sorted[--grid.first[body.bucket + 1]] = static_cast<std::uint32_t>(s);
        }
    }
}

template <class Real>
bool do_touch(const separation_input& springs, const separation_grid<Real>& grid, std::size_t a,
              std::size_t b) {
    if (springs.chain[a] == springs.chain[b]) {
        return false;
    }
    const vec3<Real> apart = grid.bodies[a].position - grid.bodies[b].position;
    const Real reach = Real(springs.radius[a]) + Real(springs.radius[b]);
    return dot(apart, apart) < reach * reach;
}

/// Calls `each(b)` for every spring b > a that a touches, in ascending order whatever the cells.
template <class Real, class Function>
void for_each_touched(const separation_input& springs, separation_grid<Real>& grid, std::size_t a,
                      Function&& each) {
    const std::size_t buckets = grid.first.size() - 2;
    std::size_t count = 0;
    const std::array<std::int64_t, 3> middle = grid.bodies[a].cell;
    const auto look_at = [&](std::size_t bucket, std::size_t how_many, std::int64_t x,
                             std::int64_t y) {
        const std::uint32_t last = grid.first[bucket + how_many + 1];
        for (std::uint32_t i = grid.first[bucket + 1]; i < last; ++i) {
            const std::uint32_t b = grid.sorted[i];
            // Other cells may share the bucket; each pair is met in the column that it is in.
            const std::array<std::int64_t, 3>& cell = grid.bodies[b].cell;
            if (b > a && cell[0] == x && cell[1] == y && do_touch(springs, grid, a, b)) {
                grid.touched[count++] = b;
            }
        }
    };
    for (std::int64_t x = middle[0] - 1; x <= middle[0] + 1; ++x) {
        for (std::int64_t y = middle[1] - 1; y <= middle[1] + 1; ++y) {
            const std::size_t lowest = bucket_of({x, y, middle[2] - 1}, buckets);
            const std::size_t before_end = std::min<std::size_t>(3, buckets - lowest);
            look_at(lowest, before_end, x, y);
            look_at(0, 3 - before_end, x, y); // the table goes round
        }
    }
    const auto begin = grid.touched.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    std::sort(begin, end);
    std::for_each(begin, end, each);
}

/// From b to a. In the same place there is no such direction, and any will do that is always the
/// same one.
template <class Real>
vec3<Real> direction_between(const vec3<Real>& apart, Real distance, std::size_t a, std::size_t b) {
    if (distance > Real(1e-15)) {
        return {apart.x / distance, apart.y / distance, apart.z / distance};
    }
    const std::size_t axis = (a + b) % 3;
    return {Real(axis == 0), Real(axis == 1), Real(axis == 2)};
}

template <class Real>
void push_apart(const separation_input& springs, separation_grid<Real>& grid, std::size_t a,
                std::size_t b) {
    auto& one = grid.bodies[a];
    auto& other = grid.bodies[b];
    const vec3<Real> apart = one.position - other.position;
    const Real distance = length(apart);
    const vec3<Real> normal = direction_between(apart, distance, a, b);
    const Real share = Real(0.5) / Real(std::max(one.contacts, other.contacts));

    const Real missing = Real(springs.radius[a]) + Real(springs.radius[b]) - distance;
    const vec3<Real> move = (share * std::max(missing, Real(0))) * normal;
    one.move = one.move + move;
    other.move = other.move - move;

    const Real leaving = dot(one.velocity - other.velocity, normal);
    const vec3<Real> change = (share * std::max(-leaving, Real(0))) * normal;
    one.change = one.change + change;
    other.change = other.change - change;
}

template <class Real>
void separate_lane(const separation_input& springs, double cell,
                   std::span<lane_vec3<Real>> positions, std::span<lane_vec3<Real>> velocities,
                   int lane, separation_grid<Real>& grid) {
    const std::size_t count = positions.size();
    for (std::size_t s = 0; s < count; ++s) {
        auto& body = grid.bodies[s];
        body = {};
        body.position = get_lane(positions[s], lane);
        body.velocity = get_lane(velocities[s], lane);
        const float radius = springs.radius[s];
        body.takes_part =
            radius > 0 && std::isfinite(radius) && is_near(body.position) && is_near(body.velocity);
        if (body.takes_part) {
            const auto index = [cell](Real x) {
                return static_cast<std::int64_t>(std::floor(double(x) / cell));
            };
            body.cell = {index(body.position.x), index(body.position.y), index(body.position.z)};
            body.bucket = bucket_of(body.cell, grid.first.size() - 2);
        }
    }
    sort_into(grid);
    for (std::size_t a = 0; a < count; ++a) {
        if (grid.bodies[a].takes_part) {
            for_each_touched(springs, grid, a, [&](std::uint32_t b) {
                ++grid.bodies[a].contacts;
                ++grid.bodies[b].contacts;
            });
        }
    }
    for (std::size_t a = 0; a < count; ++a) {
        if (grid.bodies[a].contacts > 0) {
            for_each_touched(springs, grid, a,
                             [&](std::uint32_t b) { push_apart(springs, grid, a, b); });
        }
    }
    for (std::size_t s = 0; s < count; ++s) {
        const auto& body = grid.bodies[s];
        if (body.contacts > 0) {
            set_lane(positions[s], lane, body.position + body.move);
            set_lane(velocities[s], lane, body.velocity + body.change);
        }
    }
}

} // namespace

template <class Real> separation_grid<Real> make_separation_grid(std::size_t springs) {
    separation_grid<Real> out;
    out.bodies.resize(springs);
    // At least four buckets, or cells above one another would share one. Two more entries than
    // that: counting is one ahead, and the last bucket ends somewhere.
    out.first.resize(std::bit_ceil(std::max<std::size_t>(2 * springs, 4)) + 2);
    out.sorted.resize(springs);
    out.touched.resize(springs);
    return out;
}

template <class Real>
void separate(const separation_input& springs, std::span<lane_vec3<Real>> positions,
              std::span<lane_vec3<Real>> velocities, std::uint32_t active_lanes,
              separation_grid<Real>& scratch) noexcept {
    const std::size_t count = positions.size();
    const bool fits = velocities.size() == count && springs.radius.size() == count &&
                      springs.chain.size() == count && scratch.bodies.size() == count;
    JOUNCE_ASSERT(fits, "separate: spans or scratch of different sizes");
    if (!fits) {
        return;
    }
    const double cell = cell_size(springs.radius);
    for (int lane = 0; lane < lane_count; ++lane) {
        if ((active_lanes >> lane & 1U) != 0) {
            separate_lane(springs, cell, positions, velocities, lane, scratch);
        }
    }
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template separation_grid<Real> make_separation_grid(std::size_t);                              \
    template void separate(const separation_input&, std::span<lane_vec3<Real>>,                    \
                           std::span<lane_vec3<Real>>, std::uint32_t,                              \
                           separation_grid<Real>&) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
