// Springs on top of decomposed files: helpers swing, and what hangs on no spring plays exactly.

#include "hand_made.hpp"
#include "modules/bake/swing_file.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/decompose_file/make_character.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

namespace {

/// A tail beyond the end of the tube, on its last bone. Without a spring it follows its parent.
const char* const still_tail = R"({"jounce_springs": 1, "metres_per_unit": 1, "springs": [],
    "helpers": [{"name": "tail", "parent": "bone_2", "head": [4.6, 1, -3], "tail": [5.2, 1, -3], "reach": 0.6},
                {"name": "tip", "parent": "tail", "head": [5.2, 1, -3], "tail": [5.5, 1, -3], "reach": 0.3}]})";

std::string with_springs(std::string settings) {
    const std::string none = R"("springs": [])";
    return settings.replace(settings.find(none), none.size(),
                            R"("springs": [{"chain": "tail", "preset": "tail"}])");
}

struct tube_scene {
    temporary_folder folder;
    hand_made made;
    fs::path file = folder.path() / "tube.glb";
    fs::path settings = folder.path() / "s.json";

    tube_scene(bone_kind kind, const std::string& text, std::size_t rank = 0)
        : made({.kind = kind, .rank = rank}) {
        const auto levels = make_levels(made.mesh.animation, made.found, std::vector<double>{0.5});
        REQUIRE(levels);
        const auto written = make_character(made.mesh, made.found, {{}, &*levels});
        REQUIRE(written);
        write_text(file, *written->document.bytes());
        write_text(settings, text);
    }
    result<authoring::ready_character> read() const {
        return authoring::read_character(file, {.settings = settings, .suggest = false});
    }
};

/// A character that is played and skinned.
class player {
public:
    explicit player(const authoring::ready_character& of) : of_(of) {
        who_ = gltf::spawn(registry_, of.kind);
        REQUIRE(play(registry_, who_, "take 0", {.mode = play_mode::once, .speed = 0}));
    }

    std::vector<vec3<double>> at(double seconds, float dt = 1.0F / 60) {
        seek(registry_, who_, seconds);
        systems_.run(dt);
        const gltf::mesh& mesh = of_.model.meshes.front();
        skinned_mesh shaped = mesh.vertices;
        if (const morph_weights* weights = registry_.try_get<morph_weights>(who_)) {
            morph<float>(mesh.vertices, mesh.morphs, weights->of(0), shaped.positions,
                         shaped.normals);
        }
        std::vector<vec3<float>> places(shaped.positions.size());
        const character& home = registry_.get<character>(who_);
        cpu_skin<float>(skin_method::linear, registry_.get<palette>(home.block), home.lane, shaped,
                        places, {});
        std::vector<vec3<double>> out;
        for (const vec3<float>& p : places) {
            out.push_back(cast<double>(p));
        }
        return out;
    }

private:
    const authoring::ready_character& of_;
    entt::registry registry_;
    pipeline systems_{registry_};
    entt::entity who_{};
};

std::vector<vec3<double>> frame_of(const hand_made& made, std::size_t frame) {
    const auto places = made.mesh.animation.frame(frame);
    return {places.begin(), places.end()};
}

std::vector<vec3<double>> halfway(const hand_made& made, std::size_t frame) {
    std::vector<vec3<double>> out = frame_of(made, frame);
    const auto next = made.mesh.animation.frame(frame + 1);
    for (std::size_t v = 0; v < out.size(); ++v) {
        out[v] = 0.5 * (out[v] + next[v]);
    }
    return out;
}

authoring::ready_character good(const tube_scene& scene) {
    auto read = scene.read();
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *std::move(read);
}

/// Vertices that some helper moves.
std::vector<bool> helped(const authoring::ready_character& of) {
    const skinned_mesh& mesh = of.model.meshes.front().vertices;
    std::vector<bool> out(mesh.positions.size());
    for (std::size_t v = 0; v < out.size(); ++v) {
        for (std::uint32_t i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i) {
            out[v] = out[v] || mesh.influences[i].joint >= 3;
        }
    }
    return out;
}

} // namespace

TEST_CASE("a decomposed file with a helper that does not swing plays exactly",
          "[decompose_file][springs]") {
    for (const std::size_t rank : {0U, 2U}) {
        const tube_scene scene(bone_kind::flexible, still_tail, rank);
        const authoring::ready_character read = good(scene);
        CHECK(read.kind.kind->affine_joints == 3);
        CHECK(read.kind.kind->bind.joints.size() == 5);
        CHECK(read.kind.kind->bind.mode == palette_mode::matrix);
        CHECK(read.kind.kind->carriers == std::vector<std::int32_t>{2, 2});
        const std::vector<bool> moved = helped(read);
        CHECK(std::count(moved.begin(), moved.end(), true) >= 8);
        player shown(read);
        for (std::size_t f = 0; f < 7; ++f) {
            INFO("rank " << rank << ", frame " << f);
            const double time = static_cast<double>(f) / 24;
            CHECK(farthest(shown.at(time), frame_of(scene.made, f)) <= 1e-5 * scene.made.extent);
            if (f < 6 && rank == 0) { // corrections halfway are those of the mean weights
                CHECK(farthest(shown.at(time + 0.5 / 24), halfway(scene.made, f)) <=
                      1e-5 * scene.made.extent);
            }
        }
    }
}

