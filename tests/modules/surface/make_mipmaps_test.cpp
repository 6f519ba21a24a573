#include <jounce/modules/surface/make_mipmaps.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <random>

using namespace jounce;
using Catch::Approx;

namespace {

using bytes = std::vector<std::uint8_t>;

texture_image picture(std::uint32_t width, std::uint32_t height, bytes texels) {
    return {"test", width, height, std::move(texels)};
}

/// Grey texels that are solid.
texture_image greys(std::uint32_t width, std::uint32_t height, const bytes& values) {
    bytes texels;
    for (const std::uint8_t v : values) {
        texels.insert(texels.end(), {v, v, v, 255});
    }
    return picture(width, height, texels);
}

double linear(std::uint8_t byte) {
    const double s = byte / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

} // namespace

TEST_CASE("smaller copies halve each side down to a texel", "[mipmaps]") {
    const auto copies = make_mipmaps(picture(12, 5, bytes(240, 9)), image_use::data);
    CHECK(mipmap_count(12, 5) == 3);
    REQUIRE(copies.size() == 3);
    CHECK(copies[0].width == 6);
    CHECK(copies[0].height == 2);
    CHECK(copies[1].width == 3);
    CHECK(copies[1].height == 1);
    CHECK(copies[2].width == 1);
    for (const texture_image& one : copies) {
        CHECK(one.name == "test");
        CHECK(one.texels == bytes(std::size_t{4} * one.width * one.height, 9));
    }
    CHECK(mipmap_count(1, 1) == 0);
    CHECK(mipmap_count(4096, 1) == 12);
}

TEST_CASE("pictures without texels have no smaller copies", "[mipmaps]") {
    CHECK(make_mipmaps({}, image_use::colour).empty());
    CHECK(make_mipmaps(picture(2, 2, bytes(15)), image_use::colour).empty());
    CHECK(make_mipmaps(picture(2, 0, {}), image_use::colour).empty());
    CHECK(make_mipmaps(picture(1, 1, bytes(4)), image_use::colour).empty());
}

TEST_CASE("colours are mixed as light, other numbers as they are", "[mipmaps]") {
    // Half of full light is 0.5, which sRGB writes as 1.055 * 0.5^(1/2.4) - 0.055 = 0.7354, 188 of 255.
    const texture_image both = greys(2, 1, {0, 255});
    CHECK(make_mipmaps(both, image_use::colour).at(0).texels == bytes{188, 188, 188, 255});
    CHECK(make_mipmaps(both, image_use::data).at(0).texels == bytes{128, 128, 128, 255});
    // Every byte comes back.
    for (int v = 0; v < 256; ++v) {
        const auto value = static_cast<std::uint8_t>(v);
        const texture_image even = greys(2, 2, bytes(4, value));
        CHECK(make_mipmaps(even, image_use::colour).at(0).texels[0] == value);
        CHECK(make_mipmaps(even, image_use::data).at(0).texels[0] == value);
    }
}

TEST_CASE("odd sides share their middle texel by area", "[mipmaps]") {
    // Five texels become two of 2.5: (10 + 20 + 30 / 2) / 2.5 = 18 and (30 / 2 + 40 + 50) / 2.5 = 42.
    const auto copies = make_mipmaps(greys(5, 1, {10, 20, 30, 40, 50}), image_use::data);
    REQUIRE(copies.size() == 2);
    CHECK(copies[0].texels[0] == 18);
    CHECK(copies[0].texels[4] == 42);
    CHECK(copies[1].texels[0] == 30);
    // Three become one.
    CHECK(make_mipmaps(greys(1, 3, {10, 20, 60}), image_use::data).at(0).texels[0] == 30);
}

TEST_CASE("no light is lost or made", "[mipmaps]") {
    std::mt19937 random(5);
    bytes values(37 * 19);
    double wanted = 0;
    for (std::uint8_t& v : values) {
        v = static_cast<std::uint8_t>(random());
        wanted += linear(v) / (37 * 19);
    }
    const auto copies = make_mipmaps(greys(37, 19, values), image_use::colour);
    // The last copy is a byte: half a step of it is 0.004 of the light at most.
    CHECK(linear(copies.back().texels[0]) == Approx(wanted).margin(0.005));
}

TEST_CASE("normals stay of unit length", "[mipmaps]") {
    // Towards x and towards y: the mean is (0.5, 0.5, 0), of unit length (0.7071, 0.7071, 0).
    const texture_image corner = picture(2, 1, {255, 128, 128, 255, 128, 255, 128, 255});
    const bytes mean = make_mipmaps(corner, image_use::normal).at(0).texels;
    CHECK(mean[0] == 218); // 255 (0.7071 + 1) / 2 = 217.7
    CHECK(mean[1] == 218);
    CHECK(mean[2] == 128);
    // Opposite ones leave the surface flat.
    const texture_image against = picture(2, 1, {255, 128, 128, 255, 0, 127, 127, 255});
    CHECK(make_mipmaps(against, image_use::normal).at(0).texels == bytes{128, 128, 255, 255});

    std::mt19937 random(6);
    bytes texels(4 * 64 * 64);
    for (std::size_t i = 0; i < texels.size(); i += 4) {
        texels[i] = static_cast<std::uint8_t>(64 + random() % 128);
        texels[i + 1] = static_cast<std::uint8_t>(64 + random() % 128);
        texels[i + 2] = static_cast<std::uint8_t>(192 + random() % 64);
    }
    for (const texture_image& one : make_mipmaps(picture(64, 64, texels), image_use::normal)) {
        for (std::size_t i = 0; i < one.texels.size(); i += 4) {
            double square = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                const double n = one.texels[i + c] / 127.5 - 1;
                square += n * n;
            }
            CHECK(std::sqrt(square) == Approx(1).margin(0.01));
        }
    }
}

