#include "support/lone_character.hpp"

#include <snippets/own_axes.hpp>

#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::test;

namespace {

/// A line of the table: what takes positions and quaternions to jounce.
struct axes {
    vec3<float> (*position)(const vec3<float>&);
    quat<float> (*rotation)(const quat<float>&);
};

const axes table[] = {
    {[](const vec3<float>& p) { return p; }, [](const quat<float>& q) { return q; }},
    {[](const vec3<float>& p) {
         return vec3<float>{p.x, p.y, -p.z};
     },
     [](const quat<float>& q) {
         return quat<float>{-q.x, -q.y, q.z, q.w};
     }},
    {[](const vec3<float>& p) {
         return vec3<float>{p.x, p.z, -p.y};
     },
     [](const quat<float>& q) {
         return quat<float>{q.x, q.z, -q.y, q.w};
     }},
    {[](const vec3<float>& p) { return cast<float>(from_z_up_left(cast<double>(p))); },
     [](const quat<float>& q) { return from_z_up_left(q); }},
};

/// Tail of a chain that is thrown about, after a while, in the axes of its engine; metres there.
/// @param from_jounce  from jounce's axes to the engine's
template <class Map, class Turn> vec3<float> thrown_tail(Map&& from_jounce, Turn&& turn) {
    rig_builder bones;
    stable_builder springs;
    const auto at = [&](double x, double y, double z) {
        return cast<double>(from_jounce(cast<float>(vec3<double>{x, y, z})));
    };
    bones.add(rig_builder::segment{"root", -1, at(0, 0, 0), at(0, 0.2, 0), false});
    bones.add(rig_builder::segment{"a", 0, at(0, 0.2, 0), at(0.2, 0.3, 0.1), false});
    bones.add(rig_builder::segment{"b", 1, at(0.2, 0.3, 0.1), at(0.4, 0.3, 0.3), false});
    spring_tuning tuning;
    tuning.frequency = 1.5;
    tuning.damping_ratio = 0.2;
    tuning.radius = 0.01;
    springs.add("a", tuning);
    springs.add("b", tuning);
    collider ball;
    ball.a = cast<float>(at(0.35, 0.05, 0.25));
    ball.radius = 0.12F;
    springs.add("root", ball);
    const auto rig = bones.build<float>();
    stage on(make_kind(*rig, *springs.build(*rig)));
    const entt::entity who = on.add();
    context<world_forces>(on.registry).gravity = at(0, -9.81, 0);
    for (int frame = 1; frame <= 50; ++frame) {
        const float angle = 0.6F * std::sin(0.2F * static_cast<float>(frame));
        pose_of(on.registry, who).set_rotation(0, turn(axis_angle<float>({0, 0.6F, 0.8F}, angle)));
        on.at(who).position = at(0.01 * frame * frame / 50, 0, 0.02 * frame);
        on.systems.run(1.0F / 60);
    }
    CHECK(on.most(who) > 0.05F);
    return on.tail(who, 1);
}

} // namespace

TEST_CASE("axes of other engines are brought over as the table says", "[docs]") {
    const vec3<float> p = {3, -5, 7};
    const quat<float> q = normalised(quat<float>{0.3F, -0.2F, 0.7F, 0.5F});
    for (const axes& each : table) {
        const vec3<float> there = each.position(rotate(q, p));
        const vec3<float> here = rotate(each.rotation(q), each.position(p));
        CHECK(length(there - here) < 1e-5F);
    }
    // A metre ahead, up, and to the right, where ahead is x, up z, and right y.
    CHECK(from_z_up_left(vec3<double>{100, 0, 0}) == vec3<double>{0, 0, 1});
    CHECK(from_z_up_left(vec3<double>{0, 0, 100}) == vec3<double>{0, 1, 0});
    CHECK(from_z_up_left(vec3<double>{0, 100, 0}).x == -1); // facing +z with y up, left is +x
}

TEST_CASE("springs prefer no hand and no axis", "[docs]") {
    const auto same = [](const auto& value) { return value; };
    const vec3<float> expected = thrown_tail(same, same);
    // Left-handed with z up, in metres: (x, y, z) here is (z, -x, y) there.
    const vec3<float> other = thrown_tail(
        [](const vec3<float>& v) {
            return vec3<float>{v.z, -v.x, v.y};
        },
        [](const quat<float>& v) {
            return quat<float>{-v.z, v.x, -v.y, v.w};
        });
    CHECK(length(vec3<float>{-other.y, other.z, other.x} - expected) < 1e-4F);
}
