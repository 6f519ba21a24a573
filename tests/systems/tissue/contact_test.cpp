#include "systems/tissue/contact_scene.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/result/result.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace {

using namespace jounce;
using namespace jounce::test;

constexpr tissue_tier all_tiers[] = {tissue_tier::linear, tissue_tier::nonlinear,
                                     tissue_tier::newton};

/// A collider of any shape near the limb, some of them absurd.
collider random_collider(std::mt19937& random, collider_shape shape, bool inside) {
    std::uniform_real_distribution<float> unit(-1, 1);
    const bool is_absurd = random() % 8 == 0;
    const float far = is_absurd ? std::pow(10.0F, 14 * std::abs(unit(random))) : 0.3F;
    const auto place = [&] {
        return vec3<float>{0.375F + far * unit(random), far * unit(random), far * unit(random)};
    };
    collider out;
    out.shape = shape;
    out.inside = inside;
    out.a = place();
    out.b = place();
    if (shape == collider_shape::plane) {
        const vec3<float> normal = {unit(random), unit(random), 1.5F + unit(random)};
        out.b = (1 / length(normal)) * normal;
    }
    out.radius = std::abs(far * unit(random)) + (inside ? 0.1F : 0);
    out.radius_b = std::abs(far * unit(random)) + (inside ? 0.1F : 0);
    out.rotation = normalised(quat<float>{unit(random), unit(random), unit(random), 1.1F});
    out.half = {std::abs(far * unit(random)), std::abs(far * unit(random)),
                std::abs(far * unit(random))};
    return out;
}

struct random_scene {
    std::vector<tissue_obstacle<float>> steps[20];
};

/// Obstacles that each character meets by itself, and how they move.
random_scene make_scene(std::mt19937& random) {
    random_scene out;
    constexpr collider_shape shapes[] = {collider_shape::sphere, collider_shape::capsule,
                                         collider_shape::plane, collider_shape::box};
    for (int i = 0; i < 4; ++i) {
        const collider_shape shape = shapes[random() % 4];
        const bool inside = shape != collider_shape::plane && random() % 4 == 0;
        collider before[lane_count];
        for (int lane = 0; lane < lane_count; ++lane) {
            before[lane] = random_collider(random, shape, inside);
        }
        for (auto& step : out.steps) {
            step.push_back(empty_obstacle<float>(shape));
            step.back().traits.inside = inside;
            for (int lane = 0; lane < lane_count; ++lane) {
                collider now = before[lane];
                if (random() % 3 == 0) {
                    now.a = random_collider(random, shape, inside).a;
                }
                set_obstacle(step.back(), lane, before[lane], now);
                before[lane] = now;
            }
        }
    }
    return out;
}

} // namespace

TEST_CASE("Colliders of any size and speed leave flesh finite and within its bounds",
          "[tissue][one_thread]") {
    std::mt19937 random(3);
    for (int set = 0; set < 24; ++set) {
        loose_limb<float> limb =
            fine_limb_with<float>({.tier = all_tiers[set % 3], .friction = 0.5, .newton_steps = 1});
        const random_scene scene = make_scene(random);
        bool is_good = true;
        bool has_moved = false;
        for (const auto& step : scene.steps) {
            limb.around = step;
            limb.frame();
            for (int lane = 0; lane < lane_count; ++lane) {
                const double far = farthest_of(limb, lane);
                is_good = is_good && far <= 1.001 * 0.06;
                has_moved = has_moved || far > 1e-3;
            }
        }
        CHECK(is_good);
        CHECK(has_moved);
    }
}

TEST_CASE("What touches one character does not change the bits of another", "[tissue]") {
    std::mt19937 random(5);
    for (const tissue_tier tier : all_tiers) {
        const random_scene scene = make_scene(random);
        loose_limb<float> together = fine_limb_with<float>({.tier = tier, .friction = 0.5});
        loose_limb<float> alone = fine_limb_with<float>({.tier = tier, .friction = 0.5});
        constexpr int from = 2; // this character, in another lane and without company
        constexpr int to = 6;
        bool is_same = true;
        for (const auto& step : scene.steps) {
            together.around = step;
            alone.around.clear();
            for (const tissue_obstacle<float>& one : step) {
                tissue_obstacle<float> moved = empty_obstacle<float>(one.traits.shape);
                moved.traits = one.traits;
                const auto copy = [&](lane_collider<float>& a, const lane_collider<float>& b) {
                    auto* out = reinterpret_cast<lane<float>*>(&a);
                    const auto* in = reinterpret_cast<const lane<float>*>(&b);
                    for (std::size_t i = 0; i < sizeof a / sizeof(lane<float>); ++i) {
                        out[i].v[to] = in[i].v[from];
                    }
                };
                copy(moved.start, one.start);
                copy(moved.end, one.end);
                alone.around.push_back(moved);
            }
            together.frame();
            alone.frame();
            for (std::size_t h = 0; h < together.shown.handles.size(); ++h) {
                is_same = is_same && together.displacement(h, from) == alone.displacement(h, to);
            }
        }
        CHECK(is_same);
        CHECK(farthest_of(together, from) > 0);
    }
}

