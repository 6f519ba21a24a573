#include "session_scene.hpp"

#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/editing/cost_estimate.hpp>
#include <jounce/modules/editing/update_crowd.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <snippets/editing.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;

namespace {

/// A character that plays "sway".
struct swaying {
    explicit swaying(const gltf::ready_kind& kind) : who(gltf::spawn(registry, kind)) {
        REQUIRE(play(registry, who, "sway"));
    }

    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            systems.run(1.0F / 60);
        }
    }
    std::vector<transform<float>> pose(const rig& bones) const {
        std::vector<transform<float>> out;
        for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
            out.push_back(bone_of(registry, who, b));
        }
        return out;
    }

    entt::registry registry;
    pipeline systems{registry};
    entt::entity who;
};

float difference(const std::vector<transform<float>>& a, const std::vector<transform<float>>& b) {
    float most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max({most, std::abs(a[i].translation.x - b[i].translation.x),
                         std::abs(a[i].translation.y - b[i].translation.y),
                         std::abs(a[i].rotation.z - b[i].rotation.z)});
    }
    return most;
}

} // namespace

TEST_CASE("a running crowd moves on as characters of the saved file do", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    const rig& bones = session.character().model.bones;
    swaying edited(session.character().kind);
    swaying unedited(session.character().kind);
    const auto first_kind = session.character().kind.kind;
    edited.run(40);
    unedited.run(40);
    const auto before = edited.pose(bones);
    const applied_edit one = must(session, set_field{"tail2", "frequency", 0.6, edit_scope::bone});
    const applied_edit two = must(session, set_field{"tail3", "radius", 0.05});
    REQUIRE(update_crowd(edited.registry, one));
    const auto count = update_crowd(edited.registry, two);
    REQUIRE(count);
    CHECK(*count == 1);
    CHECK(difference(edited.pose(bones), before) == 0);
    REQUIRE(session.save());

    // The same state, handed to the kind of the file.
    const auto loaded = authoring::read_character(scene.model, {.settings = scene.settings});
    REQUIRE(loaded);
    swaying of_file(gltf::ready_kind{first_kind, loaded->kind.clips, loaded->kind.weights});
    of_file.run(40);
    REQUIRE(retune(of_file.registry, first_kind, loaded->kind.kind));
    for (int frame = 0; frame < 60; ++frame) {
        edited.run(1);
        unedited.run(1);
        of_file.run(1);
        REQUIRE(difference(edited.pose(bones), of_file.pose(bones)) == 0);
    }
    CHECK(difference(edited.pose(bones), unedited.pose(bones)) > 1e-3F);

    // And from the beginning: characters that are spawned now are those of the file.
    swaying spawned(session.character().kind);
    swaying read(loaded->kind);
    spawned.run(60);
    read.run(60);
    CHECK(difference(spawned.pose(bones), read.pose(bones)) == 0);
    CHECK(*update_crowd(edited.registry, must(session, set_name{"n"})) == 0);
}

TEST_CASE("a slider moves what runs", "[docs]") {
    const session_scene scene;
    edit_session session = scene.open();
    swaying crowd(session.character().kind);
    CHECK(set_frequency(session, crowd.registry, "tail2", 2.5, 1));
    CHECK(set_frequency(session, crowd.registry, "tail2", 2.6, 1));
    CHECK(session.undo_count() == 1);
    CHECK_FALSE(set_frequency(session, crowd.registry, "spine", 2.5, 2));
}

TEST_CASE("characters have to be spawned again where retuning is refused", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    swaying crowd(session.character().kind);
    crowd.run(2);
    const applied_edit done = must(session, remove_spring{"head"});
    CHECK(done.effect == edit_effect::spawn_again);
    CHECK(update_crowd(crowd.registry, done).error().name == errors::other_springs);
    const result<applied_edit> back = session.undo();
    REQUIRE(back);
    CHECK(back->effect == edit_effect::spawn_again);
}

TEST_CASE("the cost of a crowd is counted and measured", "[editing]") {
    const session_scene scene;
    const edit_session session = scene.open();
    const gltf::ready_kind& kind = session.character().kind;
    std::uint64_t now = 0;
    std::uint64_t calls = 0;
    // Every frame takes 2 us, but one that was disturbed.
    const auto clock = [&]() -> std::uint64_t {
        ++calls;
        now += calls % 2 == 1 ? 1000U : calls == 24 ? 900000U : 2000U;
        return now;
    };
    measure_options options;
    options.copies = 64;
    options.frames = 10;
    const auto cost = estimate_cost(kind, options, clock);
    REQUIRE(cost);
    CHECK(calls == 40);
    CHECK(cost->counts.bones == 8);
    CHECK(cost->counts.springs == 5);
    CHECK(cost->counts.colliders == 2);
    CHECK(cost->counts.joints == 7);
    CHECK(std::abs(cost->measured_ms - 2e-3 * 1000 / 64) < 1e-12);
    CHECK(cost->counted_ms > 0.3);
    CHECK(cost->counted_ms < 1);
    options.copies = 63;
    CHECK(estimate_cost(kind, options, clock).error().name == errors::bad_option);
    CHECK(estimate_cost({}, {}, clock).error().name == errors::no_kind);
}
