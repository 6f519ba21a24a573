#include <jounce/modules/authoring/baked_clips.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce::authoring {

namespace {

/// Whether some bake of a mark moves something.
bool moves(const nlohmann::ordered_json& mark) {
    return !mark.is_array() || std::any_of(mark.begin(), mark.end(), [](const auto& one) {
        return !one.is_object() || !one.contains("flesh") || one["flesh"] != flesh_room;
    });
}

} // namespace

std::vector<std::string> baked_clips(std::string_view json) {
    std::vector<std::string> out;
    if (json.find(baked_key) == std::string_view::npos) {
        return out;
    }
    using ordered = nlohmann::ordered_json;
    const ordered document = ordered::parse(json, nullptr, false);
    if (!document.is_object() || !document.contains("animations") ||
        !document["animations"].is_array()) {
        return out;
    }
    std::size_t index = 0;
    for (const ordered& animation : document["animations"]) {
        if (animation.is_object() && animation.contains("extras") &&
            animation["extras"].is_object() && animation["extras"].contains(baked_key) &&
            moves(animation["extras"][baked_key])) {
            const auto name = animation.find("name");
            const bool named =
                name != animation.end() && name->is_string() && !name->get<std::string>().empty();
            out.push_back(named ? name->get<std::string>() : "animation " + std::to_string(index));
        }
        ++index;
    }
    return out;
}

} // namespace jounce::authoring
