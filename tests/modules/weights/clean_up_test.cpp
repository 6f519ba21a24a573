#include "support/weight_rows.hpp"

#include <jounce/modules/weights/clean_up.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <random>

namespace clean_up_test {

using namespace jounce;
using namespace jounce::weights;
using namespace jounce::test;
using Catch::Approx;
using row = std::vector<bone_weight>;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

weight_table random_table(std::uint32_t seed, std::size_t vertices, std::int32_t bones) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(0, 1);
    weight_table out;
    for (std::size_t v = 0; v < vertices; ++v) {
        row made;
        double sum = 0;
        for (std::int32_t b = 0; b < bones; ++b) {
            if (any(random) < 0.6 || (b + 1 == bones && made.empty())) {
                made.push_back({b, any(random) * any(random) * any(random)});
                sum += made.back().weight;
            }
        }
        for (bone_weight& w : made) {
            w.weight /= sum;
        }
        out.add(made);
    }
    return out;
}

} // namespace

TEST_CASE("the weight of a bone is looked up", "[weights]") {
    const weight_table table = table_of({{{1, 0.25}, {4, 0.75}}, {}, {{0, 1}}});
    CHECK(table.of(0, 1) == 0.25);
    CHECK(table.of(0, 4) == 0.75);
    CHECK(table.of(0, 0) == 0);
    CHECK(table.of(0, 2) == 0);
    CHECK(table.of(0, 9) == 0);
    CHECK(table.of(1, 0) == 0);
    CHECK(table.of(2, 0) == 1);
}

TEST_CASE("tidy keeps the heaviest bones", "[weights][tidy]") {
    weight_table table = table_of({{{0, 0.1}, {1, 0.4}, {2, 0.1}, {3, 0.4}},
                                   {{0, 0.02}, {5, 0.98}},
                                   {{2, 0.25}, {3, 0.25}, {4, 0.25}, {7, 0.25}},
                                   {{3, 1}},
                                   {}});
    tidy(table, 3, 0.05);
    const row first = row_of(table, 0); // of the equal ones, 0 and 2, the lower stays
    REQUIRE(first.size() == 3);
    CHECK((first[0].bone == 0 && first[1].bone == 1 && first[2].bone == 3));
    CHECK(first[0].weight == Approx(1.0 / 9));
    CHECK(first[1].weight == Approx(4.0 / 9));
    CHECK(row_of(table, 1) == row{{5, 1}});
    const row third = row_of(table, 2);
    REQUIRE(third.size() == 3);
    CHECK((third[0].bone == 2 && third[1].bone == 3 && third[2].bone == 4));
    CHECK(row_of(table, 3) == row{{3, 1}});
    CHECK(row_of(table, 4).empty());
}

TEST_CASE("tidy leaves every vertex a bone", "[weights][tidy]") {
    weight_table table = table_of({{{2, 0}, {6, 0}},
                                   {{1, no_number}, {2, 0.5}},
                                   {{1, -3}, {2, infinite}, {3, no_number}},
                                   {{0, 0.3}, {1, 0.3}, {2, 0.4}},
                                   {{4, 5}, {5, 15}},
                                   {{0, 0.5}, {1, 0.5}}});
    tidy(table, 4, 0.45);
    CHECK(row_of(table, 0) == row{{2, 1}});
    CHECK(row_of(table, 1) == row{{2, 1}});
    CHECK(row_of(table, 2) == row{{1, 1}});
    CHECK(row_of(table, 3) == row{{2, 1}}); // all are below the threshold
    CHECK(row_of(table, 4) == row{{5, 1}}); // a threshold is a share of the sum
    CHECK(row_of(table, 5) == row{{0, 0.5}, {1, 0.5}});
    tidy(table, 0, 2);
    CHECK(row_of(table, 5) == row{{0, 1}});
    weight_table empty;
    tidy(empty, 4, 0.01);
    CHECK(empty.vertex_count() == 0);
}

TEST_CASE("tidy again changes nothing", "[weights][tidy]") {
    weight_table table = random_table(3, 500, 12);
    tidy(table, 4, 0.03);
    CHECK(is_well_formed(table));
    weight_table again = table;
    tidy(again, 4, 0.03);
    REQUIRE(again.first == table.first);
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
        CHECK(again.entries[i].bone == table.entries[i].bone);
        CHECK(again.entries[i].weight == Approx(table.entries[i].weight).epsilon(1e-14));
    }
    for (std::size_t v = 0; v < table.vertex_count(); ++v) {
        CHECK(table.of(v).size() <= 4);
        CHECK(table.of(v).size() >= 1);
        CHECK(sum_of_row(table, v) == Approx(1).margin(1e-14));
    }
}

TEST_CASE("protected vertices and bones keep their weights", "[weights][protect]") {
    const weight_table before = table_of({{{0, 0.5}, {1, 0.5}},
                                          {{0, 0.25}, {1, 0.75}},
                                          {{0, 1}},
                                          {{1, 1}},
                                          {{0, 0.4}, {3, 0.6}},
                                          {{0, 0.5}}});
    weight_table changed = table_of({{{2, 1}},
                                     {{1, 0.2}, {2, 0.3}, {3, 0.5}},
                                     {{2, 1}},
                                     {{0, 0.5}, {2, 0.5}},
                                     {{0, 1}},
                                     {{0, 1}}});
    keep_protected(changed, before, {{1}, {1}}); // vertex 0 and bone 0
    CHECK(row_of(changed, 0) == row_of(before, 0));
    const row second =
        row_of(changed, 1); // bone 0 keeps a quarter, the others share the rest 2:3:5
    REQUIRE(second.size() == 4);
    CHECK(second[0].weight == 0.25);
    CHECK(second[1].weight == Approx(0.15));
    CHECK(second[2].weight == Approx(0.225));
    CHECK(second[3].weight == Approx(0.375));
    CHECK(row_of(changed, 2) == row{{0, 1}}); // nothing is left for others
    CHECK(row_of(changed, 3) == row{{2, 1}}); // bone 0 had nothing and gets nothing
    const row fifth = row_of(changed, 4);     // nobody new: those from before
    REQUIRE(fifth.size() == 2);
    CHECK(fifth[0].weight == 0.4);
    CHECK(fifth[1] == bone_weight{3, 0.6});
    CHECK(row_of(changed, 5) == row{{0, 1}}); // there is nobody else
}

TEST_CASE("protection of nothing changes nothing", "[weights][protect]") {
    const weight_table before = random_table(1, 50, 5), after = random_table(2, 50, 5);
    weight_table changed = after;
    keep_protected(changed, before, {});
    CHECK(same_bits(changed, after));
    keep_protected(changed, before, {std::vector<std::uint8_t>(50, 1), {}});
    CHECK(same_bits(changed, before));
    changed = after;
    keep_protected(changed, before, {{}, std::vector<std::uint8_t>(5, 0)});
    for (std::size_t v = 0; v < 50; ++v) {
        CHECK(sum_of_row(changed, v) == Approx(1).margin(1e-14));
    }
    CHECK(is_well_formed(changed));
    keep_protected(changed, weight_table{}, {{1}, {1}});
    CHECK(changed.vertex_count() == 50);
}

} // namespace clean_up_test
