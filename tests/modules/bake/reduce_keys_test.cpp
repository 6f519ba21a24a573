#include <jounce/modules/bake/reduce_keys.hpp>

#include <Eigen/Geometry>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

using namespace jounce;
using bake::reduce_keys;

namespace {

Eigen::Quaterniond eigen(const float* v) {
    return Eigen::Quaternionf(v[3], v[0], v[1], v[2]).cast<double>().normalized();
}

/// A turn that wavers, and a sign that flips on the way.
struct wave {
    std::vector<float> times, turns, moves;

    explicit wave(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const double t =
                0.01 * static_cast<double>(i) + 1e-3 * std::sin(static_cast<double>(i));
            times.push_back(static_cast<float>(t));
            const Eigen::Quaterniond q =
                Eigen::AngleAxisd(std::sin(3 * t), Eigen::Vector3d::UnitX()) *
                Eigen::AngleAxisd(2 * t, Eigen::Vector3d(1, 2, 3).normalized());
            const double sign = i % 7 == 3 ? -1 : 1;
            for (const double part : {q.x(), q.y(), q.z(), q.w()}) {
                turns.push_back(static_cast<float>(sign * part));
            }
            moves.push_back(static_cast<float>(std::sin(5 * t)));
            moves.push_back(static_cast<float>(t));
            moves.push_back(1);
        }
    }
};

} // namespace

TEST_CASE("keys that were left out are met within the tolerance", "[bake]") {
    const wave w(400);
    for (const double tolerance : {1e-1, 1e-2, 1e-3, 1e-5}) {
        INFO(tolerance);
        const auto turns = reduce_keys(w.times, w.turns, track_target::rotation, tolerance);
        const auto moves = reduce_keys(w.times, w.moves, track_target::translation, tolerance);
        REQUIRE(turns.front() == 0);
        REQUIRE(turns.back() == 399);
        double worst_turn = 0;
        for (std::size_t k = 0; k + 1 < turns.size(); ++k) {
            for (std::size_t i = turns[k]; i <= turns[k + 1]; ++i) {
                const double share =
                    (static_cast<double>(w.times[i]) - static_cast<double>(w.times[turns[k]])) /
                    (static_cast<double>(w.times[turns[k + 1]]) -
                     static_cast<double>(w.times[turns[k]]));
                const Eigen::Quaterniond q =
                    eigen(&w.turns[4 * turns[k]]).slerp(share, eigen(&w.turns[4 * turns[k + 1]]));
                worst_turn = std::max(worst_turn, q.angularDistance(eigen(&w.turns[4 * i])));
            }
        }
        CHECK(worst_turn <= tolerance * 1.0001 + 1e-7);
        double worst_move = 0;
        for (std::size_t k = 0; k + 1 < moves.size(); ++k) {
            for (std::size_t i = moves[k]; i <= moves[k + 1]; ++i) {
                const double share =
                    (static_cast<double>(w.times[i]) - static_cast<double>(w.times[moves[k]])) /
                    (static_cast<double>(w.times[moves[k + 1]]) -
                     static_cast<double>(w.times[moves[k]]));
                const auto at = [&](std::size_t key) {
                    return Eigen::Vector3f(&w.moves[3 * key]).cast<double>().eval();
                };
                const Eigen::Vector3d between =
                    (1 - share) * at(moves[k]) + share * at(moves[k + 1]);
                worst_move = std::max(worst_move, (between - at(i)).norm());
            }
        }
        CHECK(worst_move <= tolerance * 1.0001);
        CHECK(moves.size() < 400);
    }
    // A looser bound keeps fewer.
    CHECK(reduce_keys(w.times, w.moves, track_target::translation, 1e-1).size() <
          reduce_keys(w.times, w.moves, track_target::translation, 1e-3).size());
}

TEST_CASE("what does not move has one key, what moves straight has two", "[bake]") {
    std::vector<float> times, still, straight;
    for (int i = 0; i < 50; ++i) {
        times.push_back(static_cast<float>(i));
        for (int axis = 0; axis < 3; ++axis) {
            still.push_back(2.5F);
            straight.push_back(static_cast<float>(i * axis));
        }
    }
    CHECK(reduce_keys(times, still, track_target::scale, 0) == std::vector<std::uint32_t>{0});
    CHECK(reduce_keys(times, straight, track_target::translation, 1e-6) ==
          std::vector<std::uint32_t>{0, 49});
    CHECK(reduce_keys({}, {}, track_target::scale, 0).empty());
    // Rotations are the same with either sign.
    std::vector<float> turns;
    for (int i = 0; i < 50; ++i) {
        const float sign = i % 2 == 0 ? 1.0F : -1.0F;
        turns.insert(turns.end(), {0, 0.6F * sign, 0, 0.8F * sign});
    }
    CHECK(reduce_keys(times, turns, track_target::rotation, 1e-9).size() == 1);
}
