#include <jounce/modules/gltf/spawn.hpp>

#include <jounce/modules/pipeline/clip_actions.hpp>
#include <jounce/modules/pipeline/crowd.hpp>

#include <utility>
#include <vector>

namespace jounce::gltf {

result<character_kind> make_character_kind(const model& of, spring_set springs, palette_mode mode) {
    auto kind = make_kind(of, std::move(springs), mode);
    if (!kind) {
        return kind.why();
    }
    std::vector<std::vector<float>> rest;
    for (const mesh& m : of.meshes) {
        rest.push_back(m.rest_weights);
    }
    return character_kind{*std::move(kind), std::make_shared<const clip_set>(of.clips),
                          std::make_shared<const morph_weights>(make_morph_weights(rest))};
}

entt::entity spawn(entt::registry& registry, const character_kind& of) {
    return spawn(registry, of, of.kind != nullptr ? natural_placement(of.kind->rig) : placement{});
}

entt::entity spawn(entt::registry& registry, const character_kind& of, const placement& at) {
    const entt::entity who = jounce::spawn(registry, of.kind, at);
    if (who == entt::entity{entt::null}) {
        return who;
    }
    if (of.weights != nullptr && !of.weights->rest.empty()) {
        registry.emplace<morph_weights>(who, *of.weights);
    }
    if (of.clips != nullptr && !of.clips->clips.empty()) {
        give_clips(registry, who, of.clips);
    }
    return who;
}

} // namespace jounce::gltf
