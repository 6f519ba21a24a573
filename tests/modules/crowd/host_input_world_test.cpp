#include "support/caught_warnings.hpp"
#include "support/host_scene.hpp"

#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <limits>

namespace host_input_world_test {

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

/// A way to spoil what is the world's.
struct world_fault {
    host_field field;
    std::vector<float> values;
    std::function<void(host_scene&, float)> spoil;
};

template <class Change> world_fault body_fault(std::vector<float> values, Change change) {
    return {host_field::collider_body, std::move(values), [=](host_scene& in, float bad) {
                change(in.registry.get<world_collider>(in.ball).body, bad);
            }};
}
template <class Change> world_fault frame_fault(std::vector<float> values, Change change) {
    return {host_field::collider_at, std::move(values), [=](host_scene& in, float bad) {
                change(in.registry.get<world_collider>(in.ball).at, bad);
            }};
}
template <class Change> world_fault force_fault(host_field field, Change change) {
    return {field, {nan_value, inf, -inf, 1e30F}, [=](host_scene& in, float bad) {
                change(context<world_forces>(in.registry), static_cast<double>(bad));
            }};
}

std::vector<world_fault> all_faults() {
    const std::vector<float> lengths = {nan_value, inf, -inf, 1e10F, 1e15F, 1e20F, 3e38F};
    std::vector<world_fault> out;
    out.push_back(body_fault(lengths, [](collider& c, float bad) { c.radius = bad; }));
    out.push_back(body_fault(lengths, [](collider& c, float bad) { c.a.x = bad; }));
    out.push_back(body_fault(lengths, [](collider& c, float bad) {
        c.shape = collider_shape::capsule;
        c.radius_b = bad;
    }));
    out.push_back(body_fault(lengths, [](collider& c, float bad) {
        c.shape = collider_shape::capsule;
        c.b.z = bad;
    }));
    out.push_back(body_fault(lengths, [](collider& c, float bad) {
        c.shape = collider_shape::box;
        c.half = {bad, 1, 1};
    }));
    out.push_back(body_fault({nan_value, inf}, [](collider& c, float bad) {
        c.shape = collider_shape::box;
        c.rotation.x = bad;
    }));
    out.push_back(body_fault({-1.0F}, [](collider& c, float bad) { c.radius = bad; }));
    out.push_back(frame_fault({nan_value, inf, -inf}, [](placement& p, float bad) {
        p.position.z = static_cast<double>(bad);
    }));
    out.push_back(frame_fault({nan_value, inf, -inf, 0.0F, -1.0F},
                              [](placement& p, float bad) { p.scale = bad; }));
    out.push_back(
        frame_fault({nan_value, inf, 100.0F}, [](placement& p, float bad) { p.rotation.w = bad; }));
    out.push_back(
        force_fault(host_field::gravity, [](world_forces& f, double bad) { f.gravity.x = bad; }));
    out.push_back(
        force_fault(host_field::wind, [](world_forces& f, double bad) { f.wind.y = bad; }));
    return out;
}

} // namespace

TEST_CASE("bad input of the world is counted, told once and not used", "[pipeline][host input]") {
    for (const world_fault& one : all_faults()) {
        for (const solver_id solver : {stable_solver, reference_solver, vrm_solver}) {
            for (const float bad : one.values) {
                CAPTURE(name_of(one.field), solver.name, bad);
                const caught_warnings warnings;
                host_scene scene(solver);
                bool always_finite = true;
                for (int frame = 0; frame < 30; ++frame) {
                    scene.input(frame);
                    if (frame >= 10 && frame < 13) {
                        one.spoil(scene, bad);
                    }
                    scene.systems.run(1.0F / 60);
                    for (const entt::entity who : scene.who) {
                        always_finite = always_finite && scene.is_finite(who);
                    }
                }
                CHECK(always_finite);
                CHECK(scene.report().of_world(one.field) == 3);
                CHECK(scene.report().kinds.empty());
                CHECK(warnings.all().size() == 1);
                CHECK((!warnings.all().empty() && // goes on with the next where nothing is told
                       warnings.all().front().find(name_of(one.field)) != std::string::npos));
            }
        }
    }
}

TEST_CASE("a collider is left out for those for whom it is beyond reach",
          "[pipeline][host input]") {
    const caught_warnings warnings;
    host_scene scene(stable_solver);
    host_scene without(stable_solver);
    for (int frame = 0; frame < 30; ++frame) {
        for (host_scene* one : {&scene, &without}) {
            one->input(frame);
            one->registry.get<placement>(one->who[1]).scale = 2e-6F;
        }
        scene.registry.get<world_collider>(scene.ball).at.position = {1e11, 0, 0};
        without.registry.get<world_collider>(without.ball).at.position = {1e6, 0, 0};
        scene.systems.run(1.0F / 60);
        without.systems.run(1.0F / 60);
        for (const entt::entity who : scene.who) {
            CHECK(scene.shows_same(who, without));
        }
    }
    CHECK(scene.report().of(*scene.kind, host_field::collider_place) == 30);
    REQUIRE(warnings.all().size() == 1);
    CHECK(warnings.all().front().find("in the space of the character") != std::string::npos);
}

