#include <jounce/modules/authoring/spring_source.hpp>

#include <jounce/modules/rig/convert.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/vrm/vrm_to_stable.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace jounce::authoring {
namespace {

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

/// Settings for springs and colliders, by bone.
struct placed_settings {
    std::vector<bone_tuning> tunings;
    std::vector<placed_collider> colliders;
};

result<placed_settings> place_settings(const spring_file& settings, const rig& bones) {
    result<std::vector<bone_tuning>> tunings = tunings_of(settings, bones);
    if (!tunings) {
        return tunings.error();
    }
    result<std::vector<placed_collider>> colliders = colliders_of(settings, bones);
    if (!colliders) {
        return colliders.error();
    }
    return placed_settings{*std::move(tunings), *std::move(colliders)};
}

/// What springs are made of.
struct spring_order {
    const spring_source& source;
    const rig& bones;
    double fps;
    std::vector<std::string>& warnings;
};

result<spring_set> stable_from_settings(const spring_order& order) {
    const spring_file& settings = order.source.settings;
    const result<placed_settings> placed = place_settings(settings, order.bones);
    if (!placed) {
        return placed.error();
    }
    stable_builder builder;
    add_whole(settings, builder);
    for (const bone_tuning& one : placed->tunings) {
        builder.add(one.bone, one.tuning);
    }
    for (const placed_collider& one : placed->colliders) {
        builder.add(order.bones.names[static_cast<std::size_t>(one.bone)], one.shape);
    }
    result<spring_set> made = builder.build(order.bones);
    return made ? std::move(made) : from(settings, made.error());
}

result<spring_set> reference_from_settings(const spring_order& order) {
    const spring_file& settings = order.source.settings;
    const result<placed_settings> placed = place_settings(settings, order.bones);
    if (!placed) {
        return placed.error();
    }
    if (!placed->colliders.empty()) {
        order.warnings.push_back(settings.file.string() +
                                 ": /colliders: the reference solver knows no "
                                 "colliders; they are left out");
    }
    warn_of_whole(settings, settings.file.string() + ": /",
                  "the reference solver has no ticks, it takes one step per frame",
                  "the reference solver keeps no chains apart", order.warnings);
    reference_builder builder;
    for (const bone_tuning& one : placed->tunings) {
        builder.add(one.bone, settings_of(one.tuning, 1 / order.fps));
    }
    result<spring_set> made = builder.build(order.bones);
    return made ? std::move(made) : from(settings, made.error());
}

result<spring_set> stable_from_vrm(const spring_order& order) {
    const result<stable_springs> converted =
        convert_to_stable(order.source.vrm.springs, order.bones);
    if (!converted) {
        return converted.error();
    }
    order.warnings.insert(order.warnings.end(), converted->warnings.begin(),
                          converted->warnings.end());
    stable_builder builder;
    add_whole(order.source.settings, builder);
    converted->add_to(builder);
    return builder.build(order.bones);
}

result<spring_set> vrm_from_vrm(const spring_order& order) {
    warn_of_whole(order.source.settings, order.source.place + ": ",
                  "the vrm solver has the 60 ticks per second of the specification",
                  "the vrm solver keeps no chains apart", order.warnings);
    return vrm_builder(order.source.vrm.springs).build(order.bones);
}

/// How the springs of files become those of a solver. Null: they cannot, for the reason beside it.
struct spring_maker {
    solver_id solver;
    result<spring_set> (*from_settings)(const spring_order&);
    result<spring_set> (*from_vrm)(const spring_order&);
    const char* why_not;
};

constexpr std::array makers = {
    spring_maker{stable_solver, stable_from_settings, stable_from_vrm, ""},
    spring_maker{vrm_solver, nullptr, vrm_from_vrm,
                 "has no springs of VRM, which the vrm solver needs; choose stable or reference"},
    spring_maker{reference_solver, reference_from_settings, nullptr,
                 "springs of VRM have no counterpart in the reference solver; choose vrm or "
                 "stable"}};

} // namespace

result<spring_set> build_springs(const spring_source& source, const rig& bones,
                                 std::optional<solver_id> solver, double fps,
                                 std::vector<std::string>& warnings) {
    const bool is_vrm = source.origin == spring_origin::vrm;
    const solver_id chosen = solver.value_or(is_vrm ? vrm_solver : stable_solver);
    const std::string place = source.place.empty() ? "the model" : source.place;
    const auto maker = std::ranges::find(makers, chosen, &spring_maker::solver);
    if (maker == makers.end()) {
        return error{errors::wrong_solver,
                     place + ": its springs cannot be made for the solver \"" +
                         std::string(chosen.name) + "\"; choose stable, vrm or reference"};
    }
    const auto make = is_vrm ? maker->from_vrm : maker->from_settings;
    if (make == nullptr) {
        return error{errors::wrong_solver, place + ": " + maker->why_not};
    }
    if (source.origin == spring_origin::none) {
        spring_set none;
        none.solver = chosen;
        return none;
    }
    return make({source, bones, fps, warnings});
}

} // namespace jounce::authoring
