// Which moves are taken for teleports without being told.

#include "support/lone_character.hpp"

#include <jounce/modules/crowd/spring_actions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstdint>
#include <random>

namespace teleport_test {

using namespace jounce;
using namespace jounce::test;

namespace {

/// One character, and whether its last frame was a jump.
struct watched {
    stage s;
    entt::entity who = s.add();
    int jumps = 0;

    bool run(double dt) {
        s.systems.run(static_cast<float>(dt));
        const bool jumped = control_state_of(s.registry, who).jumped;
        jumps += jumped ? 1 : 0;
        return jumped;
    }
    void stand(double dt, double seconds) {
        for (double t = 0; t < seconds; t += dt) {
            run(dt);
        }
    }
    vec3<double>& place() { return s.at(who).position; }
};

/// Moves along a function of time.
template <class Path> void follow(watched& w, double dt, double seconds, Path&& path) {
    for (double t = dt; t <= seconds; t += dt) {
        w.place() = path(t);
        w.run(dt);
    }
}

} // namespace

TEST_CASE("a standing character that is a step away in the next frame was teleported",
          "[teleport]") {
    const double fps = GENERATE(30.0, 60.0, 144.0, 1000.0);
    const double distance = GENERATE(1.5, 2.5, 40.0);
    watched w;
    w.stand(1 / fps, 0.5);
    w.place() = {0, 0, distance};
    CHECK(w.run(1 / fps));
    CHECK(w.s.most(w.who) == 0);
    w.stand(1 / fps, 0.5);
    CHECK(w.jumps == 1);
    CHECK(w.s.most(w.who) == 0);
    // And back, and on by the same way shortly after: each is a teleport of its own.
    w.place() = {};
    CHECK(w.run(1 / fps));
    w.run(1 / fps);
    w.place() = {0, 0, -distance};
    CHECK(w.run(1 / fps));
    CHECK(w.s.most(w.who) == 0);
}

TEST_CASE("a step within reach is motion", "[teleport]") {
    watched w;
    w.stand(1.0 / 60, 0.5);
    w.place() = {0.6, 0, 0};
    CHECK_FALSE(w.run(1.0 / 60));
    w.run(1.0 / 60);
    CHECK(w.s.most(w.who) > 0.05F);
}

TEST_CASE("steady motion is none, at any speed and frame rate", "[teleport]") {
    const double fps = GENERATE(7.0, 20.0, 60.0, 144.0);
    const double speed = GENERATE(6.0, 50.0, 300.0);
    watched w;
    w.stand(1 / fps, 0.5);
    const double gain = 20; // m/s^2
    const auto drive = [&](double t) {
        const double full = speed / gain;
        const double s =
            t < full ? 0.5 * gain * t * t : 0.5 * gain * full * full + speed * (t - full);
        return vec3<double>{s, 0, 0};
    };
    follow(w, 1 / fps, speed / gain + 3, drive);
    CHECK(w.jumps == 0);
    // It stops at a wall; nothing has moved by that.
    w.stand(1 / fps, 0.5);
    CHECK(w.jumps == 0);
    // It drives off again and is moved to the other side of the street.
    const vec3<double> from = w.place();
    follow(w, 1 / fps, speed / gain + 1, [&](double t) { return from + drive(t); });
    CHECK(w.jumps == 0);
    w.place() = w.place() + vec3<double>{speed / fps, 0, 5};
    CHECK(w.run(1 / fps));
}

TEST_CASE("running, turning around and stopping is motion", "[teleport]") {
    const double fps = GENERATE(10.0, 24.0, 60.0, 240.0);
    watched w;
    w.stand(1 / fps, 0.3);
    // From rest to 8 m/s, back and to rest, each within a frame.
    follow(w, 1 / fps, 2, [](double t) { return vec3<double>{t < 1 ? 8 * t : 16 - 8 * t, 0, 0}; });
    w.stand(1 / fps, 0.3);
    CHECK(w.jumps == 0);
}

TEST_CASE("frames of any length are no teleports", "[teleport]") {
    std::mt19937 dice(7);
    std::uniform_real_distribution<double> seconds(0.002, 0.05);
    const double speed = GENERATE(5.0, 50.0);
    watched w;
    w.stand(1.0 / 60, 0.2);
    double t = 0;
    for (int frame = 0; frame < 400; ++frame) {
        const double dt = frame % 50 == 49 ? 0.8 : seconds(dice); // hitches
        t += dt;
        w.place() = {speed * (t - 1 + std::exp(-t)), std::sin(3 * t), 0};
        w.run(dt);
    }
    CHECK(w.jumps == 0);
    // Somebody who stands still and runs off during a hitch.
    w.stand(1.0 / 60, 0.3);
    w.place().z += 4;
    CHECK_FALSE(w.run(0.6));
}

TEST_CASE("a host that places characters less often than it draws moves them", "[teleport]") {
    const double speed = GENERATE(6.0, 50.0);
    watched w;
    double placed = 0;
    double walked = 0;
    int felt = 0;
    for (int frame = 1; frame <= 144 * 4; ++frame) {
        const double t = frame / 144.0;
        if (t - placed >= 1.0 / 30) {
            placed = t;
            walked = speed * (t - 1 + std::exp(-t)); // from rest
        }
        w.place() = {walked, 0, 0};
        w.run(1.0 / 144);
        felt += w.s.most(w.who) > 0.01F ? 1 : 0;
    }
    CHECK(w.jumps == 0);
    CHECK(felt > 100);
}

TEST_CASE("who appears in full motion is carried at first and then feels it", "[teleport]") {
    watched w;
    const double dt = 1.0 / 60;
    w.place() = {1000, 5, 0}; // the first place of all is no move
    w.run(dt);
    CHECK(w.s.most(w.who) == 0);
    follow(w, dt, 1, [](double t) { return vec3<double>{1000 + 100 * t, 5, 0}; });
    CHECK(w.jumps == 1);
    CHECK(w.s.most(w.who) > 0.01F); // the air holds them back
    // A jump that is told is one, and says nothing of how fast it is.
    const vec3<float> velocity = control_state_of(w.s.registry, w.who).velocity;
    teleport(w.s.registry, w.who);
    w.place() = {0, 0, 0};
    w.run(dt);
    CHECK(control_state_of(w.s.registry, w.who).velocity == velocity);
    w.place().x += 100 * dt;
    CHECK_FALSE(w.run(dt));
}

TEST_CASE("a fast train is no teleport of who rides on it", "[teleport]") {
    watched w;
    for (int frame = 0; frame < 120; ++frame) {
        const double x = 80 * frame / 60.0;
        w.place() = {x, 0, 0.01 * frame};
        centre_space train;
        train.at.position = {x, 0, 0};
        w.s.registry.emplace_or_replace<centre_space>(w.who, train);
        w.run(1.0 / 60);
    }
    CHECK(w.jumps == 0);
    w.place().z += 1.5; // within the train
    CHECK(w.run(1.0 / 60));
}

TEST_CASE("a spin goes on at low frame rates, half a turn from rest does not begin one",
          "[teleport]") {
    watched w;
    double angle = 0;
    const auto turn = [&](double by, double dt) {
        angle += by;
        w.s.at(w.who).rotation = cast<float>(axis_angle<double>({0, 1, 0}, angle));
        return w.run(dt);
    };
    w.run(0.1);
    CHECK(turn(3, 0.1));
    w.stand(0.1, 0.5);
    w.jumps = 0;
    for (int frame = 0; frame < 20; ++frame) { // up to 14 rad/s
        turn(std::min(0.14 * frame, 1.4), 0.1);
    }
    for (const double dt : {0.1, 0.15, 0.2, 0.1, 0.05}) {
        CHECK_FALSE(turn(14 * dt, dt));
    }
    CHECK(w.jumps == 0);
}

TEST_CASE("automatic teleports can be set and switched off", "[teleport]") {
    watched w;
    w.s.control(w.who).teleport_distance = 0;
    w.s.control(w.who).teleport_angle = 0;
    w.stand(1.0 / 60, 0.2);
    w.place() = {30, 0, 0};
    w.s.at(w.who).rotation = {0, 1, 0, 0};
    CHECK_FALSE(w.run(1.0 / 60));
    CHECK(w.s.most(w.who) > 0.1F);

    watched wide;
    wide.s.control(wide.who).teleport_distance = 3;
    wide.s.control(wide.who).teleport_speed = 0;
    wide.stand(1.0 / 60, 0.2);
    wide.place() = {2.9, 0, 0};
    CHECK_FALSE(wide.run(1.0 / 60));
    wide.stand(1.0 / 60, 0.2);
    wide.place() = {6, 0, 0};
    CHECK(wide.run(1.0 / 60));
}

TEST_CASE("nobody's neighbours have a say in it", "[teleport]") {
    stage s;
    const entt::entity jumps = s.add();
    const entt::entity drives = s.add();
    const entt::entity stands = s.add();
    for (int frame = 0; frame < 60; ++frame) {
        s.at(jumps).position.x = frame % 20 < 10 ? 0.0 : 1.5;
        s.at(drives).position.x += 0.05 * frame / 60.0;
        s.systems.run(1.0F / 60);
        CHECK(control_state_of(s.registry, jumps).jumped == (frame > 0 && frame % 10 == 0));
        CHECK_FALSE(control_state_of(s.registry, drives).jumped);
        CHECK_FALSE(control_state_of(s.registry, stands).jumped);
    }
    CHECK(s.most(jumps) == 0);
    CHECK(s.most(drives) > 0.01F);
    CHECK(s.most(stands) == 0);
}

} // namespace teleport_test