TEST_CASE("what is invisible lends its colour to nothing", "[mipmaps]") {
    const texture_image edge = picture(2, 1, {200, 100, 50, 255, 0, 255, 0, 0});
    const auto mean = [&](alpha_mode mode) {
        return make_mipmaps(edge, image_use::colour, {mode, 0.5F}).at(0).texels;
    };
    CHECK(mean(alpha_mode::blend) == bytes{200, 100, 50, 128});
    // Alpha without meaning does not weigh: there is green in it.
    CHECK(mean(alpha_mode::opaque)[1] > 150);
    // Nothing visible at all keeps the colour there is.
    const texture_image nothing = picture(2, 1, {80, 0, 0, 0, 80, 0, 0, 0});
    CHECK(make_mipmaps(nothing, image_use::colour, {alpha_mode::blend, 0.5F}).at(0).texels ==
          bytes{80, 0, 0, 0});
}

TEST_CASE("cut-out pictures keep the share of what is drawn", "[mipmaps]") {
    // Leaves that cover 30 of 100 texels, each alone: their plain mean falls below the cutoff everywhere.
    std::mt19937 random(8);
    const std::uint32_t side = 128;
    bytes texels;
    std::size_t drawn = 0;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        const bool is_leaf = random() % 10 < 3;
        drawn += is_leaf ? 1U : 0U;
        texels.insert(texels.end(), {90, 140, 60, static_cast<std::uint8_t>(is_leaf ? 255 : 0)});
    }
    const double wanted = static_cast<double>(drawn) / (side * side);
    const auto share = [](const texture_image& of) {
        std::size_t out = 0;
        for (std::size_t i = 3; i < of.texels.size(); i += 4) {
            out += of.texels[i] >= 128 ? 1U : 0U;
        }
        return static_cast<double>(out) / (of.width * of.height);
    };
    const texture_image leaves = picture(side, side, texels);
    const auto plain = make_mipmaps(leaves, image_use::colour);
    const auto kept = make_mipmaps(leaves, image_use::colour, {alpha_mode::mask, 0.5F});
    CHECK(share(plain[2]) < 0.5 * wanted);
    for (std::size_t i = 0; i < 5; ++i) {
        CAPTURE(i, kept[i].width);
        // Equal alphas cannot be told apart, and the first copies have few different ones.
        CHECK(share(kept[i]) >= wanted - 0.02);
        CHECK(share(kept[i]) < (i < 2 ? 0.8 : wanted + 0.1));
    }
}
