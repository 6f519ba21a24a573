#include <jounce/modules/tuning/tuning_check.hpp>
#include <jounce/modules/tuning/tuning_curve.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <limits>

namespace tuning_curve_test {

using namespace jounce;
using Catch::Matchers::WithinRel;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const std::vector<curve_key> keys = {{0.2, 3}, {0.6, 1}, {0.8, 2}};

} // namespace

TEST_CASE("a curve is straight between its keys and level beyond them", "[tuning]") {
    CHECK(factor_at(keys, 0) == 3);
    CHECK(factor_at(keys, 0.2) == 3);
    CHECK_THAT(factor_at(keys, 0.3), WithinRel(2.5, 1e-12));
    CHECK(factor_at(keys, 0.6) == 1);
    CHECK_THAT(factor_at(keys, 0.75), WithinRel(1.75, 1e-12));
    CHECK(factor_at(keys, 0.8) == 2);
    CHECK(factor_at(keys, 1) == 2);
    CHECK(factor_at(keys, -7) == 3);
    CHECK(factor_at(keys, 7) == 2);
    CHECK(factor_at(std::vector<curve_key>{{0.5, 4}}, 0.1) == 4);
    CHECK(factor_at(std::vector<curve_key>{{0.5, 4}}, 0.9) == 4);
}

TEST_CASE("curves multiply the fields that they name", "[tuning]") {
    spring_tuning base;
    base.limit.angle = 1;
    const std::vector<tuning_curve> curves = {{"frequency", {{0, 2}, {1, 1}}},
                                              {"limit_angle", {{0, 0.5}}}};
    const spring_tuning root = at(base, curves, 0);
    CHECK(root.frequency == 2 * base.frequency);
    CHECK(root.limit.angle == 0.5);
    const spring_tuning middle = at(base, curves, 0.5);
    CHECK_THAT(middle.frequency, WithinRel(1.5 * base.frequency, 1e-12));

    spring_tuning untouched = root;
    untouched.frequency = base.frequency;
    untouched.limit.angle = base.limit.angle;
    CHECK(untouched == base);
    CHECK(at(base, {}, 0.5) == base);
}

TEST_CASE("what a curve makes stays legal", "[tuning]") {
    for (const double factor : {0.0, 1e6}) {
        std::vector<tuning_curve> curves;
        for (const tuning_field& field : tuning_fields()) {
            if (field.is_number()) {
                curves.push_back({std::string(field.name), {{0, factor}}});
            }
        }
        spring_tuning base;
        base.gravity = 1;
        const spring_tuning scaled = at(base, curves, 0.5);
        const auto wrong = check_tuning("x", scaled);
        CHECK((wrong ? wrong->message : "") == "");
        CHECK(scaled.weight == (factor > 0 ? 1 : 0));
        CHECK(scaled.mass == (factor > 0 ? 1e6 : 1e-9));
        CHECK(scaled.max_stretch == (factor > 0 ? 1000 : 1));
    }
}

TEST_CASE("curves are checked", "[tuning][bad-input]") {
    const auto expect = [](const tuning_curve& curve, const char* name, const char* mentions) {
        const std::optional<error> wrong = check_curve("hair.json: /curves", curve);
        REQUIRE(wrong);
        INFO(wrong->message);
        CHECK(wrong->name == name);
        CHECK(wrong->message.find("hair.json: /curves: ") == 0);
        CHECK(wrong->message.find(mentions) != std::string::npos);
    };
    CHECK_FALSE(check_curve("x", {"drag", keys}));
    expect({"frequence", keys}, "unknown_field", "names no setting");
    expect({"pinned", keys}, "unknown_field", "not a number");
    expect({"limit_centre", keys}, "unknown_field", "not a number");
    expect({"drag", {}}, "bad_curve", "has 0 keys");
    expect({"drag", {{0, 1}, {1.1, 1}}}, "bad_curve", "key at 1.1");
    expect({"drag", {{-0.1, 1}}}, "bad_curve", "key at -0.1");
    expect({"drag", {{not_a_number, 1}}}, "bad_curve", "key at nan");
    expect({"drag", {{0.5, 1}, {0.5, 2}}}, "bad_curve", "must ascend");
    expect({"drag", {{0.5, 1}, {0.4, 2}}}, "bad_curve", "must ascend");
    expect({"drag", {{0.5, -1}}}, "bad_curve", "factor -1");
    expect({"drag", {{0.5, not_a_number}}}, "bad_curve", "factor nan");
    expect({"drag", {{0.5, 1.1e6}}}, "bad_curve", "up to 1e+06");
    tuning_curve many{"drag", {}};
    for (std::size_t i = 0; i < max_curve_keys; ++i) {
        many.keys.push_back({0.01 * static_cast<double>(i), 1});
    }
    CHECK_FALSE(check_curve("x", many));
    many.keys.push_back({1, 1});
    expect(many, "bad_curve", "has 17 keys");
}

} // namespace tuning_curve_test
