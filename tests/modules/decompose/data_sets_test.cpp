#include "modules/decompose/data_sets.hpp"
#include "modules/decompose/made_animations.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;
using Catch::Approx;
using nlohmann::json;

namespace {

decomposition make(const mesh_animation& from, const decompose_options& options) {
    result<decomposition> made = decompose::decompose(from, options);
    REQUIRE(made);
    return *std::move(made);
}

/// The default way at the paper's number of bones holds the best figures, and beats dem-bones.
void check_best(const std::string& name) {
    need_data_sets();
    const mesh_animation from = read_data_set(name);
    const json all = expected_of(name), must = all.at("must").at("best");
    decompose_options options;
    options.bones = must.at("B");
    const decomposition flexible = make(from, options);
    CHECK(flexible.bone_count() == options.bones);
    CHECK(flexible.report.error <= must.at("flex_refit8_E_at_most").get<double>());
    CHECK(flexible.report.error < all.at("peers").at("dem_bones_rigid").at("E").get<double>());
    options.kind = bone_kind::rigid;
    const decomposition rigid = make(from, options);
    CHECK(rigid.bone_count() == options.bones);
    CHECK(rigid.report.error <= must.at("rigid_refit8_E_at_most").get<double>());
    CHECK(rigid.report.error < all.at("peers").at("dem_bones_rigid").at("E").get<double>());
    options.kind = bone_kind::flexible;
    options.refits = 0;
    CHECK(make(from, options).report.error <= must.at("flex_nnls_E_at_most").get<double>());
}

/// The paper to the letter: number of bones, share of core triangles, all four errors, with and without corrections.
void check_literal(const std::string& name) {
    need_data_sets();
    const mesh_animation from = read_data_set(name);
    const json all = expected_of(name), literal = all.at("literal"),
               must = all.at("must").at("literal");
    const double tolerance = must.at("E_relative_tolerance");
    for (const bool is_rigid : {true, false}) {
        decompose_options options;
        options.literal = true;
        options.kind = is_rigid ? bone_kind::rigid : bone_kind::flexible;
        const decomposition nnls = make(from, options);
        options.weights = weight_solver::tsvd; // the same bones: they do not depend on weights
        const result<decomposition> tsvd =
            decompose_with_bones(from, nnls.bones, nnls.bone_count(), options);
        REQUIRE(tsvd);
        CHECK(std::abs(static_cast<double>(nnls.bone_count()) - must.at("B").get<double>()) <=
              must.at("B_tolerance").get<double>());
        CHECK(nnls.report.near_rigid == Approx(literal.at("near_rigid").get<double>())
                                            .margin(must.at("near_rigid_tolerance").get<double>()));
        CHECK(nnls.report.compression ==
              Approx(literal.at(is_rigid ? "compress_rigid" : "compress_flex").get<double>())
                  .epsilon(0.001));
        for (const bool is_nnls : {true, false}) {
            INFO(name << (is_rigid ? " rigid" : " flexible") << (is_nnls ? " nnls" : " tsvd"));
            const json& wanted = literal.at(std::string(is_rigid ? "rigid" : "flex") +
                                            (is_nnls ? "_nnls" : "_tsvd"));
            const double allowed = !is_rigid && is_nnls
                                       ? must.value("flex_nnls_relative_tolerance", tolerance)
                                       : tolerance;
            CHECK((is_nnls ? nnls : *tsvd).report.error ==
                  Approx(wanted.at("E").get<double>()).epsilon(allowed));
        }
    }
}

/// Without a number of bones the error is no larger than with the paper's.
void check_unasked(const std::string& name) {
    need_data_sets();
    const mesh_animation from = read_data_set(name);
    const json must = expected_of(name).at("must").at("best");
    const decomposition made = make(from, {});
    CHECK(made.bone_count() <= 128);
    CHECK(made.bone_count() >= must.at("B").get<std::size_t>() / 2);
    CHECK(made.report.error <= must.at("flex_refit8_E_at_most").get<double>());
}

} // namespace

TEST_CASE("horse, as good as can be", "[decompose][data]") { check_best("horse-gallop"); }
TEST_CASE("chicken, as good as can be", "[decompose][data]") { check_best("chickenCrossing"); }
TEST_CASE("cow, as good as can be", "[decompose][data]") { check_best("pcow"); }
TEST_CASE("horse, number of bones unasked", "[decompose][data]") { check_unasked("horse-gallop"); }
TEST_CASE("cow, number of bones unasked", "[decompose][data]") { check_unasked("pcow"); }
// Longer: `bin/jounce_decompose_tests "[.slow]"` in the build folder, with JOUNCE_DATA_DIR set.
TEST_CASE("chicken, number of bones unasked", "[decompose][data][.slow]") {
    check_unasked("chickenCrossing");
}
TEST_CASE("elephant, number of bones unasked", "[decompose][data][.slow]") {
    check_unasked("elephant-gallop");
}
TEST_CASE("elephant, as good as can be", "[decompose][data][.slow]") {
    check_best("elephant-gallop");
}
TEST_CASE("horse, to the letter", "[decompose][data][.slow]") { check_literal("horse-gallop"); }
TEST_CASE("chicken, to the letter", "[decompose][data][.slow]") {
    check_literal("chickenCrossing");
}
TEST_CASE("cow, to the letter", "[decompose][data][.slow]") { check_literal("pcow"); }
