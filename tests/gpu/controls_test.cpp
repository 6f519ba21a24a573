#include "../../demos/scene/controls.hpp"

#include <jounce/modules/tuning/presets.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <set>
#include <string>

using demo::press;

TEST_CASE("every control says what it did, and keys are not used twice", "[controls]") {
    std::set<std::string_view> keys;
    for (const demo::control& each : demo::controls()) {
        demo::settings settings;
        INFO(each.key);
        CHECK(keys.insert(each.key).second);
        CHECK_FALSE(press(each.key, settings).empty());
        CHECK(demo::controls_help().find(std::string(each.help)) != std::string::npos);
    }
    demo::settings settings;
    CHECK(press("f5", settings).empty());
}

TEST_CASE("controls change what their help says", "[controls]") {
    demo::settings s;
    const auto twice_is_as_before = [&s](const char* key, const bool& value) {
        const bool before = value;
        press(key, s);
        CHECK(value != before);
        press(key, s);
        CHECK(value == before);
    };
    twice_is_as_before("space", s.paused);
    twice_is_as_before("x", s.springs_on);
    twice_is_as_before("r", s.rigid);
    twice_is_as_before("d", s.deviation);
    twice_is_as_before("b", s.gizmos.bones);
    twice_is_as_before("n", s.gizmos.springs);
    twice_is_as_before("c", s.gizmos.colliders);
    twice_is_as_before("j", s.gizmos.limits);
    twice_is_as_before("f", s.gizmos.flesh);
    twice_is_as_before("o", s.overlay);
    twice_is_as_before("h", s.help);
    twice_is_as_before("g", s.edited_bodies);

    press("2", s);
    CHECK(s.stage == demo::exhibition::side_by_side);
    press("3", s);
    CHECK(s.stage == demo::exhibition::twist);
    press("4", s);
    CHECK(s.stage == demo::exhibition::crowd);
    press("5", s);
    CHECK(s.stage == demo::exhibition::file);
    press("7", s);
    CHECK(s.stage == demo::exhibition::stampede);
    press("8", s);
    CHECK(s.stage == demo::exhibition::bodies);
    press("9", s);
    CHECK(s.stage == demo::exhibition::flesh);
    press("0", s);
    CHECK(s.stage == demo::exhibition::flesh_crowd);
    press("1", s);
    CHECK(s.stage == demo::exhibition::gallery);
    press("tab", s);
    CHECK(s.selected == 1);

    press("period", s);
    CHECK((s.paused && s.step_once));
    press("k", s);
    CHECK(s.time_scale == 0.5F);
    press("l", s);
    CHECK(s.time_scale == 1.0F);
    press("s", s);
    CHECK(s.solver == jounce::reference_solver);
    press("m", s);
    CHECK(s.method == jounce::skin_method::linear);
    press("q", s);
    CHECK(s.tuning.frequency < 1);
    press("e", s);
    CHECK(std::abs(s.tuning.frequency - 1) < 1e-6F);
    for (std::size_t p = 0; p < jounce::presets().size(); ++p) {
        press("p", s);
        CHECK(s.tuning.preset == static_cast<int>(p));
    }
    press("p", s);
    CHECK(s.tuning.preset == -1);
    press("w", s);
    CHECK(s.wind == 4);
    press("v", s);
    CHECK(s.budget_ms == 2);
    press("equal", s);
    CHECK(s.crowd == 800);
    press("minus", s);
    CHECK(s.crowd == 400);
    press("i", s);
    CHECK(s.wants_impulse);
    press("backspace", s);
    CHECK(s.wants_reset);
    press("f12", s);
    CHECK(s.wants_screenshot);
    press("t", s);
    CHECK(s.wants_trace);
    press("left", s);
    CHECK(s.orbit_yaw < 0);
    press("up", s);
    CHECK(s.orbit_pitch > 0);
    press("page_up", s);
    CHECK(s.zoom < 1);
    press("home", s);
    CHECK(s.wants_camera_home);
    press("escape", s);
    CHECK(s.quit);
}

TEST_CASE("controls stay within what makes sense", "[controls]") {
    demo::settings s;
    for (int i = 0; i < 100; ++i) {
        press("equal", s);
        press("l", s);
        press("e", s);
    }
    CHECK(s.crowd == 10000);
    CHECK(s.time_scale <= 4);
    CHECK(s.tuning.frequency <= 5);
    for (int i = 0; i < 100; ++i) {
        press("minus", s);
        press("k", s);
        press("q", s);
    }
    CHECK(s.crowd == 1);
    CHECK(s.time_scale > 0);
    CHECK(s.tuning.frequency > 0);
}
