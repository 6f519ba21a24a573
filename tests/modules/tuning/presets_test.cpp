#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <numbers>
#include <set>

using namespace jounce;

namespace {

constexpr double positions[] = {0, 0.25, 0.5, 0.75, 1};

/// How steeply gravity bends a level bone of this length, to first order.
double sag(const spring_tuning& tuning, double metres) {
    const double w = 2 * std::numbers::pi * tuning.frequency;
    return tuning.gravity * 9.81 / (w * w * metres);
}

} // namespace

TEST_CASE("presets are found by name", "[tuning]") {
    std::set<std::string_view> names;
    for (const preset& one : presets()) {
        names.insert(one.name);
        CHECK(find_preset(one.name) == &one);
        CHECK_FALSE(one.description.empty());
        CHECK(one.description.find('\n') == std::string_view::npos);
    }
    CHECK(names == std::set<std::string_view>{"hair", "long_hair", "cloth", "skirt", "tail",
                                              "antenna", "belly", "leaf", "ear"});
    CHECK(presets().size() == names.size());
    CHECK(find_preset("Hair") == nullptr);
    CHECK(find_preset("") == nullptr);
}

TEST_CASE("presets are legal along the whole chain", "[tuning]") {
    for (const preset& one : presets()) {
        for (const tuning_curve& curve : one.curves) {
            CHECK_FALSE(check_curve(one.name, curve));
        }
        CHECK_FALSE(check_tuning(one.name, one.tuning));
        for (const double s : positions) {
            CHECK_FALSE(check_tuning(one.name, at(one.tuning, one.curves, s)));
        }
    }
}

TEST_CASE("gravity alone leaves presets well inside their limit", "[tuning]") {
    for (const preset& one : presets()) {
        INFO(one.name);
        CHECK(one.tuning.limit.shape == limit_shape::cone);
        for (const double s : positions) {
            const spring_tuning tuning = at(one.tuning, one.curves, s);
            CAPTURE(s, sag(tuning, 0.1), tuning.limit.angle);
            CHECK(sag(tuning, 0.1) < 0.7 * tuning.limit.angle);
            // The shortest bones that presets are for. The angle is not small there: pulled to a
            // point or turned back in proportion to its angle, a bone bends no further than this.
            CHECK(std::atan(sag(tuning, 0.05)) < 0.8 * tuning.limit.angle);
        }
    }
}

TEST_CASE("presets are softest where their tuning says so", "[tuning]") {
    for (const preset& one : presets()) {
        INFO(one.name);
        double before = at(one.tuning, one.curves, 0).frequency;
        for (const double s : positions) {
            const double here = at(one.tuning, one.curves, s).frequency;
            CHECK(here <= before);
            CHECK(here >= one.tuning.frequency);
            before = here;
        }
    }
    CHECK(at(find_preset("hair")->tuning, find_preset("hair")->curves, 0).frequency > 2.5);
    CHECK_FALSE(find_preset("belly")->tuning.fixed_length);
    CHECK(find_preset("skirt")->tuning.collide_segment);
}
