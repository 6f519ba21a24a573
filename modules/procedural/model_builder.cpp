#include <jounce/modules/procedural/model_builder.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/tuning/presets.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace jounce::procedural {

namespace {

const preset& named(std::string_view name) {
    const preset* found = find_preset(name);
    JOUNCE_ASSERT(found != nullptr, "a procedural model asks for a preset that there is not");
    return *found;
}

/// Springs of the published method that are stable and lively at 60 frames per second. With the fixed
/// mass at the tail the spring has no rest length, so it pulls the same way in all directions. Damping
/// along the spring would leave sideways motion free to grow; what velocity_scale takes away is taken
/// in every direction. At 0.3 the method is stable for stiffness below about 20000 N/m per kilogram,
/// and its slow drive does the oscillating: 250 N/m gives some 1.6 Hz, 1000 some 3.3 Hz. Chains keep
/// their length, because those that may stretch amplify from link to link.
spring_settings reference_settings(double stiffness, const spring_tuning& tuning) {
    spring_settings settings;
    settings.stiffness = stiffness;
    settings.damping = 0;
    settings.velocity_scale = 0.3;
    settings.hook = 1;
    settings.fixed_length = tuning.fixed_length;
    settings.output = tuning.output;
    return settings;
}

} // namespace

const spring_tuning& tuning_of_preset(std::string_view preset) { return named(preset).tuning; }

std::int32_t model_builder::bone(const std::string& name, std::int32_t parent,
                                 const vec3<double>& head, const vec3<double>& tail) {
    const std::int32_t made = bones_.add(rig_builder::segment{name, parent, head, tail});
    lines_.push_back({made, head, tail});
    return made;
}

std::int32_t model_builder::spring_chain(const std::string& name, std::int32_t parent,
                                         const vec3<double>& head, const vec3<double>& step,
                                         std::int32_t count, std::string_view preset) {
    return spring_chain(name, parent, head, step, count, named(preset).tuning,
                        named(preset).curves);
}

std::int32_t model_builder::spring_chain(const std::string& name, std::int32_t parent,
                                         const vec3<double>& head, const vec3<double>& step,
                                         std::int32_t count, const spring_tuning& tuning,
                                         std::span<const tuning_curve> curves) {
    vec3<double> from = head;
    for (std::int32_t i = 0; i < count; ++i) {
        const std::string link = name + "_" + std::to_string(i);
        parent = bone(link, parent, from, from + step);
        spring(link, at(tuning, curves, count > 1 ? double(i) / (count - 1) : 0.0));
        from = from + step;
    }
    return parent;
}

std::int32_t model_builder::point_spring(const std::string& name, std::int32_t parent,
                                         const vec3<double>& at, std::string_view preset) {
    return point_spring(name, parent, at, tuning_of_preset(preset));
}

std::int32_t model_builder::point_spring(const std::string& name, std::int32_t parent,
                                         const vec3<double>& at, const spring_tuning& tuning) {
    spring_tuning moved = tuning;
    moved.output = spring_transform::translate;
    moved.fixed_length = false;
    moved.axial_frequency = moved.frequency; // the same in all directions
    moved.axial_damping_ratio = moved.damping_ratio;
    spring(name, moved);
    const std::int32_t made = bones_.add(rig_builder::segment{name, parent, at, at, true});
    lines_.push_back({made, at, at});
    return made;
}

void model_builder::spring(const std::string& bone, const spring_tuning& tuning) {
    springs_.emplace_back(bone, tuning);
}

void model_builder::collide(const std::string& bone, const collider& body) {
    colliders_.emplace_back(bone, body);
}

result<spring_set> model_builder::make_springs(const rig& bones) const {
    if (reference_stiffness_ > 0) {
        reference_builder springs;
        for (const auto& [bone, tuning] : springs_) {
            springs.add(bone, reference_settings(reference_stiffness_, tuning));
        }
        return springs.build(bones);
    }
    stable_builder springs;
    for (const auto& [bone, tuning] : springs_) {
        springs.add(bone, tuning);
    }
    for (const auto& [bone, body] : colliders_) {
        springs.add(bone, body);
    }
    return springs.build(bones);
}

