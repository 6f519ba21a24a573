#include "session_scene.hpp"

#include <jounce/modules/authoring/read_character.hpp>

#include <catch2/catch_test_macros.hpp>

#include <unistd.h>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;

namespace {

/// The same model as text, with its buffer beside it, indented by hand.
fs::path save_gltf(const temporary_folder& into, swing_file model) {
    model.json["buffers"][0]["uri"] = "swing.bin";
    write_text(into.path() / "swing.bin", model.binary);
    const fs::path file = into.path() / "swing.gltf";
    write_text(file, model.json.dump(3) + "\n");
    return file;
}

void check_reads_back(const edit_session& session, const fs::path& model,
                      const fs::path& settings) {
    const auto again = authoring::read_character(model, {.settings = settings});
    INFO((again ? "" : again.error().message));
    REQUIRE(again);
    CHECK(again->suggested.empty());
    CHECK(again->spring_count == session.character().spring_count);
}

} // namespace

TEST_CASE("settings are saved where they came from", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    must(session, set_field{"tail1", "frequency", 2.0});
    CHECK(session.is_changed());
    REQUIRE(session.save());
    CHECK_FALSE(session.is_changed());
    CHECK(read_text(scene.settings) == session.text());
    CHECK(changed_lines(settings_by_hand(), read_text(scene.settings)).size() == 2);
    check_reads_back(session, scene.model, scene.settings);
    REQUIRE(session.undo());
    CHECK(session.is_changed());
    REQUIRE(session.redo());
    CHECK_FALSE(session.is_changed());
    // Saving ends a gesture: what was saved can be gone back to.
    must(session, set_field{"tail1", "frequency", 3.0}, 5);
    REQUIRE(session.save());
    must(session, set_field{"tail1", "frequency", 4.0}, 5);
    REQUIRE(session.undo());
    CHECK_FALSE(session.is_changed());
}

TEST_CASE("suggested settings get a file", "[editing]") {
    const session_scene scene("");
    edit_session session = scene.open();
    CHECK(session.place() == settings_place::nowhere);
    CHECK(session.settings().springs.size() == 1);
    CHECK_FALSE(session.is_changed());
    CHECK(session.save().error().name == errors::no_settings_file);
    must(session, set_field{"tail1", "drag", 1.0});
    const fs::path file = scene.folder.path() / "new.json";
    CHECK(session.save_as(scene.folder.path() / "new.glb").error().name == errors::wrong_suffix);
    CHECK(session.place() == settings_place::nowhere);
    REQUIRE(session.save_as(file));
    CHECK(session.place() == settings_place::file);
    CHECK(read_text(file) == session.text());
    check_reads_back(session, scene.model, file);

    session_options options;
    options.settings = scene.folder.path() / "later.json";
    CHECK(edit_session::open(scene.model, options).error().name == errors::missing_file);
    options.may_create = true;
    result<edit_session> later = edit_session::open(scene.model, options);
    REQUIRE(later);
    REQUIRE(later->save());
    CHECK(fs::exists(options.settings));
    CHECK(later->place() == settings_place::file);
    CHECK(later->poll_changes().outcome == poll_outcome::nothing);
    // Where the model has settings, these are what the new file begins with.
    swing_file model;
    model.json["extras"]["jounce_springs"] = nlohmann::ordered_json::parse(tail_settings());
    model.save(scene.folder, "Füchsin.glb");
    options.settings = scene.folder.path() / "latest.json";
    result<edit_session> latest = edit_session::open(scene.model, options);
    REQUIRE(latest);
    CHECK(latest->settings().springs[0].chain == "tail1");
    REQUIRE(latest->save());
    CHECK(read_text(options.settings) == latest->text());
}

TEST_CASE("settings go into a .glb and leave all else as it is", "[editing]") {
    const session_scene scene("");
    swing_file model;
    model.json["extras"]["jounce_springs"] = nlohmann::ordered_json::parse(tail_settings());
    model.save(scene.folder, "Füchsin.glb");
    edit_session session = scene.open();
    CHECK(session.place() == settings_place::model);
    CHECK(session.text() == nlohmann::ordered_json::parse(tail_settings()).dump());
    must(session, set_field{"tail1", "frequency", 1.75});
    const std::string before = read_text(scene.model);
    REQUIRE(session.save());
    CHECK_FALSE(session.is_changed());
    const std::string after = read_text(scene.model);
    const swing_file old_parts = take_apart(before);
    const swing_file new_parts = take_apart(after);
    CHECK(old_parts.binary == new_parts.binary);
    nlohmann::ordered_json said = new_parts.json;
    CHECK(said["extras"]["jounce_springs"]["springs"][0]["tuning"]["frequency"] == 1.75);
    said["extras"]["jounce_springs"]["springs"][0].erase("tuning");
    CHECK(said == old_parts.json);
    CHECK(after.find("0.30000000000000004") != std::string::npos);
    check_reads_back(session, scene.model, {});
    // Nothing is new, so nothing differs.
    REQUIRE(session.save());
    CHECK(read_text(scene.model) == after);

    // Out of the model into a file: with lines.
    const fs::path file = scene.folder.path() / "own.json";
    REQUIRE(session.save_as(file));
    CHECK(read_text(file).find("\n  \"springs\": [\n") != std::string::npos);
    check_reads_back(session, scene.model, file);
}

