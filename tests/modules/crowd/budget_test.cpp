#include "modules/crowd/lod_crowd.hpp"

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/plan_levels.hpp>
#include <jounce/modules/crowd/update_detail.hpp>
#include <jounce/modules/crowd/wake.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstdint>

namespace budget_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr double dt = static_cast<double>(1.0F / 60.0F);

/// A machine of which every cost is known, instead of a clock. Neither the costs nor how they compare
/// are those that the controller assumes before it has measured.
struct machine {
    double bone_ms = 40e-6;
    double tick_ms = 250e-6; ///< per spring
    double show_ms = 80e-6;  ///< per spring that is not frozen
    double load = 1;         ///< what else the computer does

    /// @param clock  of the frame; null for the mean of many
    double frame(entt::registry& registry, const frame_clock* clock = nullptr) const {
        double ms = 0;
        for (const auto [e, home] : registry.view<const block>().each()) {
            const double springs = static_cast<double>(home.kind->springs.stable.springs.size());
            ms += 8 * bone_ms * static_cast<double>(home.kind->rig.parents.size());
            if (home.level < frozen_level) {
                const double tick =
                    static_cast<double>(home.kind->springs.stable.tick_seconds) * (1 << home.level);
                const double ticks = clock == nullptr ? dt / tick
                                                      : std::floor(clock->time / tick) -
                                                            std::floor((clock->time - dt) / tick);
                ms += 8 * springs * (tick_ms * ticks + show_ms);
            }
        }
        return load * ms;
    }
};

/// Numbers in -1..1 that are always the same.
struct noise {
    std::uint32_t state = 12345;
    double operator()() {
        state = state * 1664525U + 1013904223U;
        return static_cast<double>(state >> 8) / (1 << 23) - 1;
    }
};

/// A crowd that is never computed: only its levels are decided.
struct planned_crowd {
    explicit planned_crowd(int count) {
        chain_recipe recipe;
        recipe.links = 12;
        const auto kind = chain_archetype(recipe);
        for (int i = 0; i < count; ++i) {
            all.push_back(spawn(registry, kind));
            // Most important first, in an order that has nothing to do with handles.
            registry.emplace<detail_control>(all.back()).importance =
                1 + static_cast<float>((i * 7919) % count);
        }
        clock.dt = static_cast<float>(dt);
    }

    /// One frame. Returns the mean cost of frames like it without noise: all characters of level 2
    /// tick in every second frame.
    double frame(const machine& on, double error = 0, double accident = 1) {
        update_detail(registry, last_ms);
        // What prepare does.
        for (const entt::entity who : registry.view<character>()) {
            control_state& control = control_state_of(registry, who);
            const float step = static_cast<float>(dt / 0.25);
            control.detail_weight =
                control.detail_wanted > control.detail_weight
                    ? std::min(control.detail_wanted, control.detail_weight + step)
                    : std::max(control.detail_wanted, control.detail_weight - step);
        }
        clock.time += dt;
        ++clock.frame;
        last_ms = on.frame(registry, &clock) * (1 + error) * accident;
        return on.frame(registry);
    }

    detail_budget& budget() { return context<detail_budget>(registry); }
    const detail_report& report() { return context<detail_report>(registry); }
    float importance(entt::entity who) { return registry.get<detail_control>(who).importance; }
    std::int32_t wanted_level(entt::entity who) {
        if (const waking* wakes = registry.try_get<waking>(who)) {
            return wakes->level;
        }
        return control_state_of(registry, who).detail_wanted > 0 ? level_of(registry, who)
                                                                 : frozen_level;
    }

    /// No one is coarser than one who matters less, except by the step that is being made.
    bool is_in_order(int step) {
        std::vector<entt::entity> sorted = all;
        std::sort(sorted.begin(), sorted.end(),
                  [&](entt::entity a, entt::entity b) { return importance(a) < importance(b); });
        std::int32_t least = frozen_level;
        for (const entt::entity who : sorted) {
            const std::int32_t level = wanted_level(who);
            if (level > least + step) {
                return false;
            }
            least = std::min(least, level);
        }
        return true;
    }

    entt::registry registry;
    std::vector<entt::entity> all;
    frame_clock& clock = context<frame_clock>(registry);
    double last_ms = 0;
};

} // namespace

TEST_CASE("the plan lowers the least important first, round by round", "[lod]") {
    std::vector<detail_entry> all(5);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].who = static_cast<entt::entity>(i);
        all[i].importance = static_cast<float>((i * 2) % 5);
        all[i].cost = {8, 4, 2, 0};
    }
    all[0].coarsest = 1; // the one of importance 0
    sort_by_importance(all);
    const auto targets = [&](double most) {
        const double cost = plan_levels(all, most);
        double sum = 0;
        std::string out;
        for (const detail_entry& one : all) {
            out += static_cast<char>('0' + one.target);
            sum += static_cast<double>(one.cost[static_cast<std::size_t>(one.target)]);
        }
        CHECK(cost == sum);
        return out;
    };
    CHECK(targets(40) == "00000");
    CHECK(targets(36) == "10000");
    CHECK(targets(35) == "11000");
    CHECK(targets(20) == "11111");
    CHECK(targets(18) == "12111");
    CHECK(targets(12) == "12222");
    CHECK(targets(11) == "13222");
    CHECK(targets(0) == "13333"); // as far as it is allowed
    for (detail_entry& one : all) {
        one.cost = {8, 4, 4, 0}; // level 2 saves nothing
    }
    CHECK(targets(19) == "13111");
}

