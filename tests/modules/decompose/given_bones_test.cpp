#include "modules/decompose/made_animations.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;
using Catch::Approx;

TEST_CASE("weights for bones that are there already", "[decompose]") {
    const mesh_animation from = bending_bar(12);
    decompose_options options;
    options.bones = 8;
    const result<decomposition> made = decompose::decompose(from, options);
    REQUIRE(made);
    const result<decomposition> again =
        decompose_with_bones(from, made->bones, made->bone_count(), options);
    REQUIRE(again);
    REQUIRE(again->bone_count() == 8);
    for (std::size_t i = 0; i < made->bones.size(); ++i) {
        CHECK(again->bones[i].translation.x == Approx(made->bones[i].translation.x).margin(1e-9));
        CHECK(again->bones[i].linear.column[1].y ==
              Approx(made->bones[i].linear.column[1].y).margin(1e-9));
    }
    CHECK(again->report.error == Approx(error_of(*again, from)).epsilon(1e-6));
    CHECK(again->report.error < 1.5 * made->report.error);
}

TEST_CASE("bones that do not fit are refused", "[decompose]") {
    const mesh_animation from = bending_bar(4);
    std::vector<affine<double>> bones(8);
    CHECK(decompose_with_bones(from, bones, 2));
    CHECK(decompose_with_bones(from, bones, 0).error().name == errors::no_bones);
    CHECK(decompose_with_bones(from, bones, 3).error().name == errors::bad_count);
    CHECK(decompose_with_bones(from, bones, 1).error().name == errors::bad_count);
    bones[5].linear.column[1].z = 0.0 / 0.0;
    const result<decomposition> broken = decompose_with_bones(from, bones, 2);
    REQUIRE_FALSE(broken);
    CHECK(broken.error().name == errors::not_finite);
    CHECK(broken.error().message.find("frame 2") != std::string::npos);
}
