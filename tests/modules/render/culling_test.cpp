// Which characters are left out of a frame: never one that a view could see.

#include <jounce/modules/render/culling.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../support/drawn_crowd.hpp"

using namespace jounce;

namespace {

/// A view as hosts make it: looks from `eye` to `target`, 0..1 deep.
render::frustum look_at(const vec3<double>& eye, const vec3<double>& target, double half_angle,
                        double near, double far) {
    const auto unit = [](const vec3<double>& v) { return (1 / length(v)) * v; };
    const vec3<double> back = unit(eye - target);
    const vec3<double> right = unit(cross({0, 1, 0.01}, back));
    const vec3<double> up = cross(back, right);
    const double cot = 1 / std::tan(half_angle);
    const double view[16] = {right.x, up.x, back.x, 0, right.y, up.y, back.y, 0,
                             right.z, up.z, back.z, 0, 0,       0,    0,      1};
    const double depth = far / (near - far);
    const double projection[16] = {cot / 1.5, 0,     0,  0, 0, cot,          0, 0, 0,
                                   0,         depth, -1, 0, 0, near * depth, 0};
    float to_clip[16];
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) {
            double sum = 0;
            for (int k = 0; k < 4; ++k) {
                sum += projection[4 * k + r] * view[4 * c + k];
            }
            to_clip[4 * c + r] = static_cast<float>(sum);
        }
    }
    return render::make_frustum(to_clip, false, eye);
}

bool is_inside(const render::frustum_plane& plane, const render::frustum& of,
               const vec3<double>& p) {
    return dot(cast<double>(plane.normal), p - of.origin) + static_cast<double>(plane.offset) >= 0;
}

vec3<double> in_world(const placement& at, const vec3<float>& p) {
    return at.position + cast<double>(at.scale * rotate(at.rotation, p));
}

/// Characters with springs that were thrown about, somewhere around the origin.
struct crowd {
    entt::registry registry;
    std::shared_ptr<const character_kind> kind;
    std::vector<entt::entity> all;
    test::owned_mesh mesh;
    test::planned_meshes meshes;
    std::vector<render::skin_reach> reaches;
    render::upload_plan plan;
    render::culling by;

    explicit crowd(unsigned seed, skin_method method) {
        const bool is_polar = seed % 2 == 1;
        kind = std::make_shared<const character_kind>(test::random_kind<float>(
            seed, {.bones = 12,
                   .stretch = is_polar,
                   .spring_fraction = 0.5,
                   .mode = is_polar ? palette_mode::polar : palette_mode::diagonal}));
        mesh = test::random_mesh(seed, {.joints = 12, .vertices = 60, .influences = 2});
        mesh.mode = kind->bind.mode;
        const auto split = render::split_into_parts(mesh.source(), 256);
        reaches.push_back(render::make_reach(mesh.source(), split->parts));
        const render::mesh_id id = meshes.add(mesh);
        test::dice roll(seed + 9);
        for (int i = 0; i < 60; ++i) {
            all.push_back(spawn(registry, kind));
            registry.emplace_or_replace<placement>(
                all.back(), placement{roll.vector(12), cast<float>(roll.rotation()),
                                      static_cast<float>(roll.number(0.1, 2))});
            render::appearance look;
            look.meshes = {id};
            look.method = method;
            look.rigid = i % 7 == 3;
            registry.emplace<render::appearance>(all.back(), look);
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            test::pose_at_random(registry, all[i], seed + static_cast<std::uint32_t>(i));
        }
        pipeline frames(registry);
        for (int f = 0; f < 4; ++f) {
            for (const entt::entity who : all) { // root motion, which throws the springs
                registry.get<placement>(who).position.x += 0.2;
            }
            frames.run(1.0F / 60);
        }
    }
    void make(std::span<const render::frustum> views, const vec3<double>& origin = {}) {
        by.aim(views, origin);
        render::plan_request request = {origin, std::size_t{1} << 22U, false, false};
        request.cull = {&by, reaches};
        plan.make(registry, meshes.meshes, meshes.parts, request);
    }
    bool is_drawn(entt::entity who, const vec3<double>& origin = {}) const {
        const placement& at = registry.get<const placement>(who);
        return std::any_of(
            meshes.parts[0].drawn.begin(), meshes.parts[0].drawn.end(),
            [&](const render::instance& told) {
                return told.rows[0].v[3] == static_cast<float>(at.position.x - origin.x) &&
                       told.rows[1].v[3] == static_cast<float>(at.position.y - origin.y);
            });
    }
    /// Vertices of a character in the world.
    std::vector<vec3<double>> vertices(entt::entity who) {
        const character& home = registry.get<const character>(who);
        const render::appearance& look = registry.get<const render::appearance>(who);
        palette rows = registry.get<const palette>(home.block);
        if (look.rigid) {
            rigid_pose pose;
            animated_pose(registry, home.block, pose);
            bone_transforms bones;
            bones.bones = pose.bones;
            bones.linear = pose.linear;
            palette_rows(kind->bind, bones, rows);
        }
        skinned_mesh drawn = mesh.vertices;
        for (std::size_t v = 0; v < drawn.positions.size(); ++v) { // as they are drawn
            float sum = 0;
            for (std::uint32_t i = drawn.first_influence[v]; i < drawn.first_influence[v + 1];
                 ++i) {
                sum += drawn.influences[i].weight;
            }
            for (std::uint32_t i = drawn.first_influence[v]; i < drawn.first_influence[v + 1];
                 ++i) {
                drawn.influences[i].weight /= sum;
            }
        }
        std::vector<vec3<float>> positions(drawn.positions.size());
        cpu_skin<float>(look.method, rows, home.lane, drawn, positions, {});
        std::vector<vec3<double>> out;
        for (const std::uint32_t v : mesh.triangles) {
            out.push_back(in_world(registry.get<const placement>(who), positions[v]));
        }
        return out;
    }
};

} // namespace

