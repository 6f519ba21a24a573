#include "support/meshopt_encoder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace jounce::test {
namespace {

using bytes = std::vector<std::uint8_t>;

void put(std::string& to, unsigned byte) { to += static_cast<char>(byte); }

void put_number(std::string& to, std::uint32_t number) {
    while (number > 0x7F) {
        put(to, 0x80U | (number & 0x7FU));
        number >>= 7U;
    }
    put(to, number);
}

std::uint32_t folded(std::uint32_t difference) {
    return (difference & 0x80000000U) != 0 ? ~(difference << 1U) : difference << 1U;
}

/// Sixteen differences of so many bits each, those that do not fit behind them.
std::string group(const std::uint8_t* of, unsigned bits) {
    std::string packed;
    std::string escaped;
    const unsigned sentinel = (1U << bits) - 1;
    const std::size_t in_byte = bits == 0 ? 16 : 8 / bits;
    unsigned byte = 0;
    for (std::size_t i = 0; i < 16 && bits > 0; ++i) {
        const unsigned number = bits < 8 && of[i] >= sentinel ? sentinel : of[i];
        if (bits < 8 && number == sentinel) {
            put(escaped, of[i]);
        }
        const std::size_t place = i % in_byte;
        byte |= number << (bits == 1 ? place : (in_byte - 1 - place) * bits);
        if (place + 1 == in_byte) {
            put(packed, byte);
            byte = 0;
        }
    }
    return packed + escaped;
}

/// By groups, each in the way that the turn has, or the next that can hold it.
std::string groups(const bytes& differences, const std::array<unsigned, 4>& widths) {
    std::string header((differences.size() / 16 + 3) / 4, '\0');
    std::string out;
    for (std::size_t g = 0; 16 * g < differences.size(); ++g) {
        std::size_t mode = g % 4;
        const std::uint8_t* first = differences.data() + 16 * g;
        if (widths[mode] == 0 && std::any_of(first, first + 16, [](auto d) { return d != 0; })) {
            mode = 3;
        }
        header[g / 4] =
            static_cast<char>(static_cast<unsigned char>(header[g / 4]) | (mode << (2 * (g % 4))));
        out += group(first, widths[mode]);
    }
    return header + out;
}

std::uint32_t word_at(const char* at) {
    std::uint32_t out = 0;
    std::memcpy(&out, at, 4);
    return out;
}

/// Four bytes of an element less those of the one before, by the mode of their channel.
std::uint32_t difference(std::uint32_t now, std::uint32_t before, std::uint8_t mode) {
    if ((mode & 15U) == 2) {
        const unsigned turn = mode >> 4U;
        const std::uint32_t x = now ^ before;
        return turn == 0 ? x : (x >> turn) | (x << (32 - turn));
    }
    std::uint32_t out = 0;
    const unsigned width = mode == 0 ? 8 : 16;
    const std::uint32_t mask = (1U << width) - 1;
    for (unsigned shift = 0; shift < 32; shift += width) {
        const std::uint32_t d = ((now >> shift) - (before >> shift)) & mask;
        const std::uint32_t top = 1U << (width - 1);
        const std::uint32_t zigzag = ((d & top) != 0 ? ~(d << 1U) : d << 1U) & mask;
        out |= zigzag << shift;
    }
    return out;
}

} // namespace

std::string encode_attributes(std::string_view data, std::size_t stride, int version,
                              const std::vector<std::uint8_t>& channels) {
    std::string out;
    put(out, version == 0 ? 0xA0 : 0xA1);
    const std::size_t count = data.size() / stride;
    const std::size_t most = std::min<std::size_t>((8192 / stride) & ~std::size_t{15}, 256);
    const auto mode_of = [&](std::size_t channel) {
        return version == 0 ? std::uint8_t{0} : channels[channel % channels.size()];
    };
    for (std::size_t done = 0; done < count; done += most) {
        const std::size_t here = std::min(most, count - done);
        std::string control;
        std::string blocks;
        for (std::size_t c = 0; c < stride / 4; ++c) {
            std::array<bytes, 4> parts;
            parts.fill(bytes((here + 15) / 16 * 16, 0));
            for (std::size_t i = 0; i < here; ++i) {
                const char* at = data.data() + (done + i) * stride + 4 * c;
                const std::uint32_t before =
                    done + i == 0 ? word_at(data.data() + 4 * c) : word_at(at - stride);
                const std::uint32_t d = difference(word_at(at), before, mode_of(c));
                for (std::size_t k = 0; k < 4; ++k) {
                    parts[k][i] = static_cast<std::uint8_t>(d >> (8 * k));
                }
            }
            unsigned modes = 0;
            for (std::size_t k = 0; k < 4; ++k) {
                const bytes& part = parts[k];
                const bool none =
                    std::all_of(part.begin(), part.end(), [](auto d) { return d == 0; });
                unsigned mode = none ? 2 : (c + k) % 3 == 2 ? 3 : 1;
                const bool small =
                    std::all_of(part.begin(), part.end(), [](auto d) { return d < 16; });
                mode = mode == 1 && small ? 0 : mode;
                modes |= mode << (2 * k);
                if (version == 0) {
                    blocks += groups(part, {0, 2, 4, 8});
                } else if (mode == 3) {
                    blocks.append(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(here));
                } else if (mode != 2) {
                    blocks += mode == 0 ? groups(part, {0, 1, 2, 4}) : groups(part, {1, 2, 4, 8});
                }
            }
            put(control, modes);
        }
        out += (version == 0 ? "" : control) + blocks;
    }
    std::string tail(data.substr(0, stride));
    tail.resize(stride);
    for (std::size_t c = 0; version != 0 && c < stride / 4; ++c) {
        put(tail, mode_of(c));
    }
    const std::size_t least = version == 0 ? 32 : 24;
    return out + std::string(tail.size() < least ? least - tail.size() : 0, '\0') + tail;
}

