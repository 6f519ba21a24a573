#include <jounce/modules/gltf/meshopt.hpp>

#include <algorithm>
#include <array>

namespace jounce::gltf::meshopt {
namespace {

constexpr std::size_t group_size = 16;
constexpr std::size_t most_in_block = 256;
constexpr fault attributes_too_short = "ends before its last element";

std::size_t block_size(std::size_t stride) {
    return std::min<std::size_t>((8192 / stride) & ~std::size_t{15}, most_in_block);
}

int version_of(std::span<const std::byte> data) {
    const int header = data.empty() ? 0 : std::to_integer<int>(data[0]);
    return header == 0xA0 ? 0 : header == 0xA1 ? 1 : -1;
}

std::size_t tail_size(int version, std::size_t stride) {
    return version == 0 ? std::max<std::size_t>(stride, 32)
                        : std::max<std::size_t>(stride + stride / 4, 24);
}

/// The byte at one place of every element of a block, as differences.
using deltas = std::array<std::uint8_t, most_in_block>;

class attribute_stream {
public:
    /// @pre the tail is there
    attribute_stream(std::span<const std::byte> data, std::size_t stride, int version)
        : data_(data), end_(data.size() - tail_size(version, stride)), stride_(stride),
          version_(version) {
        const std::size_t tail = data.size() - stride - (version == 0 ? 0 : stride / 4);
        for (std::size_t i = 0; i < stride; ++i) {
            last_[i] = std::to_integer<std::uint8_t>(data[tail + i]);
        }
        for (std::size_t c = 0; version != 0 && c < stride / 4; ++c) {
            channel_[c] = std::to_integer<std::uint8_t>(data[tail + stride + c]);
        }
    }

    fault check_channels() const {
        const bool known = std::all_of(channel_.begin(), channel_.end(), [](std::uint8_t mode) {
            return mode < 2 || (mode & 15U) == 2;
        });
        return known ? nullptr : "has a channel mode that is not known";
    }

    fault decode_block(std::size_t count, std::byte* out) {
        const std::size_t control_at = at_;
        if (version_ != 0 && !skip(stride_ / 4)) {
            return attributes_too_short;
        }
        for (std::size_t c = 0; c < stride_ / 4; ++c) {
            const unsigned control =
                version_ == 0 ? 0 : std::to_integer<unsigned>(data_[control_at + c]);
            for (std::size_t k = 0; k < 4; ++k) {
                if (!read_deltas((control >> (2 * k)) & 3U, count, deltas_[k])) {
                    return attributes_too_short;
                }
            }
            add_up(c, count, out);
        }
        return nullptr;
    }

    bool at_end() const { return at_ == end_; }

private:
    bool skip(std::size_t bytes) {
        if (bytes > end_ - at_) {
            return false;
        }
        at_ += bytes;
        return true;
    }

    unsigned byte(std::size_t at) const { return std::to_integer<unsigned>(data_[at]); }

    bool read_deltas(unsigned control, std::size_t count, deltas& to) {
        if (version_ != 0 && control == 2) {
            to.fill(0);
            return true;
        }
        if (version_ != 0 && control == 3) {
            const std::size_t from = at_;
            if (!skip(count)) {
                return false;
            }
            for (std::size_t i = 0; i < count; ++i) {
                to[i] = static_cast<std::uint8_t>(byte(from + i));
            }
            return true;
        }
        constexpr std::array<std::array<unsigned, 4>, 3> widths = {
            {{0, 1, 2, 4}, {1, 2, 4, 8}, {0, 2, 4, 8}}};
        const std::array<unsigned, 4>& width = widths[version_ == 0 ? 2 : control];
        const std::size_t groups = (count + group_size - 1) / group_size;
        const std::size_t header = at_;
        if (!skip((groups + 3) / 4)) {
            return false;
        }
        for (std::size_t g = 0; g < groups; ++g) {
            const unsigned mode = (byte(header + g / 4) >> (2 * (g % 4))) & 3U;
            if (!read_group(width[mode], to.data() + g * group_size)) {
                return false;
            }
        }
        return true;
    }

