// Spheres of nodes against every vertex, for poses that no animator would make.

#include "modules/bounds/bounded_skins.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <limits>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr palette_mode all_modes[] = {palette_mode::diagonal, palette_mode::polar,
                                      palette_mode::matrix};
constexpr skin_method both_methods[] = {skin_method::linear, skin_method::dual_quaternion};

/// Triangles between vertices that have nothing to do with each other.
bounds::skin_surface random_surface(dice& roll, const skin_recipe& recipe, int morphs) {
    bounds::skin_surface out;
    out.vertices = to_float(random_mesh(roll, recipe));
    for (std::uint32_t v = 0; v + 2 < out.vertices.positions.size(); ++v) {
        out.triangles.insert(out.triangles.end(), {v, v + 1, v + 2});
    }
    for (int k = 0; k < morphs; ++k) {
        morph_target target;
        for (std::size_t v = 0; v < out.vertices.positions.size(); ++v) {
            target.positions.push_back(cast<float>(roll.vector(0.3)));
        }
        out.morphs.push_back(target);
    }
    return out;
}

} // namespace

TEST_CASE("spheres hold vertices of any mesh in any pose", "[bounds]") {
    containment all;
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        dice roll(seed);
        skin_recipe recipe;
        recipe.mode = all_modes[seed % 3];
        recipe.mirrored = seed % 5 == 0;
        recipe.turn = seed % 2 == 0 ? 3 : 0.2;
        recipe.joints = roll.whole(1, 30);
        recipe.vertices = roll.whole(3, 80);
        const int morphs = roll.whole(0, 2);
        const bounds::skin_surface surface = random_surface(roll, recipe, morphs);
        const palette rows = to_float(random_palette(roll, recipe));
        const auto tree = bounds::make_skin_tree(surface, recipe.joints);
        REQUIRE(tree);
        std::vector<float> weights;
        for (int k = 0; k < morphs; ++k) {
            weights.push_back(static_cast<float>(roll.number(-2, 2)));
        }
        bounds::posed_skin skin;
        for (const skin_method method : both_methods) {
            for (int lane = 0; lane < lane_count; ++lane) {
                skin.pose(*tree, method, rows, lane, weights);
                const containment found =
                    look_at_spheres(skin, skinned_vertices(surface, method, rows, lane, weights));
                INFO("seed " << seed << " lane " << lane << " dual "
                             << (method == skin_method::dual_quaternion) << " worst "
                             << found.worst);
                REQUIRE(found.outside == 0);
                REQUIRE(std::isfinite(found.most_ratio));
                all.add(found);
            }
        }
    }
    CHECK(all.nodes > 10000);
    WARN("random skins: radius over the exact one: mean " << all.mean_ratio() << ", leaves "
                                                          << all.leaf_ratio());
}

TEST_CASE("spheres of a bent tube are tight, for both methods", "[bounds]") {
    const double turn = GENERATE(0.2, 0.8, 2.0, 3.1);
    const double stretch = GENERATE(0.0, 0.4);
    const bounds::skin_surface surface = make_tube(8, 64, 16);
    const auto tree = bounds::make_skin_tree(surface, 8);
    REQUIRE(tree);
    dice roll(7);
    for (const skin_method method : both_methods) {
        containment all;
        bounds::posed_skin skin;
        for (const palette_mode mode : all_modes) {
            const palette rows = bent_palette(roll, 8, turn, mode, 1, stretch);
            for (int lane = 0; lane < lane_count; ++lane) {
                const float weight[] = {lane % 2 == 0 ? 0.0F : 0.5F};
                skin.pose(*tree, method, rows, lane, weight);
                all.add(
                    look_at_spheres(skin, skinned_vertices(surface, method, rows, lane, weight)));
            }
        }
        CHECK(all.outside == 0);
        WARN("tube, " << (method == skin_method::linear ? "linear" : "dual quaternions")
                      << ", turns up to " << turn << ", stretch " << stretch
                      << ": radius over the exact one: leaves " << all.leaf_ratio() << ", mean "
                      << all.mean_ratio() << ", root " << all.root_ratio);
        if (turn < 1) {
            CHECK(all.mean_ratio() < 2.7);
        }
    }
}

