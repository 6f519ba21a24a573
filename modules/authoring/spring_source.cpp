#include <jounce/modules/authoring/spring_source.hpp>

#include <jounce/modules/authoring/baked_clips.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace jounce::authoring {
namespace {

constexpr const char* extras_key = "jounce_springs";

const nlohmann::json* member(const nlohmann::json* object, const char* name) {
    return object != nullptr && object->is_object() && object->contains(name) ? &(*object)[name]
                                                                              : nullptr;
}

/// The scene that a viewer shows.
std::size_t shown_scene(const nlohmann::json& document) {
    const nlohmann::json* scene = member(&document, "scene");
    return scene != nullptr && scene->is_number_unsigned() ? scene->get<std::size_t>() : 0;
}

} // namespace

result<std::optional<spring_file>> settings_in_extras(const gltf::model& in) {
    const nlohmann::json document = nlohmann::json::parse(in.json, nullptr, false);
    std::string pointer = "/extras";
    const nlohmann::json* found = member(member(&document, "extras"), extras_key);
    if (found == nullptr) {
        const std::size_t scene = shown_scene(document);
        const nlohmann::json* scenes = member(&document, "scenes");
        if (scenes != nullptr && scenes->is_array() && scene < scenes->size()) {
            pointer = "/scenes/" + std::to_string(scene) + "/extras";
            found = member(member(&(*scenes)[scene], "extras"), extras_key);
        }
    }
    if (found == nullptr) {
        return std::optional<spring_file>();
    }
    // Modelling programs let people type text, not objects.
    const std::string text = found->is_string() ? found->get<std::string>() : found->dump();
    result<spring_file> read =
        parse_spring_file(text, in.file.string() + "#" + pointer + "/" + extras_key);
    if (!read) {
        return read.error();
    }
    return std::optional<spring_file>(*std::move(read));
}

result<spring_source> find_springs(const gltf::model& in, const std::filesystem::path& settings,
                                   bool warn_of_baked) {
    spring_source out;
    const auto baked = warn_of_baked ? baked_clips(in.json) : std::vector<std::string>();
    for (const std::string& clip : baked) {
        out.warnings.push_back(in.file.string() + ": clip \"" + clip +
                               "\" has springs baked in already; springs that run on top of it "
                               "swing twice: use the file that it was baked from");
    }
    if (!settings.empty()) {
        result<spring_file> read = read_spring_file(settings);
        if (!read) {
            return read.error();
        }
        out.origin = spring_origin::settings;
        out.settings = *std::move(read);
    } else {
        result<std::optional<spring_file>> inside = settings_in_extras(in);
        if (!inside) {
            return inside.error();
        }
        if (inside->has_value()) {
            out.origin = spring_origin::extras;
            out.settings = **std::move(inside);
        }
    }
    out.place = out.settings.file.string();
    result<vrm_springs> vrm = read_vrm(in.json, in.file, in.bones, in.bone_of_node);
    if (!vrm) {
        if (out.origin == spring_origin::none) {
            return vrm.error();
        }
        out.warnings.push_back(vrm.error().message + " (its constraints are left out)");
        return out;
    }
    out.vrm = *std::move(vrm);
    if (out.origin == spring_origin::none && out.vrm.version != vrm_version::none) {
        out.origin = spring_origin::vrm;
        out.place = in.file.string() +
                    (out.vrm.version == vrm_version::v0 ? ", VRM 0.x" : ", VRMC_springBone 1.0");
        out.warnings.insert(out.warnings.end(), out.vrm.warnings.begin(), out.vrm.warnings.end());
    }
    return out;
}

} // namespace jounce::authoring
