#include <jounce/modules/rig/convert.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>

using namespace jounce;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double frame = 1.0 / 60;

spring_settings physical(double m, double k, double kd, double ds) {
    spring_settings out;
    out.mass = m;
    out.stiffness = k;
    out.damping = kd;
    out.velocity_scale = ds;
    return out;
}

} // namespace

TEST_CASE("physical settings become the artist's terms", "[tuning]") {
    // w = sqrt(400/4) = 10, ratio = 12 / (2 * 40), and 0.9 per sixtieth is 60 ln(10/9) per second.
    spring_settings from = physical(4, 400, 12, 0.9);
    from.hook = 0.25;
    from.fixed_length = false;
    from.output = spring_transform::translate;
    const spring_tuning to = tuning_of(from, frame);
    CHECK_THAT(to.frequency, WithinRel(1.5915494309189535, 1e-14));
    CHECK_THAT(to.damping_ratio, WithinRel(0.15, 1e-14));
    CHECK(to.axial_frequency == to.frequency);
    CHECK(to.axial_damping_ratio == to.damping_ratio);
    CHECK_THAT(to.drag, WithinRel(6.321630939469578, 1e-13));
    CHECK(to.mass == 4);
    CHECK(to.hook == 0.25);
    CHECK_FALSE(to.fixed_length);
    CHECK(to.output == spring_transform::translate);
}

TEST_CASE("settings survive the way to the artist's terms and back", "[tuning]") {
    const double m = GENERATE(1e-6, 0.02, 1.0, 37.5, 1e6);
    const double k = GENERATE(1e-3, 1.0, 123.4, 1e9);
    const double kd = GENERATE(0.0, 1e-3, 7.7, 300.0);
    const double ds = GENERATE(0.0, 1e-300, 0.1, 0.97, 0.9999999, 1.0);
    const double dt = GENERATE(1e-4, frame, 0.5);
    spring_settings from = physical(m, k, kd, ds);
    from.hook = 0.5;
    const spring_settings back = settings_of(tuning_of(from, dt), dt);
    CAPTURE(m, k, kd, ds, dt);
    CHECK(back.mass == m);
    CHECK_THAT(back.stiffness, WithinRel(k, 1e-12));
    CHECK_THAT(back.damping, WithinRel(kd, 1e-12));
    CHECK_THAT(back.velocity_scale, WithinRel(ds, 1e-12));
    CHECK(back.hook == 0.5);
    CHECK(back.fixed_length == from.fixed_length);
    CHECK(back.output == from.output);
}

TEST_CASE("the artist's terms survive the way to settings and back", "[tuning]") {
    spring_tuning from;
    from.frequency = GENERATE(0.1, 2.5, 400.0);
    from.damping_ratio = GENERATE(0.0, 0.3, 1.0, 50.0);
    from.drag = GENERATE(0.0, 1.5, 90.0);
    from.mass = GENERATE(0.01, 3.0);
    const spring_tuning back = tuning_of(settings_of(from, frame), frame);
    CHECK_THAT(back.frequency, WithinRel(from.frequency, 1e-12));
    CHECK_THAT(back.damping_ratio, WithinRel(from.damping_ratio, 1e-12));
    CHECK_THAT(back.drag, WithinAbs(from.drag, 1e-12));
    CHECK(back.mass == from.mass);
}

TEST_CASE("damping without stiffness becomes drag", "[tuning]") {
    const spring_tuning to = tuning_of(physical(2, 0, 3, 1), frame);
    CHECK(to.frequency == 0);
    CHECK(to.damping_ratio == 0);
    CHECK_THAT(to.drag, WithinRel(1.5, 1e-14)); // a velocity decays as exp(-kd/m t)
    const spring_tuning both = tuning_of(physical(2, 0, 3, std::exp(-0.5)), 0.25);
    CHECK_THAT(both.drag, WithinRel(1.5 + 2, 1e-14));
    CHECK(settings_of(to, frame).stiffness == 0);
}

TEST_CASE("whatever the settings, the tuning is finite and legal", "[tuning]") {
    const double m = GENERATE(1e-12, 1e-6, 1.0, 1e6, 1e12);
    const double k = GENERATE(0.0, 5e-324, 1e-300, 1e-3, 1.0, 1e9, 1e12);
    const double kd = GENERATE(0.0, 5e-324, 1.0, 1e6, 1e12);
    const double ds = GENERATE(0.0, 5e-324, 0.5, 1.0);
    const double dt = GENERATE(1e-6, frame, 10.0);
    CAPTURE(m, k, kd, ds, dt);
    const auto wrong = check_tuning("spring", tuning_of(physical(m, k, kd, ds), dt));
    CHECK((wrong ? wrong->message : "") == "");
}