TEST_CASE("characters that matter the same keep their places", "[lod]") {
    std::vector<detail_entry> all(2);
    all[0] = {static_cast<entt::entity>(0), 1.0F, 0, 3, 2};
    all[1] = {static_cast<entt::entity>(1), 0.99F, 0, 3, 0};
    sort_by_importance(all);
    CHECK(all[0].who == static_cast<entt::entity>(0)); // coarser already, hardly more important
    all[0].importance = 1.2F;
    sort_by_importance(all);
    CHECK(all[0].who == static_cast<entt::entity>(1));
}

TEST_CASE("a crowd comes within its budget and stays there", "[lod]") {
    const bool every_frame = GENERATE(false, true);
    for (const double wobble : {0.0, 0.4}) {
        CAPTURE(wobble, every_frame);
        planned_crowd c(1000);
        c.budget().every_frame = every_frame;
        machine on;
        noise random;
        const double full = on.frame(c.registry);
        c.budget().milliseconds = 0.5 * full;
        int changes_late = 0;
        for (int frame = 0; frame < 360; ++frame) {
            const double accident = frame % 50 == 49 ? 10 : 1;
            const double ms = c.frame(on, wobble * random(), accident);
            CAPTURE(frame, ms, c.budget().milliseconds);
            if (frame >= 60) {
                CHECK(ms < 1.1 * c.budget().milliseconds);
                CHECK(ms > 0.6 * c.budget().milliseconds); // and uses it
                changes_late += c.report().lowered + c.report().raised;
            }
            CHECK_FALSE(c.report().over_budget);
            CHECK(c.is_in_order(1));
        }
        CHECK(changes_late < (wobble > 0 ? 2000 : 200)); // of 300000 chances
        CHECK(c.report().budget_ms == c.budget().milliseconds);
    }
}

TEST_CASE("a crowd follows a change of load, both ways", "[lod]") {
    planned_crowd c(400);
    machine on;
    noise random;
    c.budget().milliseconds = 0.7 * on.frame(c.registry);
    c.budget().moves_per_frame = 16; // so that it takes several frames
    int lowered_again = 0;
    for (int frame = 0; frame < 500; ++frame) {
        on.load = frame >= 120 && frame < 300 ? 2.5 : 1.0;
        const double ms = c.frame(on, 0.2 * random());
        lowered_again += frame > 320 ? c.report().lowered : 0;
        const bool settles = frame < 60 || (frame >= 120 && frame < 180);
        CAPTURE(frame, ms, c.budget().milliseconds);
        if (!settles) {
            CHECK(ms < 1.1 * c.budget().milliseconds);
        }
        if (frame == 110 || frame == 290 || frame == 490) {
            CHECK(ms > 0.7 * c.budget().milliseconds);
        }
    }
    CHECK(lowered_again < 60); // it comes back once, not to and fro
}

TEST_CASE("a budget that cannot be met is reported", "[lod]") {
    planned_crowd c(50);
    machine on;
    c.budget().milliseconds = 0.01 * on.frame(c.registry);
    for (int frame = 0; frame < 80; ++frame) {
        c.frame(on);
    }
    CHECK(c.report().over_budget);
    CHECK(c.report().characters[3] == 50);
    c.budget().milliseconds = 0; // off: all come back
    for (int frame = 0; frame < 20; ++frame) {
        c.frame(on);
    }
    CHECK(c.report().characters[0] == 50);
    CHECK_FALSE(decides_detail(c.registry));
}

TEST_CASE("characters keep to their bounds, and who begins to matter is raised", "[lod]") {
    planned_crowd c(100);
    machine on;
    c.budget().milliseconds = 0.4 * on.frame(c.registry);
    const entt::entity hero = c.all[7];
    c.registry.get<detail_control>(hero) = {0, 0, 0};
    const entt::entity extra = c.all[9];
    c.registry.get<detail_control>(extra) = {1e6F, 2, 3};
    for (int frame = 0; frame < 100; ++frame) {
        c.frame(on);
        CHECK(level_of(c.registry, hero) == 0);
        CHECK((frame < 10 || level_of(c.registry, extra) >= 2));
    }
    const auto unimportant = std::find_if(c.all.begin(), c.all.end(), [&](entt::entity who) {
        return level_of(c.registry, who) == frozen_level && c.importance(who) < 50;
    });
    REQUIRE(unimportant != c.all.end());
    c.registry.get<detail_control>(*unimportant).importance = 1e5F;
    for (int frame = 0; frame < 10; ++frame) {
        c.frame(on);
    }
    CHECK(level_of(c.registry, *unimportant) < frozen_level);
    const detail_report& report = c.report();
    CHECK(report.characters[0] + report.characters[1] + report.characters[2] +
              report.characters[3] ==
          100);
}

} // namespace budget_test
