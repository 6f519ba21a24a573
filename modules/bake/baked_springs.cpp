// Which springs a bake simulates.

#include <jounce/modules/authoring/check_spring_bones.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/bake/baking.hpp>
#include <jounce/modules/bake/read_unbaked.hpp>
#include <jounce/modules/rig/spring_bones.hpp>

#include <cmath>
#include <utility>

namespace jounce::bake {

std::optional<error> baking::choose_springs() {
    result<authoring::spring_source> source =
        authoring::find_springs(model_, options_.springs, false);
    if (!source) {
        return source.error();
    }
    report_.origin = source->origin;
    report_.springs_from = source->place;
    if (options_.metres_per_unit) {
        source->settings.metres_per_unit = options_.metres_per_unit;
    }
    metres_ = source->settings.metres_per_unit.value_or(authoring::likely_metres_per_unit(model_));
    if (!(metres_ > 0 && std::isfinite(metres_))) {
        return error{errors::bad_option, "metres_per_unit is " + std::to_string(metres_) +
                                             ", it must be a number above 0"};
    }
    authoring::set_unit(model_, source->settings);
    report_.metres_per_unit = metres_;
    report_.extent = metres_ * extent_of(model_.bones);
    if (format_ == bake_format::glb) { // tables are of bones
        result<std::optional<authoring::model_tissue>> flesh =
            authoring::find_tissue(model_, *source, options_.tissue);
        if (!flesh) {
            return flesh.error();
        }
        flesh_ = *std::move(flesh);
    }
    result<authoring::added_helpers> helpers = authoring::add_helpers(model_, source->settings);
    if (!helpers) {
        return helpers.error();
    }
    helpers_ = *std::move(helpers);
    report_.warnings.insert(report_.warnings.end(), helpers_.warnings.begin(),
                            helpers_.warnings.end());
    report_.warnings.insert(report_.warnings.end(), source->warnings.begin(),
                            source->warnings.end());
    if (source->origin == authoring::spring_origin::none && !flesh_) {
        report_.warnings.push_back(
            options_.in.string() +
            ": has no springs, so nothing swings; write some with jounce suggest and give them "
            "by --springs");
    }
    if (options_.contact_rounds) {
        source->vrm.springs.contact_rounds = *options_.contact_rounds;
    }
    if (options_.radius_scale) {
        source->vrm.springs.radius_scale = *options_.radius_scale;
    }
    result<spring_set> springs = authoring::build_springs(*source, model_.bones, options_.solver,
                                                          options_.record.fps, report_.warnings);
    if (!springs) {
        return springs.error();
    }
    if ((options_.contact_rounds || options_.radius_scale) && springs->solver != vrm_solver) {
        return error{errors::wrong_solver,
                     options_.in.string() +
                         ": rounds of colliders and the scale of radii are for the vrm solver, "
                         "which these springs do not run in; leave them out"};
    }
    report_.solver = springs->solver;
    report_.spring_bones =
        springs->springs.size() + springs->stable.springs.size() + springs->vrm.springs.size();
    return make_kind(*std::move(springs), source->vrm.constraints);
}

std::optional<error> baking::make_kind(spring_set springs,
                                       const std::vector<constraint_description>& constraints) {
    result<std::shared_ptr<const character_kind>> kind =
        gltf::make_kind(model_, std::move(springs));
    if (!kind) {
        return kind.error();
    }
    result<basic_constraint_set<float>> built = build_constraints<float>(constraints, model_.bones);
    if (!built) {
        return error{built.error().name, options_.in.string() + ": " + built.error().message};
    }
    character_kind whole = **kind;
    whole.constraints = *std::move(built);
    if (flesh_) {
        result<std::shared_ptr<const tissue_set>> made =
            authoring::make_flesh(*flesh_, model_, whole);
        if (!made) {
            return made.error();
        }
        whole.tissue = *std::move(made);
        report_.flesh.from = flesh_->file.string();
        report_.flesh.handles = static_cast<std::size_t>(whole.tissue->handle_count);
    }
    kind_ = std::make_shared<const character_kind>(std::move(whole));
    return std::nullopt;
}

std::optional<error> baking::check_springs() {
    facts_.solver = report_.solver.name;
    facts_.fps = options_.record.fps;
    facts_.loop = options_.record.loop;
    if (std::optional<error> wrong = authoring::check_spring_bones(model_, *kind_)) {
        return wrong;
    }
    const std::vector<std::int32_t> springs = spring_bones(*kind_);
    for (const std::int32_t bone : springs) {
        facts_.springs.push_back(kind_->rig.names[static_cast<std::size_t>(bone)]);
    }
    if (format_ != bake_format::glb && options_.table == table_choice::springs && springs.empty()) {
        return error{errors::no_springs, options_.in.string() +
                                             ": has no springs, so a table of their bones would be "
                                             "empty; give some by --springs, or ask for all bones"};
    }
    return options_.keep_baked ? check_not_baked(model_, clips_, springs) : std::nullopt;
}

} // namespace jounce::bake
