#include "mutation.hpp"

#include <algorithm>
#include <cstring>
#include <random>

namespace jounce::test {
namespace {

/// Bytes from the front that hold the JSON and, in a binary file, what says how long it is.
std::size_t json_bytes(std::span<const std::byte> file) {
    constexpr std::size_t headers = 20;
    if (file.size() < headers || std::memcmp(file.data(), "glTF", 4) != 0) {
        return file.size();
    }
    std::uint32_t chunk = 0;
    std::memcpy(&chunk, file.data() + 12, sizeof chunk);
    return std::min(file.size(), headers + static_cast<std::size_t>(chunk));
}

} // namespace

std::vector<std::byte> mutation(std::span<const std::byte> file, std::uint64_t seed,
                                std::uint64_t index) {
    std::vector<std::byte> out(file.begin(), file.end());
    if (file.empty()) {
        return out;
    }
    // The engine is the same everywhere; the library's distributions are not.
    std::mt19937_64 random(seed * 0x9E37'79B9'7F4A'7C15ULL + index);
    if (index % 3 == 0) {
        out.resize(static_cast<std::size_t>(random() % file.size()));
        return out;
    }
    const std::size_t range = index % 3 == 1 ? file.size() : json_bytes(file);
    const std::uint64_t bits = 1ULL << (random() % 6); // 1 to 32
    for (std::uint64_t b = 0; b < bits; ++b) {
        out[static_cast<std::size_t>(random() % range)] ^= std::byte{1} << (random() % 8);
    }
    return out;
}

} // namespace jounce::test
