#include <jounce/modules/gltf/meshopt.hpp>

#include <array>

namespace jounce::gltf::meshopt {
namespace {

constexpr fault indices_too_short = "ends before its last index";
constexpr fault too_long = "has bytes after its last index";

std::uint32_t unfolded(std::uint32_t v) { return (v & 1U) != 0 ? ~(v >> 1U) : v >> 1U; }

void put(std::byte* at, std::size_t stride, std::uint32_t index) {
    for (std::size_t i = 0; i < stride; ++i) {
        at[i] = static_cast<std::byte>((index >> (8 * i)) & 0xFFU);
    }
}

/// Bytes between the header and the tail.
class byte_stream {
public:
    byte_stream(std::span<const std::byte> data, std::size_t begin, std::size_t end)
        : data_(data), at_(begin), end_(end) {}

    std::uint32_t byte() {
        if (at_ >= end_) {
            failed_ = true;
            return 0;
        }
        return std::to_integer<std::uint32_t>(data_[at_++]);
    }
    /// Seven bits per byte, low ones first, at most five bytes.
    std::uint32_t number() {
        std::uint32_t out = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint32_t group = byte();
            out |= (group & 0x7FU) << shift;
            if ((group & 0x80U) == 0) {
                return out;
            }
        }
        failed_ = true;
        return out;
    }
    bool failed() const { return failed_; }
    bool at_end() const { return at_ == end_; }

private:
    std::span<const std::byte> data_;
    std::size_t at_;
    std::size_t end_;
    bool failed_ = false;
};

/// The last sixteen things, the newest first.
template <class Thing> class recent {
public:
    void push(const Thing& one) {
        held_[next_++ % held_.size()] = one;
        written_ += written_ < held_.size() ? 1 : 0;
    }
    bool has(std::size_t back) const { return back < written_; }
    const Thing& at(std::size_t back) const { return held_[(next_ - 1 - back) % held_.size()]; }

private:
    std::array<Thing, 16> held_ = {};
    std::size_t next_ = 16; // so that going back from it does not pass zero
    std::size_t written_ = 0;
};

struct edge {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};
struct triangle {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
};

class triangle_stream {
public:
    triangle_stream(std::span<const std::byte> data, std::size_t triangles)
        : table_(data.subspan(data.size() - 16)), more_(data, 1 + triangles, data.size() - 16) {}

    bool at_end() const { return more_.at_end(); }

    /// False after a mistake.
    bool decode(std::uint32_t code, triangle& out) {
        const std::uint32_t high = code >> 4U;
        const std::uint32_t low = code & 15U;
        if (high < 15) {
            if (!edges_.has(high)) {
                return false;
            }
            return on_edge(edges_.at(high), low, out);
        }
        if (low < 14) {
            const auto pair = std::to_integer<std::uint32_t>(table_[low]);
            out.a = next_++;
            return corners(pair >> 4U, pair & 15U, out);
        }
        const std::uint32_t pair = more_.byte();
        next_ = pair == 0 ? 0 : next_;
        out.a = low == 14 ? next_++ : explicit_index();
        return corners(pair >> 4U, pair & 15U, out);
    }

private:
    bool on_edge(const edge known, std::uint32_t code, triangle& out) {
        out.a = known.a;
        out.b = known.b;
        bool fresh = true;
        if (code == 0) {
            out.c = next_++;
        } else if (code < 13) {
            if (!vertices_.has(code)) {
                return false;
            }
            out.c = vertices_.at(code);
            fresh = false;
        } else if (code < 15) {
            out.c = last_ = code == 13 ? last_ - 1 : last_ + 1;
        } else {
            out.c = explicit_index();
        }
        edges_.push({out.c, out.b});
        edges_.push({out.a, out.c});
        if (fresh) {
            vertices_.push(out.c);
        }
        return !more_.failed();
    }

    /// The second and third corner: 0 a new vertex, 15 one that is written out, else one seen lately.
    bool corners(std::uint32_t second, std::uint32_t third, triangle& out) {
        if (!corner(second, out.b) || !corner(third, out.c)) {
            return false;
        }
        edges_.push({out.b, out.a});
        edges_.push({out.c, out.b});
        edges_.push({out.a, out.c});
        vertices_.push(out.a);
        if (second == 0 || second == 15) {
            vertices_.push(out.b);
        }
        if (third == 0 || third == 15) {
            vertices_.push(out.c);
        }
        return !more_.failed();
    }
    bool corner(std::uint32_t code, std::uint32_t& out) {
        if (code == 0) {
            out = next_++;
        } else if (code == 15) {
            out = explicit_index();
        } else if (vertices_.has(code - 1)) {
            out = vertices_.at(code - 1);
        } else {
            return false;
        }
        return true;
    }

    std::uint32_t explicit_index() { return last_ += unfolded(more_.number()); }

    std::span<const std::byte> table_;
    byte_stream more_;
    recent<edge> edges_;
    recent<std::uint32_t> vertices_;
    std::uint32_t next_ = 0;
    std::uint32_t last_ = 0;
};

/// No entry may ask for an index that is written out, and the last two must be zero.
bool is_good_table(std::span<const std::byte> table) {
    for (const std::byte entry : table) {
        if ((entry & std::byte{15}) == std::byte{15} || (entry >> 4U) == std::byte{15}) {
            return false;
        }
    }
    return table[14] == std::byte{0} && table[15] == std::byte{0};
}

} // namespace

fault decode_triangles(std::span<const std::byte> data, std::size_t count, std::size_t stride,
                       std::span<std::byte> out) {
    constexpr std::size_t tail = 16;
    const std::size_t triangles = count / 3;
    if (data.empty() || data[0] != std::byte{0xE1}) {
        return "begins with no version of TRIANGLES that is known";
    }
    if (data.size() < 1 + tail || data.size() - 1 - tail < triangles) {
        return indices_too_short;
    }
    if (!is_good_table(data.last(tail))) {
        return "has a table of corners that is not allowed";
    }
    triangle_stream stream(data, triangles);
    for (std::size_t t = 0; t < triangles; ++t) {
        triangle found;
        if (!stream.decode(std::to_integer<std::uint32_t>(data[1 + t]), found)) {
            return "has a triangle that uses what is not there";
        }
        std::byte* at = out.data() + 3 * t * stride;
        put(at, stride, found.a);
        put(at + stride, stride, found.b);
        put(at + 2 * stride, stride, found.c);
    }
    return stream.at_end() ? nullptr : too_long;
}

fault decode_indices(std::span<const std::byte> data, std::size_t count, std::size_t stride,
                     std::span<std::byte> out) {
    constexpr std::size_t tail = 4;
    if (data.empty() || data[0] != std::byte{0xD1}) {
        return "begins with no version of INDICES that is known";
    }
    if (data.size() < 1 + tail || data.size() - 1 - tail < count) {
        return indices_too_short;
    }
    byte_stream stream(data, 1, data.size() - tail);
    std::array<std::uint32_t, 2> last = {};
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t number = stream.number();
        std::uint32_t& base = last[number & 1U];
        base += unfolded(number >> 1U);
        put(out.data() + i * stride, stride, base);
    }
    return stream.failed() ? indices_too_short : stream.at_end() ? nullptr : too_long;
}

} // namespace jounce::gltf::meshopt
