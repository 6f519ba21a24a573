#include <jounce/modules/bake/spring_source.hpp>

#include <jounce/modules/rig/spring_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/tuning/convert.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace jounce::bake {
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

/// Messages of builders name bones; the file they came from is added here.
error from(const spring_file& settings, const error& why) {
    return {why.name, settings.file.string() + ": " + why.message};
}

result<spring_set> build_stable(const spring_file& settings, const rig& bones,
                                const std::vector<bone_tuning>& tunings,
                                const std::vector<placed_collider>& colliders) {
    stable_builder builder;
    for (const bone_tuning& one : tunings) {
        builder.add(one.bone, one.tuning);
    }
    for (const placed_collider& one : colliders) {
        builder.add(bones.names[static_cast<std::size_t>(one.bone)], one.shape);
    }
    result<spring_set> made = builder.build(bones);
    return made ? std::move(made) : from(settings, made.why());
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
        return read.why();
    }
    return std::optional<spring_file>(*std::move(read));
}

result<spring_source> find_springs(const gltf::model& in, const std::filesystem::path& settings) {
    spring_source out;
    if (!settings.empty()) {
        result<spring_file> read = read_spring_file(settings);
        if (!read) {
            return read.why();
        }
        out = {spring_origin::settings, settings.string(), *std::move(read)};
        return out;
    }
    result<std::optional<spring_file>> inside = settings_in_extras(in);
    if (!inside) {
        return inside.why();
    }
    if (inside->has_value()) {
        out = {spring_origin::extras, (*inside)->file.string(), **std::move(inside)};
    }
    return out;
}

result<spring_set> build_springs(const spring_file& settings, const rig& bones, solver_kind solver,
                                 double fps, std::vector<std::string>& warnings) {
    const result<std::vector<bone_tuning>> tunings = tunings_of(settings, bones);
    if (!tunings) {
        return tunings.why();
    }
    const result<std::vector<placed_collider>> colliders = colliders_of(settings, bones);
    if (!colliders) {
        return colliders.why();
    }
    if (solver == solver_kind::stable) {
        return build_stable(settings, bones, *tunings, *colliders);
    }
    if (!colliders->empty()) {
        warnings.push_back(settings.file.string() + ": /colliders: the reference solver knows no "
                                                    "colliders; they are left out");
    }
    spring_builder builder;
    for (const bone_tuning& one : *tunings) {
        builder.add(one.bone, settings_of(one.tuning, 1 / fps));
    }
    result<spring_set> made = builder.build(bones);
    return made ? std::move(made) : from(settings, made.why());
}

} // namespace jounce::bake