TEST_CASE("settings go into a .gltf in its own layout", "[editing]") {
    const session_scene scene;
    const fs::path model = save_gltf(scene.folder, {});
    session_options options;
    options.settings = scene.settings;
    result<edit_session> session = edit_session::open(model, options);
    REQUIRE(session);
    const std::string before = read_text(model);
    REQUIRE(session->save_into_model());
    CHECK(session->place() == settings_place::model);
    const std::string first = read_text(model);
    for (const std::string& line : changed_lines(before, first)) {
        CHECK(line.front() == (line == "-      }" ? '-' : '+'));
    }
    CHECK(first.find("\n      \"jounce_springs\": {\n         \"jounce_springs\": 1,") !=
          std::string::npos);
    check_reads_back(*session, model, {});
    must(*session, set_field{"tail1", "frequency", 1.75});
    REQUIRE(session->save());
    CHECK(changed_lines(first, read_text(model)).size() == 2);
    CHECK(read_text(scene.settings) == settings_by_hand());
}

TEST_CASE("settings that are text in a scene stay text in that scene", "[editing]") {
    const session_scene scene("");
    swing_file parts;
    parts.json["scenes"][0]["extras"]["jounce_springs"] = tail_settings();
    const fs::path model = save_gltf(scene.folder, parts);
    result<edit_session> session = edit_session::open(model);
    REQUIRE(session);
    CHECK(session->text() == tail_settings());
    must(*session, set_field{"tail1", "frequency", 1.75});
    REQUIRE(session->save());
    const auto said = read_json(model);
    CHECK(said["scenes"][0]["extras"]["jounce_springs"] == session->text());
    CHECK_FALSE(said["extras"].contains("jounce_springs"));
}

TEST_CASE("what cannot be written leaves file and session as they are", "[editing]") {
    const session_scene scene;
    edit_session session = scene.open();
    must(session, set_field{"tail1", "frequency", 2.0});
    CHECK(session.save_as(scene.folder.path() / "none" / "a.json").error().name ==
          errors::cannot_write);
    fs::create_directory(scene.folder.path() / "folder.json");
    CHECK(session.save_as(scene.folder.path() / "folder.json").error().name ==
          errors::cannot_write);
    CHECK(session.settings_file() == scene.settings);
    if (::geteuid() != 0) { // nothing is read-only for root
        fs::permissions(scene.settings, fs::perms::owner_read);
        CHECK(session.save().error().name == errors::cannot_write);
        fs::permissions(scene.settings, fs::perms::owner_read | fs::perms::owner_write);
        fs::permissions(scene.folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
        CHECK(session.save().error().name == errors::cannot_write);
        fs::permissions(scene.folder.path(), fs::perms::owner_all);
    }
    CHECK(read_text(scene.settings) == settings_by_hand());
    CHECK(session.is_changed());
    REQUIRE(session.save());
    CHECK(read_text(scene.settings) == session.text());
}

TEST_CASE("springs of VRM begin as settings of the stable solver", "[editing]") {
    const session_scene scene("");
    vrm_model().save(scene.folder, "Füchsin.glb");
    edit_session session = scene.open();
    CHECK(session.place() == settings_place::nowhere);
    CHECK(session.character().spring_count == 3);
    CHECK(session.character().kind.kind->springs.solver == stable_solver);
    must(session, set_field{"tail2", "drag", 2.0});
    const fs::path file = scene.folder.path() / "vrm.json";
    REQUIRE(session.save_as(file));
    check_reads_back(session, scene.model, file);
}

TEST_CASE("names of bones are any UTF-8", "[editing]") {
    const session_scene scene("");
    swing_file model;
    model.json["nodes"][2]["name"] = "Schwänzchen \"尾\"/~1*";
    model.save(scene.folder, "Füchsin.glb");
    edit_session session = scene.open();
    const std::string tail = "Schwänzchen \"尾\"/~1*";
    for (const auto& entry : session.settings().springs) {
        must(session, remove_spring{entry.chain, true});
    }
    must(session, make_spring{tail, "tail", true});
    must(session, set_field{tail, "drag", 1.0, edit_scope::bone});
    must(session, add_collider{{tail, {}}});
    const fs::path file = scene.folder.path() / "尾.json";
    REQUIRE(session.save_as(file));
    CHECK(read_text(file).find("Schwänzchen \\\"尾\\\"/~1*") != std::string::npos);
    check_reads_back(session, scene.model, file);
    CHECK(tuning_of(session, tail).drag == 1);
}
