#include <jounce/modules/bake/write_clip.hpp>

#include <jounce/modules/bake/reduce_keys.hpp>
#include <jounce/modules/gltf/extensions.hpp>

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

bool is_list(const ordered& object, const char* member) {
    return object.is_object() && object.contains(member) && object[member].is_array();
}

using aim = std::pair<std::int32_t, std::string>; ///< node and property

/// What a channel moves, if it is a node: by name, or by a pointer of KHR_animation_pointer.
std::optional<aim> aim_of(const ordered& channel) {
    if (!channel.is_object() || !channel.contains("target") || !channel["target"].is_object()) {
        return std::nullopt;
    }
    const ordered& target = channel["target"];
    const ordered::json_pointer place("/extensions/KHR_animation_pointer/pointer");
    if (target.contains("path") && target["path"] == "pointer" && target.contains(place) &&
        target[place].is_string()) {
        return gltf::node_of_pointer(target[place].get<std::string>());
    }
    if (!target.contains("node") || !target["node"].is_number_integer() ||
        !target.contains("path") || !target["path"].is_string()) {
        return std::nullopt;
    }
    return std::pair(target["node"].get<std::int32_t>(), target["path"].get<std::string>());
}

/// Takes channels away, then samplers that no channel uses any more. Gives those that were taken, each
/// with its sampler in it.
std::map<aim, ordered> drop_channels(ordered& animation, const std::set<aim>& replaced) {
    std::map<aim, ordered> taken;
    ordered channels = ordered::array();
    ordered samplers = ordered::array();
    std::map<std::size_t, std::size_t> moved;
    for (ordered& channel : animation["channels"]) {
        const auto aimed = aim_of(channel);
        const bool is_taken = aimed && replaced.count(*aimed) > 0;
        if (channel.is_object() && channel.contains("sampler") &&
            channel["sampler"].is_number_unsigned()) {
            const std::size_t old = channel["sampler"].get<std::size_t>();
            if (old < animation["samplers"].size() && is_taken) {
                channel["sampler"] = animation["samplers"][old];
                taken.emplace(*aimed, channel);
            } else if (old < animation["samplers"].size()) {
                const auto [place, is_new] = moved.emplace(old, samplers.size());
                if (is_new) {
                    samplers.push_back(animation["samplers"][old]);
                }
                channel["sampler"] = place->second;
            }
        }
        if (!is_taken) {
            channels.push_back(channel);
        }
    }
    animation["channels"] = std::move(channels);
    animation["samplers"] = std::move(samplers);
    return taken;
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
                                const baked_tracks& tracks, std::int32_t animation,
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
    if (!is_list(json, "animations") || place >= json["animations"].size() ||
        !is_list(json["animations"][place], "channels") ||
        !is_list(json["animations"][place], "samplers") || !is_list(json, "nodes")) {
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