std::string encode_triangles(const std::vector<std::uint32_t>& indices) {
    std::string codes;
    std::string data;
    std::uint32_t next = 0;
    std::uint32_t last = 0;
    const auto write = [&](std::uint32_t index) {
        put_number(data, folded(index - last));
        last = index;
    };
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        if (indices[i] == next && indices[i + 1] == next + 1 && indices[i + 2] == next + 2) {
            put(codes, 0xF0); // three new ones, by the table
            next += 3;
        } else {
            const bool is_next = indices[i] == next;
            put(codes, is_next ? 0xFE : 0xFF);
            put(data, 0xFF);
            is_next ? static_cast<void>(++next) : write(indices[i]);
            write(indices[i + 1]);
            write(indices[i + 2]);
        }
    }
    return "\xE1" + codes + data + std::string(16, '\0');
}

std::string encode_indices(const std::vector<std::uint32_t>& indices) {
    std::string out = "\xD1";
    std::array<std::uint32_t, 2> last = {};
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::uint32_t base = i % 3 == 0 ? 1 : 0; // both of them
        put_number(out, (folded(indices[i] - last[base]) << 1U) | base);
        last[base] = indices[i];
    }
    return out + std::string(4, '\0');
}

namespace {

template <class Number> void put_as(std::string& to, int value) {
    const auto small = static_cast<Number>(value);
    to.append(reinterpret_cast<const char*>(&small), sizeof small);
}

} // namespace

std::string to_octahedral(const std::vector<float>& vectors, std::size_t stride, int bits) {
    std::string out;
    const auto one = static_cast<float>((1 << (bits - 1)) - 1);
    for (std::size_t i = 0; i + 2 < vectors.size(); i += 3) {
        const float sum =
            std::abs(vectors[i]) + std::abs(vectors[i + 1]) + std::abs(vectors[i + 2]);
        const float x = vectors[i] / sum;
        const float y = vectors[i + 1] / sum;
        const bool back = vectors[i + 2] < 0;
        const float u = back ? (1 - std::abs(y)) * std::copysign(1.0F, x) : x;
        const float v = back ? (1 - std::abs(x)) * std::copysign(1.0F, y) : y;
        for (const float number : {u * one, v * one, one, 0.0F}) {
            const int rounded = static_cast<int>(std::lround(number));
            stride == 4 ? put_as<std::int8_t>(out, rounded) : put_as<std::int16_t>(out, rounded);
        }
    }
    return out;
}

std::string to_quaternions(const std::vector<float>& quaternions, int bits) {
    std::string out;
    const int one = (1 << (bits - 1)) - 1;
    for (std::size_t i = 0; i + 3 < quaternions.size(); i += 4) {
        const float* q = quaternions.data() + i;
        std::size_t largest = 0;
        for (std::size_t k = 1; k < 4; ++k) {
            largest = std::abs(q[k]) > std::abs(q[largest]) ? k : largest;
        }
        const float sign = q[largest] < 0 ? -1.0F : 1.0F;
        for (std::size_t k = 1; k < 4; ++k) {
            const float scaled = sign * q[(largest + k) % 4] * std::sqrt(2.0F);
            put_as<std::int16_t>(out,
                                 static_cast<int>(std::lround(scaled * static_cast<float>(one))));
        }
        put_as<std::int16_t>(out, (one & ~3) | static_cast<int>(largest));
    }
    return out;
}

std::string to_exponential(const std::vector<float>& numbers) {
    std::string out;
    for (const float number : numbers) {
        int exponent = 0;
        const float fraction = std::frexp(number, &exponent);
        // 22 bits and a sign, so that rounding up still fits.
        const auto mantissa = static_cast<std::int32_t>(std::lround(std::ldexp(fraction, 22)));
        const auto both = (static_cast<std::uint32_t>(exponent - 22) << 24U) |
                          (static_cast<std::uint32_t>(mantissa) & 0xFFFFFFU);
        out.append(reinterpret_cast<const char*>(&both), 4);
    }
    return out;
}

} // namespace jounce::test
