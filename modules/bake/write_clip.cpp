#include <jounce/modules/bake/write_clip.hpp>

#include <jounce/modules/bake/clip_channels.hpp>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

const char* path_of(track_target target) {
    switch (target) {
    case track_target::translation: return "translation";
    case track_target::rotation: return "rotation";
    case track_target::scale: break;
    }
    return "scale";
}

/// Translation, rotation and scale in place of a matrix.
void part_matrix(ordered& node, const rig& bones, std::int32_t bone) {
    if (!node.contains("matrix")) {
        return;
    }
    const std::size_t b = static_cast<std::size_t>(bone);
    const transform<float>& rest = bones.rest_local[b];
    const vec3<float> stretch = bones.is_affine ? bones.rest_stretch[b] : vec3<float>{1, 1, 1};
    node.erase("matrix");
    node["translation"] = {rest.translation.x, rest.translation.y, rest.translation.z};
    node["rotation"] = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
    node["scale"] = {rest.scale * stretch.x, rest.scale * stretch.y, rest.scale * stretch.z};
}

} // namespace

std::optional<error> write_clip(glb_document& document, const gltf::model& of,
                                const baked_tracks& tracks, std::int32_t& animation,
                                const bake_facts& about) {
    if (tracks.tracks.empty()) {
        return std::nullopt;
    }
    ordered& json = document.json();
    const bool added = animation < 0;
    if (added) {
        animation = document.add("animations", {{"name", added_clip_name},
                                                {"channels", ordered::array()},
                                                {"samplers", ordered::array()}});
    }
    const std::size_t place = static_cast<std::size_t>(animation);
    if (!has_channels(json, place) || !json.contains("nodes") || !json["nodes"].is_array()) {
        return error{errors::bad_animation, of.file.string() + ": /animations/" +
                                                std::to_string(place) +
                                                ": has no channels and samplers; export it again"};
    }
    std::set<aim> replaced;
    for (const baked_track& track : tracks.tracks) {
        const std::int32_t node = of.node_of_bone[static_cast<std::size_t>(track.bone)];
        replaced.emplace(node, path_of(track.target));
        part_matrix(json["nodes"][static_cast<std::size_t>(node)], of.bones, track.bone);
    }
    std::map<aim, ordered> before = drop_channels(json["animations"][place], replaced);

    // Tracks with the same times share them, as exporters do.
    std::map<std::vector<float>, std::int32_t> times;
    std::vector<written_channel> written;
    for (const baked_track& track : tracks.tracks) {
        auto shared = times.find(track.times);
        if (shared == times.end()) {
            const std::int32_t input = document.add_floats(track.times, "SCALAR", true);
            shared = times.emplace(track.times, input).first;
        }
        const std::int32_t output = document.add_floats(
            track.values, track.target == track_target::rotation ? "VEC4" : "VEC3");
        ordered& to = json["animations"][place];
        const aim at(of.node_of_bone[static_cast<std::size_t>(track.bone)], path_of(track.target));
        to["channels"].push_back({{"sampler", to["samplers"].size()},
                                  {"target", {{"node", at.first}, {"path", at.second}}}});
        written.push_back({at.first, at.second, std::move(before[at])});
        to["samplers"].push_back(
            {{"input", shared->second}, {"interpolation", "LINEAR"}, {"output", output}});
    }
    mark_clip(document, place, about, written, added);
    return std::nullopt;
}

} // namespace jounce::bake
