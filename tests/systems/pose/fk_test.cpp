#include <jounce/systems/pose/fk.hpp>

#include "support/eigen.hpp"
#include "support/random_rigs.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

/// Model matrices of one lane by plain 4x4 products.
template <class Real>
std::vector<Eigen::Matrix4d> multiply_out(const basic_rig<Real>& rig,
                                          const basic_local_pose<Real>& pose, int lane) {
    std::vector<Eigen::Matrix4d> model;
    for (std::size_t b = 0; b < pose.bones.size(); ++b) {
        Eigen::Matrix4d local = to_eigen(get_lane(pose.bones[b], lane));
        if (rig.is_affine) {
            local.topLeftCorner<3, 3>() *= to_eigen(get_lane(pose.stretch[b], lane)).asDiagonal();
        }
        const std::int32_t parent = rig.parents[b];
        model.push_back(parent < 0 ? local : model[static_cast<std::size_t>(parent)] * local);
    }
    return model;
}

} // namespace

TEMPLATE_TEST_CASE("fk equals the product of matrices", "[fk][property]", float, double) {
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(1, 21)));
    rig_recipe recipe;
    recipe.bones = 20;
    recipe.stretch = seed % 2 == 0;
    recipe.mirror = seed % 3 == 0;
    const auto kind = random_kind<TestType>(seed, recipe);
    auto data = make_block_data(kind);
    dice roll(seed + 100);
    sway_all(data.local, kind, roll);
    fk(kind.rig, kind.springs, data.local, data.rigid);

    // Twenty bones may stack up scales to some tens, so the tolerance is relative to the matrix.
    const double tolerance = sizeof(TestType) == 4 ? 1e-5 : 1e-14;
    for (int lane = 0; lane < lane_count; ++lane) {
        const std::vector<Eigen::Matrix4d> expected = multiply_out(kind.rig, data.local, lane);
        for (std::size_t b = 0; b < expected.size(); ++b) {
            const double size = expected[b].norm();
            Eigen::Matrix4d found = to_eigen(get_lane(data.rigid.bones[b], lane));
            if (kind.rig.is_affine) {
                found.topLeftCorner<3, 3>() = to_eigen(get_lane(data.rigid.linear[b], lane));
            }
            CHECK((found - expected[b]).norm() < tolerance * size);
        }
        for (std::size_t a = 0; a < kind.springs.affected.size(); ++a) {
            const auto b = static_cast<std::size_t>(kind.springs.affected[a].bone);
            const Eigen::Vector3d tail = apply(expected[b], to_eigen(kind.rig.tail_local[b]));
            CHECK((to_eigen(get_lane(data.rigid.tails[a], lane)) - tail).norm() <
                  tolerance * expected[b].norm());
        }
    }
}

TEST_CASE("fk of the rest pose is the rest pose", "[fk]") {
    rig_recipe recipe;
    recipe.stretch = GENERATE(false, true);
    const auto kind = random_kind<double>(7, recipe);
    auto data = make_block_data(kind);
    fk(kind.rig, kind.springs, data.local, data.rigid);
    for (std::size_t b = 0; b < kind.rig.parents.size(); ++b) {
        const Eigen::Vector3d head = to_eigen(get_lane(data.rigid.bones[b], 3).translation);
        CHECK((head - to_eigen(kind.rig.rest_head[b])).norm() < 1e-14);
    }
    for (std::size_t a = 0; a < kind.springs.affected.size(); ++a) {
        const auto b = static_cast<std::size_t>(kind.springs.affected[a].bone);
        const Eigen::Vector3d tail = to_eigen(get_lane(data.rigid.tails[a], 5));
        CHECK((tail - to_eigen(kind.rig.rest_tail[b])).norm() < 1e-13);
    }
}
