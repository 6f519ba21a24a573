#include "session_scene.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <random>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;

namespace {

/// Some edit, good or bad.
edit any_edit(std::mt19937& random) {
    const auto pick = [&](unsigned count) { return static_cast<std::size_t>(random() % count); };
    const std::array bones = {"hip", "tail1", "tail2", "tail3", "tail4", "spine", "head", "knob"};
    const std::array fields = {"frequency", "drag", "gravity", "radius", "weight"};
    const std::array presets = {"tail", "hair", "ear", "none", ""};
    const std::string bone = bones[pick(bones.size())];
    const std::string field = fields[pick(fields.size())];
    const double value = 0.25 * static_cast<double>(pick(8));
    collider_entry body{bone, {}};
    body.shape.radius = 0.1F * static_cast<float>(pick(4));
    body.shape.a.x = 0.1F * static_cast<float>(pick(4));
    const helper_entry knob{"knob", "hip", {0, 1, 0}, {0, 1, value - 0.3}, 0.5, 1, false, false};
    switch (pick(16)) {
    case 0: return make_spring{bone, presets[pick(5)], pick(2) == 0};
    case 1: return remove_spring{bone, pick(2) == 0};
    case 2: return clear_field{bone, field};
    case 3: return set_curve{bone, field, {{0, value}, {1, 1}}};
    case 4: return clear_curve{bone, field};
    case 5: return choose_preset{bone, presets[pick(5)]};
    case 6: return add_collider{body};
    case 7: return change_collider{pick(4), body};
    case 8: return remove_collider{pick(4)};
    case 9: return add_helper{knob};
    case 10: return change_helper{knob};
    case 11: return remove_helper{"knob"};
    case 12: return set_tick_rate{pick(2) == 0 ? std::optional(60.0 + value) : std::nullopt};
    case 13: return set_name{"n" + std::to_string(pick(3)) + "\"ü"};
    default: break;
    }
    return set_field{bone, field, value, pick(2) == 0 ? edit_scope::bone : edit_scope::entry};
}

} // namespace

TEST_CASE("undoing all gives the first text, doing all again the last", "[editing][property]") {
    for (unsigned seed = 1; seed <= 12; ++seed) {
        std::mt19937 random(seed);
        const session_scene scene(seed % 3 == 0 ? "" : settings_by_hand());
        edit_session session = scene.open();
        std::vector<std::string> texts = {session.text()};
        for (int i = 0; i < 40; ++i) {
            const edit what = any_edit(random);
            const result<applied_edit> done = session.apply(what);
            INFO("seed " << seed << ", " << name_of(what) << "\n" << session.text());
            if (session.text() != texts.back()) {
                REQUIRE(done);
                texts.push_back(session.text());
            }
            REQUIRE(session.undo_count() == texts.size() - 1);
            // Each state can be read and says the same as the values.
            const auto again = parse_spring_file(session.text(), "again");
            REQUIRE(again);
            CHECK(write_spring_file(*again) == write_spring_file(session.settings()));
        }
        for (std::size_t i = texts.size() - 1; i-- > 0;) {
            REQUIRE(session.undo());
            REQUIRE(session.text() == texts[i]);
        }
        CHECK_FALSE(session.is_changed());
        CHECK(session.undo_count() == 0);
        for (std::size_t i = 1; i < texts.size(); ++i) {
            REQUIRE(session.redo());
            REQUIRE(session.text() == texts[i]);
        }
        CHECK(session.redo_count() == 0);
    }
}

TEST_CASE("a slider that is dragged is one step", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    for (const double hertz : {1.6, 1.7, 1.8}) {
        must(session, set_field{"tail1", "frequency", hertz}, 1);
    }
    CHECK(session.undo_count() == 1);
    must(session, set_field{"tail1", "frequency", 2.0}, 2); // held again
    must(session, set_field{"tail1", "drag", 2.0}, 2);      // another field
    must(session, set_field{"tail1", "drag", 2.5});         // no gesture
    must(session, set_field{"tail1", "drag", 2.6});
    CHECK(session.undo_count() == 5);
    CHECK(session.undo_name() == "drag of tail1");
    while (session.undo_count() > 1) {
        REQUIRE(session.undo());
    }
    CHECK(tuning_of(session, "tail4").frequency == 1.8);
    REQUIRE(session.undo());
    CHECK(session.text() == settings_by_hand());
    CHECK(session.redo_name() == "frequency of tail1");
    REQUIRE(session.redo());
    CHECK(tuning_of(session, "tail4").frequency == 1.8);
    // What was undone does not come back behind a new edit.
    must(session, set_field{"tail1", "frequency", 3.0}, 1);
    CHECK(session.redo_count() == 0);
    CHECK(session.undo_count() == 2);
    // Back where the drag began there is nothing to undo.
    must(session, set_field{"tail1", "frequency", 3.5}, 9);
    CHECK(session.undo_count() == 3);
    must(session, set_field{"tail1", "frequency", 3.0}, 9);
    CHECK(session.undo_count() == 2);
}

TEST_CASE("old steps are forgotten at the bound", "[editing]") {
    const session_scene scene;
    session_options options;
    options.settings = scene.settings;
    options.most_steps = 3;
    result<edit_session> session = edit_session::open(scene.model, options);
    REQUIRE(session);
    for (const double hertz : {1.0, 2.0, 3.0, 4.0, 5.0}) {
        must(*session, set_field{"tail1", "frequency", hertz});
    }
    CHECK(session->undo_count() == 3);
    while (session->undo_count() > 0) {
        REQUIRE(session->undo());
    }
    CHECK(tuning_of(*session, "tail4").frequency == 2);
}
