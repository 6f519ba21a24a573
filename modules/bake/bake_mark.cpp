#include <jounce/modules/bake/bake_mark.hpp>

#include <jounce/components/base/version.hpp>
#include <jounce/modules/authoring/baked_clips.hpp>
#include <jounce/modules/json/document.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

constexpr const char* mark_key = authoring::baked_key;
constexpr int mark_format = 1;

const ordered* member(const ordered& object, const char* name) {
    return object.is_object() && object.contains(name) ? &object[name] : nullptr;
}

const ordered* list(const ordered& object, const char* name) {
    const ordered* found = member(object, name);
    return found != nullptr && found->is_array() ? found : nullptr;
}

const ordered* mark_of(const ordered& animation) {
    const ordered* extras = member(animation, "extras");
    return extras != nullptr ? member(*extras, mark_key) : nullptr;
}

std::optional<std::size_t> index_in(const ordered& object, const char* name) {
    const ordered* found = member(object, name);
    // Numbers that were just added count as signed, those that were read as unsigned.
    return found != nullptr && found->is_number_integer() && *found >= 0
               ? std::optional(found->get<std::size_t>())
               : std::nullopt;
}

std::string text_in(const ordered& object, const char* name) {
    const ordered* found = member(object, name);
    return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

std::string title_of(const ordered& animation, std::size_t index) {
    const std::string name = text_in(animation, "name");
    return name.empty() ? "animation " + std::to_string(index) : name;
}

/// Takes one animation back, on a copy of it.
class restorer {
public:
    restorer(const glb_document& document, ordered& animation)
        : document_(document), animation_(animation) {}

    /// "", or what differs from the state that a bake left.
    std::string run(const ordered& mark, taken_back& out) {
        if (list(animation_, "channels") == nullptr || list(animation_, "samplers") == nullptr ||
            !mark.is_array()) {
            return "its mark is damaged";
        }
        // The newest first: an older bake may have written what it replaced.
        for (std::size_t b = mark.size(); b-- > 0;) {
            const ordered* format = member(mark[b], "format");
            const ordered* tracks = list(mark[b], "tracks");
            if (format == nullptr || *format != mark_format || tracks == nullptr) {
                return "its mark is one of another version";
            }
            for (std::size_t t = tracks->size(); t-- > 0;) {
                std::string wrong = take_track((*tracks)[t], out);
                if (!wrong.empty()) {
                    return wrong;
                }
            }
        }
        drop_unused_samplers();
        return "";
    }

private:
    std::string take_track(const ordered& track, taken_back& out) {
        const std::optional<std::size_t> node = index_in(track, "node");
        const std::string path = text_in(track, "path");
        const auto is_aimed = [&](const ordered& channel) {
            const ordered* target = member(channel, "target");
            return target != nullptr && index_in(*target, "node") == node &&
                   text_in(*target, "path") == path;
        };
        ordered& channels = animation_["channels"];
        const auto found = std::find_if(channels.begin(), channels.end(), is_aimed);
        const std::string what = "the " + path + " of node " + std::to_string(node.value_or(0));
        if (!node || found == channels.end()) {
            return what + " has no track any more";
        }
        const ordered* sampler = sampler_of(*found);
        if (sampler == nullptr || document_.print_of(*sampler) != text_in(track, "data")) {
            return what + " has another track than was written";
        }
        out.nodes.insert(static_cast<std::int32_t>(*node));
        for (const char* part : {"input", "output"}) {
            out.accessors.insert(*index_in(*sampler, part));
        }
        const ordered* before = member(track, "before");
        channels.erase(found);
        if (before == nullptr) {
            return "";
        }
        const ordered* old_sampler = member(*before, "sampler");
        if (old_sampler == nullptr ||
            document_.print_of(*old_sampler) != text_in(track, "before_data")) {
            return what + " had a track before that is not in the file any more";
        }
        ordered channel = *before;
        channel["sampler"] = animation_["samplers"].size();
        animation_["samplers"].push_back(*old_sampler);
        channels.push_back(std::move(channel));
        return "";
    }

    const ordered* sampler_of(const ordered& channel) const {
        const std::optional<std::size_t> index = index_in(channel, "sampler");
        return index && *index < animation_["samplers"].size() ? &animation_["samplers"][*index]
                                                               : nullptr;
    }

    void drop_unused_samplers() {
        ordered kept = ordered::array();
        std::map<std::size_t, std::size_t> moved;
        for (ordered& channel : animation_["channels"]) {
            const std::optional<std::size_t> old = index_in(channel, "sampler");
            if (!old || *old >= animation_["samplers"].size()) {
                continue;
            }
            const auto [place, is_new] = moved.emplace(*old, kept.size());
            if (is_new) {
                kept.push_back(animation_["samplers"][*old]);
            }
            channel["sampler"] = place->second;
        }
        animation_["samplers"] = std::move(kept);
    }

    const glb_document& document_;
    ordered& animation_;
};

/// Puts the extras back to what they were, too.
void remove_mark(ordered& animation, const ordered& mark) {
    const ordered* before = mark.empty() ? nullptr : member(mark.front(), "extras_before");
    if (before != nullptr) {
        animation["extras"] = ordered(*before);
        return;
    }
    animation["extras"].erase(mark_key);
    if (animation["extras"].empty()) {
        animation.erase("extras");
    }
}

} // namespace

