#include <jounce/modules/gltf/spawn.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/rig/follow_affine_frames.hpp>
#include <jounce/modules/rig/make_affine_kind.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace jounce::gltf {
namespace {

/// Model space to node space at rest and back again.
affine<double> node_at_rest(const model& in, std::int32_t node) {
    const auto bone = static_cast<std::size_t>(in.bone_of_node[static_cast<std::size_t>(node)]);
    affine<double> out = to_affine(cast<double>(in.bones.rest_model[bone]));
    if (in.bones.is_affine) {
        out.linear = cast<double>(in.bones.rest_linear[bone]);
    }
    return out;
}

quat<double> conjugate(const quat<double>& q) { return {-q.x, -q.y, -q.z, q.w}; }

} // namespace

std::vector<std::int32_t> joint_bones(const model& of) {
    std::vector<std::int32_t> out;
    for (const bind_description& joint : of.joints) {
        out.push_back(joint.bone);
    }
    return out;
}

bool has_affine_clips(const model& of) {
    return std::any_of(of.clips.clips.begin(), of.clips.clips.end(),
                       [](const clip& one) { return !one.affine.empty(); });
}

result<ready_kind> make_ready_kind(const model& of, spring_set springs, palette_mode mode) {
    auto kind = make_kind(of, std::move(springs), mode);
    if (!kind) {
        return kind.error();
    }
    std::vector<std::vector<float>> rest;
    for (const mesh& m : of.meshes) {
        rest.push_back(m.rest_weights);
    }
    clip_set clips = of.clips;
    if (mode == palette_mode::matrix && has_affine_clips(of)) {
        clips = follow_affine_frames(of.bones, joint_bones(of), std::move(clips));
        kind = take_affine_clips(**kind, clips);
        if (!kind) {
            return error{kind.error().name, of.file.string() + ": " + kind.error().message};
        }
    }
    return ready_kind{*std::move(kind), std::make_shared<const clip_set>(std::move(clips)),
                      std::make_shared<const morph_weights>(make_morph_weights(rest))};
}

entt::entity spawn(entt::registry& registry, const ready_kind& of) {
    return spawn(registry, of, of.kind != nullptr ? natural_placement(of.kind->rig) : placement{});
}

entt::entity spawn(entt::registry& registry, const ready_kind& of, const placement& at) {
    const entt::entity who = jounce::spawn(registry, of.kind, at);
    if (who == entt::entity{entt::null}) {
        return who;
    }
    if (of.weights != nullptr && !of.weights->rest.empty()) {
        registry.emplace<morph_weights>(who, *of.weights);
    }
    if (of.flesh) {
        registry.emplace<tissue_control>(who, *of.flesh);
    }
    if (of.clips != nullptr && !of.clips->clips.empty()) {
        give_clips(registry, who, of.clips);
    }
    return who;
}

std::vector<placement> placements_of(const model& in, const node_instances& of,
                                     const placement& at) {
    const affine<double> node = node_at_rest(in, of.node);
    const auto bone = static_cast<std::size_t>(in.bone_of_node[static_cast<std::size_t>(of.node)]);
    const quat<double> turn = cast<double>(in.bones.rest_model[bone].rotation);
    const quat<double> whole_turn = cast<double>(at.rotation);
    const auto whole_scale = static_cast<double>(at.scale);
    std::vector<placement> out;
    out.reserve(of.places.size());
    for (const instance_place& one : of.places) {
        // A character draws a vertex v of the node at P N v, the instance is at N I v: P = N I N^-1.
        const quat<double> rotation = turn * cast<double>(one.rotation) * conjugate(turn);
        const vec3<double> s = cast<double>(one.scale);
        const double scale = std::max(std::cbrt(std::abs(s.x * s.y * s.z)), 1e-6);
        const vec3<double> origin = node * cast<double>(one.translation);
        const vec3<double> moved = origin - scale * rotate(rotation, node.translation);
        out.push_back({at.position + whole_scale * rotate(whole_turn, moved),
                       cast<float>(normalised(whole_turn * rotation)),
                       static_cast<float>(whole_scale * scale)});
    }
    return out;
}

std::vector<spawned_instance> spawn_instances(entt::registry& registry, const model& in,
                                              const ready_kind& of, const placement& at) {
    std::vector<spawned_instance> out;
    const auto add = [&](const placement& where, std::int32_t node) {
        const entt::entity who = spawn(registry, of);
        if (who != entt::entity{entt::null}) {
            registry.emplace_or_replace<placement>(who, where);
            out.push_back({who, node});
        }
    };
    const auto is_single = [&](const mesh& one) {
        return std::none_of(in.instances.begin(), in.instances.end(),
                            [&](const node_instances& some) { return some.node == one.node; });
    };
    if (in.instances.empty() || std::any_of(in.meshes.begin(), in.meshes.end(), is_single)) {
        add(at, -1);
    }
    for (const node_instances& some : in.instances) {
        for (const placement& where : placements_of(in, some, at)) {
            add(where, some.node);
        }
    }
    return out;
}

std::vector<placement> placements_of(const model& in, const node_instances& of) {
    return placements_of(in, of, natural_placement(in.bones));
}

std::vector<spawned_instance> spawn_instances(entt::registry& registry, const model& in,
                                              const ready_kind& of) {
    return spawn_instances(registry, in, of,
                           of.kind != nullptr ? natural_placement(of.kind->rig) : placement{});
}

} // namespace jounce::gltf
