#include "support/caught_warnings.hpp"
#include "support/host_scene.hpp"

#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/force_hook.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/systems/stable/tick_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <limits>

using namespace jounce;
using namespace jounce::test;

namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float huge = 1e30F;

/// A way to spoil the input of one character.
struct fault {
    host_field field;
    std::vector<float> values;
    std::function<void(host_scene&, entt::entity, float)> spoil;
    bool of_clips = false;      ///< characters that play
    bool has_reference = false; ///< the reference solver reads it too
    bool is_of_stable = false;
};

lane_transform<float>& bone_at(host_scene& in, entt::entity who, std::size_t bone, int& lane) {
    const character& home = in.registry.get<character>(who);
    lane = home.lane;
    return in.registry.get<local_pose>(home.block).bones[bone];
}

/// Number `which` of a bone's pose: four of rotation, three of translation, scale.
fault pose_fault(std::size_t bone, std::size_t which) {
    const auto spoil = [=](host_scene& in, entt::entity who, float bad) {
        int at = 0;
        lane_transform<float>& to = bone_at(in, who, bone, at);
        const std::array<lane<float>*, 8> all = {
            &to.rotation.x,    &to.rotation.y,    &to.rotation.z,    &to.rotation.w,
            &to.translation.x, &to.translation.y, &to.translation.z, &to.scale};
        all[which]->v[at] = bad;
    };
    return {host_field::local_pose, {nan_value, inf, -inf, huge}, spoil, false, true};
}

template <class Change> fault placement_fault(host_field field, Change change) {
    return {field, {nan_value, inf, -inf, huge}, [=](host_scene& in, entt::entity who, float bad) {
                change(in.registry.get<placement>(who), bad);
            }};
}
template <class Change>
fault control_fault(host_field field, std::vector<float> values, Change change) {
    return {field, std::move(values), [=](host_scene& in, entt::entity who, float bad) {
                change(in.registry.get<spring_control>(who), bad);
            }};
}
template <class Change>
fault clip_fault_of(host_field field, std::vector<float> values, Change change) {
    return {field, std::move(values),
            [=](host_scene& in, entt::entity who, float bad) {
                change(in.registry.get<clip_player>(who).layers[0], bad);
            },
            true, true};
}

std::vector<fault> all_faults() {
    std::vector<fault> out;
    for (const std::size_t bone : {0U, 2U, 3U}) { // the root, a link, a leaf
        for (std::size_t which = 0; which < 8; ++which) {
            out.push_back(pose_fault(bone, which));
        }
    }
    const std::vector<float> not_finite = {nan_value, inf, -inf};
    using at = placement;
    using control = spring_control;
    using layer = clip_layer;
    out.push_back(placement_fault(host_field::placement_position, [](at& p, float bad) {
        p.position.y = static_cast<double>(bad);
    }));
    out.push_back(placement_fault(host_field::placement_rotation,
                                  [](at& p, float bad) { p.rotation.z = bad; }));
    out.push_back(
        placement_fault(host_field::placement_scale, [](at& p, float bad) { p.scale = bad; }));
    out.push_back(
        {host_field::centre_space, not_finite, [](host_scene& in, entt::entity who, float bad) {
             in.registry.get<centre_space>(who).at.position.x = static_cast<double>(bad);
         }});
    out.push_back(control_fault(host_field::control_weight, not_finite,
                                [](control& c, float bad) { c.weight = bad; }));
    out.push_back(control_fault(host_field::control_follow, not_finite,
                                [](control& c, float bad) { c.follow = bad; }));
    out.push_back(control_fault(host_field::control_wind, not_finite,
                                [](control& c, float bad) { c.wind = bad; }));
    out.push_back(control_fault(host_field::control_fade, {nan_value},
                                [](control& c, float bad) { c.fade_seconds = bad; }));
    out.push_back(control_fault(host_field::control_teleport, {nan_value},
                                [](control& c, float bad) { c.teleport_angle = bad; }));
    out.push_back(clip_fault_of(host_field::clip_time, not_finite,
                                [](layer& l, float bad) { l.time = static_cast<double>(bad); }));
    out.push_back(clip_fault_of(host_field::clip_speed, not_finite,
                                [](layer& l, float bad) { l.speed = bad; }));
    out.push_back(clip_fault_of(host_field::clip_weight, {nan_value},
                                [](layer& l, float bad) { l.weight = bad; }));
    out.push_back(clip_fault_of(host_field::clip_fade, not_finite,
                                [](layer& l, float bad) { l.fade_rate = bad; }));
    out.push_back({host_field::morph_weights,
                   {nan_value, inf, -inf, 2 * huge},
                   [](host_scene& in, entt::entity who, float bad) {
                       in.registry.get<morph_weights>(who).rest[1] = bad;
                   },
                   true,
                   true});
    return out;
}

constexpr int bad_from = 10;
constexpr int bad_to = 13;
constexpr int last_frame = 30;

