// The streams of EXT_ and KHR_meshopt_compression by themselves.

#include "support/meshopt_encoder.hpp"
#include "support/shown_model.hpp"

#include <jounce/modules/gltf/meshopt.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#ifdef JOUNCE_MESHOPTIMIZER
#include <meshoptimizer.h>
#endif

#include <cstring>
#include <random>

namespace jounce::test {
namespace {

namespace meshopt = gltf::meshopt;
using Catch::Approx;

/// Bytes that change little, a lot, or not at all from element to element, by their place in it.
std::string some_elements(std::size_t count, std::size_t stride, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::string out(count * stride, '\0');
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t place = i % stride;
        const int before = i < stride ? 7 : out[i - stride];
        constexpr std::uint32_t widths[] = {1, 2, 5, 20, 256};
        const auto step = static_cast<int>(random() % widths[place % 5]);
        out[i] = static_cast<char>(before + step);
    }
    return out;
}

std::string decoded(const std::string& stream, std::size_t count, std::size_t stride,
                    decltype(&meshopt::decode_attributes) decode) {
    std::string out(count * stride, '?');
    const meshopt::fault wrong =
        decode(bytes_of(stream), count, stride, std::as_writable_bytes(std::span(out)));
    INFO((wrong == nullptr ? "" : wrong));
    CHECK(wrong == nullptr);
    return out;
}

std::string as_bytes(const std::vector<std::uint32_t>& indices, std::size_t stride) {
    std::string out;
    for (const std::uint32_t index : indices) {
        out.append(reinterpret_cast<const char*>(&index), stride);
    }
    return out;
}

/// Triangles of a grid, which share edges, then some that do not.
std::vector<std::uint32_t> some_triangles() {
    std::vector<std::uint32_t> out;
    for (std::uint32_t y = 0; y < 9; ++y) {
        for (std::uint32_t x = 0; x < 9; ++x) {
            const std::uint32_t at = 10 * y + x;
            out.insert(out.end(), {at, at + 1, at + 10, at + 10, at + 1, at + 11});
        }
    }
    out.insert(out.end(), {60000, 3, 40000, 0, 99, 1, 101, 102, 103});
    return out;
}

} // namespace

TEST_CASE("meshopt attributes come out as they went in", "[gltf][meshopt]") {
    const std::vector<std::vector<std::uint8_t>> channels = {{0}, {1}, {2}, {0xF2}, {0x12, 0, 1}};
    for (const std::size_t stride : {4U, 8U, 12U, 20U, 64U, 252U, 256U}) {
        for (const std::size_t count : {1U, 15U, 16U, 17U, 24U, 255U, 256U, 257U, 1000U}) {
            INFO("stride " << stride << ", count " << count);
            const std::string data = some_elements(count, stride, 5);
            CHECK(decoded(encode_attributes(data, stride, 0), count, stride,
                          meshopt::decode_attributes) == data);
            for (const std::vector<std::uint8_t>& modes : channels) {
                CHECK(decoded(encode_attributes(data, stride, 1, modes), count, stride,
                              meshopt::decode_attributes) == data);
            }
        }
    }
}

TEST_CASE("the specification's example of differences is read", "[gltf][meshopt]") {
    // One byte of four changes, in one group of four bits each: sixteen differences.
    std::string stream = "\xA0";
    stream += "\x02" + std::string("\x17\x5f\xf0\xbc\x77\xa9\x21\x00\x34\xb5", 10);
    stream += std::string(3, '\0');  // the other bytes: headers of no change
    stream += std::string(32, '\0'); // the tail: an element of zeros
    const std::string out = decoded(stream, 16, 4, meshopt::decode_attributes);
    const int expected[] = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
    int sum = 0;
    for (std::size_t i = 0; i < 16; ++i) {
        sum += expected[i];
        CHECK(static_cast<std::int8_t>(out[4 * i]) == static_cast<std::int8_t>(sum));
        CHECK(out[4 * i + 1] == 0);
    }
}

TEST_CASE("meshopt indices come out as they went in", "[gltf][meshopt]") {
    const std::vector<std::uint32_t> list = some_triangles();
    for (const std::size_t stride : {2U, 4U}) {
        CHECK(decoded(encode_triangles(list), list.size(), stride, meshopt::decode_triangles) ==
              as_bytes(list, stride));
        CHECK(decoded(encode_indices(list), list.size(), stride, meshopt::decode_indices) ==
              as_bytes(list, stride));
    }
}

TEST_CASE("meshopt filters give back what was filtered", "[gltf][meshopt]") {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    for (int i = 0; i < 200; ++i) {
        std::vector<float> q = {normal(random), normal(random), normal(random), normal(random)};
        float square = 0;
        for (const float v : q) {
            square += v * v;
        }
        for (float& v : q) {
            v /= std::sqrt(square);
        }
        std::string turned = to_quaternions(q, 16);
        meshopt::filter_quaternion(std::as_writable_bytes(std::span(turned)));
        float dot = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            std::int16_t part = 0;
            std::memcpy(&part, turned.data() + 2 * k, 2);
            dot += static_cast<float>(part) / 32767.0F * q[k];
        }
        CHECK(std::abs(dot) == Approx(1).margin(2e-4));

        std::vector<float> n = {q[0], q[1], q[2]};
        const float size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (float& v : n) {
            v /= size;
        }
        for (const std::size_t stride : {4U, 8U}) {
            std::string facing = to_octahedral(n, stride, stride == 4 ? 8 : 12);
            meshopt::filter_octahedral(std::as_writable_bytes(std::span(facing)), stride);
            for (std::size_t k = 0; k < 3; ++k) {
                std::int16_t part = 0;
                std::memcpy(&part, facing.data() + k * stride / 4, stride / 4);
                const float found = stride == 4
                                        ? static_cast<float>(static_cast<std::int8_t>(part)) / 127
                                        : static_cast<float>(part) / 32767;
                CHECK(found == Approx(n[k]).margin(stride == 4 ? 0.03 : 2e-3));
            }
        }
        std::string number = to_exponential({q[0], -1000 * q[1], 0});
        meshopt::filter_exponential(std::as_writable_bytes(std::span(number)));
        float back[3];
        std::memcpy(back, number.data(), sizeof back);
        CHECK(back[0] == Approx(q[0]).epsilon(1e-6));
        CHECK(back[1] == Approx(-1000 * q[1]).epsilon(1e-6));
        CHECK(back[2] == 0);
    }
}

