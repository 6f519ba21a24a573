#include <jounce/modules/spring_file/spring_file.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/spring_file/bone_finder.hpp>
#include <jounce/modules/spring_file/spring_file_parts.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <cmath>
#include <unordered_map>
#include <utility>

namespace jounce {
namespace {

/// What an entry says of its bones, before positions along the chain come in. Entries may be made by
/// programs too, so all of it is checked.
struct entry_tuning {
    spring_tuning base;
    std::vector<tuning_curve> curves;
};

result<entry_tuning> resolve(const bone_finder& finder, const spring_entry& entry,
                             const std::string& pointer) {
    entry_tuning out;
    if (!entry.preset.empty()) {
        const preset* from = find_preset(entry.preset);
        if (from == nullptr) {
            return finder.wrong(errors::unknown_preset, pointer + "/preset",
                                "is \"" + entry.preset + "\"; " +
                                    did_you_mean(entry.preset, preset_names()));
        }
        out = {from->tuning, from->curves};
    }
    for (const std::string& name : entry.overridden) {
        const tuning_field* field = find_field(name);
        if (field == nullptr) {
            return finder.wrong(errors::unknown_field, pointer + "/tuning",
                                "\"" + name + "\" is no setting; check the spelling");
        }
        copy_field(*field, entry.tuning, out.base);
    }
    if (std::optional<error> wrong = check_tuning(finder.where(pointer + "/tuning"), out.base)) {
        return *std::move(wrong);
    }
    for (const tuning_curve& curve : entry.curves) {
        if (std::optional<error> wrong = check_curve(finder.where(pointer + "/curves"), curve)) {
            return *std::move(wrong);
        }
        std::erase_if(out.curves, [&](const tuning_curve& c) { return c.field == curve.field; });
        out.curves.push_back(curve);
    }
    return out;
}

/// From metres along the bone's axes into its frame.
collider in_frame(const collider& body, const rig& bones, std::int32_t bone) {
    const double scale =
        std::abs(static_cast<double>(bones.rest_model[static_cast<std::size_t>(bone)].scale));
    const double metres = static_cast<double>(bones.metres_per_unit) * (scale > 1e-9 ? scale : 1.0);
    const float per_metre = static_cast<float>(1 / metres);
    collider out = body;
    out.a = per_metre * body.a;
    if (body.shape != collider_shape::plane) { // whose b is a direction
        out.b = per_metre * body.b;
    }
    out.radius = per_metre * body.radius;
    out.radius_b = per_metre * body.radius_b;
    out.half = per_metre * body.half;
    return out;
}

} // namespace

result<std::vector<bone_tuning>> tunings_of(const spring_file& springs, const rig& bones) {
    const bone_finder finder(springs, bones);
    std::unordered_map<std::int32_t, std::string> tuned; // by which place of the file
    std::vector<bone_tuning> out;
    for (std::size_t i = 0; i < springs.springs.size(); ++i) {
        const spring_entry& entry = springs.springs[i];
        const std::string pointer = "/springs/" + std::to_string(i);
        if (entry.bones.empty() == entry.chain.empty()) {
            return finder.wrong(errors::bad_bones, pointer,
                                "needs either \"bones\" or \"chain\", and not both");
        }
        const result<entry_tuning> tuning = resolve(finder, entry, pointer);
        if (!tuning) {
            return tuning.error();
        }
        const result<std::vector<placed_bone>> placed = finder.bones_of(entry, pointer);
        if (!placed) {
            return placed.error();
        }
        for (const placed_bone& place : *placed) {
            const auto [first, is_new] = tuned.emplace(place.bone, place.pointer);
            if (!is_new) {
                return finder.wrong(errors::duplicate_spring, place.pointer,
                                    "tunes \"" + finder.name(place.bone) + "\", which " +
                                        first->second + " tunes already; remove it from one");
            }
            out.push_back(
                {finder.name(place.bone), at(tuning->base, tuning->curves, place.position)});
        }
    }
    return out;
}

result<std::vector<placed_collider>> colliders_of(const spring_file& springs, const rig& bones) {
    const bone_finder finder(springs, bones);
    std::vector<placed_collider> out;
    for (std::size_t i = 0; i < springs.colliders.size(); ++i) {
        const collider_entry& entry = springs.colliders[i];
        const result<std::int32_t> bone =
            finder.find(entry.bone, "/colliders/" + std::to_string(i) + "/bone");
        if (!bone) {
            return bone.error();
        }
        out.push_back({*bone, in_frame(entry.shape, bones, *bone)});
    }
    return out;
}

} // namespace jounce