TEST_CASE("weights of another sum, or none, are held too", "[bounds]") {
    bounds::skin_surface surface = make_tube(3, 12, 8);
    dice roll(3);
    for (influence& one : surface.vertices.influences) {
        one.weight *= static_cast<float>(roll.number(0.2, 1.7));
    }
    // Some vertices lose everything, some name a joint twice.
    for (std::size_t v = 0; v < surface.vertices.positions.size(); v += 7) {
        for (std::uint32_t i = surface.vertices.first_influence[v];
             i < surface.vertices.first_influence[v + 1]; ++i) {
            surface.vertices.influences[i].weight = 0;
        }
    }
    for (std::size_t i = 1; i < surface.vertices.influences.size(); i += 5) {
        surface.vertices.influences[i].joint = surface.vertices.influences[i - 1].joint;
    }
    const auto tree = bounds::make_skin_tree(surface, 3);
    REQUIRE(tree);
    bounds::posed_skin skin;
    for (int round = 0; round < 20; ++round) {
        const palette rows = bent_palette(roll, 3, 2, all_modes[round % 3], 1, 0.5);
        for (const skin_method method : both_methods) {
            skin.pose(*tree, method, rows, round % lane_count);
            CHECK(look_at_spheres(skin, skinned_vertices(surface, method, rows, round % lane_count))
                      .outside == 0);
        }
    }
}

TEST_CASE("a pose that is not finite has infinite spheres", "[bounds]") {
    const auto tree = bounds::make_skin_tree(make_tube(2, 4, 5), 2);
    REQUIRE(tree);
    dice roll(1);
    bounds::posed_skin skin;
    for (const palette_mode mode : all_modes) {
        for (const skin_method method : both_methods) {
            palette rows = bent_palette(roll, 2, 1, mode);
            rows.rows[1].v[2] = std::numeric_limits<float>::quiet_NaN();
            skin.pose(*tree, method, rows, 0);
            CHECK(std::isinf(culling_bound(skin).radius));
            skin.pose(*tree, method, rows, 1);
            CHECK(culling_bound(skin).radius < 2);
            const float weight[] = {std::numeric_limits<float>::infinity()};
            skin.pose(*tree, method, rows, 1, weight);
            CHECK(std::isinf(culling_bound(skin).radius));
        }
    }
    palette empty;
    empty.joint_count = 2;
    empty.rows.resize(static_cast<std::size_t>(lane_count * empty.lane_stride()));
    skin.pose(*tree, skin_method::dual_quaternion, empty, 0);
    CHECK(std::isinf(culling_bound(skin).radius));
}

TEST_CASE("a tree is a tree", "[bounds]") {
    const bounds::skin_surface surface = make_tube(5, 40, 12);
    const auto tree = bounds::make_skin_tree(surface, 5);
    REQUIRE(tree);
    const auto again = bounds::make_skin_tree(surface, 5);
    REQUIRE(again);
    CHECK(tree->order == again->order);
    CHECK(tree->node_joints.size() == again->node_joints.size());
    std::vector<int> seen(tree->triangle_count(), 0);
    std::size_t leaves = 0;
    for (std::uint32_t n = 0; n < tree->node_count(); ++n) {
        const bounds::skin_node& node = tree->nodes[n];
        if (node.is_leaf()) {
            ++leaves;
            CHECK(node.triangle_count <= bounds::leaf_triangles);
            for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
                ++seen[tree->order[node.first_triangle + i]];
            }
        } else {
            const bounds::skin_node& one = tree->nodes[n + 1];
            const bounds::skin_node& other = tree->nodes[node.second_child];
            CHECK(one.first_triangle == node.first_triangle);
            CHECK(other.first_triangle == one.first_triangle + one.triangle_count);
            CHECK(one.triangle_count + other.triangle_count == node.triangle_count);
        }
    }
    CHECK(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
    CHECK(tree->node_count() == 2 * leaves - 1);
    CHECK(tree->bytes() < 300 * tree->triangle_count());
}
