// What is written is what a program shows, on the bones that springs move and on no other.

#include "baked.hpp"
#include "swing_file.hpp"

#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/bake/stage.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

using namespace jounce;
using namespace jounce_test;

namespace {

/// Node and path of the channels of an animation, with their sampler.
std::map<std::pair<int, std::string>, nlohmann::ordered_json> channels(const swing_file& of,
                                                                       std::size_t animation) {
    std::map<std::pair<int, std::string>, nlohmann::ordered_json> out;
    const auto& from = of.json["animations"][animation];
    for (const auto& channel : from["channels"]) {
        out[{channel["target"]["node"].get<int>(), channel["target"]["path"]}] =
            from["samplers"][channel["sampler"].get<std::size_t>()];
    }
    return out;
}

const std::string stretchy =
    R"("tuning": {"frequency": 2, "damping_ratio": 0.2, "fixed_length": false,)"
    R"( "axial_frequency": 2, "min_stretch": 0.5, "max_stretch": 2, "gravity": 0.5})";

} // namespace

TEST_CASE("what is baked is what a program shows", "[bake]") {
    const auto [more, solver] =
        GENERATE(table<std::string, solver_id>({{R"("preset": "tail")", stable_solver},
                                                {stretchy, stable_solver},
                                                {R"("preset": "tail")", reference_solver},
                                                {"", vrm_solver}}));
    const double fps = GENERATE(60.0, 24.0);
    INFO(more << " " << solver.name << " " << fps);
    baked one = solver == vrm_solver ? baked("", vrm_model()) : baked(tail_settings(more));
    one.options.solver = solver;
    one.options.record.fps = fps;
    one.run();
    const gltf::model before = one.before();
    const std::size_t frames = static_cast<std::size_t>(fps) + 1;
    REQUIRE(one.report.clips.size() == 2);
    REQUIRE(one.report.clips[0].frames == frames);
    const auto shown = live(before, springs_of(one, before, solver), "sway", frames, 1);
    const auto written = played(one.after(), 0, frames, 1);
    // The two add up the clip's time in different ways, and springs answer the rounding of that.
    CHECK(difference(shown, written) < 3e-5 * one.report.extent);
    CHECK(difference(played(before, 0, frames, 1), written) > 0.02 * one.report.extent);
}

TEST_CASE("a bone under a stretched one is not stretched itself", "[bake]") {
    baked one(R"({"jounce_springs": 1, "springs": [{"bones": ["tail2"], )" + stretchy + "}]}");
    one.run();
    const gltf::model after = one.after();
    const auto kind = gltf::make_kind(after, {});
    bake::stage scene(*kind, std::make_shared<const clip_set>(after.clips), 1);
    const auto index = [&](const char* name) {
        return static_cast<std::int32_t>(
            std::find(after.bones.names.begin(), after.bones.names.end(), name) -
            after.bones.names.begin());
    };
    double most = 0;
    for (int f = 0; f <= 30; ++f) {
        scene.step(f / 60.0, 1 / 60.0);
        const affine<double> stretched = scene.model(index("tail2"));
        const affine<double> child = scene.model(index("tail3"));
        most = std::max(most, std::abs(length(stretched.linear.column[0]) - 1));
        CHECK(std::abs(length(child.linear.column[0]) - 1) < 1e-5);
        // It still hangs on the stretched tail.
        CHECK(length(child.translation - stretched * vec3<double>{0, 0.2, 0}) < 1e-5);
    }
    CHECK(most > 0.01);
}

TEST_CASE("only what springs move is written, and all else stays", "[bake]") {
    baked one(tail_settings());
    one.run();
    const swing_file before;
    const swing_file after = take_apart(read_text(one.options.out));
    const auto old_channels = channels(before, 0);
    const auto new_channels = channels(after, 0);
    for (const auto& [aim, sampler] : old_channels) {
        if (aim.first != 3) {
            CHECK(new_channels.at(aim) == sampler);
        }
    }
    std::set<int> added;
    for (const auto& [aim, sampler] : new_channels) {
        if (old_channels.count(aim) == 0 || aim.first == 3) {
            added.insert(aim.first);
            CHECK(aim.second == "rotation"); // the preset does not stretch
            CHECK(sampler["interpolation"] == "LINEAR");
            const auto times = floats_of(after, sampler["input"].get<std::size_t>());
            CHECK(std::is_sorted(times.begin(), times.end()));
            CHECK(times.back() == 1.0F);
        }
    }
    CHECK(added == std::set<int>{2, 3, 4, 5});
    for (const char* member : {"asset", "extensionsUsed", "extensions", "extras", "scenes", "nodes",
                               "skins", "meshes"}) {
        INFO(member);
        CHECK(after.json[member].dump() == before.json[member].dump());
    }
    CHECK(after.binary.substr(0, before.binary.size()) == before.binary);
    CHECK(one.report.clips[0].moved ==
          std::vector<std::string>{"tail1", "tail2", "tail3", "tail4"});

    baked only(tail_settings());
    only.options.clip = "step";
    only.run();
    const swing_file step = take_apart(read_text(only.options.out));
    CHECK(step.json["animations"][0] == before.json["animations"][0]);
    CHECK(step.json["animations"][1] != before.json["animations"][1]);
}

