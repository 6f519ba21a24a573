#pragma once

// A glTF model that goes through the whole pipeline: clip, bones, palette, CPU skinning.

#include "modules/replay/case_files.hpp"
#include "support/gltf_files.hpp"

#include <jounce/components/block_data.hpp>
#include <jounce/components/character.hpp>
#include <jounce/components/morph_weights.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/pipeline/clip_actions.hpp>
#include <jounce/modules/pipeline/crowd.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/cpu_skin.hpp>
#include <jounce/systems/morph.hpp>

#include <memory>
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

class shown_model {
public:
    explicit shown_model(gltf::model what)
        : model_(std::move(what)), clips_(std::make_shared<const clip_set>(model_.clips)) {
        const auto kind = gltf::make_kind(model_, {});
        JOUNCE_ASSERT(kind, "a loaded model must make a kind");
        who_ = spawn(registry_, *kind);
        std::vector<std::vector<float>> rest;
        for (const gltf::mesh& mesh : model_.meshes) {
            rest.push_back(mesh.rest_weights);
        }
        registry_.emplace<morph_weights>(who_, make_morph_weights(rest));
        give_clips(registry_, who_, clips_);
    }

    /// Shows a clip at a time, or the rest pose for clip -1.
    void show(std::int32_t clip, double time) {
        if (clip < 0) {
            stop(registry_, who_);
        } else {
            const std::string& name = model_.clips.clips[static_cast<std::size_t>(clip)].name;
            play(registry_, who_, name, {.mode = play_mode::once, .speed = 0});
            seek(registry_, who_, time);
        }
        pipeline_.run(1.0F / 60);
    }

    std::vector<vec3<float>> positions(std::size_t mesh) {
        const gltf::mesh& drawn = model_.meshes[mesh];
        skinned_mesh shaped = drawn.vertices;
        morph<float>(drawn.vertices, drawn.morphs, registry_.get<morph_weights>(who_).of(mesh),
                     shaped.positions, shaped.normals);
        std::vector<vec3<float>> out(shaped.positions.size());
        const character& place = registry_.get<character>(who_);
        cpu_skin<float>(skin_method::linear, registry_.get<palette>(place.block), place.lane,
                        shaped, out, {});
        return out;
    }

    const gltf::model& model() const { return model_; }

private:
    gltf::model model_;
    std::shared_ptr<const clip_set> clips_;
    entt::registry registry_;
    pipeline pipeline_{registry_};
    entt::entity who_{};
};

} // namespace jounce::test
