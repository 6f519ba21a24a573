#include <jounce/modules/inspection/inspect_model.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/add_helpers.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/inspection/find_hidden_parts.hpp>
#include <jounce/modules/inspection/find_problems.hpp>
#include <jounce/modules/rig/spring_bones.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <algorithm>
#include <utility>

namespace jounce::inspection {
namespace {

inspected_mesh described(const gltf::mesh& from) {
    inspected_mesh out;
    out.name = from.name;
    out.node = from.node;
    out.skin = from.skin;
    out.vertices = from.vertices.positions.size();
    out.triangles = from.triangles.size() / 3;
    out.morphs = from.morphs.size();
    out.is_visible = from.is_visible;
    const std::vector<std::uint32_t>& first = from.vertices.first_influence;
    for (std::size_t v = 0; v + 1 < first.size(); ++v) {
        out.most_influences =
            std::max(out.most_influences, static_cast<std::size_t>(first[v + 1] - first[v]));
    }
    return out;
}

inspected_clip described(const clip& from) {
    inspected_clip out;
    out.name = from.name;
    out.seconds = static_cast<double>(from.duration);
    out.tracks = from.tracks.size();
    out.morph_tracks = from.morphs.size();
    for (const track& one : from.tracks) {
        out.keys += one.key_count;
    }
    return out;
}

std::vector<inspected_bone> bones_of(const gltf::model& in) {
    const std::vector<std::size_t> vertices = authoring::vertices_of_bones(in);
    std::vector<inspected_bone> out;
    for (std::size_t b = 0; b < in.bones.parents.size(); ++b) {
        inspected_bone bone;
        bone.name = in.bones.names[b];
        bone.parent = in.bones.parents[b];
        bone.node = in.node_of_bone[b];
        const double units =
            length(cast<double>(in.bones.rest_tail[b]) - cast<double>(in.bones.rest_head[b]));
        bone.length = static_cast<double>(in.bones.metres_per_unit) * units;
        bone.is_joint = in.is_joint[b] != 0;
        bone.vertices = vertices[b];
        out.push_back(std::move(bone));
    }
    return out;
}

/// Marks the bones that settings make springs.
std::optional<error> mark_settings(const gltf::model& in, const authoring::spring_source& source,
                                   findings& to) {
    const result<std::vector<bone_tuning>> tunings = tunings_of(source.settings, in.bones);
    if (!tunings) {
        return tunings.error();
    }
    if (const auto colliders = colliders_of(source.settings, in.bones); !colliders) {
        return colliders.error();
    }
    for (const bone_tuning& one : *tunings) {
        const auto named = std::find(in.bones.names.begin(), in.bones.names.end(), one.bone);
        inspected_bone& bone = to.bones[static_cast<std::size_t>(named - in.bones.names.begin())];
        bone.is_spring = true;
        bone.why = "settings of " + source.place;
    }
    to.springs = tunings->size();
    return std::nullopt;
}

void mark_vrm(const authoring::spring_source& source, findings& to) {
    for (const vrm_chain& chain : source.vrm.springs.chains) {
        for (const vrm_joint& joint : chain.joints) {
            inspected_bone& bone = to.bones[static_cast<std::size_t>(joint.bone)];
            bone.is_spring = true;
            bone.why = (chain.name.empty() ? "" : "\"" + chain.name + "\" of ") + source.place;
            ++to.springs;
        }
    }
}

void mark_suggested(const authoring::suggestion& from, findings& to) {
    for (const authoring::suggested_chain& chain : from.chains) {
        for (const std::int32_t bone : chain.bones) {
            inspected_bone& marked = to.bones[static_cast<std::size_t>(bone)];
            marked.is_suggested = true;
            if (!marked.is_spring) {
                marked.why = chain.entry.preset + ": " + chain.why;
            }
        }
        to.springs += to.origin == authoring::spring_origin::none ? chain.bones.size() : 0;
    }
}

} // namespace

result<findings> inspect_model(gltf::model in, const std::filesystem::path& settings) {
    const result<authoring::spring_source> source = authoring::find_springs(in, settings);
    if (!source) {
        return source.error();
    }
    authoring::set_unit(in, source->settings);
    const double unit =
        source->settings.metres_per_unit.value_or(authoring::likely_metres_per_unit(in));
    const result<authoring::added_helpers> helpers = authoring::add_helpers(in, source->settings);
    if (!helpers) {
        return helpers.error();
    }
    findings out;
    out.file = in.file.string();
    out.metres_per_unit = unit;
    out.extent = out.metres_per_unit * extent_of(in.bones);
    out.bones = bones_of(in);
    for (const gltf::skin& skin : in.skins) {
        out.skins.push_back({skin.name, skin.joint_count});
    }
    for (const clip& one : in.clips.clips) {
        out.clips.push_back(described(one));
    }
    for (const gltf::mesh& one : in.meshes) {
        out.meshes.push_back(described(one));
        for (const gltf::node_instances& some : in.instances) {
            out.meshes.back().instances += some.node == one.node ? some.places.size() : 0;
        }
    }
    out.hidden_parts = find_hidden_parts(in);
    out.extensions = in.extensions;
    out.origin = source->origin;
    out.springs_from = source->place;
    if (out.origin == authoring::spring_origin::settings ||
        out.origin == authoring::spring_origin::extras) {
        if (std::optional<error> wrong = mark_settings(in, *source, out)) {
            return *std::move(wrong);
        }
    }
    if (out.origin == authoring::spring_origin::vrm) {
        mark_vrm(*source, out);
    }
    const authoring::suggestion wanted = authoring::suggest_springs(in);
    mark_suggested(wanted, out);
    out.problems = find_problems(in, out, wanted);
    for (const std::string& warning : source->warnings) {
        out.problems.push_back({warning, "correct it in the model and export it again"});
    }
    for (const std::string& warning : helpers->warnings) {
        out.problems.push_back({warning, "see \"helpers\" in docs/springs.md"});
    }
    return out;
}

} // namespace jounce::inspection