driver& model_builder::driver_of(std::int32_t bone) {
    const auto found =
        std::find_if(plan_.begin(), plan_.end(), [&](const driver& d) { return d.bone == bone; });
    if (found != plan_.end()) {
        return *found;
    }
    plan_.push_back({});
    plan_.back().bone = bone;
    return plan_.back();
}

void model_builder::sway(std::int32_t bone, const vec3<double>& axis, double radians,
                         double hertz) {
    constexpr double gentle = 1.0; // radians whose tangent of the half is still much like it
    driver& moved = driver_of(bone);
    moved.turn_doublings = 0;
    for (; std::abs(radians) > gentle; radians /= 2) {
        ++moved.turn_doublings;
    }
    moved.turn = cast<float>(std::tan(radians / 2) * axis);
    moved.turn_hertz = static_cast<float>(hertz);
    moved.turn_burst_hertz = 0;
}

void model_builder::shake(std::int32_t bone, const vec3<double>& axis, double radians,
                          double hertz) {
    sway(bone, axis, radians, hertz);
    driver_of(bone).turn_burst_hertz = 0.4F;
}

void model_builder::bob(std::int32_t bone, const vec3<double>& metres, double hertz) {
    driver& moved = driver_of(bone);
    moved.shift = cast<float>(metres);
    moved.shift_hertz = static_cast<float>(hertz);
    moved.air_share = 0;
}

void model_builder::hop(std::int32_t bone, const vec3<double>& metres, double hertz,
                        double air_share) {
    bob(bone, metres, hertz);
    driver_of(bone).air_share = static_cast<float>(air_share);
}

bone_chain model_builder::chain(std::int32_t first, std::int32_t count, std::int32_t root) const {
    const bool known = first >= 0 && count >= 1 && first + count <= bones_.bone_count();
    JOUNCE_ASSERT(known, "a chain is made of bones that were added before it");
    const auto from = lines_.begin() + (known ? first : 0);
    return bone_chain(known ? std::vector<bone_line>{from, from + count} : std::vector<bone_line>{},
                      root);
}

model model_builder::finish(double chain_length, surface shape) const {
    model out = finish(chain_length);
    out.shape = std::make_shared<const surface>(std::move(shape));
    return out;
}

model model_builder::finish(double chain_length) const {
    result<rig> bones = bones_.build<float>();
    JOUNCE_ASSERT(bones, "a procedural rig must build");
    result<spring_set> springs = make_springs(*bones);
    JOUNCE_ASSERT(springs, "procedural springs must build");
    auto plan = std::make_shared<motion_plan>(plan_);
    for (driver& moved : *plan) {
        // Bones were added parents first, so their order is the rig's.
        moved.rest = bones->rest_local[static_cast<std::size_t>(moved.bone)];
    }
    return {name_,           make_kind(*std::move(bones), *std::move(springs)),
            std::move(plan), static_cast<float>(chain_length),
            nullptr,         reference_stiffness_ > 0 ? decltype(springs_){} : springs_,
            colliders_};
}

result<model> retuned(const model& of, const std::function<void(spring_tuning&)>& edit) {
    model out = of;
    if (of.kind->springs.solver != stable_solver || of.tunings.empty()) {
        return out;
    }
    stable_builder springs;
    for (auto [bone, tuning] : of.tunings) {
        edit(tuning);
        springs.add(bone, tuning);
    }
    for (const auto& [bone, body] : of.colliders) {
        springs.add(bone, body);
    }
    result<spring_set> made = springs.build(of.kind->rig);
    if (!made) {
        return made.error();
    }
    character_kind kind = *of.kind;
    kind.springs = *std::move(made);
    out.kind = std::make_shared<const character_kind>(std::move(kind));
    return out;
}

entt::entity spawn(entt::registry& registry, const model& of) {
    const entt::entity who = jounce::spawn(registry, of.kind);
    if (who != entt::entity{entt::null}) {
        registry.emplace<motion>(who, motion{of.plan});
    }
    return who;
}

} // namespace jounce::procedural
