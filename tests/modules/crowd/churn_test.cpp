// Characters that come and go all the time.

#include "support/crowd_checks.hpp"
#include "support/random_rigs.hpp"

#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/procedural/motion.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

void check_index(entt::registry& registry) { CHECK(fault_of_index(registry) == ""); }

} // namespace

TEST_CASE("lists of blocks stay true whatever comes and goes", "[crowd][churn][property]") {
    const procedural::model a = procedural::tentacle();
    const procedural::model b = procedural::pony_tail();
    entt::registry registry;
    std::vector<entt::entity> all;
    dice roll(11);
    for (int round = 0; round < 400; ++round) {
        const int what = roll.whole(0, 9);
        if (what < 4 || all.empty()) {
            for (int i = roll.whole(1, 20); i > 0; --i) {
                all.push_back(spawn(registry, roll.whole(0, 1) == 0 ? a.kind : b.kind));
            }
        } else if (what < 8) {
            for (int i = roll.whole(1, 20); i > 0 && !all.empty(); --i) {
                const auto who = all.begin() + roll.whole(0, static_cast<int>(all.size()) - 1);
                CHECK(despawn(registry, *who));
                all.erase(who);
            }
        } else if (what == 8) {
            for (int i = roll.whole(1, 10); i > 0; --i) {
                const int who = roll.whole(0, static_cast<int>(all.size()) - 1);
                CHECK(set_level(registry, all[static_cast<std::size_t>(who)], roll.whole(0, 3)));
            }
        } else {
            compact(registry);
        }
        check_index(registry);
    }
    CHECK(all.size() == registry.storage<character>().size());
    for (const entt::entity who : all) {
        CHECK(despawn(registry, who));
    }
    check_index(registry);
    CHECK(context<block_arena>(registry).report().slots == 0);
}

TEST_CASE("what a character leaves behind does not go on", "[crowd][churn]") {
    const procedural::model model = procedural::pony_tail();
    for (const bool by_moving : {false, true}) {
        entt::registry registry;
        pipeline systems(registry);
        const entt::entity stays = spawn(registry, model.kind);
        const entt::entity broken = spawn(registry, model.kind);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        pose_of(registry, broken).set_translation(0, {nan, nan, nan});
        systems.run(1.0F / 60);
        const entt::entity home = registry.get<character>(stays).block;
        const auto broken_numbers = [&] {
            int count = 0;
            visit_lanes(registry, home, [&](std::span<lane<float>> lanes) {
                for (const lane<float>& one : lanes) {
                    count += std::isfinite(one.v[1]) ? 0 : 1;
                }
            });
            return count;
        };
        CHECK(broken_numbers() > 0);
        if (by_moving) {
            CHECK(set_level(registry, broken, 2));
        } else {
            CHECK(despawn(registry, broken));
        }
        systems.run(1.0F / 60);
        CHECK(broken_numbers() == 0);
        systems.run(1.0F / 60);
        CHECK(broken_numbers() == 0);
    }
}

TEST_CASE("who stays keeps its bits while others come and go, in memory that does not grow",
          "[crowd][churn]") {
    const procedural::model models[] = {procedural::tentacle(), procedural::pony_tail()};
    constexpr int stayers = 20;
    constexpr int others = 400;
    std::vector<std::uint64_t> expected;
    for (const int churn : {0, 60}) {
        entt::registry registry;
        pipeline systems(registry);
        std::vector<entt::entity> stay;
        std::vector<entt::entity> guests;
        for (int i = 0; i < others; ++i) {
            if (i % (others / stayers) == 0) {
                stay.push_back(
                    procedural::spawn(registry, models[static_cast<std::size_t>(i / 20 % 2)]));
            }
            guests.push_back(procedural::spawn(registry, models[static_cast<std::size_t>(i % 2)]));
        }
        dice roll(3);
        std::size_t settled = 0;
        std::size_t most = 0;
        for (int frame = 0; frame < 300; ++frame) {
            for (int i = 0; i < churn; ++i) {
                const auto who =
                    static_cast<std::size_t>(roll.whole(0, static_cast<int>(guests.size()) - 1));
                despawn(registry, guests[who]);
                guests[who] = guests.back();
                guests.pop_back();
            }
            if (churn > 0 && frame % 3 == 0) {
                compact(registry);
            }
            for (int i = 0; i < churn; ++i) {
                guests.push_back(procedural::spawn(
                    registry, models[static_cast<std::size_t>(roll.whole(0, 1))]));
            }
            const double time = frame / 60.0;
            for (std::size_t i = 0; i < stay.size(); ++i) {
                procedural::animate(registry, stay[i], time, procedural::crowd_phase(i));
            }
            systems.run(1.0F / 60);
            const arena_report now = context<block_arena>(registry).report();
            (frame < 30 ? settled : most) = std::max(frame < 30 ? settled : most, now.bytes);
        }
        CHECK(most <= settled + settled / 4);
        std::vector<std::uint64_t> bits;
        for (const entt::entity who : stay) {
            REQUIRE(is_character(registry, who));
            bits.push_back(character_hash(registry, who));
        }
        if (churn == 0) {
            expected = bits;
        }
        CHECK(bits == expected);
    }
    CHECK(std::set<std::uint64_t>(expected.begin(), expected.end()).size() == stayers);
}
