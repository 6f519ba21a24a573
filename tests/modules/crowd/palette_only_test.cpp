#include <jounce/modules/rig/make_kind.hpp>

#include "support/caught_assert.hpp"

#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/socket.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/pipeline/look_ahead.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/deviation.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/procedural/motion.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <taskflow/taskflow.hpp>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace palette_only_test {

using namespace jounce;

namespace {

constexpr float dt = 1.0F / 60;

/// Characters of a procedural model, by a pipeline of their own.
struct crowd {
    crowd(const procedural::model& of, int count, pipeline_options options = {})
        : model(of), systems(registry, options) {
        for (int i = 0; i < count; ++i) {
            all.push_back(procedural::spawn(registry, model));
        }
    }
    void frame(tf::Executor* workers = nullptr) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            procedural::animate(registry, all[i], time, procedural::crowd_phase(i));
        }
        time += static_cast<double>(dt);
        workers != nullptr ? systems.run(*workers, dt) : systems.run(dt);
    }

    procedural::model model;
    entt::registry registry;
    pipeline systems;
    std::vector<entt::entity> all;
    double time = 0;
};

bool same_palettes(const crowd& a, const crowd& b) {
    for (std::size_t i = 0; i < a.all.size(); ++i) {
        const auto one = palette_of(a.registry, a.all[i]);
        const auto other = palette_of(b.registry, b.all[i]);
        if (one.size() != other.size() || one.empty() ||
            std::memcmp(one.data(), other.data(), one.size_bytes()) != 0) {
            return false;
        }
    }
    return true;
}

procedural::model without_bones(procedural::model of) {
    of.kind = palette_only(*of.kind);
    return of;
}

} // namespace

TEST_CASE("palettes are the same whether bones are kept or not", "[pipeline]") {
    const solver_id solver = GENERATE(stable_solver, reference_solver);
    const schedule order = GENERATE(schedule::by_block, schedule::by_system);
    const procedural::model of = *procedural::bench_character(24, 8, solver, 0);
    crowd kept(of, 48, {.order = order}); // whole blocks
    crowd forgotten(without_bones(of), 48, {.order = order, .workers = worker_use::always});
    tf::Executor workers(2);
    for (int frame = 0; frame < 20; ++frame) {
        kept.frame();
        forgotten.frame(&workers);
        REQUIRE(same_palettes(kept, forgotten));
    }
    // A bone is 32 bytes; every array begins on a cache line.
    const std::size_t saved =
        bytes_per_character(kept.registry) - bytes_per_character(forgotten.registry);
    CHECK(saved >= 24 * 32);
    CHECK(saved < 24 * 32 + 64);
}

TEST_CASE("who asks for a bone that nobody keeps is told why", "[pipeline]") {
    crowd forgotten(without_bones(*procedural::bench_character(8, 4, stable_solver, 0)), 1);
    forgotten.frame();
    test::caught_assert caught;
    const transform<float> bone = bone_of(forgotten.registry, forgotten.all.front(), 0);
    CHECK(caught.count() == 1);
    CHECK(caught.message().find("palette_only") != std::string::npos);
    CHECK(bone.scale == 1);
    CHECK(procedural::spring_deviation(forgotten.registry, forgotten.all.front()) == 0);
    CHECK(caught.count() == 2);
}

TEST_CASE("bones that are named are kept, and they alone", "[pipeline]") {
    const solver_id solver = GENERATE(stable_solver, reference_solver);
    const schedule order = GENERATE(schedule::by_block, schedule::by_system);
    const procedural::model of = *procedural::bench_character(24, 8, solver, 0);
    const std::vector<std::string>& names = of.kind->rig.names;
    const std::string_view wanted[] = {names[20], names[3], names[20]};
    const auto kind = keep_bones(*of.kind, wanted);
    REQUIRE(kind);
    CHECK((*kind)->kept_bones == std::vector<std::int32_t>{3, 20});
    procedural::model carrier = of;
    carrier.kind = *kind;
    crowd all(of, 11, {.order = order});
    crowd some(carrier, 11, {.order = order});
    const auto check_same = [&] {
        for (std::size_t i = 0; i < all.all.size(); ++i) {
            for (const std::int32_t bone : {3, 20}) {
                const transform<float> one = bone_of(all.registry, all.all[i], bone);
                const transform<float> other = bone_of(some.registry, some.all[i], bone);
                REQUIRE(std::memcmp(&one, &other, sizeof one) == 0);
            }
        }
        REQUIRE(same_palettes(all, some));
    };
    check_same(); // at rest
    for (int frame = 0; frame < 10; ++frame) {
        all.frame();
        some.frame();
        check_same();
    }
    const auto hand = make_socket(some.registry, some.all[5], names[20]);
    REQUIRE(hand);
    const placement at = world_of(some.registry, *hand);
    CHECK(at == world_of(all.registry, *make_socket(all.registry, all.all[5], names[20])));
    const auto other = make_socket(some.registry, some.all[5], names[4]);
    REQUIRE_FALSE(other);
    CHECK(other.error().name == "not_kept");
    CHECK(other.error().message.find(names[4]) != std::string::npos);
    {
        test::caught_assert caught;
        CHECK(bone_of(some.registry, some.all[5], 4).translation == vec3<float>{});
        CHECK(caught.message().find("keep_bones") != std::string::npos);
    }
    // They move along when blocks are compacted, and come back with a snapshot.
    const snapshot before = take_snapshot(some.registry);
    for (crowd* each : {&all, &some}) {
        for (int gone = 0; gone < 4; ++gone) {
            despawn(each->registry, each->all.back());
            each->all.pop_back();
        }
        despawn(each->registry, each->all.front());
        each->all.erase(each->all.begin());
        compact(each->registry);
        each->frame();
    }
    check_same();
    REQUIRE(restore(some.registry, before));
    const auto other_kind = retune(some.registry, *kind, palette_only(*of.kind));
    REQUIRE_FALSE(other_kind);
    CHECK(other_kind.error().name == "other_memory");
    const std::string_view unknown[] = {"no such bone"};
    const auto none = keep_bones(*of.kind, unknown);
    REQUIRE_FALSE(none);
    CHECK(none.error().name == "unknown_bone");
}

