#include <jounce/modules/authoring/read_character.hpp>

#include <jounce/modules/authoring/suggest_springs.hpp>
#include <jounce/modules/bake/add_helpers.hpp>
#include <jounce/modules/bake/model_units.hpp>
#include <jounce/modules/bake/spring_source.hpp>
#include <jounce/modules/rig/constraint_builder.hpp>

#include <optional>
#include <utility>

namespace jounce::authoring {
namespace {

/// Springs that need a frame rate to be made (the reference solver's) are not made here.
constexpr double unused_fps = 60;

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

result<bake::spring_source> find_or_suggest(const gltf::model& in,
                                            const std::filesystem::path& settings) {
    result<bake::spring_source> source = bake::find_springs(in, settings);
    if (source && source->origin == bake::spring_origin::none) {
        source->settings = settings_of(suggest_springs(in), in);
        source->origin = bake::spring_origin::settings;
        source->place = "suggested";
    }
    return source;
}

} // namespace

result<ready_character> read_character(const std::filesystem::path& file,
                                       const std::filesystem::path& settings) {
    result<gltf::model> model = gltf::read_model(file);
    if (!model) {
        return model.why();
    }
    ready_character out;
    out.model = *std::move(model);
    out.warnings = out.model.warnings;
    const result<bake::spring_source> source = find_or_suggest(out.model, settings);
    if (!source) {
        return source.why();
    }
    bake::set_unit(out.model, source->settings);
    out.metres_per_unit = out.model.bones.metres_per_unit;
    out.springs_from = source->place;
    append(out.warnings, source->warnings);
    const result<bake::added_helpers> helpers = bake::add_helpers(out.model, source->settings);
    if (!helpers) {
        return helpers.why();
    }
    append(out.warnings, helpers->warnings);
    result<spring_set> springs =
        bake::build_springs(*source, out.model.bones, std::nullopt, unused_fps, out.warnings);
    if (!springs) {
        return springs.why();
    }
    out.spring_count = springs->stable.springs.size() + springs->vrm.springs.size();
    result<gltf::character_kind> kind = gltf::make_character_kind(out.model, *std::move(springs));
    if (!kind) {
        return kind.why();
    }
    out.kind = *std::move(kind);
    result<basic_constraint_set<float>> constraints =
        build_constraints<float>(source->vrm.constraints, out.model.bones);
    if (!constraints) {
        return error{constraints.why().name, file.string() + ": " + constraints.why().message};
    }
    archetype whole = *out.kind.kind;
    whole.constraints = *std::move(constraints);
    out.kind.kind = std::make_shared<const archetype>(std::move(whole));
    return out;
}

} // namespace jounce::authoring