TEST_CASE("a rigid decomposed file with a helper plays as it does without",
          "[decompose_file][springs]") {
    const tube_scene scene(bone_kind::rigid, still_tail);
    const authoring::ready_character read = good(scene);
    CHECK(read.kind.kind->affine_joints == 0);
    player shown(read);
    for (std::size_t f = 0; f < 7; ++f) {
        CHECK(farthest(shown.at(static_cast<double>(f) / 24), frame_of(scene.made, f)) <=
              1e-5 * scene.made.extent);
    }
}

TEST_CASE("helpers on decomposed bones swing, and the rest plays exactly",
          "[decompose_file][springs]") {
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        const tube_scene scene(kind, with_springs(still_tail));
        const authoring::ready_character read = good(scene);
        CHECK(read.spring_count == 2);
        const std::vector<bool> moved = helped(read);
        player shown(read);
        double most = 0;
        for (int frame = 0; frame < 60; ++frame) {
            // Keys in turn, so that the tail is shaken.
            const auto f = static_cast<std::size_t>(frame) % 7;
            const auto places = shown.at(static_cast<double>(f) / 24);
            const auto expected = scene.made.mesh.animation.frame(f);
            for (std::size_t v = 0; v < places.size(); ++v) {
                const double off = length(places[v] - expected[v]);
                REQUIRE(off < 10); // a number
                if (moved[v]) {
                    most = std::max(most, off);
                } else {
                    REQUIRE(off <= 1e-5 * scene.made.extent);
                }
            }
        }
        CHECK(most > 0.02);
    }
}

TEST_CASE("decomposed characters with springs have the same bits for any number of workers",
          "[decompose_file][springs]") {
    const tube_scene scene(bone_kind::flexible, with_springs(still_tail));
    const authoring::ready_character read = good(scene);
    std::vector<std::vector<vec3<double>>> seen;
    for (const std::size_t workers : {1U, 2U, 8U}) {
        tf::Executor executor(workers);
        entt::registry registry;
        pipeline systems(registry, {.workers = worker_use::always});
        std::vector<entt::entity> all;
        for (int i = 0; i < 40; ++i) {
            all.push_back(gltf::spawn(registry, read.kind));
            REQUIRE(
                play(registry, all.back(), "take 0", {.start = 0.005F * static_cast<float>(i)}));
        }
        for (int frame = 0; frame < 20; ++frame) {
            systems.run(executor, 1.0F / 60);
        }
        std::vector<vec3<double>> rows;
        for (const entt::entity who : all) {
            const character& home = registry.get<character>(who);
            const palette& of = registry.get<palette>(home.block);
            for (std::int32_t r = 0; r < of.rows_per_lane(); ++r) {
                const float* v = of.lane_rows(home.lane)[r].v;
                rows.push_back(cast<double>(vec3<float>{v[0], v[1], v[2]}));
                rows.push_back({static_cast<double>(v[3]), 0, 0});
            }
        }
        seen.push_back(std::move(rows));
    }
    CHECK(seen[0] == seen[1]);
    CHECK(seen[0] == seen[2]);
}

TEST_CASE("springs on flexible bones themselves are refused by name",
          "[decompose_file][springs][bad-input]") {
    const std::string on_bone =
        R"({"jounce_springs": 1, "springs": [{"bones": ["bone_1"], "preset": "tail",
            "tuning": {"output": "translate"}}]})";
    const tube_scene scene(bone_kind::flexible, on_bone);
    const auto read = scene.read();
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().name == "unsupported");
    CHECK(read.error().message.find("tube.glb: spring bone \"bone_1\"") != std::string::npos);
    CHECK(read.error().message.find("--kind rigid") != std::string::npos);
    bake::bake_options options;
    options.in = scene.file;
    options.out = scene.folder.path() / "out.glb";
    options.springs = scene.settings;
    const auto baked = bake::bake_file(options, {});
    REQUIRE_FALSE(baked);
    CHECK(baked.error().name == "unsupported");
    CHECK_FALSE(fs::exists(options.out));
}

TEST_CASE("simulate bakes helpers of a decomposed file into it",
          "[decompose_file][springs][bake]") {
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        const tube_scene scene(kind, with_springs(still_tail));
        bake::bake_options options;
        options.in = scene.file;
        options.out = scene.folder.path() / "out.glb";
        options.springs = scene.settings;
        const auto baked = bake::bake_file(options, {});
        INFO((baked ? "" : baked.error().message));
        REQUIRE(baked);
        CHECK(baked->spring_bones == 2);
        const auto read = authoring::read_character(options.out, {.suggest = false});
        INFO((read ? "" : read.error().message));
        REQUIRE(read);
        REQUIRE(read->model.meshes.size() == 1);
        CHECK(read->model.meshes[0].levels.size() == 1); // levels have the new weights too
        CHECK(read->model.clips.clips[0].affine.empty() == (kind == bone_kind::rigid));
        const std::vector<bool> moved = helped(*read);
        player shown(*read);
        double most = 0;
        for (std::size_t f = 0; f < 7; ++f) {
            const auto places = shown.at(static_cast<double>(f) / 24);
            const auto expected = scene.made.mesh.animation.frame(f);
            for (std::size_t v = 0; v < places.size(); ++v) {
                const double off = length(places[v] - expected[v]);
                if (moved[v]) {
                    most = std::max(most, off);
                } else {
                    REQUIRE(off <= 1e-5 * scene.made.extent);
                }
            }
        }
        CHECK(most > 0.005);
    }
}
