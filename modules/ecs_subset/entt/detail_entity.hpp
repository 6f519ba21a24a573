#pragma once

/// Entity identifiers: 20 bits of id, 12 bits of version, and the pool that hands them out.

#include "detail_config.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace entt {

enum class entity : std::uint32_t {};

/// The whole identifier as a number.
[[nodiscard]] constexpr std::uint32_t to_integral(entity value) noexcept {
    return static_cast<std::uint32_t>(value);
}

/// The id: what is reused once an entity is destroyed.
[[nodiscard]] constexpr std::uint32_t to_entity(entity value) noexcept {
    return to_integral(value) & 0xFFFFFU;
}

/// The version: what tells a reused id from its former owners. 4095 is never handed out.
[[nodiscard]] constexpr std::uint16_t to_version(entity value) noexcept {
    return static_cast<std::uint16_t>(to_integral(value) >> 20U);
}

/// Converts to an entity that is never valid; equal to every identifier with the null id.
struct null_t {
    // Implicit, as `entity e = entt::null` and comparisons need it.
    constexpr operator entity() const noexcept { return entity{0xFFFFFFFFU}; }
    friend constexpr bool operator==(null_t, null_t) noexcept { return true; }
    friend constexpr bool operator==(entity lhs, null_t rhs) noexcept {
        return to_entity(lhs) == to_entity(rhs);
    }
};

inline constexpr null_t null{};

namespace detail {

/// Hands out identifiers. Living ones stand first in `packed_`, free ones behind them, so the id
/// destroyed last is the first to be reused.
class entity_pool {
public:
    [[nodiscard]] entity create() {
        if (alive_ == packed_.size()) {
            ENTT_ASSERT(packed_.size() < to_entity(null), "No more entities available");
            if (packed_.size() == packed_.capacity()) {
                packed_.reserve(packed_.size() * 2 + 8);
            }
            positions_.push_back(static_cast<std::uint32_t>(alive_));
            packed_.push_back(entity{static_cast<std::uint32_t>(alive_)});
        }
        return packed_[alive_++];
    }

    /// Returns the version the id will have next time.
    std::uint16_t destroy(entity value) noexcept {
        const std::size_t last = --alive_;
        const std::size_t hole = positions_[to_entity(value)];
        std::swap(packed_[hole], packed_[last]);
        positions_[to_entity(packed_[hole])] = static_cast<std::uint32_t>(hole);
        positions_[to_entity(value)] = static_cast<std::uint32_t>(last);
        const std::uint32_t version = to_version(value) + 1U;
        const std::uint32_t next = version == to_version(null) ? 0U : version;
        packed_[last] = entity{(next << 20U) | to_entity(value)};
        return static_cast<std::uint16_t>(next);
    }

    void clear() noexcept {
        while (alive_ != 0) {
            destroy(packed_[alive_ - 1]);
        }
    }

    [[nodiscard]] bool valid(entity value) const noexcept {
        const std::size_t id = to_entity(value);
        return id < positions_.size() && positions_[id] < alive_ &&
               packed_[positions_[id]] == value;
    }

    [[nodiscard]] std::uint16_t current(entity value) const noexcept {
        const std::size_t id = to_entity(value);
        return to_version(id < positions_.size() ? packed_[positions_[id]] : entity{null});
    }

    void swap(entity_pool& other) noexcept {
        packed_.swap(other.packed_);
        positions_.swap(other.positions_);
        std::swap(alive_, other.alive_);
    }

private:
    std::vector<entity> packed_;
    std::vector<std::uint32_t> positions_; ///< by id: where in `packed_`
    std::size_t alive_ = 0;
};

} // namespace detail
} // namespace entt
