#include <jounce/modules/decompose/row_balls.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace jounce::decompose;

namespace {

/// Rows in heaps, so that balls have something to tell apart.
sequence_table heaps(std::size_t count, std::size_t frames, std::mt19937& random) {
    sequence_table out(count, frames);
    std::uniform_int_distribution<int> heap(0, 6);
    std::normal_distribution<float> number(0, 0.05F);
    for (std::size_t i = 0; i < count; ++i) {
        const auto middle = static_cast<float>(heap(random)) / 5;
        for (std::size_t k = 0; k < 9 * frames; ++k) {
            out.row(i)[k] = middle + number(random);
        }
        out.sum_up(i);
    }
    return out;
}

/// Number by number, in double.
double distance(const sequence_table& a, std::size_t i, const sequence_table& b, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < a.width(); ++k) {
        sum += std::abs(static_cast<double>(a.row(i)[k]) - static_cast<double>(b.row(j)[k]));
    }
    return sum;
}

} // namespace

TEST_CASE("balls lose no near row", "[decompose]") {
    std::mt19937 random(8);
    const sequence_table rows = heaps(400, 5, random), places = heaps(60, 5, random);
    for (const float radius : {0.5F, 4.0F, 100.0F}) {
        row_balls balls(5, radius);
        for (std::size_t i = 0; i < rows.count(); ++i) {
            balls.add(rows, i);
        }
        std::size_t hits = 0, looked_at = 0;
        std::vector<std::uint32_t> found;
        for (std::size_t p = 0; p < places.count(); ++p) {
            for (const float limit : {0.1F, 2.0F, 3.0F, 20.0F}) {
                balls.find(places, p, limit, found);
                CHECK(std::is_sorted(found.begin(), found.end()));
                looked_at += found.size();
                for (std::uint32_t i = 0; i < rows.count(); ++i) {
                    if (distance(places, p, rows, i) <= static_cast<double>(limit)) {
                        ++hits;
                        CHECK(std::binary_search(found.begin(), found.end(), i));
                    }
                }
            }
        }
        CHECK(hits > 1000);
        CHECK(looked_at < 4 * places.count() * rows.count());
    }
}

TEST_CASE("distances are exact below the limit, and above it beyond", "[decompose]") {
    std::mt19937 random(9);
    const sequence_table rows = heaps(40, 23, random);
    for (std::size_t i = 0; i < rows.count(); ++i) {
        for (std::size_t j = 0; j < rows.count(); ++j) {
            const double exact = distance(rows, i, rows, j);
            for (const float limit : {5.0F, 60.0F, 1e9F}) {
                const double far = static_cast<double>(distance_within(rows, i, rows, j, limit));
                if (exact <= 0.999 * static_cast<double>(limit)) {
                    CHECK(std::abs(far - exact) <= 1e-4 * exact);
                } else if (exact > 1.001 * static_cast<double>(limit)) {
                    CHECK(far > static_cast<double>(limit));
                }
            }
        }
    }
}
