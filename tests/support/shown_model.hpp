#pragma once

// A glTF model that goes through the whole pipeline: clip, bones, palette, CPU skinning.

#include "modules/dev/replay/case_files.hpp"
#include "support/gltf_files.hpp"

#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <catch2/catch_test_macros.hpp>

#include <span>
#include <utility>
#include <vector>

namespace jounce::test {

inline void write_to(const jounce_test::temporary_folder& folder, const std::string& name,
                     const std::string& bytes) {
    jounce_test::write_text(folder.path() / name, bytes);
}

inline std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

inline result<gltf::model> parse(const std::string& bytes) {
    return gltf::parse_model(bytes_of(bytes), {});
}
inline result<gltf::model> parse(const gltf_builder& file) { return parse(file.binary()); }

/// The model, or a failed test.
inline gltf::model good(const gltf_builder& file) {
    auto read = parse(file);
    if (!read) {
        FAIL(read.error().message);
    }
    return *std::move(read);
}

class shown_model {
public:
    explicit shown_model(gltf::model what) : model_(std::move(what)) {
        const auto kind = gltf::make_ready_kind(model_);
        JOUNCE_ASSERT(kind, "a loaded model must make a kind");
        who_ = gltf::spawn(registry_, *kind);
    }

    /// Shows a clip at a time, or the rest pose for clip -1.
    void show(std::int32_t clip, double time) {
        if (clip >= 0) {
            const std::string& name = model_.clips.clips[static_cast<std::size_t>(clip)].name;
            play(registry_, who_, name, {.mode = play_mode::once, .speed = 0});
            seek(registry_, who_, time);
        } else if (!model_.clips.clips.empty()) {
            stop(registry_, who_);
        }
        pipeline_.run(1.0F / 60);
    }

    std::vector<vec3<float>> positions(std::size_t mesh) {
        const gltf::mesh& drawn = model_.meshes[mesh];
        skinned_mesh shaped = drawn.vertices;
        if (const morph_weights* weights = registry_.try_get<morph_weights>(who_)) {
            morph<float>(drawn.vertices, drawn.morphs, weights->of(mesh), shaped.positions,
                         shaped.normals);
        }
        std::vector<vec3<float>> out(shaped.positions.size());
        const character& place = registry_.get<character>(who_);
        cpu_skin<float>(skin_method::linear, registry_.get<palette>(place.block), place.lane,
                        shaped, out, {});
        return out;
    }

    const gltf::model& model() const { return model_; }

private:
    gltf::model model_;
    entt::registry registry_;
    pipeline pipeline_{registry_};
    entt::entity who_{};
};

} // namespace jounce::test
