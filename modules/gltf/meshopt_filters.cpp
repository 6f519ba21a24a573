#include <jounce/modules/gltf/meshopt.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace jounce::gltf::meshopt {
namespace {

template <class Number> Number load(const std::byte* at) {
    Number out;
    std::memcpy(&out, at, sizeof out);
    return out;
}

/// The nearest whole number that there is room for.
template <class Number> void store(std::byte* at, float value) {
    constexpr auto least = static_cast<float>(std::numeric_limits<Number>::min());
    constexpr auto most = static_cast<float>(std::numeric_limits<Number>::max());
    const auto rounded = static_cast<Number>(std::lround(std::clamp(value, least, most)));
    std::memcpy(at, &rounded, sizeof rounded);
}

template <class Number> void octahedral(std::byte* at) {
    constexpr auto most = static_cast<float>(std::numeric_limits<Number>::max());
    const auto component = [&](std::size_t i) {
        return static_cast<float>(load<Number>(at + i * sizeof(Number)));
    };
    // What encodes one must not be zero; a broken stream may have anything there.
    const float one = std::max(component(2), 1.0F);
    float x = component(0) / one;
    float y = component(1) / one;
    const float z = 1 - std::abs(x) - std::abs(y);
    const float fold = std::min(z, 0.0F);
    x -= std::copysign(fold, x);
    y -= std::copysign(fold, y);
    const float length = std::max(std::sqrt(x * x + y * y + z * z), 1e-6F);
    store<Number>(at, x / length * most);
    store<Number>(at + sizeof(Number), y / length * most);
    store<Number>(at + 2 * sizeof(Number), z / length * most);
}

template <class Number> void colour(std::byte* at) {
    using signed_number = std::make_signed_t<Number>;
    const auto luma = static_cast<int>(load<Number>(at));
    const auto orange = static_cast<int>(load<signed_number>(at + sizeof(Number)));
    const auto green = static_cast<int>(load<signed_number>(at + 2 * sizeof(Number)));
    const unsigned alpha = load<Number>(at + 3 * sizeof(Number));
    const auto bits = static_cast<unsigned>(std::bit_width(alpha));
    const unsigned whole = std::max((1U << bits) - 1, 1U);
    const unsigned opacity = alpha & (whole >> 1U);
    constexpr auto most = static_cast<float>(std::numeric_limits<Number>::max());
    const float scale = most / static_cast<float>(whole);
    const int parts[] = {luma + orange - green, luma + green, luma - orange - green,
                         static_cast<int>((opacity << 1U) | (opacity & 1U))};
    for (std::size_t i = 0; i < 4; ++i) {
        store<Number>(at + i * sizeof(Number), static_cast<float>(parts[i]) * scale);
    }
}

} // namespace

void filter_octahedral(std::span<std::byte> elements, std::size_t stride) {
    for (std::size_t at = 0; at + stride <= elements.size(); at += stride) {
        stride == 4 ? octahedral<std::int8_t>(elements.data() + at)
                    : octahedral<std::int16_t>(elements.data() + at);
    }
}

void filter_quaternion(std::span<std::byte> elements) {
    for (std::size_t at = 0; at + 8 <= elements.size(); at += 8) {
        std::byte* element = elements.data() + at;
        const auto component = [&](std::size_t i) { return load<std::int16_t>(element + 2 * i); };
        const int last = component(3);
        // A negative one is not allowed, and 3 at least makes it no zero.
        const auto one = static_cast<float>(std::max(last | 3, 3));
        const float range = std::sqrt(0.5F) / one;
        const float x = static_cast<float>(component(0)) * range;
        const float y = static_cast<float>(component(1)) * range;
        const float z = static_cast<float>(component(2)) * range;
        const float w = std::sqrt(std::max(0.0F, 1 - x * x - y * y - z * z));
        const auto largest = static_cast<std::size_t>(last & 3);
        const float found[] = {w, x, y, z};
        for (std::size_t i = 0; i < 4; ++i) {
            store<std::int16_t>(element + 2 * ((largest + i) % 4), found[i] * 32767);
        }
    }
}

void filter_exponential(std::span<std::byte> elements) {
    for (std::size_t at = 0; at + 4 <= elements.size(); at += 4) {
        const auto both = load<std::uint32_t>(elements.data() + at);
        const int exponent = static_cast<std::int8_t>(both >> 24U);
        const int mantissa = static_cast<std::int32_t>(both << 8U) >> 8;
        const float value = std::ldexp(static_cast<float>(mantissa), exponent);
        std::memcpy(elements.data() + at, &value, sizeof value);
    }
}

void filter_colour(std::span<std::byte> elements, std::size_t stride) {
    for (std::size_t at = 0; at + stride <= elements.size(); at += stride) {
        stride == 4 ? colour<std::uint8_t>(elements.data() + at)
                    : colour<std::uint16_t>(elements.data() + at);
    }
}

} // namespace jounce::gltf::meshopt
