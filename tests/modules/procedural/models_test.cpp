#include <jounce/modules/procedural/model.hpp>

#include <jounce/components/assets/rig.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <cstddef>

using namespace jounce;

TEST_CASE("bench characters have the size that was asked for", "[procedural]") {
    const std::int32_t bones = GENERATE(range(1, 131));
    for (std::int32_t springs = 0; springs < bones; springs += 1 + bones / 9) {
        CAPTURE(bones, springs);
        const result<procedural::model> made = procedural::bench_character(bones, springs);
        REQUIRE(made);
        CHECK(made->kind->rig.bone_count() == bones);
        CHECK(made->kind->springs.springs.size() == static_cast<std::size_t>(springs));
    }
    const result<procedural::model> nearly_all = procedural::bench_character(bones, bones - 1);
    REQUIRE(nearly_all);
    CHECK(nearly_all->kind->springs.springs.size() == static_cast<std::size_t>(bones - 1));
}

TEST_CASE("bench characters can be as large as rigs can", "[procedural]") {
    CHECK(procedural::bench_character(max_bones, 0));
    CHECK(procedural::bench_character(max_bones, max_bones - 1));
}

TEST_CASE("bench characters hang springs in chains of four", "[procedural]") {
    const result<procedural::model> made = procedural::bench_character(40, 18);
    REQUIRE(made);
    const rig& bones = made->kind->rig;
    for (const basic_spring<float>& spring : made->kind->springs.springs) {
        std::int32_t depth = 0;
        for (std::int32_t b = spring.bone;
             bones.names[static_cast<std::size_t>(b)].starts_with("chain");
             b = bones.parents[static_cast<std::size_t>(b)]) {
            ++depth;
        }
        CHECK(depth >= 1);
        CHECK(depth <= 4);
    }
}

TEST_CASE("sizes that cannot be are refused by name", "[procedural]") {
    struct size {
        std::int32_t bones, springs;
    };
    for (const size& wrong : {size{0, 0}, size{-1, 0}, size{max_bones + 1, 0}, size{8, 8},
                              size{8, 9}, size{8, -1}, size{1, 1}}) {
        const result<procedural::model> made =
            procedural::bench_character(wrong.bones, wrong.springs);
        CAPTURE(wrong.bones, wrong.springs);
        REQUIRE_FALSE(made);
        CHECK(made.error().name == "bad_size");
    }
}

TEST_CASE("models have springs, driven bones and a yardstick", "[procedural]") {
    for (const procedural::model& made :
         {procedural::tentacle(), procedural::plant(), procedural::cape(), procedural::belly(),
          procedural::duck(), procedural::creature(), procedural::pony_tail()}) {
        CAPTURE(made.name);
        CHECK(made.kind->springs.solver == stable_solver);
        CHECK_FALSE(made.kind->springs.stable.springs.empty());
        CHECK_FALSE(made.plan->empty());
        CHECK(made.chain_length > 0);
        const auto& springs = made.kind->springs.stable.springs;
        for (const procedural::driver& driven : *made.plan) {
            // What moves is what springs are measured against: only rigid bones drive.
            CHECK(std::none_of(springs.begin(), springs.end(), [&](const stable_spring<float>& s) {
                return s.bone == driven.bone;
            }));
        }
    }
}

TEST_CASE("the twist bar is animated only", "[procedural]") {
    for (const solver_id solver : {stable_solver, reference_solver}) {
        const procedural::model made = procedural::twist_bar(solver);
        CHECK(made.kind->springs.stable.springs.empty());
        CHECK(made.kind->springs.springs.empty());
        REQUIRE(made.plan->size() == 1);
        CHECK(made.kind->rig.names[static_cast<std::size_t>(made.plan->front().bone)] == "upper");
        CHECK(made.chain_length > 0);
    }
}
