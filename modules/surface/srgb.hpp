#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jounce {

/// Between bytes in sRGB and linear shares.
class srgb_table {
public:
    srgb_table();
    float linear(std::uint8_t byte) const { return linear_[byte]; }
    /// The byte whose light is nearest as sRGB has it.
    std::uint8_t byte(float linear) const {
        const float inside = linear > 0 ? (linear < 1 ? linear : 1.0F) : 0.0F;
        std::size_t out = guess_[static_cast<std::size_t>(inside * steps)];
        while (out < 255 && inside >= border_[out]) {
            ++out;
        }
        return static_cast<std::uint8_t>(out);
    }

private:
    static constexpr int steps = 1024;
    std::array<float, 256> linear_{};
    std::array<float, 255> border_{};             ///< from here on the next byte is nearer
    std::array<std::uint8_t, steps + 1> guess_{}; ///< a byte at or below the right one
};

} // namespace jounce
