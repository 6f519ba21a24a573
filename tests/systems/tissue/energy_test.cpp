#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_test_macros.hpp>

#include <Eigen/Dense>

#include <cmath>
#include <random>

namespace {

using namespace jounce;
using namespace jounce::test;

/// Kinetic and elastic energy, from the bake and by the formula of the material.
double energy(const tissue::baked_tissue& baked, const Eigen::MatrixX3d& displacement,
              const Eigen::MatrixX3d& velocity) {
    const Eigen::Index count = displacement.rows();
    const Eigen::Map<const Eigen::MatrixXd> mass(baked.mass.data(), count, count);
    double out = 0.5 * (velocity.transpose() * mass * velocity).trace();
    const double nu = baked.material.poisson;
    const double mu = baked.material.young / (2 * (1 + nu));
    const double lambda = baked.material.young * nu / ((1 + nu) * (1 - 2 * nu)) + mu;
    const double a = 1 + mu / lambda;
    for (std::size_t p = 0; p < baked.cubature.size(); ++p) {
        Eigen::Matrix3d f = Eigen::Matrix3d::Identity();
        for (std::uint32_t i = baked.cubature_first[p]; i < baked.cubature_first[p + 1]; ++i) {
            const tissue::handle_weight& w = baked.cubature_weights[i];
            f += displacement.row(w.handle).transpose() *
                 Eigen::RowVector3d(w.gradient.x, w.gradient.y, w.gradient.z);
        }
        const double j = f.determinant();
        out += baked.cubature[p].volume * (0.5 * mu * (f.squaredNorm() - 3) +
                                           0.5 * lambda * ((j - a) * (j - a) - (1 - a) * (1 - a)));
    }
    return out;
}

} // namespace

TEST_CASE("Flesh to which nothing is done never gains energy", "[tissue][one_thread]") {
    tissue::baked_tissue baked = golden_limb().baked;
    std::fill(baked.handle_bounds.begin(), baked.handle_bounds.end(), 10.0);
    baked.material.beta = 0;
    for (const double rate : {30.0, 60.0, 120.0, 480.0}) {
        tissue_run_options run;
        run.tier = tissue_tier::newton;
        run.newton_steps = 8;
        run.tick_rate = rate;
        loose_limb<double> limb(baked, run);
        std::fill_n(limb.options.tiers.v + 1, lane_count - 1, -1.0); // one of them is enough
        limb.frame();
        std::mt19937 random(3);
        std::normal_distribution<double> some(0, 0.01);
        const std::size_t count = baked.handles.size();
        Eigen::MatrixX3d before(static_cast<Eigen::Index>(count), 3);
        for (std::size_t h = 0; h < count; ++h) {
            const vec3<double> start = {some(random), some(random), some(random)};
            for (int lane = 0; lane < lane_count; ++lane) {
                set_lane(limb.state.handles[h].now, lane, start);
                set_lane(limb.state.handles[h].turned, lane, start);
            }
            before.row(static_cast<Eigen::Index>(h)) << start.x, start.y, start.z;
        }
        double last = energy(baked, before, Eigen::MatrixX3d::Zero(before.rows(), 3));
        const double start = last;
        REQUIRE(start > 0);
        bool never_gains = true;
        limb.frame(); // the speed of its bones is known from here on
        for (int step = 0; step < 200; ++step) {
            Eigen::MatrixX3d now(before.rows(), 3);
            for (std::size_t h = 0; h < count; ++h) {
                const vec3<double> at = limb.displacement(h);
                now.row(static_cast<Eigen::Index>(h)) << at.x, at.y, at.z;
            }
            const double has = energy(baked, now, rate * (now - before));
            never_gains = never_gains && has <= last + 1e-12 * start;
            last = has;
            before = now;
            limb.frame();
        }
        CHECK(never_gains);
        CHECK(last < 0.9 * start);
    }
}