TEST_CASE("All shapes press on flesh, from outside and from inside", "[tissue][one_thread]") {
    constexpr float side = 0.0936F; // of the limb
    collider sphere = ball({0.375, 0, 0.12}, 0.05);
    collider capsule = sphere;
    capsule.shape = collider_shape::capsule;
    capsule.a = {0.2F, 0, side + 0.02F};
    capsule.b = {0.5F, 0, side + 0.02F};
    capsule.radius = capsule.radius_b = 0.04F;
    collider plane;
    plane.shape = collider_shape::plane;
    plane.a = {0, 0, side - 0.02F};
    plane.b = {0, 0, -1};
    collider box;
    box.shape = collider_shape::box;
    box.a = {0.375F, 0, side + 0.08F};
    box.half = {0.1F, 0.1F, 0.1F};
    collider tube = capsule;
    tube.inside = true;
    tube.a = {-0.5F, 0, 0};
    tube.b = {1.5F, 0, 0};
    tube.radius = tube.radius_b = 0.08F;
    for (const tissue_tier tier : all_tiers) {
        for (const collider& one : {sphere, capsule, plane, box, tube}) {
            loose_limb<float> limb = fine_limb_with<float>({.tier = tier});
            limb.around = {moving_obstacle<float>(one, one)};
            for (int step = 0; step < 60; ++step) {
                limb.frame();
            }
            INFO("shape " << static_cast<int>(one.shape));
            CHECK(farthest_of(limb) > 0.004);
            CHECK(farthest_of(limb) < 0.059);
        }
    }
}

TEST_CASE("What is beside flesh changes nothing of it", "[tissue]") {
    for (const tissue_tier tier : all_tiers) {
        loose_limb<float> alone = fine_limb_with<float>({.tier = tier});
        loose_limb<float> beside = fine_limb_with<float>({.tier = tier});
        bool is_same = true;
        for (int step = 0; step < 60; ++step) {
            const double y = 0.01 * std::sin(0.2 * step);
            for (std::size_t b = 0; b < 3; ++b) {
                alone.place(b, {}, {0, y, 0});
                beside.place(b, {}, {0, y, 0});
            }
            const collider near = ball({0.375, 0, 0.19}, 0.07);
            beside.around = {moving_obstacle<float>(near, near)};
            alone.frame();
            beside.frame();
            for (std::size_t h = 0; h < alone.shown.handles.size(); ++h) {
                is_same = is_same && alone.displacement(h) == beside.displacement(h);
            }
        }
        CHECK(is_same);
    }
}

TEST_CASE("A bone's own collider does not press on the flesh around it", "[tissue]") {
    const basic_skinned_mesh<float> skin = replay::skin_of<float>(golden_fine_limb().recorded);
    tissue_run_options run;
    bone_collider inside; // a little thicker than the limb, beyond the ends of its bone
    inside.bone = 1;
    inside.body.shape = collider_shape::capsule;
    inside.body.a = {0.2F, 0, 0};
    inside.body.b = {0.55F, 0, 0};
    inside.body.radius = inside.body.radius_b = 0.1F;
    bone_collider across = inside; // on the last bone, away from the limb at rest
    across.bone = 2;
    across.body.a = {0.3F, 0.3F, 0};
    across.body.b = {0.3F, 0.5F, 0};
    across.body.radius = across.body.radius_b = 0.05F;
    const bone_collider both[] = {inside, across};
    loose_limb<float> limb(golden_fine_limb().baked, run, &skin, both);
    for (int step = 0; step < 30; ++step) {
        limb.frame();
    }
    CHECK(farthest_of(limb) == 0);
    // The bone turns so that its collider comes down on the flesh of the first bone.
    for (int step = 0; step < 60; ++step) {
        limb.place(2, {}, {-0.2, -0.1 * std::min(step / 30.0, 1.0) - 0.12, 0});
        limb.frame();
    }
    std::size_t nearest = 0;
    const std::vector<vec3<double>>& handles = golden_fine_limb().baked.handles;
    for (std::size_t h = 0; h < handles.size(); ++h) {
        const vec3<double> at = {0.1, 0.0936, 0};
        nearest = length(handles[h] - at) < length(handles[nearest] - at) ? h : nearest;
    }
    CHECK(limb.displacement(nearest).y < -0.002);
}

TEST_CASE("Contact that cannot be is refused by name", "[tissue]") {
    const basic_skinned_mesh<float> skin = replay::skin_of<float>(golden_fine_limb().recorded);
    skin_binding bind;
    for (std::uint32_t b = 0; b < golden_fine_limb().baked.joint_count; ++b) {
        bind.joints.push_back({});
        bind.joints.back().bone = static_cast<std::int32_t>(b);
    }
    const auto refused = [&](const tissue_run_options& options,
                             const std::vector<bone_collider>& colliders = {}) {
        const result<tissue_set> made =
            make_tissue_set<float>(golden_fine_limb().baked, bind, 1, options, &skin, colliders);
        return !made && made.error().name == errors::out_of_range;
    };
    CHECK_FALSE(refused({}));
    CHECK(refused({.contact_stiffness = -1}));
    CHECK(refused({.contact_stiffness = 1e13}));
    CHECK(refused({.friction = -0.1}));
    CHECK(refused({.friction = std::numeric_limits<double>::quiet_NaN()}));
    bone_collider good;
    good.body.radius = 0.1F;
    CHECK_FALSE(refused({}, {good}));
    bone_collider bad = good;
    bad.bone = -1;
    CHECK(refused({}, {bad}));
    bad = good;
    bad.body.radius = std::numeric_limits<float>::infinity();
    CHECK(refused({}, {bad}));
    CHECK(refused({}, std::vector<bone_collider>(most_tissue_colliders + 1, good)));
    const result<tissue_set> soft =
        make_tissue_set<float>(golden_fine_limb().baked, bind, 1, {.contact_stiffness = 0}, &skin);
    REQUIRE(soft);
    CHECK(soft->probes.empty());
}
