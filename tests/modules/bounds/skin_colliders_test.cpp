// Springs of one character against the skin of another.

#include "modules/bounds/mesh_sets.hpp"
#include "support/lone_character.hpp"

#include <jounce/modules/bounds/skin_colliders.hpp>
#include <jounce/modules/bounds/skin_queries.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace jounce;
using namespace jounce::bounds;
using namespace jounce::test;

namespace {

/// Joints that move nothing.
palette still_palette(int joints) {
    palette out;
    out.joint_count = joints;
    for (int i = 0; i < lane_count; ++i) {
        out.rows.resize(static_cast<std::size_t>(i * out.lane_stride()));
        for (int j = 0; j < joints; ++j) {
            out.rows.push_back({{0, 0, 0, 1}});
            out.rows.push_back({{0, 0, 0, 0}});
            out.rows.push_back({{1, 1, 1, 0}});
        }
    }
    out.rows.resize(static_cast<std::size_t>(lane_count * out.lane_stride()));
    return out;
}

/// What springs would touch, seen from the skin: where the balls stand out, and where they leave gaps.
struct accuracy {
    double most_out = 0, most_in = 0, square = 0;
    std::size_t samples = 0;

    double mean() const { return std::sqrt(square / static_cast<double>(samples)); }
};

accuracy compare(posed_skin& skin, const std::vector<skin_collider>& balls,
                 const bounding_sphere& within) {
    accuracy out;
    for (std::uint32_t i = 0; i < skin.tree().triangle_count(); ++i) {
        const auto corners = skin.corners(i);
        const vec3<double> p = (1.0 / 3) * (corners[0] + corners[1] + corners[2]);
        if (length(p - within.centre) > within.radius) {
            continue;
        }
        double height = 1e9;
        for (const skin_collider& ball : balls) {
            const collider& body = ball.body.body;
            height = std::min(height,
                              length(p - cast<double>(body.a)) - static_cast<double>(body.radius));
        }
        out.most_out = std::max(out.most_out, -height);
        out.most_in = std::max(out.most_in, height);
        out.square += height * height;
        ++out.samples;
    }
    return out;
}

/// Keeps one entity per ball, the same in every frame.
void show(entt::registry& registry, const std::vector<skin_collider>& balls,
          std::vector<std::pair<std::uint32_t, entt::entity>>& shown) {
    std::vector<std::pair<std::uint32_t, entt::entity>> now;
    std::size_t old = 0;
    for (const skin_collider& ball : balls) {
        for (; old < shown.size() && shown[old].first < ball.node; ++old) {
            registry.destroy(shown[old].second);
        }
        const bool is_known = old < shown.size() && shown[old].first == ball.node;
        const entt::entity entity = is_known ? shown[old++].second : registry.create();
        registry.emplace_or_replace<world_collider>(entity, ball.body);
        now.push_back({ball.node, entity});
    }
    for (; old < shown.size(); ++old) {
        registry.destroy(shown[old].second);
    }
    shown = std::move(now);
}

} // namespace

TEST_CASE("balls under a skin are as near to it as documented", "[bounds]") {
    const skin_surface surface = make_tube(4, 64, 32, 0.2);
    const auto tree = make_skin_tree(surface, 4);
    REQUIRE(tree);
    dice roll(2);
    const palette rows = bent_palette(roll, 4, 0.4, palette_mode::diagonal);
    posed_skin skin;
    std::vector<skin_collider> balls;
    for (const float part : {0.04F, 0.08F, 0.12F}) {
        skin.pose(*tree, skin_method::dual_quaternion, rows, 0);
        const bounding_sphere near = {cast<double>(skin.vertex(20 * 32)), 0.3};
        skin_colliders(skin, {}, std::span(&near, 1),
                       {.part_radius = part, .most = 1000, .groups = 4}, balls);
        REQUIRE(balls.size() > 3);
        CHECK(balls.front().body.body.groups == 4);
        const accuracy found = compare(skin, balls, {near.centre, 0.2});
        WARN("tube, parts of " << part << ": " << balls.size() << " balls; above the skin "
                               << found.most_out << ", below " << found.most_in << ", in the mean "
                               << found.mean());
        CHECK(found.mean() < 0.25 * static_cast<double>(part));
        CHECK(found.most_out < 0.5 * static_cast<double>(part));
        CHECK(found.most_in < 0.6 * static_cast<double>(part));
    }
}

