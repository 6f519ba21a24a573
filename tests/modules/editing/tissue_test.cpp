#include "modules/tissue_file/limb_file.hpp"

#include <jounce/modules/editing/edit_session.hpp>
#include <jounce/modules/editing/update_crowd.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <string>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce::test;

namespace {

constexpr const char* fleshy =
    R"({"jounce_springs": 1, "springs": [], "tissue": {"file": "limb.tissue.glb"}})";

edit_session open(const limb_folder& folder, const std::filesystem::path& settings) {
    session_options options;
    options.settings = settings;
    result<edit_session> out = edit_session::open(folder.model(), options);
    INFO((out ? "" : out.error().message));
    REQUIRE(out);
    return *std::move(out);
}

} // namespace

TEST_CASE("flesh is edited where it runs", "[editing][tissue]") {
    const limb_folder folder;
    edit_session session = open(folder, folder.write("flesh.json", fleshy));
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = gltf::spawn(registry, session.character().kind);
    systems.run(1.0F / 60);
    const auto tier = session.apply(set_tissue_tier{tissue_tier::linear});
    REQUIRE(tier);
    CHECK(tier->effect == edit_effect::retune);
    CHECK(*update_crowd(registry, *tier) == 1);
    const auto weight = session.apply(set_tissue_weight{0.25});
    REQUIRE(weight);
    CHECK(*update_crowd(registry, *weight) == 1);
    CHECK(registry.get<tissue_control>(who).weight == 0.25F);
    CHECK(session.text().find(R"("tier": "linear", "weight": 0.25})") != std::string::npos);
    systems.run(1.0F / 60);
    CHECK(session.apply(set_tissue_weight{1.5}).error().name == errors::out_of_range);
    CHECK(session.apply(set_tissue_tier{tissue_tier::newton}).error().name == errors::bad_setting);
    REQUIRE(session.undo());
    REQUIRE(session.undo());
    CHECK(session.text() == fleshy);
}

TEST_CASE("settings that move keep their flesh", "[editing][tissue]") {
    const limb_folder folder;
    edit_session session = open(folder, folder.write("flesh.json", fleshy));
    std::filesystem::create_directory(folder.path("inner"));
    REQUIRE(session.save_as(folder.path("inner") / "flesh.json"));
    CHECK(session.settings().tissue->file == "../limb.tissue.glb");
    CHECK(session.character().kind.kind->tissue != nullptr);
    const result<void> inside = session.save_into_model();
    INFO((inside ? "" : inside.error().message));
    REQUIRE(inside);
    CHECK(session.settings().tissue->file == "limb.tissue.glb");
    edit_session again = open(folder, {});
    CHECK(again.place() == settings_place::model);
    CHECK(again.character().kind.kind->tissue != nullptr);

    // A model names nothing outside of its folder, so nothing is written.
    std::filesystem::copy_file(folder.model(), folder.path("inner") / "limb.glb");
    const std::filesystem::path outside = folder.write("outside.json", fleshy);
    session_options options;
    options.settings = outside;
    result<edit_session> inner = edit_session::open(folder.path("inner") / "limb.glb", options);
    REQUIRE(inner);
    CHECK(inner->save_into_model().error().name == errors::bad_uri);
    CHECK(inner->place() == settings_place::file);
    CHECK(inner->text() == fleshy);
}
