#include <jounce/modules/procedural/deviation.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace jounce;

namespace {

std::vector<procedural::model> all_models() {
    std::vector<procedural::model> out;
    for (const solver_id solver : {stable_solver, reference_solver}) {
        for (const auto make :
             {&procedural::tentacle, &procedural::plant, &procedural::cape, &procedural::belly,
              &procedural::duck, &procedural::creature, &procedural::pony_tail}) {
            out.push_back(make(solver));
        }
    }
    struct size {
        std::int32_t bones, springs;
    };
    for (const size& of : {size{2, 1}, size{16, 4}, size{20, 19}, size{64, 16}, size{130, 100}}) {
        out.push_back(*procedural::bench_character(of.bones, of.springs));
    }
    return out;
}

struct crowd {
    explicit crowd(const procedural::model& of, std::size_t count = 8) {
        for (std::size_t i = 0; i < count; ++i) {
            characters.push_back(procedural::spawn(registry, of));
        }
    }
    void frame(int number) {
        for (std::size_t i = 0; i < characters.size(); ++i) {
            procedural::animate(registry, characters[i], number / 60.0, procedural::crowd_phase(i));
        }
        frames.run(procedural::frame_time);
    }

    entt::registry registry;
    std::vector<entt::entity> characters;
    pipeline frames{registry};
};

} // namespace

TEST_CASE("springs are stable and lively over ten seconds", "[procedural][property]") {
    for (const procedural::model& kind : all_models()) {
        crowd all(kind);
        std::vector<float> largest(all.characters.size());
        for (int f = 0; f < 600; ++f) {
            all.frame(f);
            for (std::size_t i = 0; i < largest.size(); ++i) {
                const float now = procedural::spring_deviation(all.registry, all.characters[i]);
                largest[i] = now <= largest[i] ? largest[i] : now; // keeps what is no number
            }
        }
        for (const float deviation : largest) {
            CAPTURE(kind.name, kind.kind->rig.bone_count());
            CHECK(deviation <= 0.75F * kind.chain_length);
            CHECK(deviation > 0.02F * kind.chain_length);
        }
    }
}

TEST_CASE("motions are deterministic", "[procedural]") {
    for (const procedural::model& kind : all_models()) {
        crowd first(kind);
        crowd second(kind);
        for (int f = 0; f < 90; ++f) {
            first.frame(f);
            second.frame(f);
        }
        CHECK(state_hash(first.registry) == state_hash(second.registry));
    }
}

TEST_CASE("motion starts at rest and depends on the phase", "[procedural]") {
    for (const procedural::model& kind : all_models()) {
        for (const procedural::driver& bone : *kind.plan) {
            CHECK(procedural::pose_at(bone, 0, 0.3) == bone.rest);
            CHECK_FALSE(procedural::pose_at(bone, 5.1, 0.1) == procedural::pose_at(bone, 5.1, 0.4));
        }
    }
}

TEST_CASE("turns stay within their angle and rotations are unit", "[procedural]") {
    procedural::driver bone;
    const float half_angle = 0.25F;
    bone.turn = {0, std::tan(half_angle), 0};
    bone.turn_hertz = 1;
    float widest = 0;
    for (int f = 60; f < 600; ++f) {
        const quat<float> q = procedural::pose_at(bone, f / 60.0, 0).rotation;
        CHECK(std::abs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-6F);
        widest = std::max(widest, std::abs(std::asin(q.y)));
    }
    CHECK(std::abs(widest - half_angle) < 1e-5F);
}

TEST_CASE("large turns are made of smaller ones and reach their angle", "[procedural]") {
    procedural::driver bone;
    const float angle = 2.96F;
    bone.turn = {0, std::tan(angle / 8), 0};
    bone.turn_doublings = 2;
    bone.turn_hertz = 1;
    float widest = 0;
    float fastest = 0;
    float before = 0;
    for (int f = 60; f < 600; ++f) {
        const quat<float> q = procedural::pose_at(bone, f / 60.0, 0).rotation;
        const float now = 2 * std::atan2(q.y, q.w);
        widest = std::max(widest, std::abs(now));
        fastest = std::max(fastest, std::abs(now - before));
        before = now;
    }
    CHECK(std::abs(widest - angle) < 1e-4F);
    // A sine of this height and rate passes its middle at 2 pi angle / 60 per frame.
    CHECK(fastest < 1.3F * 6.2832F * angle / 60);
}

TEST_CASE("a hop is a throw and a wait", "[procedural]") {
    procedural::driver bone;
    bone.shift = {0, 0.4F, 0};
    bone.shift_hertz = 0.5F;
    bone.air_share = 0.6F;
    // Two seconds a cycle, 1.2 of them in the air: y = 4 h t (T - t) / T^2.
    for (const double t : {0.0, 0.1, 0.3, 0.6, 0.9, 1.15, 1.2, 1.5, 1.9}) {
        const double expected = t < 1.2 ? 4 * 0.4 * t * (1.2 - t) / 1.44 : 0.0;
        CAPTURE(t);
        const double y = static_cast<double>(procedural::pose_at(bone, 4 + t, 0).translation.y);
        CHECK(std::abs(y - expected) < 1e-6);
    }
}

TEST_CASE("phases of a crowd lie in one cycle and differ", "[procedural]") {
    for (std::size_t i = 1; i < 1000; ++i) {
        CHECK(procedural::crowd_phase(i) >= 0);
        CHECK(procedural::crowd_phase(i) < 1);
        CHECK(std::abs(procedural::crowd_phase(i) - procedural::crowd_phase(i - 1)) > 0.3);
    }
}
