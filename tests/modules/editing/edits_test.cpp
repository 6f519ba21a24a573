#include "session_scene.hpp"

#include <catch2/catch_test_macros.hpp>

#include <limits>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;

using lines = std::vector<std::string>;

TEST_CASE("a field changes its line alone", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    CHECK(session.text() == settings_by_hand());
    CHECK(session.place() == settings_place::file);
    CHECK(session.entry_of("tail3") == 0);
    CHECK_FALSE(session.entry_of("spine"));
    const applied_edit done = must(session, set_field{"tail3", "frequency", 1.25});
    CHECK(done.effect == edit_effect::retune);
    CHECK(done.name == "frequency of tail3");
    CHECK(done.before != done.after);
    CHECK(changed_lines(settings_by_hand(), session.text()) ==
          lines{R"(-            "tuning": { "radius": 3e-2, "frequency": 1.50 },)",
                R"(+            "tuning": { "radius": 3e-2, "frequency": 1.25 },)"});
    CHECK(tuning_of(session, "tail1").frequency == 2.5);
    must(session, set_field{"tail1", "fixed_length", false});
    must(session, set_field{"tail1", "collides_with", 6U});
    must(session, set_field{"tail1", "limit_shape", std::string("cone")});
    must(session, set_field{"tail1", "limit_centre", quat<double>{0, 0, 0.5, 0.5}});
    CHECK(changed_lines(settings_by_hand(), session.text()).size() == 2);
    must(session, clear_field{"tail1", "radius"});
    CHECK(tuning_of(session, "tail2").radius == 0.02); // of the preset
    must(session, set_field{"head", "drag", 3.0});
    CHECK(session.text().find(R"({"bones": ["head"], "preset": "ear", "tuning": { "drag": 3 }})") !=
          std::string::npos);
    CHECK(must(session, set_name{"n"}).effect == edit_effect::nothing);
    CHECK(must(session, set_field{"head", "drag", 3.0}).effect == edit_effect::nothing);
}

TEST_CASE("curves and presets are set and taken back", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    must(session, set_curve{"tail1", "frequency", {{0, 2}, {0.5, 1.5}, {1, 1}}});
    CHECK(changed_lines(settings_by_hand(), session.text()) ==
          lines{R"(-            "curves": { "frequency": [[0, 2], [0.5, 1.2], [1, 1]] })",
                R"(+            "curves": { "frequency": [[0, 2], [0.5, 1.5], [1, 1]] })"});
    must(session, set_curve{"tail1", "gravity", {{0, 0}, {1, 1}}});
    must(session, clear_curve{"tail1", "frequency"});
    must(session, clear_curve{"tail1", "gravity"});
    CHECK(session.text().find("curves") == std::string::npos);
    CHECK(must(session, choose_preset{"tail1", "hair"}).effect == edit_effect::retune);
    CHECK(tuning_of(session, "tail2").radius == 0.03);
    must(session, choose_preset{"tail1", ""});
    CHECK(session.settings().springs[0].preset.empty());
    must(session, set_tick_rate{240.0});
    must(session, set_tick_rate{});
    CHECK(must(session, set_unit{0.5}).effect == edit_effect::spawn_again);
    CHECK(must(session, set_chains_collide{true}).effect == edit_effect::spawn_again);
    must(session, set_chains_collide{false});
}

TEST_CASE("bones become springs and stop being any", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    CHECK(must(session, remove_spring{"tail1", true}).effect == edit_effect::spawn_again);
    CHECK(session.settings().springs.size() == 1);
    CHECK(session.character().spring_count == 1);
    must(session, make_spring{"tail2", "hair", true});
    CHECK(session.settings().springs.back().chain == "tail2");
    CHECK(session.character().spring_count == 4);
    must(session, make_spring{"tail1", ""});
    CHECK(session.settings().springs.back().bones == lines{"tail1"});
    must(session, remove_spring{"tail3", true});
    CHECK(session.settings().springs[1].except == lines{"tail3", "tail4"});
    // A chain leaves out what is a spring already.
    must(session, make_spring{"hip", "tail", true});
    CHECK_FALSE(session.entry_of("spine") == session.entry_of("tail1"));
    CHECK(session.entry_of("tail4") == session.entry_of("hip"));
}

