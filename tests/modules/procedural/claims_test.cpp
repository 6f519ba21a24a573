// What each model is there to show, by arithmetic of the test's own.

#include "support/procedural_models.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/deviation.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace jounce;

namespace {

/// One character of a model on a stage of its own.
class actor {
public:
    explicit actor(const procedural::model& of) : of_(of), who_(procedural::spawn(registry_, of)) {}

    void play(int frame) {
        procedural::animate(registry_, who_, frame / 60.0, 0.0);
        frames_.run(procedural::frame_time);
    }
    /// A frame in the rest pose.
    void wait() {
        character_pose pose = pose_of(registry_, who_);
        for (const procedural::driver& bone : *of_.plan) {
            pose.set(bone.bone, bone.rest);
        }
        frames_.run(procedural::frame_time);
    }

    std::vector<vec3<float>> skin(skin_method by = skin_method::dual_quaternion) const {
        const character& at = registry_.get<character>(who_);
        std::vector<vec3<float>> out(of_.shape->vertices.positions.size());
        cpu_skin<float>(by, registry_.get<palette>(at.block), at.lane, of_.shape->vertices, out,
                        {});
        return out;
    }
    transform<float> bone(std::int32_t index) const { return bone_of(registry_, who_, index); }
    vec3<float> tail(std::int32_t index) const {
        return to_affine(bone(index)) * of_.kind->rig.tail_local[static_cast<std::size_t>(index)];
    }
    float deviation() const { return procedural::spring_deviation(registry_, who_); }

private:
    const procedural::model& of_;
    entt::registry registry_;
    entt::entity who_;
    pipeline frames_{registry_};
};

std::int32_t bone_named(const procedural::model& of, const std::string& name) {
    const std::vector<std::string>& names = of.kind->rig.names;
    const auto found = std::find(names.begin(), names.end(), name);
    REQUIRE(found != names.end());
    return static_cast<std::int32_t>(found - names.begin());
}

float farthest_apart(const std::vector<vec3<float>>& a, const std::vector<vec3<float>>& b) {
    float out = 0;
    for (std::size_t v = 0; v < a.size(); ++v) {
        const float apart = length(a[v] - b[v]);
        out = apart <= out ? out : apart; // keeps what is no number
    }
    return out;
}

double distance_to_segment(const vec3<double>& p, const vec3<double>& a, const vec3<double>& b,
                           double& at) {
    const vec3<double> along = b - a;
    at = std::clamp(dot(p - a, along) / std::max(dot(along, along), 1e-30), 0.0, 1.0);
    return length(p - (a + at * along));
}

/// How deep springs are in the bodies of their character, metres; below 0: outside. Of the first bone
/// of a chain only the tail counts: its head is where the animation has it.
double depth_in_colliders(const procedural::model& of, const actor& who) {
    double deepest = -std::numeric_limits<double>::infinity();
    for (const bone_collider& each : of.kind->springs.stable.colliders) {
        const affine<double> frame = cast<double>(to_affine(who.bone(each.bone)));
        const vec3<double> a = frame * cast<double>(each.body.a);
        const bool capsule = each.body.shape == collider_shape::capsule;
        const vec3<double> b = capsule ? frame * cast<double>(each.body.b) : a;
        for (const stable_spring<float>& spring : of.kind->springs.stable.springs) {
            const vec3<double> tail = cast<double>(who.tail(spring.bone));
            const vec3<double> head = cast<double>(who.bone(spring.bone).translation);
            const double from = static_cast<double>(each.body.radius);
            const double to = capsule ? static_cast<double>(each.body.radius_b) : from;
            for (const double share : {1.0, 0.75, 0.5, 0.25}) {
                if (share < 1 && spring.parent < 0) {
                    break;
                }
                double at = 0;
                const double away = distance_to_segment(head + share * (tail - head), a, b, at);
                const double radius = from + at * (to - from) + static_cast<double>(spring.radius);
                deepest = std::max(deepest, radius - away);
            }
        }
    }
    return deepest;
}

} // namespace

TEST_CASE("models move for five seconds and come back to rest",
          "[procedural][surface][one_thread]") {
    for (const procedural::model& made : test::models_with_shapes()) {
        CAPTURE(made.name);
        actor moving(made);
        actor still(made); // sags as much, but never moved
        float farthest = 0;
        float largest = 0;
        float lowest = 0;
        for (int f = 0; f < 300; ++f) {
            moving.play(f);
            still.wait();
            const float apart = farthest_apart(moving.skin(), still.skin());
            REQUIRE(std::isfinite(apart));
            farthest = std::max(farthest, apart);
            largest = std::max(largest, moving.deviation());
            for (const vec3<float>& p : moving.skin()) {
                lowest = std::min(lowest, p.y);
            }
        }
        CHECK(farthest > 0.05F * made.chain_length);
        CHECK(farthest < 1.5F);
        CHECK(lowest > -0.02F); // a tilted pot or duck dips its border into the ground
        if (made.name != "twist_bar") {
            CHECK(largest > 0.05F * made.chain_length);
            CHECK(largest < 0.75F * made.chain_length);
        }
        for (int f = 0; f < 900; ++f) {
            moving.wait();
            still.wait();
        }
        CHECK(farthest_apart(moving.skin(), still.skin()) < 1e-3F);
    }
}