TEST_CASE("a node's matrix gives way to what can be animated", "[bake]") {
    swing_file model;
    model.json["nodes"][2].erase("translation");
    model.json["nodes"][2]["matrix"] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0.2, 0, 1};
    baked one(tail_settings(), model);
    one.run();
    const swing_file after = take_apart(read_text(one.options.out));
    const auto& node = after.json["nodes"][2];
    CHECK_FALSE(node.contains("matrix"));
    CHECK(std::abs(node["rotation"][2].get<double>() - std::sqrt(0.5)) < 1e-6);
    CHECK(std::abs(node["translation"][1].get<double>() - 0.2) < 1e-6);
    // The node without tracks in between keeps whatever it has.
    CHECK(after.json["nodes"][6] == model.json["nodes"][6]);
}

TEST_CASE("a looped clip ends as it starts", "[bake]") {
    baked one(tail_settings(R"("preset": "tail", "tuning": {"gravity": 0.5})"));
    one.options.record.loop = true;
    one.options.clip = "sway";
    one.run();
    const bake::loop_report& loop = one.report.clips[0].loop;
    CHECK(loop.periods > 0);
    CHECK(loop.clip_gap < 1e-6);
    CHECK(loop.blended < 1e-3 * one.report.extent); // it had settled before it was closed
    const swing_file after = take_apart(read_text(one.options.out));
    for (const auto& [aim, sampler] : channels(after, 0)) {
        const auto values = floats_of(after, sampler["output"].get<std::size_t>());
        const std::size_t width = aim.second == "rotation" ? 4 : 3;
        for (std::size_t i = 0; i < width; ++i) {
            CHECK(std::abs(values[i] - values[values.size() - width + i]) < 2e-6F);
        }
    }
    // Not so without: it starts at rest.
    baked open(tail_settings());
    open.options.clip = "sway";
    open.run();
    const auto places = played(open.after(), 0, 61, 1);
    CHECK(length(places.front().back() - places.back().back()) < 1e-5); // the head does
    const std::size_t tip = 2 * 5 + 1;
    CHECK(length(places.front()[tip] - places.back()[tip]) > 1e-3);
}

TEST_CASE("preroll lets springs settle before the first frame", "[bake]") {
    const std::string sagging =
        R"("tuning": {"gravity": 1, "damping_ratio": 1, "frequency": 1, "inherit": 0})";
    swing_file model;
    model.json["nodes"][2]["rotation"] = {0, 0, std::sqrt(0.5), std::sqrt(0.5)}; // lies level
    const auto first_sag = [&](double preroll) {
        baked one(tail_settings(sagging), model);
        one.options.clip = "step";
        one.options.record.preroll = preroll;
        one.run();
        const auto rest = played(one.before(), 1, 2, 0.5).front();
        const auto shown = played(one.after(), 1, 2, 0.5).front();
        return length(shown[2 * 5 + 1] - rest[2 * 5 + 1]);
    };
    CHECK(first_sag(0) < 0.02);
    CHECK(first_sag(3) > 0.1);
}

TEST_CASE("a tolerance saves keys and is kept", "[bake]") {
    baked all(tail_settings());
    all.options.tolerance = 0;
    all.options.clip = "sway";
    all.run();
    CHECK(all.report.clips[0].keys_after == all.report.clips[0].keys_before);
    baked few(tail_settings());
    few.options.tolerance = 0.05;
    few.options.clip = "sway";
    few.run();
    CHECK(few.report.clips[0].keys_after < all.report.clips[0].keys_after / 2);
    CHECK(few.report.clips[0].max_error <= 0.05);
    const double measured =
        difference(played(all.after(), 0, 61, 1), played(few.after(), 0, 61, 1));
    CHECK(measured <= 0.05 + 1e-5);
    CHECK(measured > 1e-3); // so the bound is of something
}

TEST_CASE("springs come from the file, from extras, or from nowhere", "[bake]") {
    const auto settings = nlohmann::ordered_json::parse(tail_settings());
    const auto origin = [](const swing_file& model, const std::string& file) {
        baked one(file, model);
        one.run();
        CHECK((one.report.spring_bones > 0) ==
              (one.report.origin != authoring::spring_origin::none));
        return one.report.origin;
    };
    swing_file model;
    CHECK(origin(model, "") == authoring::spring_origin::none);
    model.json["scenes"][0]["extras"]["jounce_springs"] = settings.dump(); // as text
    CHECK(origin(model, "") == authoring::spring_origin::extras);
    model.json["scenes"][0].erase("extras");
    model.json["extras"]["jounce_springs"] = settings;
    CHECK(origin(model, "") == authoring::spring_origin::extras);
    CHECK(origin(model, tail_settings()) == authoring::spring_origin::settings);

    model.json["extras"]["jounce_springs"]["springs"][0]["chain"] = "tial1";
    baked wrong("", model);
    const auto refused = bake::bake_file(wrong.options);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("extras/jounce_springs") != std::string::npos);
    CHECK(refused.error().message.find("did you mean \"tail1\"?") != std::string::npos);
    CHECK_FALSE(fs::exists(wrong.options.out));
}

TEST_CASE("a model without clips settles in its rest pose", "[bake]") {
    swing_file model;
    model.json.erase("animations");
    baked one(tail_settings(), model);
    one.options.record.seconds = 0.5;
    one.run();
    REQUIRE(one.report.clips.size() == 1);
    const swing_file after = take_apart(read_text(one.options.out));
    REQUIRE(after.json["animations"].size() == 1);
    CHECK(after.json["animations"][0]["name"] == "jounce");
    CHECK(one.report.clips[0].frames == 31);
}