void mark_clip(glb_document& document, std::size_t animation, const bake_facts& about,
               const std::vector<written_channel>& channels, bool added) {
    ordered& clip = document.json()["animations"][animation];
    ordered mark = {
        {"format", mark_format},     {"generator", "jounce " + std::string(library_version())},
        {"springs", about.springs},  {"solver", about.solver},
        {"fps", about.fps},          {"loop", about.loop},
        {"tracks", ordered::array()}};
    if (added) {
        mark["added"] = true;
    }
    if (about.flesh != flesh_part::none) {
        mark["flesh"] = about.flesh == flesh_part::motion ? "motion" : authoring::flesh_room;
    }
    for (const written_channel& one : channels) {
        ordered track = {{"node", one.node}, {"path", one.path}};
        for (const ordered& channel : clip["channels"]) {
            const ordered& target = channel["target"];
            if (index_in(target, "node") == static_cast<std::size_t>(one.node) &&
                text_in(target, "path") == one.path) {
                const std::size_t sampler = channel["sampler"].get<std::size_t>();
                track["data"] = document.print_of(clip["samplers"][sampler]).value_or("");
            }
        }
        if (!one.before.is_null()) {
            track["before"] = one.before;
            track["before_data"] = document.print_of(one.before["sampler"]).value_or("");
        }
        mark["tracks"].push_back(std::move(track));
    }
    if (const ordered* extras = member(clip, "extras"); extras != nullptr && !extras->is_object()) {
        mark["extras_before"] = *extras;
        clip["extras"] = ordered::object();
    }
    ordered& marks = clip["extras"][mark_key];
    if (!marks.is_array()) {
        marks = ordered::array();
    }
    marks.push_back(std::move(mark));
}

std::set<std::int32_t> baked_nodes(const ordered& document, std::size_t animation) {
    std::set<std::int32_t> out;
    const ordered* animations = list(document, "animations");
    const ordered* mark = animations != nullptr && animation < animations->size()
                              ? mark_of((*animations)[animation])
                              : nullptr;
    if (mark == nullptr || !mark->is_array()) {
        return out;
    }
    for (const ordered& bake : *mark) {
        const ordered* tracks = list(bake, "tracks");
        for (std::size_t t = 0; tracks != nullptr && t < tracks->size(); ++t) {
            if (const std::optional<std::size_t> node = index_in((*tracks)[t], "node")) {
                out.insert(static_cast<std::int32_t>(std::min<std::size_t>(*node, INT32_MAX)));
            }
        }
    }
    return out;
}

result<taken_back> take_back(glb_document& document, std::size_t animation,
                             const std::string& file) {
    taken_back out;
    const ordered* animations = list(document.json(), "animations");
    const ordered* mark = animations != nullptr && animation < animations->size()
                              ? mark_of((*animations)[animation])
                              : nullptr;
    if (mark == nullptr) {
        return out;
    }
    ordered clip = (*animations)[animation];
    const std::string wrong = restorer(document, clip).run(*mark, out);
    if (!wrong.empty()) {
        const std::string pointer = "/animations/" + std::to_string(animation);
        return error{errors::baked_already,
                     file + ": " + pointer + ": \"" + json::printable(title_of(clip, animation)) +
                         "\" has springs baked in already, which cannot be taken back: " +
                         json::printable(wrong) +
                         "; bake the file that it was baked from, or remove " + pointer +
                         "/extras/" + mark_key + " to have springs swing on top of it"};
    }
    const ordered* added = mark->empty() ? nullptr : member(mark->front(), "added");
    out.only_baked = added != nullptr && *added == true && clip["channels"].empty();
    remove_mark(clip, ordered(*mark));
    document.json()["animations"][animation] = std::move(clip);
    return out;
}

void forget(glb_document& document, const std::set<std::size_t>& animations,
            std::set<std::size_t> accessors) {
    ordered& json = document.json();
    if (list(json, "animations") == nullptr) {
        return;
    }
    for (auto gone = animations.rbegin(); gone != animations.rend(); ++gone) {
        json["animations"].erase(*gone);
    }
    for (const ordered& animation : json["animations"]) {
        if (const ordered* samplers = list(animation, "samplers")) {
            for (const ordered& sampler : *samplers) {
                for (const char* part : {"input", "output"}) {
                    accessors.erase(index_in(sampler, part).value_or(SIZE_MAX));
                }
            }
        }
    }
    if (json["animations"].empty()) {
        json.erase("animations");
    }
    document.drop_last(accessors);
}

} // namespace jounce::bake
