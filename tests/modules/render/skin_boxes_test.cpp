// Boxes around skins, from a ball per joint: no vertex may be outside, in any pose.

#include <jounce/modules/render/skin_reach.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "culled_meshes.hpp"

using namespace jounce;
using test::drawn_mesh;
using test::is_inside;
using test::reach_of;

namespace {

struct exact_box {
    vec3<float> low = {1e30F, 1e30F, 1e30F};
    vec3<float> high = {-1e30F, -1e30F, -1e30F};

    void add(const vec3<float>& p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    float size() const { return length(high - low); }
};

/// How the joints of a palette are chosen.
struct pose_recipe {
    double angle = 3.14; ///< radians, at most, from a rotation that all joints of a lane share
    double least_scale = 1;
    double most_scale = 1;
    double drift = 0; ///< metres that joints fall apart
};

/// Eight lanes of joints that turn about places of the mesh, as bones do.
palette random_palette(palette_mode mode, std::int32_t joints, const pose_recipe& recipe,
                       unsigned seed) {
    test::dice roll(seed);
    palette out;
    out.mode = mode;
    out.joint_count = joints;
    out.rows.resize(static_cast<std::size_t>(out.lane_stride() * lane_count));
    for (int lane = 0; lane < lane_count; ++lane) {
        const quat<double> common = roll.rotation();
        const vec3<double> away = roll.vector(20);
        for (std::int32_t j = 0; j < joints; ++j) {
            palette_row<float>* to =
                out.rows.data() + lane * out.lane_stride() + j * out.rows_per_joint();
            const vec3<double> axis = roll.vector(1);
            const double turn = 0.5 * roll.number(-recipe.angle, recipe.angle);
            const double s = std::sin(turn) / std::max(length(axis), 1e-3);
            const quat<double> q = normalised(
                common * quat<double>{s * axis.x, s * axis.y, s * axis.z, std::cos(turn)});
            const auto scale = [&] { return roll.number(recipe.least_scale, recipe.most_scale); };
            const vec3<double> d = {scale(), scale(), scale()};
            vec3<double> shear = {0, 0, 0};
            if (mode == palette_mode::polar) {
                shear = roll.vector(0.3 * (recipe.most_scale - recipe.least_scale));
            }
            const mat3<double> stretch = {
                {{d.x, shear.z, shear.y}, {shear.z, d.y, shear.x}, {shear.y, shear.x, d.z}}};
            const mat3<double> linear = to_matrix(q) * stretch;
            const vec3<double> pivot = roll.vector(1);
            const vec3<double> t =
                to_matrix(common) * pivot + away + roll.vector(recipe.drift) - linear * pivot;
            if (mode == palette_mode::matrix) {
                const vec3<double>* c = linear.column;
                const double rows[3][4] = {{c[0].x, c[1].x, c[2].x, t.x},
                                           {c[0].y, c[1].y, c[2].y, t.y},
                                           {c[0].z, c[1].z, c[2].z, t.z}};
                for (int r = 0; r < 3; ++r) {
                    for (int k = 0; k < 4; ++k) {
                        to[r].v[k] = static_cast<float>(rows[r][k]);
                    }
                }
                continue;
            }
            const quat<double> dual = quat<double>{0.5 * t.x, 0.5 * t.y, 0.5 * t.z, 0} * q;
            const double side = roll.whole(0, 1) == 0 ? 1 : -1; // the same rotation
            const auto write = [&](int r, double x, double y, double z, double w) {
                to[r] = {{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z),
                          static_cast<float>(w)}};
            };
            write(0, side * q.x, side * q.y, side * q.z, side * q.w);
            write(1, side * dual.x, side * dual.y, side * dual.z, side * dual.w);
            write(2, d.x, d.y, d.z, 0);
            if (mode == palette_mode::polar) {
                write(3, shear.x, shear.y, shear.z, 0);
            }
        }
    }
    return out;
}

} // namespace

