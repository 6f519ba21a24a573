#include "modules/decompose/made_animations.hpp"

#include <jounce/modules/decompose/rotation_sequences.hpp>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <random>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;
using Catch::Approx;

TEST_CASE("an affine motion is one flexible bone, and no rigid one", "[decompose]") {
    const mesh_animation from = stretched_box(10);
    decompose_options options;
    options.bones = 1;
    const result<decomposition> flexible = decompose::decompose(from, options);
    REQUIRE(flexible);
    CHECK(flexible->bone_count() == 1);
    CHECK(flexible->report.error < 1e-4);
    CHECK(error_of(*flexible, from) < 1e-4);
    options.kind = bone_kind::rigid;
    const result<decomposition> rigid = decompose::decompose(from, options);
    REQUIRE(rigid);
    CHECK(rigid->report.error > 1);
    CHECK(rigid->report.compression > flexible->report.compression);
}

TEST_CASE("refits never raise the error, weights sum to one", "[decompose]") {
    const mesh_animation from = bending_bar(16);
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        decompose_options options;
        options.kind = kind;
        options.bones = 6;
        options.refits = 0;
        const result<decomposition> first = decompose::decompose(from, options);
        options.refits = 12;
        const result<decomposition> made = decompose::decompose(from, options);
        REQUIRE(first);
        REQUIRE(made);
        REQUIRE(made->report.error_by_refit.size() == 12);
        double before = first->report.error;
        for (const double after : made->report.error_by_refit) {
            CHECK(after <= before * (1 + 1e-9));
            before = after;
        }
        CHECK(made->report.error == Approx(before).epsilon(1e-6));
        CHECK(made->report.error < 0.9 * first->report.error);
        for (std::size_t v = 0; v < from.rest.size(); ++v) {
            double sum = 0;
            CHECK(made->weights.of(v).size() <= 4);
            for (const weights::bone_weight& one : made->weights.of(v)) {
                CHECK(one.weight > 0);
                sum += one.weight;
            }
            CHECK(sum == Approx(1).margin(1e-12));
        }
    }
}

TEST_CASE("weights of any sign fit at least as well", "[decompose]") {
    const mesh_animation from = bending_bar(16);
    decompose_options options;
    options.bones = 6;
    options.refits = 3;
    const result<decomposition> nnls = decompose::decompose(from, options);
    options.weights = weight_solver::tsvd;
    const result<decomposition> tsvd = decompose::decompose(from, options);
    REQUIRE(nnls);
    REQUIRE(tsvd);
    CHECK(tsvd->report.error <= nnls->report.error * 1.0001);
    CHECK(tsvd->report.error == Approx(error_of(*tsvd, from)).epsilon(1e-6));
}

TEST_CASE("rotations of triangles are polar factors", "[decompose]") {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto point = [&] {
        return Eigen::Vector3d(number(random), number(random), number(random));
    };
    const auto edges = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                          const Eigen::Vector3d& c) {
        Eigen::Matrix3d out;
        out << b - a, c - a, (b - a).cross(c - a).normalized();
        return out;
    };
    for (int i = 0; i < 200; ++i) {
        const Eigen::Vector3d p[6] = {point(), point(), point(), point(), point(), point()};
        const auto rest = axes_of(p[0], p[1], p[2]), moved = axes_of(p[3], p[4], p[5]);
        REQUIRE(rest);
        REQUIRE(moved);
        const Eigen::Matrix3d map = edges(p[3], p[4], p[5]) * edges(p[0], p[1], p[2]).inverse();
        const Eigen::JacobiSVD<Eigen::Matrix3d> svd(map, Eigen::ComputeFullU | Eigen::ComputeFullV);
        const Eigen::Matrix3d polar = svd.matrixU() * svd.matrixV().transpose();
        CHECK((rotation_between(*rest, *moved) - polar).norm() < 1e-8);
    }
    CHECK_FALSE(axes_of({0, 0, 0}, {1, 1, 1}, {2, 2, 2}));
    CHECK_FALSE(axes_of({1, 2, 3}, {1, 2, 3}, {1, 2, 3}));
}
