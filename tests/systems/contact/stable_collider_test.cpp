#include "support/stable_block.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace jounce;
using test::stable_block;

namespace {

constexpr int strands = 9;
constexpr int links = 6;
constexpr double link_length = 0.1;

/// Chains that hang side by side, and a bone that carries a sphere.
basic_character_kind<float> curtain(const collider& body, const spring_tuning& tuning,
                                    double tick_hertz = 120) {
    rig_builder bones;
    bones.add(rig_builder::segment{"bar", -1, {0, 0, 0}, {0, 0.1, 0}, false});
    bones.add(rig_builder::segment{"ball", -1, {0, 0, 0}, {0, 0.1, 0}, false});
    stable_builder springs;
    springs.tick_rate(tick_hertz);
    for (int s = 0; s < strands; ++s) {
        const double x = 0.06 * (s - strands / 2);
        std::int32_t parent = 0;
        for (int l = 0; l < links; ++l) {
            const std::string name = "s" + std::to_string(s) + "_" + std::to_string(l);
            parent = bones.add(rig_builder::segment{
                name, parent, {x, -link_length * l, 0}, {x, -link_length * (l + 1), 0}, false});
            springs.add(name, tuning);
        }
    }
    springs.add("ball", body);
    basic_character_kind<float> kind;
    kind.rig = *bones.build<float>();
    kind.springs = *springs.build(kind.rig);
    kind.bind = make_rest_bind(kind.rig);
    return kind;
}

spring_tuning strand() {
    spring_tuning t;
    t.frequency = 1;
    t.damping_ratio = 0.4;
    t.radius = 0.005;
    t.friction = 0.1;
    return t;
}

void put_ball(stable_block<float>& block, const vec3<float>& at) {
    transform<float> pose;
    pose.translation = at;
    block.pose_all(1, pose);
}

} // namespace

TEST_CASE("a sphere swept through a curtain leaves nobody inside and passes through nobody",
          "[stable][collider]") {
    const float radius = 0.12F;
    // Metres per frame of 1/30 s, up to one radius per tick.
    for (const float per_frame : {0.02F, 0.12F, 0.3F, 4 * radius}) {
        collider body;
        body.radius = radius;
        stable_block<float> block(curtain(body, strand()));
        float z = -1.0F - 0.37F * per_frame;
        put_ball(block, {0.01F, -0.35F, z});
        block.frames(3, 1.0 / 30);
        double deepest = 0;
        int pushed = 0;
        for (; z < 1.0F; z += per_frame) {
            put_ball(block, {0.01F, -0.35F, z});
            block.frame(1.0 / 30);
            for (const stable_spring<float>& spring : block.kind.springs.stable.springs) {
                const std::size_t b = static_cast<std::size_t>(spring.bone);
                const vec3<float> from_ball = block.tail(b) - vec3<float>{0.01F, -0.35F, z};
                const float gap = length(from_ball) - radius - static_cast<float>(spring.radius);
                deepest = std::max(deepest, static_cast<double>(-gap));
                pushed += gap < 1e-3F ? 1 : 0;
            }
        }
        CAPTURE(per_frame, deepest / static_cast<double>(radius), pushed);
        CHECK(deepest < 0.01 * static_cast<double>(radius));
        CHECK((pushed > 0 || per_frame > 0.4F));
    }
}

TEST_CASE("no joint crosses a sphere between two ticks", "[stable][collider]") {
    const float radius = 0.12F;
    collider body;
    body.radius = radius;
    stable_block<float> block(curtain(body, strand()));
    const float per_tick = radius;
    float z = -1.03F;
    put_ball(block, {0.01F, -0.35F, z});
    block.frames(3, 1.0 / 120);
    const auto relative = [&](std::size_t s) {
        return get_lane(block.data.stable.springs[s].position, 0) - vec3<float>{0.01F, -0.35F, z};
    };
    const std::size_t count = block.data.stable.springs.size();
    std::vector<vec3<float>> before(count);
    for (std::size_t s = 0; s < count; ++s) {
        before[s] = relative(s);
    }
    for (; z < 1.0F; z += per_tick) {
        put_ball(block, {0.01F, -0.35F, z});
        block.frame(1.0 / 120);
        for (std::size_t s = 0; s < count; ++s) {
            // The way in the sphere's own frame, finely: it may bend around, not go through.
            const vec3<float> now = relative(s);
            const vec3<float> way = now - before[s];
            float nearest = 1e9F;
            for (int i = 0; i <= 32; ++i) {
                const float t = static_cast<float>(i) / 32;
                nearest = std::min(nearest, length(before[s] + t * way));
            }
            CAPTURE(z, s, nearest / radius, length(way) / radius);
            // A straight line between two places on the surface cuts off a cap; through the middle
            // half it would have tunnelled.
            CHECK(nearest > 0.5F * radius);
            before[s] = now;
        }
    }
}

