#include <jounce/modules/authoring/spring_source.hpp>

#include <jounce/modules/authoring/baked_clips.hpp>
#include <jounce/modules/rig/convert.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/vrm/vrm_to_stable.hpp>

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

/// Messages of builders name bones; the file they came from is added here.
error from(const spring_file& settings, const error& why) {
    return {why.name, settings.file.string() + ": " + why.message};
}

/// What settings say of all springs together.
void add_whole(const spring_file& settings, stable_builder& to) {
    if (settings.tick_rate) {
        to.tick_rate(*settings.tick_rate);
    }
    to.chains_collide(settings.chains_collide);
}

/// The same under a solver that can do neither.
/// @param where  begins the messages, the name of the setting follows
void warn_of_whole(const spring_file& settings, const std::string& where, const char* ticks,
                   const char* chains, std::vector<std::string>& warnings) {
    if (settings.tick_rate) {
        warnings.push_back(where + "tick_rate: " + ticks + "; it is left out");
    }
    if (settings.chains_collide) {
        warnings.push_back(where + "chains_collide: " + chains + "; it is left out");
    }
}

result<spring_set> build_stable(const spring_file& settings, const rig& bones,
                                const std::vector<bone_tuning>& tunings,
                                const std::vector<placed_collider>& colliders) {
    stable_builder builder;
    add_whole(settings, builder);
    for (const bone_tuning& one : tunings) {
        builder.add(one.bone, one.tuning);
    }
    for (const placed_collider& one : colliders) {
        builder.add(bones.names[static_cast<std::size_t>(one.bone)], one.shape);
    }
    result<spring_set> made = builder.build(bones);
    return made ? std::move(made) : from(settings, made.error());
}

result<spring_set> build_settings(const spring_file& settings, const rig& bones, solver_id solver,
                                  double fps, std::vector<std::string>& warnings) {
    const result<std::vector<bone_tuning>> tunings = tunings_of(settings, bones);
    if (!tunings) {
        return tunings.error();
    }
    const result<std::vector<placed_collider>> colliders = colliders_of(settings, bones);
    if (!colliders) {
        return colliders.error();
    }
    if (solver == stable_solver) {
        return build_stable(settings, bones, *tunings, *colliders);
    }
    if (!colliders->empty()) {
        warnings.push_back(settings.file.string() + ": /colliders: the reference solver knows no "
                                                    "colliders; they are left out");
    }
    warn_of_whole(settings, settings.file.string() + ": /",
                  "the reference solver has no ticks, it takes one step per frame",
                  "the reference solver keeps no chains apart", warnings);
    reference_builder builder;
    for (const bone_tuning& one : *tunings) {
        builder.add(one.bone, settings_of(one.tuning, 1 / fps));
    }
    result<spring_set> made = builder.build(bones);
    return made ? std::move(made) : from(settings, made.error());
}

result<spring_set> build_converted(const spring_source& source, const rig& bones,
                                   std::vector<std::string>& warnings) {
    const result<stable_springs> converted = convert_to_stable(source.vrm.springs, bones);
    if (!converted) {
        return converted.error();
    }
    warnings.insert(warnings.end(), converted->warnings.begin(), converted->warnings.end());
    stable_builder builder;
    add_whole(source.settings, builder);
    converted->add_to(builder);
    return builder.build(bones);
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

result<spring_set> build_springs(const spring_source& source, const rig& bones,
                                 std::optional<solver_id> solver, double fps,
                                 std::vector<std::string>& warnings) {
    const bool is_vrm = source.origin == spring_origin::vrm;
    const solver_id chosen = solver.value_or(is_vrm ? vrm_solver : stable_solver);
    if (chosen == vrm_solver && !is_vrm) {
        return error{errors::wrong_solver,
                     (source.place.empty() ? "the model" : source.place) +
                         ": has no springs of VRM, which the vrm solver needs; "
                         "choose stable or reference"};
    }
    if (chosen == reference_solver && is_vrm) {
        return error{errors::wrong_solver, source.place +
                                               ": springs of VRM have no counterpart in the "
                                               "reference solver; choose vrm or stable"};
    }
    if (source.origin == spring_origin::none) {
        spring_set none;
        none.solver = chosen;
        return none;
    }
    if (is_vrm && chosen == vrm_solver) {
        warn_of_whole(source.settings, source.place + ": ",
                      "the vrm solver has the 60 ticks per second of the specification",
                      "the vrm solver keeps no chains apart", warnings);
        return vrm_builder(source.vrm.springs).build(bones);
    }
    if (is_vrm) {
        return build_converted(source, bones, warnings);
    }
    return build_settings(source.settings, bones, chosen, fps, warnings);
}

} // namespace jounce::authoring
