#include <jounce/modules/binding/bind_helpers.hpp>

#include <jounce/modules/authoring/add_helpers.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/bake/write_helpers.hpp>
#include <jounce/modules/binding/propose_settings.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/weights/clean_up.hpp>
#include <jounce/modules/weights/mesh_weights.hpp>

#include <optional>
#include <span>
#include <utility>

namespace jounce::binding {
namespace {

using ordered = nlohmann::ordered_json;

result<proposed_settings> settings_from(const std::string& from, const gltf::model& model) {
    if (from == propose) {
        proposed_settings found = propose_settings(model);
        if (found.settings.helpers.empty()) {
            return error{errors::no_helpers,
                         model.file.string() +
                             ": no flesh far from bones and no open sheet is found; describe "
                             "helpers in a settings file (docs/springs.md)"};
        }
        return found;
    }
    result<spring_file> read = read_spring_file(from);
    if (!read) {
        return read.error();
    }
    if (read->helpers.empty()) {
        return error{errors::no_helpers, from + ": has no \"helpers\"; add some (docs/springs.md)"};
    }
    return proposed_settings{*std::move(read), {}};
}

/// Springs of the settings; helpers are bones of the file by now.
void add_springs(ordered& json, spring_file settings) {
    settings.helpers.clear();
    if (!settings.springs.empty() || !settings.colliders.empty()) {
        json["extras"]["jounce_springs"] =
            ordered::parse(write_spring_file(settings), nullptr, false);
    }
}

} // namespace

result<bound_helpers> bind_helpers(bake::glb_document& document, const std::filesystem::path& file,
                                   const std::string& from, std::int32_t influences,
                                   double threshold) {
    // Read again, so that helpers take from the weights that the document has now.
    const result<std::string> bytes = document.bytes();
    if (!bytes) {
        return bytes.error();
    }
    result<gltf::model> model = gltf::parse_model(std::as_bytes(std::span(*bytes)), file);
    if (!model) {
        return model.error();
    }
    result<proposed_settings> wanted = settings_from(from, *model);
    if (!wanted) {
        return wanted.error();
    }
    spring_file& settings = wanted->settings;
    const double metres =
        settings.metres_per_unit.value_or(authoring::likely_metres_per_unit(*model));
    settings.metres_per_unit = metres;
    model->bones.metres_per_unit = static_cast<float>(metres);
    result<bake::glb_document> changed =
        bake::glb_document::make(model->json, model->buffers, file);
    if (!changed) {
        return changed.error();
    }
    const result<authoring::added_helpers> added = authoring::add_helpers(*model, settings);
    if (!added) {
        return added.error();
    }
    for (gltf::mesh& mesh : model->meshes) {
        weights::weight_table table = weights::table_of(mesh.vertices);
        weights::tidy(table, influences, threshold);
        weights::take_table(table, mesh.vertices);
    }
    if (const std::optional<error> wrong = bake::write_helpers(*changed, *model, *added)) {
        return *wrong;
    }
    add_springs(changed->json(), settings);
    document = *std::move(changed);
    bound_helpers out;
    for (const helper_entry& helper : settings.helpers) {
        out.names.push_back(helper.name);
    }
    out.reasons = std::move(wanted->reasons);
    out.warnings = added->warnings;
    return out;
}

} // namespace jounce::binding