TEST_CASE("stems and leaves of the plant keep their length", "[procedural][surface]") {
    const procedural::model plant = procedural::plant();
    actor who(plant);
    float bent = 0;
    for (int f = 0; f < 300; ++f) {
        who.play(f);
        bent = std::max(bent, who.deviation());
        for (const stable_spring<float>& spring : plant.kind->springs.stable.springs) {
            const vec3<float> head = who.bone(spring.bone).translation;
            const float now = length(who.tail(spring.bone) - head);
            REQUIRE(std::abs(now - spring.length) < 1e-5F);
        }
        const vec3<float> top = who.bone(bone_named(plant, "leaf_2_0_stalk_0")).translation;
        const vec3<float> joint = who.tail(bone_named(plant, "stem_2"));
        REQUIRE(length(top - joint) < 1e-5F); // nothing comes off
    }
    CHECK(bent > 0.1F);
}

TEST_CASE("the duck stretches and springs back", "[procedural][surface]") {
    const procedural::model duck = procedural::duck();
    actor who(duck);
    float shortest = 1;
    float longest = 1;
    for (int f = 0; f < 300; ++f) {
        who.play(f);
        const float scale = who.bone(bone_named(duck, "trunk")).scale;
        shortest = std::min(shortest, scale);
        longest = std::max(longest, scale);
    }
    CHECK(shortest < 0.93F);
    CHECK(longest > 1.07F);
    CHECK(shortest >= 0.7F - 1e-4F); // its limits
    CHECK(longest <= 1.4F + 1e-4F);
}

TEST_CASE("the creature is squashed and stretched between its foot and crown",
          "[procedural][surface]") {
    const procedural::model creature = procedural::creature();
    actor who(creature);
    const std::int32_t foot = bone_named(creature, "foot");
    const std::int32_t crown = bone_named(creature, "crown");
    who.play(0);
    const float rest = who.bone(crown).translation.y - who.bone(foot).translation.y;
    float lowest = rest;
    float highest = rest;
    float hop = 0;
    for (int f = 0; f < 300; ++f) {
        who.play(f);
        const float now = who.bone(crown).translation.y - who.bone(foot).translation.y;
        lowest = std::min(lowest, now);
        highest = std::max(highest, now);
        hop = std::max(hop, who.bone(foot).translation.y);
        REQUIRE(who.bone(foot).translation.y >= -1e-6F); // never into the ground
    }
    CHECK(lowest < 0.88F * rest);
    CHECK(highest > 1.08F * rest);
    CHECK(hop > 0.25F);
}

TEST_CASE("a twisted bar collapses when matrices are blended and keeps its girth otherwise",
          "[procedural][surface]") {
    const procedural::model bar = procedural::twist_bar();
    actor who(bar);
    const std::int32_t upper = bone_named(bar, "upper");
    float widest = 0;
    double linear = 1;
    double dual = 1;
    const std::vector<vec3<float>>& rest = bar.shape->vertices.positions;
    for (int f = 0; f < 300; ++f) {
        who.play(f);
        const quat<float> turn = who.bone(upper).rotation;
        widest = std::max(widest, 2 * std::atan2(std::abs(turn.y), std::abs(turn.w)));
        const std::vector<vec3<float>> by_matrix = who.skin(skin_method::linear);
        const std::vector<vec3<float>> by_dual = who.skin(skin_method::dual_quaternion);
        for (std::size_t v = 0; v < rest.size(); ++v) {
            const auto girth = [&](const vec3<float>& p) {
                return static_cast<double>(std::hypot(p.x, p.z) / std::hypot(rest[v].x, rest[v].z));
            };
            if (std::abs(rest[v].y - 0.75F) < 0.3F) {
                linear = std::min(linear, girth(by_matrix[v]));
                dual = std::min(dual, girth(by_dual[v]));
            }
        }
    }
    CHECK(widest > 2.9F);                       // 166 degrees
    CHECK(widest < 2.97F);                      // 170
    CHECK(std::abs(linear - 0.0871557) < 1e-3); // cos 85 degrees
    CHECK(dual > 0.999);
}

TEST_CASE("hair and cloth stay out of the bodies that wear them", "[procedural][surface]") {
    for (const auto make : {&procedural::pony_tail, &procedural::cape}) {
        const procedural::model made = make(stable_solver);
        CAPTURE(made.name);
        REQUIRE(made.kind->springs.stable.colliders.size() >= 5);
        actor who(made);
        double deepest = -1;
        for (int f = 0; f < 600; ++f) {
            who.play(f);
            deepest = std::max(deepest, depth_in_colliders(made, who));
        }
        CHECK(deepest < 1e-4);
        CHECK(deepest > -0.002); // they do touch: a body that nothing reaches shows nothing
    }
}

TEST_CASE("without their bodies hair and cloth would be inside", "[procedural][surface]") {
    for (const auto make : {&procedural::pony_tail, &procedural::cape}) {
        const procedural::model made = make(stable_solver);
        CAPTURE(made.name);
        procedural::model bare = made;
        character_kind kind = *made.kind;
        kind.springs.stable.colliders.clear();
        bare.kind = std::make_shared<const character_kind>(std::move(kind));
        actor who(bare);
        double deepest = -1;
        for (int f = 0; f < 600; ++f) {
            who.play(f);
            deepest = std::max(deepest, depth_in_colliders(made, who));
        }
        CHECK(deepest > 0.01);
    }
}
