#include "modules/images/encode_pictures.hpp"
#include "support/png_bytes.hpp"

#include <jounce/modules/images/decode_image.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace jounce;
using namespace jounce::test;

namespace {

using bytes = std::vector<std::uint8_t>;

std::span<const std::byte> span_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

void need(image_format format) {
    if (!can_decode(format)) {
        SKIP("this jounce was built without the library for this kind of picture");
    }
}

texture_image good(const std::string& file) {
    const auto read = decode_image(span_of(file));
    if (!read) {
        FAIL(read.error().message);
    }
    return *read;
}

void check_refused(const std::string& file, const char* name, const std::string& says,
                   const image_limits& limits = {}) {
    const auto read = decode_image(span_of(file), limits);
    REQUIRE_FALSE(read);
    CAPTURE(read.error().message);
    CHECK(read.error().name == name);
    CHECK(read.error().message.find(says) != std::string::npos);
}

/// The same channel of every texel differs by at most so much.
bool is_near(const bytes& a, const bytes& b, int most) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [&](std::uint8_t x, std::uint8_t y) {
               return std::abs(static_cast<int>(x) - static_cast<int>(y)) <= most;
           });
}

/// A picture without loss of each kind.
std::vector<std::string> small_files() {
    const bytes rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 8, 7, 255};
    const bytes rgb = {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7};
    std::vector<std::string> out;
    if (can_decode(image_format::png)) {
        out.push_back(rgba_png(2, 2, rgba));
    }
    if (can_decode(image_format::jpeg)) {
        out.push_back(jpeg_bytes(2, 2, rgb));
        out.push_back(jpeg_bytes(2, 2, rgb, {.is_progressive = true}));
    }
    if (can_decode(image_format::webp)) {
        out.push_back(webp_bytes(2, 2, rgba));
        out.push_back(lossy_webp_bytes(2, 2, rgba));
    }
    return out;
}

} // namespace

TEST_CASE("texels of a PNG are those of the file", "[images]") {
    need(image_format::png);
    const bytes texels = {1,   2,   3,   4,   250, 251, 252, 253, 0, 0, 0,  0,
                          255, 255, 255, 255, 7,   7,   7,   0,   8, 9, 10, 11};
    const texture_image read = good(rgba_png(3, 2, texels));
    CHECK(read.width == 3);
    CHECK(read.height == 2);
    CHECK(read.texels == texels);
}

TEST_CASE("every kind of PNG becomes red, green, blue and alpha", "[images]") {
    need(image_format::png);
    const auto read = [](png_picture of) { return good(png_bytes(of)).texels; };
    CHECK(read({2, 1, png_kind::grey, 8, {5, 200}}) == bytes{5, 5, 5, 255, 200, 200, 200, 255});
    CHECK(read({2, 1, png_kind::grey_alpha, 8, {5, 6, 200, 100}}) ==
          bytes{5, 5, 5, 6, 200, 200, 200, 100});
    CHECK(read({1, 2, png_kind::rgb, 8, {1, 2, 3, 4, 5, 6}}) == bytes{1, 2, 3, 255, 4, 5, 6, 255});
    // One bit for each texel, from the highest: 1, 0, 1.
    CHECK(read({3, 1, png_kind::grey, 1, {0xA0}}) ==
          bytes{255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255});
    // Two bits for each: the second entry, which is half as solid, and the first. 0100 0000.
    const png_picture palette = {
        2, 1,      png_kind::palette,
        2, {0x40}, {{"PLTE", {10, 20, 30, 40, 50, 60}}, {"tRNS", "\xff\x80"}}};
    CHECK(read(palette) == bytes{40, 50, 60, 0x80, 10, 20, 30, 255});
    // Sixteen bits are rounded: 0x017F / 257 is 1.49, 0x0181 / 257 is 1.498, 0x0182 / 257 is 1.502.
    CHECK(read({1, 1, png_kind::rgb, 16, {0x01, 0x7F, 0x01, 0x82, 0xFF, 0xFF}}) ==
          bytes{1, 2, 255, 255});
    png_picture interlaced = {1, 1, png_kind::grey, 8, {77}};
    interlaced.interlace = 1;
    CHECK(read(interlaced) == bytes{77, 77, 77, 255});
}

TEST_CASE("gamma and profiles of a PNG change nothing, as glTF demands", "[images]") {
    need(image_format::png);
    // A gamma of one: a reader that looks at it would make the texel brighter.
    const png_picture of = {1, 1, png_kind::grey, 8, {100}, {{"gAMA", high_first(100000)}}};
    CHECK(good(png_bytes(of)).texels == bytes{100, 100, 100, 255});
    // Words that say how they are compressed and then are not.
    const png_picture broken = {1, 1,     png_kind::grey,
                                8, {100}, {{"iCCP", std::string("a\0\0xyz", 6)}}};
    CHECK(good(png_bytes(broken)).texels == bytes{100, 100, 100, 255});
}