TEST_CASE("whoever is left out is outside of every view", "[render][culling][property]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    std::size_t culled = 0, drawn = 0, wrong = 0, needless = 0;
    for (unsigned seed = 0; seed < 12; ++seed) {
        crowd of(seed, method);
        test::dice roll(seed + 77);
        for (int look = 0; look < 6; ++look) {
            const vec3<double> origin = look % 2 == 0 ? vec3<double>{} : roll.vector(5);
            std::vector<render::frustum> views;
            for (int v = 0; v <= look % 3; ++v) {
                views.push_back(look_at(roll.vector(10), roll.vector(10), roll.number(0.1, 0.6),
                                        0.1, roll.number(3, 40)));
            }
            of.make(views, origin);
            CHECK(of.plan.drawn() + of.plan.culled() == of.all.size());
            CHECK(of.meshes.parts[0].drawn.size() == of.plan.drawn());
            culled += of.plan.culled();
            drawn += of.plan.drawn();
            for (const entt::entity who : of.all) {
                const std::vector<vec3<double>> points = of.vertices(who);
                const bool is_outside =
                    std::all_of(views.begin(), views.end(), [&](const render::frustum& view) {
                        return std::any_of(
                            view.planes.begin(), view.planes.end(), [&](const auto& plane) {
                                return std::none_of(points.begin(), points.end(),
                                                    [&](const vec3<double>& p) {
                                                        return is_inside(plane, view, p);
                                                    });
                            });
                    });
                const bool shown = of.is_drawn(who, origin);
                wrong += !shown && !is_outside ? 1U : 0U;
                needless += shown && is_outside ? 1U : 0U;
            }
        }
    }
    INFO(culled << " left out, " << needless << " more could be, of " << culled + drawn);
    CHECK(wrong == 0);
    CHECK(culled > (method == skin_method::linear ? 1000U : 500U));
    CHECK(drawn > 300);
    CHECK(needless < drawn); // boxes are not so large that culling does little
}

TEST_CASE("without a frustum nobody is left out", "[render][culling]") {
    crowd of(1, skin_method::dual_quaternion);
    of.make({});
    CHECK(of.plan.culled() == 0);
    CHECK(of.plan.drawn() == of.all.size());
}

TEST_CASE("a view that sees nothing of a broken pose still draws it", "[render][culling]") {
    crowd of(2, skin_method::dual_quaternion);
    const render::frustum away = look_at({0, 0, 0}, {0, 1000, 0}, 0.1, 500, 600);
    of.make(std::vector{away});
    REQUIRE(of.plan.culled() == of.all.size());
    const character& home = of.registry.get<const character>(of.all[0]);
    of.registry.get<palette>(home.block).rows[1].v[0] = std::numeric_limits<float>::quiet_NaN();
    of.make(std::vector{away});
    CHECK(of.plan.culled() == of.all.size() - 1);
    of.registry.get<placement>(of.all[9]).scale = std::numeric_limits<float>::quiet_NaN();
    of.make(std::vector{away});
    CHECK(of.plan.culled() == of.all.size() - 2);
}

TEST_CASE("planes of a matrix enclose what it shows", "[render][culling]") {
    const render::frustum view = look_at({1, 2, 3}, {1, 2, -5}, 0.5, 1, 20);
    const auto sees = [&](const vec3<double>& p) {
        return std::all_of(view.planes.begin(), view.planes.end(),
                           [&](const auto& plane) { return is_inside(plane, view, p); });
    };
    CHECK(sees({1, 2, 0}));
    CHECK_FALSE(sees({1, 2, 2.5})); // nearer than near
    CHECK_FALSE(sees({1, 2, 5}));   // behind
    CHECK(sees({1, 2, -16.9}));
    CHECK_FALSE(sees({1, 2, -17.1})); // beyond far
    CHECK(sees({1, 2 + 0.99 * 10 * std::tan(0.5), -7}));
    CHECK_FALSE(sees({1, 2 + 1.01 * 10 * std::tan(0.5), -7}));
    CHECK(sees({1 + 1.49 * 10 * std::tan(0.5), 2, -7}));
    CHECK_FALSE(sees({1 + 1.52 * 10 * std::tan(0.5), 2, -7}));
    const float nothing[16] = {};
    const render::frustum all = render::make_frustum(nothing, true);
    CHECK(std::all_of(all.planes.begin(), all.planes.end(), [&](const auto& plane) {
        return is_inside(plane, all, {1e9, -1e9, 3});
    }));
}
