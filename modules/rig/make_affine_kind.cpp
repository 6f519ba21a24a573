#include <jounce/modules/rig/make_affine_kind.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/affine_fault.hpp>
#include <jounce/modules/rig/affine_tracks.hpp>
#include <jounce/modules/rig/make_kind.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jounce {
namespace {

/// How many joints the clips have frames for.
result<std::int32_t> joints_of(const clip_set& clips) {
    const clip* first = nullptr;
    for (const clip& one : clips.clips) {
        if (one.affine.empty()) {
            continue;
        }
        first = first == nullptr ? &one : first;
        if (one.affine.joint_count != first->affine.joint_count) {
            return error{errors::bad_count, "clip '" + one.name + "' has affine frames of " +
                                                std::to_string(one.affine.joint_count) +
                                                " joints, clip '" + first->name + "' of " +
                                                std::to_string(first->affine.joint_count) +
                                                "; clips of one kind have the same joints"};
        }
    }
    if (first == nullptr) {
        return error{errors::no_affine_frames,
                     "none of the " + std::to_string(clips.clips.size()) +
                         " clips has affine frames; make an ordinary kind of it"};
    }
    return static_cast<std::int32_t>(first->affine.joint_count);
}

/// Bones in the order in which they were added.
std::vector<std::int32_t> added_order(const rig& bones) {
    std::vector<std::int32_t> out(bones.parents.size());
    for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
        const std::size_t source =
            static_cast<std::size_t>(bones.source_index[static_cast<std::size_t>(b)]);
        out[source] = b;
    }
    return out;
}

/// For every joint after the affine ones the affine joint of the nearest bone above that has one.
std::vector<std::int32_t> find_carriers(const character_kind& kind) {
    const std::span<const bind_joint<float>> joints = kind.bind.joints;
    const auto first = static_cast<std::size_t>(kind.affine_joints);
    std::vector<std::int32_t> joint_of(kind.rig.parents.size(), -1);
    for (std::size_t j = first; j-- > 0;) {
        joint_of[static_cast<std::size_t>(joints[j].bone)] = static_cast<std::int32_t>(j);
    }
    std::vector<std::int32_t> out;
    bool any = false;
    for (std::size_t j = first; j < joints.size(); ++j) {
        std::int32_t bone = joints[j].bone;
        while (bone >= 0 && joint_of[static_cast<std::size_t>(bone)] < 0) {
            bone = kind.rig.parents[static_cast<std::size_t>(bone)];
        }
        out.push_back(bone < 0 ? -1 : joint_of[static_cast<std::size_t>(bone)]);
        any = any || bone >= 0;
    }
    return any ? out : std::vector<std::int32_t>{};
}

skin_binding bind_in_order(const rig& bones, const std::vector<std::int32_t>& order) {
    const skin_binding by_bone = make_rest_bind(bones, palette_mode::matrix);
    skin_binding out;
    out.mode = palette_mode::matrix;
    out.joints.reserve(order.size());
    for (const std::int32_t bone : order) {
        out.joints.push_back(by_bone.joints[static_cast<std::size_t>(bone)]);
    }
    return out;
}

} // namespace

result<rig> make_affine_rig(std::span<const vec3<double>> centres,
                            std::span<const rig_builder::segment> others) {
    rig_builder builder;
    for (std::size_t j = 0; j < centres.size(); ++j) {
        builder.add(rig_builder::segment{.name = "bone_" + std::to_string(j),
                                         .head = centres[j],
                                         .tail = centres[j],
                                         .handle = true});
    }
    for (const rig_builder::segment& bone : others) {
        builder.add(bone);
    }
    return builder.build<float>();
}

result<affine_character> make_affine_kind(rig bones, spring_set springs, clip_set clips) {
    const result<std::int32_t> joints = joints_of(clips);
    if (!joints) {
        return joints.error();
    }
    if (*joints > bones.bone_count()) {
        return error{errors::bad_bone, "clips have affine frames of " + std::to_string(*joints) +
                                           " joints, the rig has " +
                                           std::to_string(bones.bone_count()) + " bones"};
    }
    std::vector<std::int32_t> order = added_order(bones);
    const std::span affine_bones(order.data(), static_cast<std::size_t>(*joints));
    for (const std::int32_t bone : affine_bones) {
        if (bones.parents[static_cast<std::size_t>(bone)] >= 0) {
            return error{errors::bad_bone,
                         "bone '" + bones.names[static_cast<std::size_t>(bone)] +
                             "' has affine frames and a parent; frames are of the whole "
                             "character, so it must be a root"};
        }
    }
    for (clip& one : clips.clips) {
        if (std::optional<error> fault = find_affine_fault(one)) {
            return *std::move(fault);
        }
        add_affine_tracks(bones, affine_bones, one);
    }
    skin_binding binding = bind_in_order(bones, order);
    result<std::shared_ptr<const character_kind>> kind = take_affine_clips(
        character_kind{std::move(bones), std::move(springs), std::move(binding)}, clips);
    if (!kind) {
        return kind.error();
    }
    return affine_character{*std::move(kind), std::make_shared<const clip_set>(std::move(clips))};
}

result<std::shared_ptr<const character_kind>> take_affine_clips(character_kind kind,
                                                                const clip_set& clips) {
    const result<std::int32_t> joints = joints_of(clips);
    if (!joints) {
        return joints.error();
    }
    if (kind.bind.mode != palette_mode::matrix) {
        return error{errors::not_matrix,
                     "affine frames are matrices, which the palette cannot hold; bind with "
                     "palette_mode::matrix"};
    }
    if (static_cast<std::size_t>(*joints) > kind.bind.joints.size()) {
        return error{errors::no_affine_frames,
                     "clips have affine frames of " + std::to_string(*joints) +
                         " joints, the binding has " + std::to_string(kind.bind.joints.size()) +
                         ": were they made for this skin?"};
    }
    kind.affine_joints = *joints;
    kind.carriers = find_carriers(kind);
    return std::make_shared<const character_kind>(std::move(kind));
}

} // namespace jounce
