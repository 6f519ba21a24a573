// The viewer's stage without a window: what edits do to characters, and that what is saved moves as what was shown.

#include "view/stage.hpp"

#include "modules/editing/session_scene.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/bake/record_motion.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>
#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;
using viewer::choices;
using viewer::stage;

namespace {

constexpr float frame = 1.0F / 60;

/// A stage that only simulates.
struct dark_stage {
    dark_stage() {
        auto made = stage::open(files.model, {.settings = files.settings}, {}, workers);
        INFO((made ? "" : made.error().message));
        REQUIRE(made);
        on = *std::move(made);
    }

    void run(int frames, const choices& how) {
        for (int f = 0; f < frames; ++f) {
            on->advance(frame, how);
        }
    }
    std::vector<vec3<float>> places(entt::entity who) const {
        std::vector<vec3<float>> out;
        for (std::int32_t b = 0; b < on->session().character().model.bones.bone_count(); ++b) {
            out.push_back(bone_of(on->registry(), who, b).translation);
        }
        return out;
    }
    vec3<double> stands() const { return on->registry().get<placement>(on->edited()).position; }

    session_scene files;
    tf::Executor workers{1};
    std::unique_ptr<stage> on;
};

float difference(const std::vector<vec3<float>>& a, const std::vector<vec3<float>>& b) {
    float most = a.size() == b.size() ? 0.0F : 1e9F;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        most = std::max(most, length(a[i] - b[i]));
    }
    return most;
}

} // namespace

TEST_CASE("what an edit shows is what its saved settings bake", "[view]") {
    dark_stage scene;
    REQUIRE(scene.on->make(set_field{"tail2", "frequency", 0.6, edit_scope::bone}));
    REQUIRE(scene.on->make(set_field{"tail3", "damping_ratio", 0.1}));
    REQUIRE(scene.on->save());
    CHECK(!scene.on->message_is_error());

    const auto saved =
        authoring::read_character(scene.files.model, {.settings = scene.files.settings});
    REQUIRE(saved);
    bake::record_options record;
    record.every_bone = true;
    const auto motion = bake::record_motion(saved->kind.kind, saved->kind.clips, 0, record);
    REQUIRE(motion);

    // As jounce simulate begins: at rest in the first pose. Frames end with ticks there, so they do here.
    context<time_control>(scene.on->registry()).lands = true;
    choices how;
    how.clip_speed = 0;
    const auto dt = motion->times[1];
    scene.on->advance(dt, how);
    how.clip_speed = 1;
    float most = 0;
    float swing = 0;
    for (std::size_t f = 0; f + 1 < motion->frame_count(); ++f) {
        const auto baked = bake::model_pose(*motion, motion->shown, f);
        const auto animated = bake::model_pose(*motion, motion->animated, f);
        const std::vector<vec3<float>> shown = scene.places(scene.on->edited());
        REQUIRE(shown.size() == baked.size());
        for (std::size_t b = 0; b < baked.size(); ++b) {
            most = std::max(most, length(shown[b] - cast<float>(baked[b].translation)));
            swing = std::max(
                swing, static_cast<float>(length(baked[b].translation - animated[b].translation)));
        }
        scene.on->advance(dt, how);
    }
    CHECK(swing > 0.01F); // springs did something
    CHECK(most < 0.01F * swing);
}

TEST_CASE("edits reach the edited character and not the one that was opened", "[view]") {
    dark_stage scene;
    choices how;
    how.split = true;
    scene.run(30, how);
    REQUIRE(scene.on->opened() != entt::null);
    CHECK(difference(scene.places(scene.on->edited()), scene.places(scene.on->opened())) < 1e-4F);
    const entt::entity before = scene.on->edited();
    REQUIRE(scene.on->make(set_field{"tail1", "frequency", 0.3}));
    CHECK(scene.on->edited() == before); // it goes on from where it is
    scene.run(30, how);
    CHECK(difference(scene.places(scene.on->edited()), scene.places(scene.on->opened())) > 1e-3F);

    REQUIRE(scene.on->undo());
    scene.on->reset();
    how.clip = -1;
    scene.run(600, how);
    CHECK(difference(scene.places(scene.on->edited()), scene.places(scene.on->opened())) < 1e-3F);
    how.split = false;
    scene.run(1, how);
    CHECK(scene.on->opened() == entt::null);
}

TEST_CASE("an edit that takes new bones spawns a character that goes on with its clip", "[view]") {
    dark_stage scene;
    choices how;
    scene.run(20, how);
    const entt::entity before = scene.on->edited();
    const auto pose = scene.places(before);
    REQUIRE(scene.on->make(remove_spring{"head"}));
    CHECK(scene.on->registry().valid(scene.on->edited()));
    how.paused = false;
    scene.run(1, how);
    // The hip is animated alone: it is where the next frame of the clip has it.
    CHECK(length(scene.places(scene.on->edited())[0] - pose[0]) < 0.1F);
    REQUIRE(scene.on->undo());
    scene.run(1, how);
    REQUIRE(scene.on->redo());
    scene.run(1, how);
    CHECK(scene.on->session().undo_count() == 1);
}

TEST_CASE("an edit that is refused changes nothing and says why", "[view][bad-input]") {
    dark_stage scene;
    const std::string text = scene.on->session().text();
    CHECK(!scene.on->make(set_field{"tail1", "frequency", -4.0}));
    CHECK(scene.on->message_is_error());
    CHECK(!scene.on->message().empty());
    CHECK(scene.on->session().text() == text);
    CHECK(!scene.on->undo());
    CHECK(scene.on->message_is_error());
}

TEST_CASE("a character that is dragged follows and goes back when it is reset", "[view]") {
    dark_stage scene;
    choices how;
    how.clip = -1;
    scene.run(120, how);
    const vec3<double> home = scene.stands();
    const auto rest = scene.places(scene.on->edited());
    scene.on->drag_to({0.5, 0, 0});
    scene.run(10, how);
    CHECK(difference(scene.places(scene.on->edited()), rest) > 1e-3F); // springs feel it
    scene.run(60, how);
    CHECK(std::abs(scene.stands().x - home.x - 0.5) < 1e-3);
    scene.on->let_go();
    scene.on->drag_to({0.25, 0, 0}); // from where it is now
    scene.run(60, how);
    CHECK(std::abs(scene.stands().x - home.x - 0.75) < 1e-3);
    scene.on->reset();
    scene.run(1, how);
    CHECK(scene.stands() == home);
}

TEST_CASE("a fixed frame rate and a pause hold frames back", "[view]") {
    dark_stage scene;
    choices how;
    how.frame_rate = 30;
    scene.run(4, how); // of 60 per second
    const auto& clock = context<frame_clock>(scene.on->registry());
    CHECK(clock.frame == 2);
    how.paused = true;
    scene.run(4, how);
    const double time = clock.time;
    how.paused = false;
    scene.run(2, how);
    CHECK(std::abs(clock.time - time - 1.0 / 30) < 1e-6);
}

TEST_CASE("another program's change of the settings is shown", "[view]") {
    dark_stage scene;
    scene.run(5, {});
    std::string text = scene.on->session().text();
    const std::size_t at = text.find("1.50");
    REQUIRE(at != std::string::npos);
    write_text(scene.files.settings, text.replace(at, 4, "0.75 "));
    scene.on->poll();
    CHECK(!scene.on->message_is_error());
    CHECK(scene.on->session().text() == text);
    write_text(scene.files.settings, "{");
    scene.on->poll();
    CHECK(scene.on->message_is_error());
    CHECK(scene.on->session().text() == text);
}
