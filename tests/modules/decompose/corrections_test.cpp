#include "modules/decompose/made_animations.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;
using Catch::Approx;

TEST_CASE("corrections of full rank are exact", "[decompose]") {
    const mesh_animation from = bending_bar(9);
    for (const bool literal : {false, true}) {
        decompose_options options;
        options.bandwidth = literal ? 0.2 : 0.05; // the paper's rule needs 40 triangles
        options.bones = 4;
        options.literal = literal;
        options.rank = 9;
        const result<decomposition> made = decompose::decompose(from, options);
        REQUIRE(made);
        CHECK(made->report.error > 0.1);
        REQUIRE(made->report.error_by_rank.size() == 10);
        CHECK(made->report.error_by_rank[0] == Approx(made->report.error));
        CHECK(made->report.error_by_rank[9] < 1e-4);
        CHECK(error_of(*made, from) < 1e-4);
    }
}

TEST_CASE("no correction raises the error", "[decompose]") {
    const mesh_animation from = bending_bar(24);
    decompose_options options;
    options.bones = 3;
    options.refits = 2;
    options.rank = 8;
    const result<decomposition> made = decompose::decompose(from, options);
    REQUIRE(made);
    REQUIRE(made->corrected.rank == 8);
    CHECK(made->corrected.basis.size() == 8 * from.rest.size());
    CHECK(made->corrected.coefficients.size() == std::size_t(8) * 24);
    for (std::size_t k = 1; k <= 8; ++k) {
        CHECK(made->report.error_by_rank[k] <= made->report.error_by_rank[k - 1]);
    }
    CHECK(made->report.error_by_rank[8] < 0.5 * made->report.error);
    CHECK(error_of(*made, from) == Approx(made->report.error_by_rank[8]).epsilon(1e-6));
}

TEST_CASE("corrections that lower nothing are left out", "[decompose]") {
    const mesh_animation from = moving_boxes(2, 6);
    decompose_options options;
    options.rank = 100; // more than frames
    const result<decomposition> made = decompose::decompose(from, options);
    REQUIRE(made);
    CHECK(made->report.error_by_rank.size() == 7);
    CHECK(made->corrected.basis.size() == made->corrected.rank * from.rest.size());
    CHECK(made->corrected.coefficients.size() == made->corrected.rank * 6);
    CHECK(error_of(*made, from) < 1e-4);
}