TEST_CASE("a bone that is met at an angle turns out of the way within one tick",
          "[stable][collider]") {
    const double angle = GENERATE(40.0, 50.0, 65.0, 80.0, 100.0, 130.0) * 3.14159265 / 180;
    CAPTURE(angle);
    collider body;
    body.radius = 0.05F;
    stable_block<float> block(curtain(body, strand(), 60));
    const float reach = 0.055F;
    const std::size_t first = 2 + links * (strands / 2); // of the strand in the middle
    put_ball(block, {0, 5, 0});
    block.frames(2, 1.0 / 60);
    // From where it pushes the tail across the bone and along it.
    const vec3<float> normal = {static_cast<float>(std::sin(angle)),
                                static_cast<float>(-std::cos(angle)), 0};
    const vec3<float> tail = block.tail(first);
    const float depth = 0.005F;
    put_ball(block, tail - 0.2F * normal);
    block.frame(1.0 / 60);
    const vec3<float> ball = tail - (reach - depth) * normal;
    put_ball(block, ball);
    block.frame(1.0 / 60);
    const vec3<float> now =
        get_lane(block.data.stable.springs[0 + links * (strands / 2)].position, 0);
    CHECK(length(now - tail) > 0.9F * depth); // it was pushed
    CHECK(length(now - ball) > reach - 2e-4F * static_cast<float>(link_length));
}

TEST_CASE("groups choose who meets whom", "[stable][collider]") {
    collider body;
    body.radius = 0.2F;
    body.groups = 2;
    spring_tuning t = strand();
    t.collides_with = 1;
    stable_block<float> block(curtain(body, t));
    put_ball(block, {0, -0.3F, 0.1F});
    block.frames(60, 1.0 / 60);
    CHECK(block.deviation() < 1e-5F);
    t.collides_with = 3;
    stable_block<float> meeting(curtain(body, t));
    put_ball(meeting, {0, -0.3F, 0.1F});
    meeting.frames(60, 1.0 / 60);
    CHECK(meeting.deviation() > 0.05F);
}

TEST_CASE("friction holds a strand that a sphere without it lets go", "[stable][collider]") {
    const auto dragged = [](double friction) {
        collider body;
        body.radius = 0.15F;
        spring_tuning t = strand();
        t.friction = friction;
        stable_block<float> block(curtain(body, t));
        float x = 0;
        put_ball(block, {x, -0.3F, 0.12F});
        block.frames(60, 1.0 / 60);
        for (int i = 0; i < 30; ++i) {
            x += 0.002F;
            put_ball(block, {x, -0.3F, 0.12F});
            block.frame(1.0 / 60);
        }
        double sum = 0;
        for (const stable_spring<float>& spring : block.kind.springs.stable.springs) {
            const std::size_t b = static_cast<std::size_t>(spring.bone);
            sum += static_cast<double>(block.tail(b).x - block.rigid_tail(b).x);
        }
        return sum;
    };
    CHECK(dragged(1.0) > dragged(0.0) + 1e-3);
}

TEST_CASE("a lane that touches nothing keeps every bit when another does", "[stable][collider]") {
    collider body;
    body.radius = 0.12F;
    stable_block<float> touching(curtain(body, strand()));
    stable_block<float> free_of_it(curtain(body, strand()));
    for (int i = 0; i < 40; ++i) {
        for (stable_block<float>* block : {&touching, &free_of_it}) {
            transform<float> bar;
            bar.translation = {0.05F * std::sin(0.4F * static_cast<float>(i)), 0, 0};
            block->pose_all(0, bar);
            put_ball(*block, {0, -0.3F, 5.0F});
        }
        transform<float> near;
        near.translation = {0, -0.3F, 0.05F};
        set_lane(touching.data.local.bones[1], 3, near);
        touching.frame(1.0 / 60);
        free_of_it.frame(1.0 / 60);
    }
    for (std::size_t s = 0; s < touching.data.stable.springs.size(); ++s) {
        CHECK(touching.deflection(s, 0) == free_of_it.deflection(s, 0));
        CHECK(touching.tail(s + 2, 0) == free_of_it.tail(s + 2, 0));
    }
    CHECK(touching.deviation(3) > 0.02F);
}

TEST_CASE("without weight colliders have none either", "[stable][collider]") {
    collider body;
    body.radius = 0.2F;
    stable_block<float> block(curtain(body, strand()));
    put_ball(block, {0, -0.3F, 0.05F});
    for (int lane = 0; lane < lane_count; ++lane) {
        block.data.environment.lanes.front().weight.v[lane] = 0;
    }
    block.frames(30, 1.0 / 60);
    CHECK(block.deviation() == 0.0F);
}