TEST_CASE("colliders are added, moved and removed", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    collider_entry ball = session.settings().colliders[0];
    ball.shape.radius = 0.2F;
    CHECK(must(session, change_collider{0, ball}).effect == edit_effect::retune);
    CHECK(changed_lines(settings_by_hand(), session.text()).size() == 2);
    CHECK(session.text().find(R"("a": [0, 0.10, 0], "radius": 0.2 })") != std::string::npos);
    ball.shape.a.x = 0.1F;
    must(session, change_collider{0, ball});
    CHECK(session.text().find(R"("a": [0.1, 0.10, 0], "radius": 0.2 })") != std::string::npos);
    collider_entry box{"head", {}};
    box.shape.shape = collider_shape::box;
    box.shape.half = {0.1F, 0.2F, 0.3F};
    CHECK(must(session, add_collider{box}).effect == edit_effect::spawn_again);
    CHECK(session.settings().colliders.size() == 3);
    collider_entry plane = box;
    plane.shape.shape = collider_shape::plane;
    plane.shape.b = {0, 1, 0};
    must(session, change_collider{2, plane});
    CHECK(session.settings().colliders[2].shape.shape == collider_shape::plane);
    must(session, remove_collider{0});
    must(session, remove_collider{0});
    must(session, remove_collider{0});
    CHECK(session.text().find("colliders") == std::string::npos);
}

TEST_CASE("helpers are added, moved and removed with their springs", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    helper_entry belly{"belly", "hip", {0, 1.1, 0.05}, {0, 1.1, 0.2}, 0.5, 0.8, false, false};
    CHECK(must(session, add_helper{belly}).effect == edit_effect::spawn_again);
    CHECK(session.character().model.bones.names.back() == "belly");
    must(session, make_spring{"belly", "belly"});
    CHECK(session.character().spring_count == 6);
    const std::string before = session.text();
    belly.tail.z = 0.3;
    must(session, change_helper{belly});
    CHECK(changed_lines(before, session.text()).size() == 2);
    must(session, remove_helper{"belly"});
    CHECK(session.character().spring_count == 5);
    CHECK(changed_lines(settings_by_hand(), session.text()).empty());
    CHECK(refusal(session, remove_helper{"belly"}) == errors::unknown_bone);
}

TEST_CASE("edits that the reader would refuse change nothing", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(refusal(session, set_field{"tail1", "frequency", -1.0}) == errors::bad_setting);
    CHECK(refusal(session, set_field{"tail1", "frequency", nan}) == errors::bad_setting);
    CHECK(refusal(session, set_field{"tail1", "frequenzy", 1.0}) == errors::unknown_field);
    CHECK(refusal(session, set_field{"tail1", "frequency", true}) == errors::wrong_type);
    CHECK(refusal(session, set_field{"tail1", "output", std::string("x")}) ==
          errors::unknown_value);
    CHECK(refusal(session, set_field{"spine", "drag", 1.0}) == errors::no_spring);
    CHECK(refusal(session, set_field{"nose", "drag", 1.0}) == errors::unknown_bone);
    CHECK(refusal(session, set_curve{"tail1", "drag", {}}) == errors::bad_curve);
    CHECK(refusal(session, set_curve{"tail1", "drag", {{1, 1}, {0, 1}}}) == errors::bad_curve);
    CHECK(refusal(session, make_spring{"tail2", "tail"}) == errors::duplicate_spring);
    CHECK(refusal(session, make_spring{"spine", "tale"}) == errors::unknown_preset);
    CHECK(refusal(session, remove_spring{"spine"}) == errors::no_spring);
    CHECK(refusal(session, choose_preset{"tail1", "tale"}) == errors::unknown_preset);
    CHECK(refusal(session, add_collider{{"nose", {}}}) == errors::unknown_bone);
    CHECK(refusal(session, change_collider{2, {"hip", {}}}) == errors::unknown_collider);
    CHECK(refusal(session, remove_collider{2}) == errors::unknown_collider);
    collider_entry ball{"hip", {}};
    ball.shape.radius = -1;
    CHECK(refusal(session, add_collider{ball}) == errors::out_of_range);
    ball.shape.radius = std::numeric_limits<float>::infinity();
    CHECK(refusal(session, add_collider{ball}) == errors::bad_collider);
    CHECK(refusal(session, add_helper{{"belly", "hip", {}, {}, 0, 1, false, false}}) ==
          errors::bad_helper);
    CHECK(refusal(session, add_helper{{"b", "nose", {}, {0, 1, 0}, 1, 1, false, false}}) ==
          errors::unknown_bone);
    CHECK(refusal(session, add_helper{{"b", "hip", {nan, 0, 0}, {0, 1, 0}, 1, 1, false, false}}) ==
          errors::bad_helper);
    CHECK(refusal(session, set_tick_rate{0.5}) == errors::out_of_range);
    CHECK(refusal(session, set_unit{nan}) == errors::bad_setting);
    CHECK(refusal(session, set_tissue_tier{tissue_tier::linear}) == errors::no_tissue);
    CHECK(refusal(session, set_tissue_weight{0.5}) == errors::no_tissue);
    CHECK_FALSE(session.undo());
    CHECK(session.undo().error().name == errors::no_step);
}