TEST_CASE("a JPEG is read, with one channel and three, by rows and by scans", "[images]") {
    need(image_format::jpeg);
    // Even areas have no loss but rounding between colours.
    bytes rgb;
    bytes expected;
    for (int y = 0; y < 16; ++y) {
        for (int x = 0; x < 16; ++x) {
            const bytes colour = y < 8 ? bytes{200, 100, 50} : bytes{10, 20, 240};
            rgb.insert(rgb.end(), colour.begin(), colour.end());
            expected.insert(expected.end(), colour.begin(), colour.end());
            expected.push_back(255);
        }
    }
    for (const bool by_scans : {false, true}) {
        const texture_image read = good(jpeg_bytes(16, 16, rgb, {.is_progressive = by_scans}));
        CHECK(read.width == 16);
        CHECK(is_near(read.texels, expected, 2));
    }
    const texture_image grey = good(jpeg_bytes(2, 1, {90, 90}, {.channels = 1}));
    CHECK(is_near(grey.texels, {90, 90, 90, 255, 90, 90, 90, 255}, 1));
    check_refused(jpeg_bytes(8, 8, bytes(256, 30), {.channels = 4}), "bad_image", "for print");
}

TEST_CASE("a WebP is read, without loss and with", "[images]") {
    need(image_format::webp);
    const bytes texels = {255, 0, 0, 255, 1,  2,  3,  128, 0, 0, 255, 200,
                          9,   8, 7, 255, 60, 70, 80, 90,  1, 1, 1,   1};
    const texture_image read = good(webp_bytes(2, 3, texels));
    CHECK(read.width == 2);
    CHECK(read.height == 3);
    CHECK(read.texels == texels);
    bytes even;
    for (int i = 0; i < 64; ++i) {
        even.insert(even.end(), {120, 60, 30, 255});
    }
    CHECK(is_near(good(lossy_webp_bytes(8, 8, even)).texels, even, 6));
}

TEST_CASE("the head of a picture says its size without any library", "[images]") {
    const auto png = read_image_claim(span_of(rgba_png(7, 1, bytes(28))));
    REQUIRE(png);
    CHECK(png->format == image_format::png);
    CHECK(png->width == 7);
    CHECK(png->bytes() == 28);
    for (const auto& [width, height] : {std::pair(1U, 1U), std::pair(17U, 300U)}) {
        const std::size_t count = std::size_t{width} * height;
        for (const std::string& file : {jpeg_bytes(width, height, bytes(3 * count)),
                                        webp_bytes(width, height, bytes(4 * count)),
                                        lossy_webp_bytes(width, height, bytes(4 * count, 255))}) {
            if (!file.empty()) {
                const auto claim = read_image_claim(span_of(file));
                REQUIRE(claim);
                CHECK(claim->width == width);
                CHECK(claim->height == height);
            }
        }
    }
    for (const std::string nothing : {"", "GIF89a", "\x89PNG\r\n\x1a\n", "RIFF1234WEBPVP8L"}) {
        CHECK_FALSE(read_image_claim(span_of(nothing)));
    }
}

TEST_CASE("what is no picture, is too large or says two sizes is refused", "[images]") {
    check_refused("", "bad_image", "no PNG, JPEG or WebP");
    check_refused("hello", "bad_image", "no PNG, JPEG or WebP");
    check_refused(rgba_png(0, 1, {}), "bad_image", "no PNG");
    need(image_format::png);
    // Nothing of it is decoded: there are no texels.
    check_refused(rgba_png(20000, 1, {}), "too_large", "20000 x 1 texels, 16384 in a row");
    check_refused(rgba_png(16, 16, {}), "too_large", "only 1023 bytes", {.max_bytes = 1023});
    std::string other = rgba_png(2, 2, bytes(16));
    other[19] = 3; // the width; its checksum is wrong now
    check_refused(other, "bad_image", "cannot be decoded");
    check_refused(png_bytes({2, 2, png_kind::palette, 8, {0, 0, 0, 0}}), "bad_image", "PLTE");
}

TEST_CASE("pictures that are cut off are refused as a whole", "[images]") {
    for (const std::string& file : small_files()) {
        good(file);
        // The last two bytes of a JPEG say that it ends; of a lossy WebP one may be padding.
        for (std::size_t size = 0; size + 2 < file.size(); ++size) {
            CAPTURE(size, file.size());
            CHECK_FALSE(decode_image(span_of(file.substr(0, size))));
        }
    }
}

TEST_CASE("pictures with bits turned over are read or refused", "[images]") {
    std::mt19937 random(3);
    std::size_t refused = 0;
    for (const std::string& file : small_files()) {
        for (int i = 0; i < 400; ++i) {
            std::string broken = file;
            for (auto bits = 1 + random() % 4; bits > 0; --bits) {
                char& byte = broken[random() % broken.size()];
                byte = static_cast<char>(byte ^ (1 << (random() % 8)));
            }
            const auto read = decode_image(span_of(broken), {.max_bytes = 1U << 20U});
            refused += read ? 0U : 1U;
            CHECK((!read || read->texels.size() == std::size_t{4} * read->width * read->height));
            CHECK((read || !read.error().message.empty()));
        }
    }
    CHECK(refused > 0);
}