TEST_CASE("balls are bounded in number, the nearest ones, and the same in every frame",
          "[bounds]") {
    const auto tree = make_skin_tree(make_tube(4, 64, 32, 0.2), 4);
    REQUIRE(tree);
    const palette rows = still_palette(4);
    posed_skin skin;
    skin.pose(*tree, skin_method::linear, rows, 0);
    for (const std::size_t most : {1U, 2U, 10U, 60U, 5000U}) {
        const float radius = cut_radius(*tree, most);
        const bounding_sphere all = {{}, 100};
        std::vector<skin_collider> balls;
        skin_colliders(skin, {}, std::span(&all, 1), {.part_radius = radius, .most = 6000}, balls);
        CHECK(balls.size() <= most);
        CHECK(4 * balls.size() >= std::min<std::size_t>(most, tree->triangle_count() / 4));
    }
    // A giant that stands elsewhere.
    placement at;
    at.position = {100, 0, 0};
    at.scale = 10;
    const bounding_sphere near = {{100, 5, 2.1}, 1};
    std::vector<skin_collider> some, few;
    skin_colliders(skin, at, std::span(&near, 1), {.part_radius = 0.05F, .most = 1000}, some);
    skin_colliders(skin, at, std::span(&near, 1), {.part_radius = 0.05F, .most = 4}, few);
    CHECK(some.size() > 4);
    REQUIRE(few.size() == 4);
    for (const skin_collider& ball : few) {
        CHECK(std::any_of(some.begin(), some.end(),
                          [&](const skin_collider& one) { return one.node == ball.node; }));
        const vec3<double> centre = to_world(at, cast<double>(ball.body.body.a));
        CHECK(length(centre - near.centre) < 3);
        CHECK(ball.body.at == at);
    }
    const bounding_sphere far = {{0, 0, 0}, 1};
    skin_colliders(skin, at, std::span(&far, 1), {}, some);
    CHECK(some.empty());
    CHECK(skin.visited() == 1);
}

TEST_CASE("springs keep out of the skin of another character", "[bounds]") {
    spring_tuning tuning;
    tuning.radius = 0.01;
    stage on(lone_kind(tuning, 4));
    const entt::entity who = on.add();
    // The other one lies across, and comes towards the chain until it would be 5 cm beyond it.
    const auto tree = make_skin_tree(make_tube(2, 64, 32, 0.15), 2);
    REQUIRE(tree);
    const palette rows = still_palette(2);
    placement other;
    other.rotation = cast<float>(axis_angle<double>({1, 0, 0}, 1.5707963267948966));
    const bool with_balls = GENERATE(true, false);
    posed_skin skin;
    std::vector<skin_collider> balls;
    std::vector<std::pair<std::uint32_t, entt::entity>> shown;
    double deepest = 0, most_stood_off = 1;
    for (int frame = 0; frame < 240; ++frame) {
        const double way = std::min(1.0, frame / 120.0);
        other.position = {0.4 - 0.3 * way, -0.25, -0.5};
        if (with_balls) {
            skin.pose(*tree, skin_method::linear, rows, 0);
            const bounding_sphere reach = {{0, -0.2, 0}, 0.25};
            skin_colliders(skin, other, std::span(&reach, 1), {.part_radius = 0.05F, .most = 48},
                           balls);
            show(on.registry, balls, shown);
        }
        on.systems.run(1.0F / 60);
        for (std::size_t s = 0; s < on.springs(); ++s) {
            const vec3<double> tail = cast<double>(on.tail(who, s));
            const double height =
                std::hypot(tail.x - other.position.x, tail.y - other.position.y) - 0.15 - 0.01;
            deepest = std::max(deepest, -height);
            if (frame > 200 && s == 1) {
                most_stood_off = std::min(most_stood_off, std::abs(height));
            }
        }
    }
    if (with_balls) {
        WARN("springs against a skin: at most " << deepest << " m inside, " << shown.size()
                                                << " balls");
        CHECK(deepest < 0.0125);
        CHECK(most_stood_off < 0.02);
    } else {
        CHECK(deepest > 0.03);
    }
}

TEST_CASE("balls under the skin of the horse follow it", "[bounds]") {
    const auto set = read_mesh_set("horse-gallop");
    if (!set) {
        SKIP("JOUNCE_DATA_DIR has no sma/horse-gallop.sma");
    }
    const skin_surface surface = weighted(*set, 30);
    const std::vector<palette> poses = fitted_bones(*set, surface, 30);
    const auto tree = make_skin_tree(surface, 30);
    REQUIRE(tree);
    posed_skin skin;
    std::vector<skin_collider> balls;
    const double extent = static_cast<double>(tree->nodes[0].rest.radius);
    for (const std::size_t parts : {100U, 400U, 1600U}) {
        const float radius = cut_radius(*tree, parts);
        accuracy all;
        std::size_t most = 0;
        for (std::size_t f = 0; f < poses.size(); f += 6) {
            skin.pose(*tree, skin_method::linear, poses[f], 0);
            const bounding_sphere everything = {{}, 1e6};
            skin_colliders(skin, {}, std::span(&everything, 1),
                           {.part_radius = radius, .most = 5000}, balls);
            most = std::max(most, balls.size());
            const accuracy one = compare(skin, balls, everything);
            all.most_out = std::max(all.most_out, one.most_out);
            all.most_in = std::max(all.most_in, one.most_in);
            all.square += one.square;
            all.samples += one.samples;
        }
        WARN("horse, " << most << " balls for parts of "
                       << 100 * static_cast<double>(radius) / extent
                       << " % of its radius: in the mean "
                       << all.mean() / static_cast<double>(radius)
                       << " of that, above the skin up to "
                       << all.most_out / static_cast<double>(radius) << ", below up to "
                       << all.most_in / static_cast<double>(radius));
        CHECK(all.mean() < 0.3 * static_cast<double>(radius));
    }
}
