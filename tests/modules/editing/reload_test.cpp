#include "session_scene.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <chrono>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;

namespace {

/// Writes as another program would, at another time than before: clocks of files are coarse.
void write_outside(const fs::path& file, const std::string& text) {
    const auto before = fs::last_write_time(file);
    write_text(file, text);
    fs::last_write_time(file, before + std::chrono::seconds(2));
}

std::string with_frequency(const std::string& hertz) {
    std::string out = settings_by_hand();
    out.replace(out.find("1.50"), 4, hertz);
    return out;
}

} // namespace

TEST_CASE("changes of other programs become the present state", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    CHECK(session.poll_changes().outcome == poll_outcome::nothing);
    write_outside(scene.settings, with_frequency("4.00"));
    const poll_report report = session.poll_changes();
    CHECK(report.outcome == poll_outcome::reloaded);
    CHECK(report.applied.effect == edit_effect::retune);
    CHECK(session.text() == with_frequency("4.00"));
    CHECK_FALSE(session.is_changed());
    CHECK(session.poll_changes().outcome == poll_outcome::nothing);
    REQUIRE(session.undo());
    CHECK(session.text() == settings_by_hand());
    CHECK(session.is_changed());
    REQUIRE(session.save());
    // Touched, but the same.
    write_outside(scene.settings, session.text());
    CHECK(session.poll_changes().outcome == poll_outcome::nothing);
}

TEST_CASE("changes here and there are a conflict that keeps both", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    must(session, set_field{"head", "drag", 3.0});
    const std::string mine = session.text();
    write_outside(scene.settings, with_frequency("4.00"));
    CHECK(session.save().error().name == errors::changed_outside);
    const poll_report report = session.poll_changes();
    CHECK(report.outcome == poll_outcome::conflict);
    REQUIRE(session.conflict());
    CHECK(session.conflict()->mine == mine);
    CHECK(session.conflict()->theirs == with_frequency("4.00"));
    CHECK(session.text() == mine);
    CHECK(session.poll_changes().outcome == poll_outcome::nothing);
    CHECK(session.save().error().name == errors::changed_outside);
    SECTION("mine is kept") {
        session.keep_mine();
        REQUIRE(session.save());
        CHECK(read_text(scene.settings) == mine);
    }
    SECTION("theirs is taken") {
        REQUIRE(session.take_theirs());
        CHECK(session.text() == with_frequency("4.00"));
        CHECK_FALSE(session.is_changed());
        REQUIRE(session.undo());
        CHECK(session.text() == mine);
    }
    SECTION("both are the same in the end") {
        write_outside(scene.settings, mine);
        CHECK(session.poll_changes().outcome == poll_outcome::reloaded);
        CHECK_FALSE(session.conflict());
        CHECK_FALSE(session.is_changed());
    }
}

TEST_CASE("broken files change nothing and are reported once", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    const auto breaks = [&](const std::string& text, const char* name) {
        write_outside(scene.settings, text);
        const poll_report report = session.poll_changes();
        CHECK(report.outcome == poll_outcome::broken);
        REQUIRE(report.wrong);
        CHECK(report.wrong->name == name);
        CHECK(session.poll_changes().outcome == poll_outcome::nothing);
        CHECK(session.text() == settings_by_hand());
        CHECK(session.undo_count() == 0);
    };
    breaks("{\"jounce_springs\": 1, \"springs\"", errors::bad_json);
    breaks(R"({"jounce_springs": 1, "springs": [{"chain": "nose"}]})", errors::unknown_bone);
    breaks(R"({"jounce_springs": 1, "springs": [], "spring": 1})", errors::unknown_key);
    CHECK(session.save().error().name == errors::changed_outside);
    fs::rename(scene.settings, scene.folder.path() / "away.json");
    CHECK(session.poll_changes().wrong->name == errors::missing_file);
    CHECK(session.poll_changes().outcome == poll_outcome::nothing);
    write_text(scene.settings, with_frequency("3"));
    CHECK(session.poll_changes().outcome == poll_outcome::reloaded);
    CHECK(tuning_of(session, "tail4").frequency == 3);
}

TEST_CASE("a model that is exported again keeps the edits", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    must(session, set_field{"head", "drag", 3.0});
    swing_file longer;
    longer.json["nodes"][5]["translation"] = {0, 0.3, 0};
    write_outside(scene.model, longer.bytes());
    const poll_report report = session.poll_changes();
    CHECK(report.outcome == poll_outcome::reloaded);
    CHECK(report.applied.effect == edit_effect::spawn_again);
    CHECK(tuning_of(session, "head").drag == 3);
    CHECK(session.is_changed());
    const rig& bones = session.character().model.bones;
    const auto tip = std::ranges::find(bones.names, "tail4") - bones.names.begin();
    CHECK(bones.rest_local[static_cast<std::size_t>(tip)].translation.y == 0.3F);
    longer.json["nodes"][5]["name"] = "tip";
    longer.json["nodes"][2]["name"] = "root";
    write_outside(scene.model, longer.bytes());
    CHECK(session.poll_changes().wrong->name == errors::unknown_bone);
    CHECK(tuning_of(session, "tail4").frequency == 1.5);
    write_outside(scene.model, "glTF");
    CHECK(session.poll_changes().outcome == poll_outcome::broken);
    CHECK(session.save_into_model().error().name != "");
}

TEST_CASE("extras that change outside are settings that change", "[editing]") {
    const session_scene scene("");
    swing_file model;
    model.json["extras"]["jounce_springs"] = nlohmann::ordered_json::parse(tail_settings());
    model.save(scene.folder, "Füchsin.glb");
    edit_session session = scene.open();
    model.json["extras"]["jounce_springs"]["springs"][0]["preset"] = "hair";
    write_outside(scene.model, model.bytes());
    const poll_report report = session.poll_changes();
    CHECK(report.outcome == poll_outcome::reloaded);
    CHECK(report.applied.effect == edit_effect::retune);
    CHECK(session.settings().springs[0].preset == "hair");
    CHECK(session.undo_count() == 1);
    CHECK_FALSE(session.is_changed());
}

TEST_CASE("broken files are not opened", "[editing]") {
    const session_scene scene;
    const auto refused = [&](const fs::path& model, const fs::path& settings) {
        session_options options;
        options.settings = settings;
        const result<edit_session> out = edit_session::open(model, options);
        REQUIRE_FALSE(out);
        CHECK_FALSE(out.error().message.empty());
        return out.error().name;
    };
    const fs::path bad = scene.folder.path() / "bad.json";
    CHECK(refused(scene.folder.path() / "none.glb", {}) == errors::missing_file);
    CHECK(refused(scene.model, bad) == errors::missing_file);
    write_text(bad, "{");
    CHECK(refused(scene.model, bad) == errors::bad_json);
    write_text(bad, R"({"jounce_springs": 2, "springs": []})");
    CHECK(refused(scene.model, bad) == "newer_version");
    write_text(bad, R"({"jounce_springs": 1, "springs": [{"bones": ["nose"]}]})");
    CHECK(refused(scene.model, bad) == errors::unknown_bone);
    write_text(bad, std::string(max_spring_file_bytes + 1, ' '));
    CHECK(refused(scene.model, bad) == errors::too_large);
    CHECK(refused(scene.model, scene.folder.path()) == errors::not_a_file);
    write_text(bad, "glTF");
    CHECK(refused(bad, {}) != "");
}