TEST_CASE("no vertex is outside of its character's box", "[render][culling][property]") {
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar, palette_mode::matrix);
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    const auto recipe = GENERATE(pose_recipe{0.3, 1, 1, 0}, pose_recipe{3.14, 1, 1, 0},
                                 pose_recipe{0.8, 0.5, 1.7, 0.1}, pose_recipe{3.14, 0.1, 4, 2});
    const int influences = GENERATE(1, 2, 4, 8);
    std::size_t outside = 0, unknown = 0;
    for (unsigned seed = 0; seed < 12; ++seed) {
        test::owned_mesh mesh =
            test::random_mesh(seed, {.joints = 14, .vertices = 150, .influences = influences});
        mesh.mode = mode;
        if (seed % 3 == 0) { // some that no joint moves
            for (std::size_t i = mesh.vertices.first_influence[140];
                 i < mesh.vertices.influences.size(); ++i) {
                mesh.vertices.influences[i].weight = 0;
            }
        }
        const render::skin_reach reach = reach_of(mesh);
        const skinned_mesh drawn = drawn_mesh(mesh);
        const palette rows = random_palette(mode, 14, recipe, seed + 100);
        render::box_maker maker;
        render::lane_boxes boxes;
        maker.make(reach, method, rows, {}, boxes);
        std::vector<vec3<float>> positions(drawn.positions.size());
        for (int lane = 0; lane < lane_count; ++lane) {
            cpu_skin<float>(method, rows, lane, drawn, positions, {});
            const render::model_box box = boxes.box(lane);
            unknown += boxes.is_known[static_cast<std::size_t>(lane)] ? 0U : 1U;
            for (const vec3<float>& p : positions) {
                outside += is_inside(box, p) ? 0U : 1U;
            }
        }
    }
    CHECK(outside == 0);
    CHECK(unknown == 0);
}

TEST_CASE("boxes hold what morph targets add", "[render][culling][property]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    std::size_t outside = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
        const test::owned_mesh mesh =
            test::random_mesh(seed, {.joints = 9, .vertices = 80, .morphs = 6});
        const render::skin_reach reach = reach_of(mesh);
        test::dice roll(seed);
        std::vector<float> weights(6);
        for (float& each : weights) {
            each = static_cast<float>(roll.number(-3, 3));
        }
        skinned_mesh shaped = mesh.vertices;
        morph<float>(mesh.vertices, mesh.morphs, weights, shaped.positions, {});
        const palette rows = random_palette(palette_mode::diagonal, 9, {1, 0.8, 1.2, 0}, seed);
        std::array<float, lane_count> growth{};
        growth.fill(render::growth_of(reach, weights));
        render::box_maker maker;
        render::lane_boxes boxes;
        maker.make(reach, method, rows, growth, boxes);
        // Sums of weights are not one here; those of the mesh that is drawn are.
        test::owned_mesh moved = mesh;
        moved.vertices = shaped;
        const skinned_mesh drawn = drawn_mesh(moved);
        std::vector<vec3<float>> positions(drawn.positions.size());
        for (int lane = 0; lane < lane_count; ++lane) {
            cpu_skin<float>(method, rows, lane, drawn, positions, {});
            for (const vec3<float>& p : positions) {
                outside += is_inside(boxes.box(lane), p) ? 0U : 1U;
            }
        }
    }
    CHECK(outside == 0);
}

TEST_CASE("boxes are not much larger than they must be", "[render][culling]") {
    // Bones that turn by up to 45 degrees, vertices near their joints.
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    double sum = 0;
    for (unsigned seed = 0; seed < 10; ++seed) {
        const test::owned_mesh mesh =
            test::random_mesh(seed, {.joints = 3, .vertices = 400, .influences = 2});
        const palette rows = random_palette(palette_mode::diagonal, 3, {0.8, 1, 1, 0}, seed);
        const skinned_mesh drawn = drawn_mesh(mesh);
        render::box_maker maker;
        render::lane_boxes boxes;
        maker.make(reach_of(mesh), method, rows, {}, boxes);
        std::vector<vec3<float>> positions(drawn.positions.size());
        for (int lane = 0; lane < lane_count; ++lane) {
            cpu_skin<float>(method, rows, lane, drawn, positions, {});
            exact_box exact;
            for (const vec3<float>& p : positions) {
                exact.add(p);
            }
            sum += static_cast<double>(2 * boxes.box(lane).radius / exact.size());
        }
    }
    CHECK(sum / 80 < (method == skin_method::linear ? 1.6 : 2.2));
}

TEST_CASE("a pose that is not finite, or no rotation, has no box", "[render][culling]") {
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::matrix);
    test::owned_mesh mesh = test::random_mesh(1, {.joints = 5, .vertices = 60});
    mesh.mode = mode;
    palette rows = random_palette(mode, 5, {1, 1, 1, 0}, 3);
    const auto row = [&](int lane) -> palette_row<float>& {
        return rows.rows[static_cast<std::size_t>(lane * rows.lane_stride()) + 3];
    };
    row(2).v[1] = std::numeric_limits<float>::quiet_NaN();
    row(5).v[3] = std::numeric_limits<float>::infinity();
    row(6).v[0] = 40; // a matrix may
    render::box_maker maker;
    render::lane_boxes boxes;
    maker.make(reach_of(mesh), skin_method::dual_quaternion, rows, {}, boxes);
    CHECK(boxes.is_known[1]);
    CHECK_FALSE(boxes.is_known[2]);
    CHECK_FALSE(boxes.is_known[5]);
    CHECK(boxes.is_known[6] == (mode == palette_mode::matrix));
    CHECK_FALSE(std::isfinite(boxes.box(2).radius));
}