TEST_CASE("kinds that keep bones and kinds that do not are not exchanged", "[pipeline]") {
    const procedural::model of = *procedural::bench_character(8, 4, stable_solver, 0);
    crowd kept(of, 1);
    const auto other = retune(kept.registry, of.kind, palette_only(*of.kind));
    REQUIRE_FALSE(other);
    CHECK(other.error().name == "other_memory");
    crowd forgotten(without_bones(of), 1);
    kept.frame();
    forgotten.frame();
    const result<restore_report> restored =
        restore(forgotten.registry, take_snapshot(kept.registry));
    REQUIRE_FALSE(restored);
    CHECK(restored.error().name == "kind_mismatch");
}

TEST_CASE("kinds with colliders keep their bones", "[pipeline]") {
    const procedural::model of = *procedural::bench_character(12, 4, stable_solver, 2);
    crowd kept(of, 3);
    crowd asked(without_bones(of), 3);
    CHECK(keeps_all(*asked.model.kind));
    for (int frame = 0; frame < 5; ++frame) {
        kept.frame();
        asked.frame();
    }
    CHECK(same_palettes(kept, asked));
    const transform<float> bone = bone_of(asked.registry, asked.all.front(), 11);
    CHECK(bone.translation == bone_of(kept.registry, kept.all.front(), 11).translation);
}

TEST_CASE("characters freeze, wake and roll back without kept bones", "[pipeline][lod]") {
    const procedural::model of = *procedural::bench_character(16, 8, stable_solver, 0);
    crowd kept(of, 9);
    crowd forgotten(without_bones(of), 9);
    const auto both = [&](auto&& work) {
        work(kept);
        work(forgotten);
    };
    const auto frames = [&](int count) {
        for (int frame = 0; frame < count; ++frame) {
            both([](crowd& c) { c.frame(); });
        }
    };
    frames(10);
    both([](crowd& c) { set_level(c.registry, c.all[3], 3); });
    frames(3);
    CHECK(same_palettes(kept, forgotten));
    both([](crowd& c) { set_level(c.registry, c.all[3], 0); });
    frames(3);
    CHECK(same_palettes(kept, forgotten));

    const snapshot then = take_snapshot(forgotten.registry);
    const double time = forgotten.time;
    const std::uint64_t before = state_hash(forgotten.registry);
    forgotten.frame();
    const std::uint64_t after = state_hash(forgotten.registry);
    CHECK(after != before);
    REQUIRE(restore(forgotten.registry, then));
    forgotten.time = time;
    forgotten.frame();
    CHECK(state_hash(forgotten.registry) == after);
}

TEST_CASE("a crowd that no cache holds shows the same palettes", "[pipeline]") {
    CHECK_FALSE(worth_streaming(std::size_t{8} << 20));
    CHECK(worth_streaming(std::size_t{64} << 20));
    // Few characters, but large ones, and joints that do not fill whole cache lines.
    const procedural::model of =
        without_bones(*procedural::bench_character(4002, 16, stable_solver, 0));
    crowd streamed(of, 100);
    crowd plain(of, 100, {.order = schedule::by_system});
    REQUIRE(worth_streaming(context<block_arena>(streamed.registry).report().slot_bytes));
    tf::Executor workers(2);
    for (int frame = 0; frame < 4; ++frame) {
        streamed.frame(frame % 2 == 0 ? &workers : nullptr);
        plain.frame();
        REQUIRE(same_palettes(streamed, plain));
    }
}

} // namespace palette_only_test
