#include <jounce/modules/dev/replay/make_kind.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <string>

namespace jounce::replay {
namespace {

std::string bone_name(std::size_t bone) { return "bone_" + std::to_string(bone); }

error in_file(const golden_case& recorded, const error& why) {
    return {why.name, recorded.file.string() + ": " + why.message};
}

bool is_point(const golden_bone& bone) { return length(bone.tail - bone.head) <= 1e-12; }

} // namespace

template <class Real> result<basic_rig<Real>> make_rig(const golden_case& recorded) {
    rig_builder builder;
    for (std::size_t b = 0; b < recorded.bones.size(); ++b) {
        const golden_bone& bone = recorded.bones[b];
        // Cases may have pseudo roots and point handles anywhere; springs refuse them by
        // themselves.
        builder.add(
            rig_builder::segment{bone_name(b), bone.parent, bone.head, bone.tail, is_point(bone)});
    }
    result<basic_rig<Real>> rig = builder.build<Real>();
    return rig ? std::move(rig) : in_file(recorded, rig.error());
}

template <class Real>
result<basic_spring_set<Real>> make_springs(const golden_case& recorded, const basic_rig<Real>& rig,
                                            const std::vector<std::int32_t>& bones,
                                            spring_transform output) {
    reference_builder builder;
    spring_settings settings = recorded.settings;
    settings.output = output;
    for (const std::int32_t bone : bones) {
        builder.add(bone_name(static_cast<std::size_t>(bone)), settings);
    }
    for (std::size_t b = 0; b < recorded.bones.size(); ++b) {
        if (recorded.bones[b].offset) {
            builder.override_offset(bone_name(b), *recorded.bones[b].offset);
        }
    }
    result<basic_spring_set<Real>> springs = builder.build(rig);
    return springs ? std::move(springs) : in_file(recorded, springs.error());
}

template <class Real>
result<basic_spring_set<Real>>
make_stable_springs(const golden_case& recorded, const basic_rig<Real>& rig,
                    const std::vector<std::int32_t>& bones, const spring_tuning& tuning) {
    stable_builder builder;
    for (const std::int32_t bone : bones) {
        const std::size_t b = static_cast<std::size_t>(bone);
        spring_tuning own = tuning;
        if (is_point(recorded.bones[b])) {
            own.output = spring_transform::translate;
        }
        builder.add(bone_name(b), own);
    }
    result<basic_spring_set<Real>> springs = builder.build(rig);
    return springs ? std::move(springs) : in_file(recorded, springs.error());
}

transform<double> local_pose(const golden_case& recorded, std::size_t frame, std::size_t d) {
    const golden_bone& rest = recorded.bones[static_cast<std::size_t>(recorded.driven[d])];
    const golden_pose& pose = recorded.poses[frame * recorded.driven.size() + d];
    // Bones made of segments have the model's axes, so the parent's frame only shifts.
    vec3<double> from_parent = rest.head;
    if (rest.parent >= 0) {
        from_parent = rest.head - recorded.bones[static_cast<std::size_t>(rest.parent)].head;
    }
    return {pose.rotation, from_parent + pose.translation, 1};
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template result<basic_rig<Real>> make_rig(const golden_case&);                                 \
    template result<basic_spring_set<Real>> make_springs(                                          \
        const golden_case&, const basic_rig<Real>&, const std::vector<std::int32_t>&,              \
        spring_transform);                                                                         \
    template result<basic_spring_set<Real>> make_stable_springs(                                   \
        const golden_case&, const basic_rig<Real>&, const std::vector<std::int32_t>&,              \
        const spring_tuning&);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce::replay
