// That the comparison of pictures sees faults, and what a file alone says about its picture.

#include "picture_pair.hpp"
#include "shown_file.hpp"
#include "three_cases.hpp"

#include "support/gltf_gallery.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <utility>

using namespace jounce;
using namespace gpu_test;

namespace {

constexpr std::uint32_t black = 0x000000FF, white = 0xFFFFFFFF;

picture_set draw(shown_file& of, const fixed_camera& from) {
    return {of.draw(from, false, black), of.draw(from, false, white), of.draw(from, true, black)};
}

/// The first of the made files: the gallery.
three_case gallery_case() {
    const std::filesystem::path folder =
        std::filesystem::path(JOUNCE_GPU_PICTURES) / "shown" / backend();
    std::filesystem::create_directories(folder);
    return made_cases(folder).front();
}

constexpr fixed_camera in_front = {.eye = {0.1F, 0.1F, 8}, .target = {0.1F, 0.1F, 0}};

} // namespace

TEST_CASE("a camera aside, swapped colours and strange objects are seen", "[gpu][picture]") {
    shown_file shown(gallery_case().file, false);
    shown.pose(-1, 0);
    const std::size_t count = shown.objects().size();
    const picture_set right = draw(shown, in_front);
    const picture_difference same = compare(right, right, count);
    CHECK(same.overlap == 1);
    CHECK(same.objects.size() >= 14);
    CHECK(same.worst_overlap() == 1);
    CHECK(same.worst_colour() == 0);
    CHECK(same.unknown == 0);

    fixed_camera aside = in_front;
    aside.eye.x += 0.1F;
    aside.target.x += 0.1F; // some three pixels
    CHECK(compare(draw(shown, aside), right, count).overlap < 0.99);

    picture_set swapped = right;
    for (std::size_t p = 0; p < swapped.on_black.rgba.size(); p += 4) {
        std::swap(swapped.on_black.rgba[p], swapped.on_black.rgba[p + 2]);
    }
    const picture_difference odd = compare(swapped, right, count);
    CHECK(odd.overlap == 1);
    CHECK(odd.worst_colour() > 0.15);
    CHECK(compare(right, right, 3).unknown > 0);
}

TEST_CASE("what has no light shows the bytes of its picture", "[gpu][picture][surface]") {
    shown_file shown(gallery_case().file, false);
    shown.pose(-1, 0);
    const picture_set drawn = draw(shown, in_front);
    const std::vector<std::uint8_t> texels = test::gallery_colours();
    const auto mark = object_colour(test::unlit_panel);
    std::size_t seen = 0;
    int worst = 0;
    for (std::size_t p = 0; p < drawn.objects.rgba.size(); p += 4) {
        const auto is_near = [&](std::size_t c) {
            return std::abs(drawn.objects.rgba[p + c] - mark[c]) < 20;
        };
        if (!is_near(0) || !is_near(1) || !is_near(2)) {
            continue;
        }
        ++seen;
        int nearest = 255;
        for (std::size_t t = 0; t < texels.size(); t += 4) {
            int most = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                most = std::max(most, std::abs(drawn.on_black.rgba[p + c] - texels[t + c]));
            }
            nearest = std::min(nearest, most);
        }
        worst = std::max(worst, nearest);
    }
    CHECK(seen > 100);
    CHECK(worst <= 1);
}
