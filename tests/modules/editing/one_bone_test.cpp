#include "session_scene.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;

namespace {

/// The settings of all bones of the tail but one.
std::vector<spring_tuning> others(const edit_session& session, const std::string& but) {
    std::vector<spring_tuning> out;
    for (const char* bone : {"tail1", "tail2", "tail3", "tail4", "head"}) {
        if (bone != but) {
            out.push_back(tuning_of(session, bone));
        }
    }
    return out;
}

} // namespace

TEST_CASE("one bone of a chain changes and no other, to the last bit", "[editing]") {
    const char* entries[] = {
        R"({"chain": "tail1", "preset": "tail", "tuning": {"radius": 0.03}})",
        R"({"bones": ["tail1", "tail2", "tail3", "tail4"], "preset": "hair"})",
        R"({"bones": ["tail*"], "curves": {"frequency": [[0, 3], [0.3, 1.7], [1, 0.2]], "drag": [[0.5, 2]]}})",
        R"({"chain": "tail1", "preset": "tail", "curves": {"frequency": [[0, 1]]}})",
        R"({"chain": "tail1", "tuning": {"frequency": 3}})"};
    for (const char* entry : entries) {
        for (const std::string bone : {"tail1", "tail2", "tail3", "tail4"}) {
            INFO(entry << ", " << bone);
            const session_scene scene(R"({"jounce_springs": 1, "springs": [)" + std::string(entry) +
                                      R"(, {"bones": ["head"]}]})");
            edit_session session = scene.open();
            const std::vector<spring_tuning> before = others(session, bone);
            spring_tuning wanted = tuning_of(session, bone);
            const applied_edit done =
                must(session, set_field{bone, "frequency", 0.7, edit_scope::bone});
            CHECK(done.effect == edit_effect::retune);
            INFO(session.text());
            wanted.frequency = 0.7;
            CHECK(tuning_of(session, bone) == wanted);
            CHECK(others(session, bone) == before);
            CHECK(session.settings().springs.size() == 3);
            CHECK(session.settings().springs[1].bones == std::vector<std::string>{bone});
            // From now on it has an entry of its own.
            must(session, set_field{bone, "drag", 4.0, edit_scope::bone});
            wanted.drag = 4;
            CHECK(tuning_of(session, bone) == wanted);
            CHECK(others(session, bone) == before);
            CHECK(session.settings().springs.size() == 3);
            must(session, remove_spring{bone});
            CHECK(others(session, bone) == before);
        }
    }
}

TEST_CASE("branches of other lengths are kept apart where one curve cannot say it", "[editing]") {
    const session_scene scene(
        R"({"jounce_springs": 1, "springs": [{"chain": "hip", "curves": {"frequency": [[0, 3], [1, 1]]}}]})");
    edit_session session = scene.open();
    std::vector<spring_tuning> before;
    const std::vector<std::string> rest = {"hip", "tail2", "tail3", "tail4", "spine", "head"};
    for (const std::string& bone : rest) {
        before.push_back(tuning_of(session, bone));
    }
    must(session, set_field{"tail1", "frequency", 0.7, edit_scope::bone});
    for (std::size_t i = 0; i < rest.size(); ++i) {
        INFO(rest[i] << session.text());
        CHECK(tuning_of(session, rest[i]) == before[i]);
    }
}

TEST_CASE("a long chain under a bent curve is kept in several lists", "[editing]") {
    const session_scene scene("");
    swing_file model;
    std::vector<std::string> names;
    for (int i = 0; i < 30; ++i) {
        nlohmann::ordered_json node = {{"name", "link" + std::to_string(i)},
                                       {"translation", {0, 0.1, 0}}};
        if (i < 29) {
            node["children"] = {model.json["nodes"].size() + 1};
        }
        model.json["nodes"].push_back(node);
        names.push_back(node["name"]);
    }
    model.json["nodes"][7]["children"] = {8};
    model.save(scene.folder, "Füchsin.glb");
    nlohmann::ordered_json settings = nlohmann::ordered_json::parse(
        R"({"jounce_springs": 1, "springs": [{"chain": "link0", "curves": {"frequency": []}}]})");
    for (int k = 0; k < 16; ++k) {
        settings["springs"][0]["curves"]["frequency"].push_back({k / 15.0, 1 + k * k % 7});
    }
    write_text(scene.settings, settings.dump(2));
    edit_session session = scene.open();
    std::vector<spring_tuning> before;
    for (const std::string& name : names) {
        before.push_back(tuning_of(session, name));
    }
    const applied_edit done = must(session, set_field{"link5", "frequency", 9.0, edit_scope::bone});
    CHECK(done.effect == edit_effect::retune);
    CHECK(session.settings().springs.size() == 3); // two lists and the bone
    before[5].frequency = 9;
    for (std::size_t i = 0; i < names.size(); ++i) {
        INFO(names[i]);
        CHECK(tuning_of(session, names[i]) == before[i]);
    }
}
