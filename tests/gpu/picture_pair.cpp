#include "picture_pair.hpp"

#include "shown_file.hpp"

#include "../../demos/common/film.hpp"

#include <algorithm>
#include <cmath>

namespace gpu_test {
namespace {

/// Objects with fewer pixels are left out: their mean is one of edges.
constexpr std::size_t enough_pixels = 150;
constexpr double darkest = 32; ///< to which a difference of colours is held

/// How much of the background a pixel hides, 0 to 1.
double hidden(const picture_set& of, std::size_t pixel) {
    double left = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        left += of.on_white.rgba[4 * pixel + c];
        left -= of.on_black.rgba[4 * pixel + c];
    }
    return 1 - left / (3 * 255);
}

/// The number of the object that a pixel shows, from 1; 0: none. Colours are six steps of a channel.
std::size_t object_at(const demo::image& of, std::size_t pixel) {
    std::size_t out = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        out = 6 * out + (static_cast<std::size_t>(of.rgba[4 * pixel + c]) + 25) / 51;
    }
    return out;
}

struct counts {
    std::size_t both = 0, either = 0, seen = 0;
    std::array<double, 3> ours{}, theirs{};

    double overlap() const {
        return either > 0 ? static_cast<double>(both) / static_cast<double>(either) : 1;
    }
};

object_difference of_counts(std::size_t index, const counts& from) {
    object_difference out;
    out.index = index;
    out.pixels = from.seen;
    out.overlap = from.overlap();
    double most = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        out.ours[c] = from.ours[c] / static_cast<double>(from.seen);
        out.theirs[c] = from.theirs[c] / static_cast<double>(from.seen);
        most = std::max(most, std::abs(out.ours[c] - out.theirs[c]));
    }
    out.colour = most / std::max(darkest, *std::max_element(out.theirs.begin(), out.theirs.end()));
    return out;
}

} // namespace

double picture_difference::worst_colour() const {
    double out = 0;
    for (const object_difference& each : objects) {
        out = std::max(out, each.colour);
    }
    return out;
}

double picture_difference::worst_overlap() const {
    double out = 1;
    for (const object_difference& each : objects) {
        out = std::min(out, each.overlap);
    }
    return out;
}

picture_difference compare(const picture_set& ours, const picture_set& theirs,
                           std::size_t object_count) {
    picture_difference out;
    counts whole;
    std::vector<counts> each(object_count);
    const std::size_t pixels = std::size_t{ours.objects.width} * ours.objects.height;
    for (std::size_t p = 0; p < pixels; ++p) {
        const bool in_ours = hidden(ours, p) >= 0.5;
        const bool in_theirs = hidden(theirs, p) >= 0.5;
        whole.both += in_ours && in_theirs ? 1 : 0;
        whole.either += in_ours || in_theirs ? 1 : 0;
        const std::size_t a = object_at(ours.objects, p);
        const std::size_t b = object_at(theirs.objects, p);
        out.unknown += a > object_count || b > object_count ? 1 : 0;
        for (const std::size_t number : {a, b}) {
            if (number > 0 && number <= object_count && (number == a || a != b)) {
                each[number - 1].either += number == a && a == b ? 0 : 1;
            }
        }
        if (a != b || a == 0 || a > object_count) {
            continue;
        }
        counts& shown = each[a - 1];
        ++shown.both;
        ++shown.either;
        if (!in_ours || !in_theirs) {
            continue;
        }
        ++shown.seen;
        for (std::size_t c = 0; c < 3; ++c) {
            shown.ours[c] += ours.on_black.rgba[4 * p + c];
            shown.theirs[c] += theirs.on_black.rgba[4 * p + c];
        }
    }
    out.overlap = whole.overlap();
    for (std::size_t i = 0; i < object_count; ++i) {
        if (each[i].seen >= enough_pixels) {
            out.objects.push_back(of_counts(i, each[i]));
        }
    }
    return out;
}

demo::image side_by_side(const demo::image& ours, const demo::image& theirs) {
    demo::image far = ours;
    for (std::size_t i = 0; i < far.rgba.size(); ++i) {
        const int off =
            4 * std::abs(static_cast<int>(ours.rgba[i]) - static_cast<int>(theirs.rgba[i]));
        far.rgba[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(std::min(off, 255));
    }
    return demo::contact_sheet({ours, theirs, far}, 3);
}

} // namespace gpu_test
