#include <jounce/modules/mesh_cache/clip_sampler.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

namespace jounce::mesh_cache {

clip_sampler::clip_sampler(const gltf::model& of, const gltf::ready_kind& kind)
    : model_(of), systems_(registry_, {.order = schedule::by_block, .measure = false}),
      who_(gltf::spawn(registry_, kind, placement{})) {}

result<std::unique_ptr<clip_sampler>> clip_sampler::make(const gltf::model& of) {
    const result<gltf::ready_kind> kind = gltf::make_ready_kind(of, {}, palette_mode::matrix);
    if (!kind) {
        return kind.error();
    }
    return std::unique_ptr<clip_sampler>(new clip_sampler(of, *kind));
}

void clip_sampler::show(std::int32_t clip, double time) {
    if (clip_player* player = registry_.try_get<clip_player>(who_)) {
        // By index, because two clips may have one name.
        clip_layer& layer = player->layers[0];
        layer.is_used = clip >= 0;
        layer.clip = clip;
        layer.mode = play_mode::once; // its end is not taken for its start
        layer.speed = 0;
        layer.time = time;
    }
    systems_.run(1.0F / 60);
}

void clip_sampler::append(std::size_t mesh, std::vector<vec3<double>>& positions,
                          std::vector<vec3<double>>* normals) {
    const gltf::mesh& from = model_.meshes[mesh];
    morphed_ = from.vertices;
    if (const morph_weights* weights = registry_.try_get<morph_weights>(who_)) {
        morph<float>(from.vertices, from.morphs, weights->of(mesh), morphed_.positions,
                     morphed_.normals);
    }
    positions_.resize(morphed_.positions.size());
    normals_.resize(normals != nullptr ? morphed_.normals.size() : 0);
    const character& at = registry_.get<character>(who_);
    cpu_skin<float>(skin_method::linear, registry_.get<palette>(at.block), at.lane, morphed_,
                    positions_, normals_);
    for (const vec3<float>& one : positions_) {
        positions.push_back(cast<double>(one));
    }
    for (const vec3<float>& one : normals_) {
        normals->push_back(cast<double>(one));
    }
}

} // namespace jounce::mesh_cache
