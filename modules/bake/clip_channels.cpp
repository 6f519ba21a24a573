#include <jounce/modules/bake/clip_channels.hpp>

#include <jounce/modules/gltf/extensions.hpp>

#include <optional>
#include <vector>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

bool is_list(const ordered& object, const char* member) {
    return object.is_object() && object.contains(member) && object[member].is_array();
}

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

} // namespace

bool has_channels(const ordered& document, std::size_t animation) {
    return is_list(document, "animations") && animation < document["animations"].size() &&
           is_list(document["animations"][animation], "channels") &&
           is_list(document["animations"][animation], "samplers");
}

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

} // namespace jounce::bake
