#include <jounce/modules/editing/session_files.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/authoring/suggest_springs.hpp>
#include <jounce/modules/editing/model_settings.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>
#include <jounce/modules/vrm/vrm_to_stable.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

namespace jounce::editing {
namespace {

namespace fs = std::filesystem;

std::size_t hash_model(const gltf::model& of) {
    std::string document = of.json;
    if (const auto inside = settings_in_document(document)) {
        const std::size_t at = document.find(*inside);
        if (at != std::string::npos) {
            document.erase(at, inside->size());
        }
    }
    std::size_t out = std::hash<std::string_view>()(document);
    for (const std::vector<std::byte>& buffer : of.buffers) {
        const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), buffer.size());
        out = out * 31 + std::hash<std::string_view>()(bytes);
    }
    return out;
}

/// A tuning as an entry of a file: the fields that differ from the usual.
spring_entry entry_of(const spring_tuning& tuning) {
    spring_entry out;
    out.tuning = tuning;
    for (const tuning_field& field : tuning_fields()) {
        spring_tuning changed;
        copy_field(field, tuning, changed);
        if (!(changed == spring_tuning())) {
            out.overridden.emplace_back(field.name);
        }
    }
    return out;
}

/// Springs of VRM as settings of the stable solver: neighbours with the same tuning share an entry.
result<spring_file> settings_of_vrm(const vrm_description& springs, const gltf::model& in,
                                    std::vector<std::string>& warnings) {
    rig bones = in.bones;
    bones.metres_per_unit = static_cast<float>(authoring::likely_metres_per_unit(in));
    const result<stable_springs> converted = convert_to_stable(springs, bones);
    if (!converted) {
        return converted.error();
    }
    warnings.insert(warnings.end(), converted->warnings.begin(), converted->warnings.end());
    spring_file out;
    out.name = in.file.stem().string();
    for (const auto& [bone, tuning] : converted->springs) {
        if (out.springs.empty() || !(out.springs.back().tuning == tuning)) {
            out.springs.push_back(entry_of(tuning));
        }
        out.springs.back().bones.push_back(bone);
    }
    for (const auto& [bone, shape] : converted->colliders) {
        const auto found = std::ranges::find(bones.names, bone);
        const auto index = static_cast<std::size_t>(found - bones.names.begin());
        const float scale = std::abs(bones.rest_model[index].scale);
        const float metres = bones.metres_per_unit * (scale > 1e-9F ? scale : 1.0F);
        collider body = shape;
        body.a = metres * body.a;
        if (body.shape != collider_shape::plane) { // whose b is a direction
            body.b = metres * body.b;
        }
        body.radius *= metres;
        body.radius_b *= metres;
        body.half = metres * body.half;
        out.colliders.push_back({bone, body});
    }
    return out;
}

/// What a character without settings begins with.
result<std::string> first_text(session_files& of, const session_options& options) {
    const gltf::model& model = *of.model;
    if (of.source.origin == authoring::spring_origin::vrm) {
        result<spring_file> made = settings_of_vrm(of.source.vrm.springs, model, of.warnings);
        if (!made) {
            return made.error();
        }
        of.warnings.push_back(model.file.string() +
                              ": its springs of VRM were converted for the stable solver; saved "
                              "settings replace them");
        return write_spring_file(*made);
    }
    spring_file made;
    made.name = model.file.stem().string();
    if (options.suggest) {
        const authoring::suggestion found = authoring::suggest_springs(model);
        made = authoring::settings_of(found, model);
        for (const authoring::suggested_chain& chain : found.chains) {
            of.warnings.push_back("suggested: " + chain.why);
        }
        of.warnings.insert(of.warnings.end(), found.notes.begin(), found.notes.end());
    }
    return write_spring_file(made);
}

} // namespace

file_stamp stamp_of(const fs::path& file) {
    file_stamp out;
    std::error_code code;
    if (file.empty() || !fs::is_regular_file(file, code)) {
        return out;
    }
    out.exists = true;
    out.time = fs::last_write_time(file, code);
    out.size = fs::file_size(file, code);
    return out;
}

result<std::string> read_bytes(const fs::path& file) {
    constexpr json::file_kind any = {"file", "check the path",
                                     std::numeric_limits<std::uint32_t>::max(), 0, false};
    json::reading shared(any);
    std::string out = json::read_file(shared, file, any.max_file_bytes);
    return shared.ok() ? result<std::string>(std::move(out)) : shared.error();
}

result<session_files> read_files(const fs::path& model, const fs::path& settings,
                                 const session_options& options) {
    session_files out;
    out.model_stamp = stamp_of(model);
    out.settings_stamp = stamp_of(settings);
    gltf::read_limits limits;
    limits.surfaces = options.surfaces;
    result<gltf::model> read = gltf::read_model(model, limits);
    if (!read) {
        return read.error();
    }
    out.warnings = read->warnings;
    std::error_code code;
    const bool is_new = options.may_create && !fs::exists(settings, code);
    result<authoring::spring_source> source =
        authoring::find_springs(*read, is_new ? fs::path() : settings);
    if (!source) {
        return source.error();
    }
    out.source = *std::move(source);
    out.warnings.insert(out.warnings.end(), out.source.warnings.begin(), out.source.warnings.end());
    out.model_hash = hash_model(*read);
    const std::optional<std::string> inside = settings_in_document(read->json);
    read->buffers.clear(); // only writers need them, and they read the file again
    out.model = std::make_shared<const gltf::model>(*std::move(read));
    if (out.source.origin == authoring::spring_origin::settings) {
        out.place = settings_place::file;
        out.text = out.source.settings.text;
    } else if (out.source.origin == authoring::spring_origin::extras && is_new &&
               !settings.empty()) {
        out.text = write_spring_file(out.source.settings); // on its way to a file of its own
    } else if (out.source.origin == authoring::spring_origin::extras && inside) {
        out.place = settings_place::model;
        out.text = *inside;
    } else {
        result<std::string> first = first_text(out, options);
        if (!first) {
            return first.error();
        }
        out.text = *std::move(first);
    }
    return out;
}

} // namespace jounce::editing