    /// Sixteen numbers of some bits each; the largest of them says that a whole byte follows.
    bool read_group(unsigned bits, std::uint8_t* to) {
        const std::size_t from = at_;
        if (!skip(2 * bits)) {
            return false;
        }
        if (bits == 0) {
            std::fill_n(to, group_size, std::uint8_t{0});
            return true;
        }
        const std::size_t in_byte = 8 / bits;
        const unsigned sentinel = (1U << bits) - 1;
        for (std::size_t i = 0; i < group_size; ++i) {
            const std::size_t place = i % in_byte;
            // Single bits go from the lowest, others from the highest.
            const std::size_t shift = (bits == 1 ? place : in_byte - 1 - place) * bits;
            const unsigned number = (byte(from + i / in_byte) >> shift) & sentinel;
            to[i] = static_cast<std::uint8_t>(number);
            if (bits < 8 && number == sentinel) {
                const std::size_t escaped = at_;
                if (!skip(1)) {
                    return false;
                }
                to[i] = static_cast<std::uint8_t>(byte(escaped));
            }
        }
        return true;
    }

    /// From differences to the four bytes of a channel, in all elements of a block.
    void add_up(std::size_t channel, std::size_t count, std::byte* out) {
        const std::uint8_t mode = channel_[channel];
        std::uint8_t* last = last_.data() + 4 * channel;
        for (std::size_t i = 0; i < count; ++i) {
            if (mode == 0) {
                for (std::size_t k = 0; k < 4; ++k) {
                    const unsigned d = deltas_[k][i];
                    const unsigned difference = (d & 1U) != 0 ? ~(d >> 1U) : d >> 1U;
                    last[k] = static_cast<std::uint8_t>(last[k] + difference);
                }
            } else if (mode == 1) {
                add_pair(i, 0, last);
                add_pair(i, 2, last);
            } else {
                const std::uint32_t d = deltas_[0][i] | (std::uint32_t{deltas_[1][i]} << 8U) |
                                        (std::uint32_t{deltas_[2][i]} << 16U) |
                                        (std::uint32_t{deltas_[3][i]} << 24U);
                const unsigned turn = mode >> 4U;
                const std::uint32_t turned = (d << turn) | (d >> ((32 - turn) & 31U));
                for (std::size_t k = 0; k < 4; ++k) {
                    last[k] = static_cast<std::uint8_t>(last[k] ^ (turned >> (8 * k)));
                }
            }
            for (std::size_t k = 0; k < 4; ++k) {
                out[i * stride_ + 4 * channel + k] = static_cast<std::byte>(last[k]);
            }
        }
    }

    void add_pair(std::size_t i, std::size_t k, std::uint8_t* last) const {
        const unsigned d = deltas_[k][i] | (unsigned{deltas_[k + 1][i]} << 8U);
        const unsigned difference = (d & 1U) != 0 ? ~(d >> 1U) : d >> 1U;
        const unsigned sum = (last[k] | (unsigned{last[k + 1]} << 8U)) + difference;
        last[k] = static_cast<std::uint8_t>(sum);
        last[k + 1] = static_cast<std::uint8_t>(sum >> 8U);
    }

    std::span<const std::byte> data_;
    std::size_t at_ = 1; ///< after the header
    std::size_t end_;    ///< where the tail and what fills it up begin
    std::size_t stride_;
    int version_;
    std::array<std::uint8_t, 256> last_ = {};
    std::array<std::uint8_t, 64> channel_ = {};
    std::array<deltas, 4> deltas_ = {};
};

} // namespace

std::uint64_t least_attribute_bytes(std::span<const std::byte> data, std::uint64_t count,
                                    std::size_t stride) {
    const int version = version_of(data);
    const std::uint64_t size = block_size(stride);
    // Version 1 can say of four bytes by one that they never change; version 0 has two bits for sixteen.
    const std::uint64_t per_block =
        version == 0 ? stride * ((size / group_size + 3) / 4) : stride / 4;
    return 1 + count / size * per_block + tail_size(version, stride);
}

fault decode_attributes(std::span<const std::byte> data, std::size_t count, std::size_t stride,
                        std::span<std::byte> out) {
    const int version = version_of(data);
    if (version < 0) {
        return "begins with no version of ATTRIBUTES that is known";
    }
    if (data.size() < 1 + tail_size(version, stride)) {
        return attributes_too_short;
    }
    attribute_stream stream(data, stride, version);
    if (const fault wrong = stream.check_channels()) {
        return wrong;
    }
    for (std::size_t done = 0; done < count;) {
        const std::size_t here = std::min(block_size(stride), count - done);
        if (const fault wrong = stream.decode_block(here, out.data() + done * stride)) {
            return wrong;
        }
        done += here;
    }
    return stream.at_end() ? nullptr : "has bytes after its last element";
}

} // namespace jounce::gltf::meshopt