TEST_CASE("the colour filter turns luma and chroma into colours", "[gltf][meshopt]") {
    // Eight bits: red 200, green 100, blue 50, worked out by hand; alpha of seven bits, all set.
    // Co = (r - b) / 2 = 75, t = b + Co = 125, Cg = (g - t) / 2 = -12 (-12.5), y = t + Cg = 113.
    std::string bytes = {113, 75, -12, '\xFF'};
    meshopt::filter_colour(std::as_writable_bytes(std::span(bytes)), 4);
    CHECK(static_cast<std::uint8_t>(bytes[0]) == 200);
    CHECK(static_cast<std::uint8_t>(bytes[1]) == 101);
    CHECK(static_cast<std::uint8_t>(bytes[2]) == 50);
    CHECK(static_cast<std::uint8_t>(bytes[3]) == 255);
}

TEST_CASE("broken meshopt streams are refused or decoded, never worse", "[gltf][malformed]") {
    const std::string data = some_elements(100, 12, 9);
    const std::vector<std::uint32_t> list = some_triangles();
    struct broken {
        std::string stream;
        std::size_t count;
        std::size_t stride;
        decltype(&meshopt::decode_attributes) decode;
    };
    const broken all[] = {
        {encode_attributes(data, 12, 0), 100, 12, meshopt::decode_attributes},
        {encode_attributes(data, 12, 1, {0, 1, 0x32}), 100, 12, meshopt::decode_attributes},
        {encode_triangles(list), list.size(), 2, meshopt::decode_triangles},
        {encode_indices(list), list.size(), 4, meshopt::decode_indices}};
    for (const broken& one : all) {
        // Bytes of their own, so that a sanitizer sees a step outside.
        const auto fault_of = [&](const std::string& stream, std::size_t count) {
            const std::vector<std::byte> exact(bytes_of(stream).begin(), bytes_of(stream).end());
            std::vector<std::byte> out(count * one.stride);
            return one.decode(exact, count, one.stride, out);
        };
        CHECK(fault_of(one.stream, one.count) == nullptr);
        // A few more may fit: groups are of sixteen, and those without a change take two bits.
        CHECK(fault_of(one.stream, 4 * one.count) != nullptr);
        CHECK(fault_of(one.stream + "x", one.count) != nullptr);
        for (std::size_t size = 0; size < one.stream.size(); ++size) {
            CHECK(fault_of(one.stream.substr(0, size), one.count) != nullptr);
        }
        std::mt19937 random(1);
        for (int i = 0; i < 3000; ++i) {
            std::string flipped = one.stream;
            for (auto bits = 1 + random() % 4; bits > 0; --bits) {
                char& byte = flipped[random() % flipped.size()];
                byte = static_cast<char>(byte ^ (1 << (random() % 8)));
            }
            (void)fault_of(flipped, one.count);
        }
    }
}

#ifdef JOUNCE_MESHOPTIMIZER

TEST_CASE("streams of meshoptimizer's own encoder are read", "[gltf][meshopt]") {
    for (const std::size_t stride : {4U, 12U, 16U, 64U}) {
        const std::size_t count = 700;
        const std::string data = some_elements(count, stride, 77);
        std::string stream(meshopt_encodeVertexBufferBound(count, stride), '\0');
        stream.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(stream.data()),
                                                 stream.size(), data.data(), count, stride));
        CHECK(decoded(stream, count, stride, meshopt::decode_attributes) == data);
    }
    const std::vector<std::uint32_t> list = some_triangles();
    std::string stream(meshopt_encodeIndexBufferBound(list.size(), 60001), '\0');
    meshopt_encodeIndexVersion(1);
    stream.resize(meshopt_encodeIndexBuffer(reinterpret_cast<unsigned char*>(stream.data()),
                                            stream.size(), list.data(), list.size()));
    const std::string found = decoded(stream, list.size(), 4, meshopt::decode_triangles);
    // Corners of a triangle may be turned, which is the same triangle.
    std::string expected(found.size(), '\0');
    REQUIRE(meshopt_decodeIndexBuffer(reinterpret_cast<unsigned*>(expected.data()), list.size(),
                                      reinterpret_cast<const unsigned char*>(stream.data()),
                                      stream.size()) == 0);
    CHECK(found == expected);

    stream.assign(meshopt_encodeIndexSequenceBound(list.size(), 60001), '\0');
    stream.resize(meshopt_encodeIndexSequence(reinterpret_cast<unsigned char*>(stream.data()),
                                              stream.size(), list.data(), list.size()));
    CHECK(decoded(stream, list.size(), 4, meshopt::decode_indices) == as_bytes(list, 4));
}

#else

TEST_CASE("streams of meshoptimizer's own encoder are read", "[gltf][meshopt]") {
    SKIP("meshoptimizer was not found when the tests were built (Debian: libmeshoptimizer-dev)");
}

#endif

} // namespace jounce::test