TEST_CASE("colliders of a kind are refused if they are absurd", "[rig][host input]") {
    for (const float bad : {2e9F, 1e20F, 3e38F}) {
        rig_builder bones;
        bones.add(rig_builder::segment{"root", -1, {0, 0, 0}, {0, 0.2, 0}, false});
        bones.add(rig_builder::segment{"link", 0, {0, 0, 0}, {0, -0.1, 0}, false});
        const rig made = *bones.build<float>();
        stable_builder springs;
        springs.add("link", spring_tuning{});
        collider body;
        body.radius = bad;
        springs.add("root", body);
        const auto built = springs.build(made);
        REQUIRE(!built);
        CHECK(built.error().name == "bad_collider");
        CHECK(built.error().message.find("\"root\"") != std::string::npos);
    }
}

TEST_CASE("time that does not pass is told, unless the host asked for it",
          "[pipeline][host input]") {
    const caught_warnings warnings;
    host_scene scene(stable_solver);
    scene.input(0);
    std::uint64_t bad_steps = 0;
    for (const float dt : {nan_value, inf, -inf, -0.01F, 11.0F, 1e30F}) {
        CHECK(scene.systems.run(dt) == frame_status::held);
        CHECK(scene.report().of_world(host_field::time_step) == ++bad_steps);
    }
    CHECK(warnings.all().size() == 1);
    std::uint64_t bad_scales = 0;
    for (const float scale : {nan_value, inf, -1.0F, 1e30F}) {
        context<time_control>(scene.registry).scale = scale;
        CHECK(scene.systems.run(0.01F) == frame_status::held);
        CHECK(scene.report().of_world(host_field::time_scale) == ++bad_scales);
    }
    CHECK(warnings.all().size() == 2);
    context<time_control>(scene.registry).scale = 0;
    CHECK(scene.systems.run(0.01F) == frame_status::held);
    context<time_control>(scene.registry) = {.scale = 1, .paused = true};
    CHECK(scene.systems.run(0.01F) == frame_status::held);
    context<time_control>(scene.registry) = {};
    CHECK(scene.systems.run(0.0F) == frame_status::held);
    CHECK(scene.systems.run(0.01F) == frame_status::done);
    CHECK(scene.report().of_world(host_field::time_step) == bad_steps);
    CHECK(scene.report().of_world(host_field::time_scale) == bad_scales);
    CHECK(warnings.all().size() == 2);
}

TEST_CASE("what is told and counted is the same on any workers",
          "[pipeline][host input][determinism]") {
    struct outcome {
        std::vector<std::string> told;
        std::vector<std::uint64_t> counts;
        std::uint64_t hash = 0;
        bool operator==(const outcome&) const = default;
    };
    const auto run = [](int workers, schedule order) {
        const caught_warnings warnings;
        spring_crowd crowd(120);
        runner systems(crowd.registry, workers, order);
        for (int frame = 0; frame < 12; ++frame) {
            crowd.input(frame);
            for (std::size_t i = 0; i < crowd.all.size(); ++i) {
                if (frame >= 4 && frame < 8 && i % 7 == 3) {
                    crowd.registry.get<placement>(crowd.all[i]).scale = nan_value;
                }
                if (frame == 5 && i % 5 == 2) {
                    pose_of(crowd.registry, crowd.all[i]).set_rotation(0, {nan_value, 0, 0, 1});
                }
            }
            systems.run(1.0F / 60);
        }
        const host_input_report& report = context<host_input_report>(crowd.registry);
        outcome out{warnings.all(), {}, state_hash(crowd.registry)};
        for (const host_input_report::kind_faults& one : report.kinds) {
            out.counts.insert(out.counts.end(), one.counts.begin(), one.counts.end());
        }
        return out;
    };
    const outcome expected = run(0, schedule::by_block);
    CHECK(expected.told.size() ==
          5); // three kinds, of which the reference solver reads no placements
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const int workers : {1, 2, 3, 8}) {
            CAPTURE(workers, static_cast<int>(order));
            CHECK(run(workers, order) == expected);
        }
    }
}

TEST_CASE("a report that is cleared tells again, a kind that is gone is forgotten",
          "[pipeline][host input]") {
    const caught_warnings warnings;
    entt::registry registry;
    pipeline systems(registry);
    const auto frame_with_fault = [&](const std::shared_ptr<const character_kind>& kind) {
        const entt::entity who = spawn(registry, kind);
        registry.emplace_or_replace<placement>(who).scale = nan_value;
        systems.run(1.0F / 60);
        despawn(registry, who);
    };
    auto kind = chain_under(stable_solver);
    frame_with_fault(kind);
    frame_with_fault(kind);
    CHECK(warnings.all().size() == 1);
    context<host_input_report>(registry) = {};
    frame_with_fault(kind);
    CHECK(warnings.all().size() == 2);
    for (int i = 0; i < 5; ++i) {
        kind = chain_under(stable_solver);
        compact(registry);
        frame_with_fault(kind);
    }
    CHECK(warnings.all().size() == 7);
    CHECK(context<host_input_report>(registry).kinds.size() <= 2);
}

} // namespace host_input_world_test
