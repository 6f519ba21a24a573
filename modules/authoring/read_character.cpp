#include <jounce/modules/authoring/read_character.hpp>

#include <jounce/modules/authoring/add_helpers.hpp>
#include <jounce/modules/authoring/check_spring_bones.hpp>
#include <jounce/modules/authoring/make_character.hpp>
#include <jounce/modules/authoring/model_tissue.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/authoring/suggest_springs.hpp>
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

/// Springs for a model that brings none.
void suggest_into(ready_character& out, spring_source& source) {
    const suggestion found = suggest_springs(out.model);
    append(out.warnings, found.notes);
    if (found.chains.empty()) {
        return;
    }
    source.settings = settings_of(found, out.model);
    source.settings.file = out.model.file;
    source.origin = spring_origin::settings;
    source.place = "suggested";
    std::size_t count = 0;
    for (const suggested_chain& chain : found.chains) {
        suggested_springs& one = out.suggested.emplace_back();
        for (const std::int32_t bone : chain.bones) {
            one.bones.push_back(out.model.bones.names[static_cast<std::size_t>(bone)]);
        }
        one.preset = chain.entry.preset;
        one.why = chain.why;
        count += chain.bones.size();
    }
    out.warnings.push_back(
        out.model.file.string() + ": has no spring settings, so " + std::to_string(count) +
        " bones in " + std::to_string(found.chains.size()) +
        " chains were made springs by what they are called and how they hang; "
        "`jounce suggest` writes them to a file, character_options::suggest = false "
        "leaves them out");
}

/// Options of the program override those of the file.
std::optional<error> take_options(const character_options& options,
                                  const std::filesystem::path& file, spring_file& to) {
    if (options.metres_per_unit) {
        const double unit = *options.metres_per_unit;
        if (!(unit >= least_metres_per_unit && unit <= most_metres_per_unit)) {
            return error{errors::bad_unit,
                         file.string() + ": metres_per_unit is " + std::to_string(unit) +
                             ", it must be from 0.0001 to 10000; 0.01 is centimetres"};
        }
        to.metres_per_unit = unit;
    }
    if (options.tick_rate) {
        const double hertz = *options.tick_rate;
        if (!(hertz >= least_tick_rate && hertz <= most_tick_rate)) {
            return error{errors::bad_setting, file.string() + ": tick_rate is " +
                                                  std::to_string(hertz) +
                                                  " per second, it must be from 1 to 10000"};
        }
        to.tick_rate = hertz;
    }
    to.chains_collide = options.chains_collide.value_or(to.chains_collide);
    return std::nullopt;
}

} // namespace

result<ready_character> make_character(gltf::model model, spring_source source,
                                       const character_options& options) {
    ready_character out;
    out.model = std::move(model);
    out.warnings = out.model.warnings;
    const std::filesystem::path file = out.model.file;
    if (options.suggest && source.origin == spring_origin::none) {
        suggest_into(out, source);
    }
    if (std::optional<error> wrong = take_options(options, file, source.settings)) {
        return *std::move(wrong);
    }
    set_unit(out.model, source.settings);
    result<std::optional<model_tissue>> flesh = find_tissue(out.model, source, options.tissue);
    if (!flesh) {
        return flesh.error();
    }
    out.metres_per_unit = out.model.bones.metres_per_unit;
    out.springs_from = source.place;
    append(out.warnings, source.warnings);
    const result<added_helpers> helpers = add_helpers(out.model, source.settings);
    if (!helpers) {
        return helpers.error();
    }
    append(out.warnings, helpers->warnings);
    result<spring_set> springs =
        build_springs(source, out.model.bones, std::nullopt, unused_fps, out.warnings);
    if (!springs) {
        return springs.error();
    }
    out.spring_count = springs->stable.springs.size() + springs->vrm.springs.size();
    const bool is_affine = gltf::has_affine_clips(out.model);
    result<gltf::ready_kind> kind = gltf::make_ready_kind(
        out.model, *std::move(springs), is_affine ? palette_mode::matrix : palette_mode::polar);
    if (!kind) {
        return kind.error();
    }
    out.kind = *std::move(kind);
    if (std::optional<error> wrong = check_spring_bones(out.model, *out.kind.kind)) {
        return *std::move(wrong);
    }
    result<basic_constraint_set<float>> constraints =
        build_constraints<float>(source.vrm.constraints, out.model.bones);
    if (!constraints) {
        return error{constraints.error().name, file.string() + ": " + constraints.error().message};
    }
    character_kind whole = *out.kind.kind;
    whole.constraints = *std::move(constraints);
    if (flesh->has_value()) {
        if (options.tissue_run) {
            (*flesh)->run = *options.tissue_run;
        }
        result<std::shared_ptr<const tissue_set>> made = make_flesh(**flesh, out.model, whole);
        if (!made) {
            return made.error();
        }
        whole.tissue = *std::move(made);
        out.tissue_skin = (*flesh)->skin;
        out.kind.flesh = tissue_control{.weight = (*flesh)->weight};
    }
    out.kind.kind = std::make_shared<const character_kind>(std::move(whole));
    return out;
}

result<ready_character> read_character(const std::filesystem::path& file,
                                       const character_options& options) {
    result<gltf::model> model = gltf::read_model(file, {.surfaces = options.surfaces});
    if (!model) {
        return model.error();
    }
    result<spring_source> source = find_springs(*model, options.settings);
    if (!source) {
        return source.error();
    }
    return make_character(*std::move(model), *std::move(source), options);
}

} // namespace jounce::authoring
