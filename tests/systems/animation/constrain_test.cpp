#include "support/eigen.hpp"
#include "support/random_rigs.hpp"

#include <jounce/modules/rig/constraint_builder.hpp>
#include <jounce/systems/animation/constrain.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;
using test::to_eigen;

namespace {

/// Seven bones: 0 - 1 - 2 - 3 and 0 - 4 - 5, 6 below 3.
template <class Real> basic_rig<Real> make_rig(test::dice& roll, bool non_uniform) {
    rig_builder bones;
    const int parents[] = {-1, 0, 1, 2, 0, 4, 3};
    for (int b = 0; b < 7; ++b) {
        rig_builder::joint joint;
        joint.name = "bone" + std::to_string(b);
        joint.parent = parents[b];
        joint.rotation = roll.rotation();
        joint.translation = roll.vector(0.5);
        if (non_uniform) {
            joint.scale = {roll.number(0.6, 1.5), roll.number(0.6, 1.5), roll.number(0.6, 1.5)};
        }
        joint.handle = true;
        bones.add(joint);
    }
    return *bones.build<Real>();
}

template <class Real> struct posed {
    const basic_rig<Real>& rig;
    const basic_local_pose<Real>& pose;

    Eigen::Quaterniond local(std::int32_t bone) const {
        return to_eigen(get_lane(pose.bones[static_cast<std::size_t>(bone)].rotation, 3));
    }
    Eigen::Quaterniond rest(std::int32_t bone) const {
        return to_eigen(rig.rest_local[static_cast<std::size_t>(bone)].rotation);
    }
    Eigen::Quaterniond turn(std::int32_t bone) const {
        return bone < 0 ? Eigen::Quaterniond::Identity()
                        : turn(rig.parents[static_cast<std::size_t>(bone)]) * local(bone);
    }
    Eigen::Matrix4d world(std::int32_t bone) const {
        if (bone < 0) {
            return Eigen::Matrix4d::Identity();
        }
        const std::size_t b = static_cast<std::size_t>(bone);
        Eigen::Matrix3d linear = local(bone).toRotationMatrix();
        if (rig.is_affine) {
            linear = linear * to_eigen(get_lane(pose.stretch[b], 3)).asDiagonal();
        }
        const Eigen::Matrix4d own =
            test::to_matrix4(linear * static_cast<double>(pose.bones[b].scale.v[3]),
                             to_eigen(get_lane(pose.bones[b].translation, 3)));
        return world(rig.parents[b]) * own;
    }
};

double angle_between(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
    return a.angularDistance(b);
}

} // namespace

TEMPLATE_TEST_CASE("constraints turn bones as VRMC_node_constraint says", "[vrm][constrain]", float,
                   double) {
    using Real = TestType;
    const double allowed = sizeof(Real) == 4 ? 3e-6 : 1e-12;
    double smallest = 10;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        test::dice roll(seed);
        basic_character_kind<Real> kind;
        kind.rig = make_rig<Real>(roll, seed % 2 == 0);
        const double weight = seed % 5 == 0 ? 1.0 : seed % 5 == 1 ? 0.5 : roll.number(0, 1);
        // Given in an order in which none is ready: 5 copies 3, 3 rolls with 2, 2 aims at 4.
        const std::vector<constraint_description> all = {
            {constraint_kind::rotation, 5, 3, weight},
            {constraint_kind::roll, 3, 2, weight, {0, 1, 0}},
            {constraint_kind::aim, 2, 4, weight, {0, 0, -1}}};
        const result<basic_constraint_set<Real>> set = build_constraints<Real>(all, kind.rig);
        REQUIRE(set);
        basic_local_pose<Real> pose;
        pose.bones.resize(7);
        pose.stretch.resize(kind.rig.is_affine ? 7 : 0);
        for (int lane = 0; lane < lane_count; ++lane) {
            test::sway_lane(pose, kind, lane, roll);
        }
        basic_local_pose<Real> before = pose;
        constrain(kind.rig, *set, pose);

        posed<Real> at = {kind.rig, before};
        const auto check = [&](std::int32_t bone, const Eigen::Quaterniond& target) {
            const Eigen::Quaterniond expected = at.rest(bone).slerp(weight, target);
            const Eigen::Quaterniond got =
                to_eigen(get_lane(pose.bones[static_cast<std::size_t>(bone)].rotation, 3));
            CHECK(angle_between(expected, got) <= allowed);
            smallest = std::min(smallest,
                                angle_between(expected, at.rest(bone)) + (weight < 0.05 ? 10 : 0));
            // What depends on it sees what was computed.
            set_lane(before.bones[static_cast<std::size_t>(bone)].rotation, 3,
                     get_lane(pose.bones[static_cast<std::size_t>(bone)].rotation, 3));
        };
        { // aim
            const Eigen::Quaterniond parent = at.turn(1);
            const Eigen::Vector3d from = parent * at.rest(2) * Eigen::Vector3d(0, 0, -1);
            const Eigen::Vector3d to =
                (at.world(4) - at.world(2)).template block<3, 1>(0, 3).normalized();
            const Eigen::Quaterniond arc = Eigen::Quaterniond::FromTwoVectors(from, to);
            check(2, parent.conjugate() * arc * parent * at.rest(2));
        }
        { // roll
            const Eigen::Quaterniond delta = at.rest(2).conjugate() * at.local(2);
            const Eigen::Quaterniond in_parent = at.rest(2) * delta * at.rest(2).conjugate();
            const Eigen::Quaterniond own = at.rest(3).conjugate() * in_parent * at.rest(3);
            const Eigen::Vector3d axis(0, 1, 0);
            const Eigen::Quaterniond tilt = Eigen::Quaterniond::FromTwoVectors(axis, own * axis);
            check(3, at.rest(3) * tilt.conjugate() * own);
        }
        check(5, at.rest(5) * (at.rest(3).conjugate() * at.local(3)));
        for (const std::size_t untouched : {0U, 1U, 4U, 6U}) {
            CHECK(get_lane(pose.bones[untouched], 3) == get_lane(before.bones[untouched], 3));
        }
    }
    CHECK(smallest > 1e-4); // something was turned
}

TEST_CASE("bad constraints are refused by name", "[vrm][constrain][bad-input]") {
    test::dice roll(1);
    const rig bones = make_rig<float>(roll, false);
    const auto name_of = [&](std::vector<constraint_description> all) {
        const result<constraint_set> built = build_constraints<float>(all, bones);
        return built ? std::string() : built.error().name;
    };
    using k = constraint_kind;
    CHECK(name_of({}) == "");
    CHECK(name_of({{k::rotation, 7, 0}}) == "unknown_bone");
    CHECK(name_of({{k::rotation, 0, -1}}) == "unknown_bone");
    CHECK(name_of({{k::rotation, 1, 0, 1.5}}) == "bad_setting");
    CHECK(name_of({{k::roll, 1, 0, 1, {0, 0, 0}}}) == "bad_setting");
    CHECK(name_of({{k::rotation, 1, 0}, {k::aim, 1, 2}}) == "duplicate_constraint");
    CHECK(name_of({{k::rotation, 1, 1}}) == "cycle");
    CHECK(name_of({{k::rotation, 1, 2}, {k::rotation, 2, 1}}) == "cycle");
    CHECK(name_of({{k::aim, 1, 3}}) == "cycle"); // would move what it aims at
    CHECK(name_of({{k::aim, 3, 1}}) == "");
}
