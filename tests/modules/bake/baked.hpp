#pragma once

// A model that was baked, and where its bones are: in what was written, and in a program with springs.

#include "swing_file.hpp"

#include <jounce/components/host/clip_player.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/bake/land_ticks.hpp>
#include <jounce/modules/bake/stage.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/systems/block_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace jounce_test {

using namespace jounce;

/// A bake of the model in a folder of its own.
struct baked {
    temporary_folder folder;
    bake::bake_options options;
    bake::bake_report report;

    explicit baked(const std::string& settings, const swing_file& model = {}) {
        options.in = model.save(folder);
        options.out = folder.path() / "out.glb";
        if (!settings.empty()) {
            options.springs = folder.path() / "springs.json";
            write_text(options.springs, settings);
        }
    }
    void run() {
        const auto done = bake::bake_file(options);
        INFO((done ? "" : done.error().message));
        REQUIRE(done);
        report = *done;
    }
    gltf::model read(const fs::path& file) const {
        auto model = gltf::read_model(file);
        INFO((model ? "" : model.error().message));
        REQUIRE(model);
        return *std::move(model);
    }
    gltf::model before() const { return read(options.in); }
    gltf::model after() const { return read(options.out); }
};

/// [frame][bone]: where heads and tails are while a file plays, without any spring.
inline std::vector<std::vector<vec3<double>>> played(const gltf::model& model, std::int32_t clip,
                                                     std::size_t frames, double seconds) {
    const auto kind = gltf::make_kind(model, {});
    REQUIRE(kind);
    bake::stage scene(*kind, std::make_shared<const clip_set>(model.clips), clip);
    std::vector<std::vector<vec3<double>>> out;
    for (std::size_t f = 0; f < frames; ++f) {
        const double dt = seconds / static_cast<double>(frames - 1);
        scene.step(dt * static_cast<double>(f), dt);
        out.emplace_back();
        for (std::int32_t b = 0; b < model.bones.bone_count(); ++b) {
            const affine<double> at = scene.model(b);
            out.back().push_back(at.translation);
            out.back().push_back(at *
                                 cast<double>(model.bones.tail_local[static_cast<std::size_t>(b)]));
        }
    }
    return out;
}

/// The same of a program that plays the model with springs.
inline std::vector<std::vector<vec3<double>>> live(const gltf::model& model,
                                                   const spring_set& springs,
                                                   const std::string& clip, std::size_t frames,
                                                   double seconds) {
    const auto kind = gltf::make_kind(model, springs);
    REQUIRE(kind);
    entt::registry registry;
    pipeline systems(registry);
    context<time_control>(registry).lands = true;
    const entt::entity who =
        spawn(registry, bake::land_ticks(*kind, seconds / static_cast<double>(frames - 1)));
    play(registry, who, std::make_shared<const clip_set>(model.clips), clip,
         {.mode = play_mode::once, .speed = 0});
    std::vector<std::vector<vec3<double>>> out;
    for (std::size_t f = 0; f < frames; ++f) {
        const double dt = seconds / static_cast<double>(frames - 1);
        systems.run(static_cast<float>(dt));
        registry.get<clip_player>(who).layers[0].speed = 1; // the first frame shows the start
        out.emplace_back();
        for (std::int32_t b = 0; b < model.bones.bone_count(); ++b) {
            const affine<double> at = to_affine(cast<double>(bone_of(registry, who, b)));
            out.back().push_back(at.translation);
            out.back().push_back(at *
                                 cast<double>(model.bones.tail_local[static_cast<std::size_t>(b)]));
        }
    }
    return out;
}

inline double difference(const std::vector<std::vector<vec3<double>>>& a,
                         const std::vector<std::vector<vec3<double>>>& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t f = 0; f < a.size(); ++f) {
        REQUIRE(a[f].size() == b[f].size());
        for (std::size_t i = 0; i < a[f].size(); ++i) {
            most = std::max(most, length(a[f][i] - b[f][i]));
        }
    }
    return most;
}

inline spring_set springs_of(const baked& one, const gltf::model& model, solver_id solver) {
    const auto source = authoring::find_springs(model, one.options.springs);
    REQUIRE(source);
    std::vector<std::string> warnings;
    auto made =
        authoring::build_springs(*source, model.bones, solver, one.options.record.fps, warnings);
    REQUIRE(made);
    return *std::move(made);
}

} // namespace jounce_test
