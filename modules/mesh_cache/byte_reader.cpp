#include <jounce/modules/mesh_cache/byte_reader.hpp>

#include <jounce/modules/json/document.hpp>

#include <cmath>
#include <cstring>
#include <utility>

namespace jounce::mesh_cache {
namespace {

bool is_sane(float value) {
    return std::abs(static_cast<double>(value)) <= json::max_number; // false for NaN
}

} // namespace

void byte_reader::fail(const char* error_name, std::size_t offset, const std::string& cause) {
    if (!wrong_) {
        wrong_ = jounce::error{error_name,
                               name_.string() + ": byte " + std::to_string(offset) + ": " + cause};
    }
}

bool byte_reader::takes_magic(std::string_view magic) {
    if (left() < magic.size() ||
        std::memcmp(bytes_.data() + at_, magic.data(), magic.size()) != 0) {
        return false;
    }
    at_ += magic.size();
    return true;
}

void byte_reader::skip(std::size_t bytes) {
    if (!ok() || left() < bytes) {
        fail(errors::unreadable, bytes_.size(), "the file ends too early; export it again");
        return;
    }
    at_ += bytes;
}

std::uint32_t byte_reader::u32() {
    const std::size_t from = at_;
    skip(4);
    if (!ok()) {
        return 0;
    }
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t place = order_ == std::endian::little ? i : 3 - i;
        out |= static_cast<std::uint32_t>(bytes_[from + i]) << (8 * place);
    }
    return out;
}

float byte_reader::f32() { return std::bit_cast<float>(u32()); }

double byte_reader::number(const char* what) {
    const std::size_t from = at_;
    const float out = f32();
    if (ok() && !is_sane(out)) {
        fail(errors::bad_number, from,
             std::string(what) + " is not a number below 1e30 in size; export it again");
        return 0;
    }
    return static_cast<double>(out);
}

std::size_t byte_reader::count(const char* what, std::size_t most) {
    const std::size_t from = at_;
    const std::uint32_t out = u32();
    if (!ok()) {
        return 0;
    }
    if (out == 0) {
        fail(errors::bad_count, from,
             std::string("it has no ") + what + "; export it with at least one");
        return 0;
    }
    if (out > most) {
        fail(errors::too_many, from,
             "it says that it has " + std::to_string(out) + " " + what + ", " +
                 std::to_string(most) + " are allowed; export less of it");
        return 0;
    }
    return out;
}

bool byte_reader::expect(std::uint64_t bytes_left, std::uint64_t positions,
                         const cache_limits& limits) {
    if (!ok()) {
        return false;
    }
    if (left() != bytes_left) {
        const bool is_short = left() < bytes_left;
        fail(is_short ? errors::unreadable : errors::bad_count, at_,
             "its counts ask for " + std::to_string(bytes_left) + " more bytes, the file has " +
                 std::to_string(left()) +
                 (is_short ? "; it was cut off, export it again" : "; export it again"));
        return false;
    }
    if (positions > limits.max_bytes / sizeof(vec3<double>)) {
        fail(errors::too_large, at_,
             "its frames need " + std::to_string(positions) + " positions of " +
                 std::to_string(sizeof(vec3<double>)) + " bytes, " +
                 std::to_string(limits.max_bytes) +
                 " bytes are allowed; export fewer frames or fewer vertices");
        return false;
    }
    return true;
}

void byte_reader::read_positions(std::size_t count, std::vector<vec3<double>>& to) {
    for (std::size_t i = 0; i < count && ok(); ++i) {
        const std::size_t from = at_;
        const float x = f32();
        const float y = f32();
        const float z = f32();
        if (!is_sane(x) || !is_sane(y) || !is_sane(z)) {
            fail(errors::not_finite, from,
                 "vertex " + std::to_string(i) +
                     " has a coordinate that is not a number below 1e30 in size; repair the "
                     "simulation or leave out the frame");
            return;
        }
        to.push_back({static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
    }
}

} // namespace jounce::mesh_cache