void try_out(const fault& one, solver_id solver, float bad) {
    CAPTURE(name_of(one.field), solver.name, bad);
    const caught_warnings warnings;
    host_scene spoiled(solver, one.of_clips);
    host_scene good(solver, one.of_clips);
    const entt::entity victim = spoiled.who[1];
    for (int frame = 0; frame < last_frame; ++frame) {
        CAPTURE(frame);
        spoiled.input(frame);
        good.input(frame);
        const bool is_bad = frame >= bad_from && frame < bad_to;
        if (is_bad) {
            one.spoil(spoiled, victim, bad);
        } else if (one.field == host_field::local_pose) {
            // Other numbers of the pose than the one that the scene writes.
            const int at = spoiled.registry.get<character>(victim).lane;
            local_pose& to =
                spoiled.registry.get<local_pose>(spoiled.registry.get<character>(victim).block);
            const local_pose& from =
                good.registry.get<local_pose>(good.registry.get<character>(victim).block);
            for (std::size_t b = 0; b < to.bones.size(); ++b) {
                set_lane(to.bones[b], at, get_lane(from.bones[b], at));
            }
        }
        REQUIRE(spoiled.systems.run(1.0F / 60) == frame_status::done);
        REQUIRE(good.systems.run(1.0F / 60) == frame_status::done);
        CHECK(spoiled.shows_same(spoiled.who[0], good));
        CHECK(spoiled.shows_same(spoiled.who[2], good));
        // A frame to leave the bad one behind, which is still between two ticks.
        if (frame > bad_to || (is_bad && one.field != host_field::local_pose)) {
            CHECK(spoiled.is_finite(victim));
        }
    }
    for (std::size_t f = 0; f < host_field_count; ++f) {
        const std::uint64_t count = spoiled.report().of(*spoiled.kind, static_cast<host_field>(f));
        CAPTURE(name_of(static_cast<host_field>(f)));
        CHECK(count == (static_cast<host_field>(f) == one.field ? bad_to - bad_from : 0));
    }
    REQUIRE(warnings.all().size() == 1);
    const std::string& text = warnings.all().front();
    CHECK(text.find(name_of(one.field)) != std::string::npos);
    CHECK(text.find("character " + std::to_string(static_cast<std::uint32_t>(victim))) !=
          std::string::npos);
    CHECK(good.report().empty());
}

} // namespace

TEST_CASE("bad input of a character is counted, told once and left behind",
          "[pipeline][host input]") {
    for (const fault& one : all_faults()) {
        for (const solver_id solver : {stable_solver, reference_solver, vrm_solver}) {
            if (solver == reference_solver && !one.has_reference) {
                continue; // placements and controls are not for it
            }
            for (const float bad : one.values) {
                try_out(one, solver, bad);
            }
        }
    }
}

TEST_CASE("a bad pose is told with its bone", "[pipeline][host input]") {
    const caught_warnings warnings;
    host_scene scene(stable_solver);
    scene.input(0);
    pose_fault(2, 5).spoil(scene, scene.who[1], nan_value);
    scene.systems.run(1.0F / 60);
    REQUIRE(warnings.all().size() == 1);
    CHECK(warnings.all().front().find("bone 2 \"link1\"") != std::string::npos);
    CHECK(warnings.all().front().find("4 bones, the first \"root\"") != std::string::npos);
}

TEST_CASE("springs of the reference solver that exploded start again", "[pipeline][host input]") {
    const caught_warnings warnings;
    host_scene scene(reference_solver);
    for (int frame = 0; frame < 200; ++frame) {
        scene.input(frame);
        if (frame == 20) { // finite, and too much for a float one step later
            add_impulse(scene.registry, scene.who[1], 2, {0, 3e38F, 0});
        }
        scene.systems.run(1.0F / 60);
        if (frame > 21) {
            CHECK(scene.is_finite(scene.who[1]));
        }
    }
    CHECK(scene.report().empty()); // nothing that can be told from what the host wrote
}

TEST_CASE("forces of a hook that are no numbers are left out", "[pipeline][host input]") {
    const caught_warnings warnings;
    host_scene scene(stable_solver);
    host_scene good(stable_solver);
    const auto spoil = [](void* user, entt::entity, const character_kind&, const stable_state&,
                          std::span<lane_vec3<float>> forces) {
        forces[1].y.v[1] = *static_cast<const float*>(user);
    };
    float bad = 0;
    context<force_hook>(scene.registry) = {spoil, &bad};
    float none = 0;
    context<force_hook>(good.registry) = {spoil, &none};
    for (int frame = 0; frame < 40; ++frame) {
        const std::array<float, 4> values = {nan_value, inf, -inf, huge};
        bad = values[static_cast<std::size_t>(frame % 4)];
        for (host_scene* one : {&scene, &good}) {
            one->input(frame);
            one->systems.run(1.0F / 60);
        }
        for (const entt::entity who : scene.who) {
            CHECK(scene.shows_same(who, good));
        }
    }
    CHECK(scene.report().of(*scene.kind, host_field::force_hook) == 40);
    CHECK(warnings.all().size() == 1);
    CHECK(good.report().empty());
}
