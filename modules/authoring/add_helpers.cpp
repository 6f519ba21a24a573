#include <jounce/modules/authoring/add_helpers.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/helper_skin.hpp>
#include <jounce/modules/gltf/bones.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/spring_file/bone_finder.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace jounce::authoring {
namespace {

/// The rig with its helpers at the end.
result<rig> longer_rig(const gltf::model& to, const spring_file& settings,
                       const std::vector<std::int32_t>& parents) {
    rig_builder builder;
    const rig& bones = to.bones;
    for (std::size_t b = 0; b < bones.parents.size(); ++b) {
        const transform<double> rest = cast<double>(bones.rest_local[b]);
        rig_builder::joint joint;
        joint.name = bones.names[b];
        joint.parent = bones.parents[b];
        joint.rotation = normalised(rest.rotation);
        joint.translation = rest.translation;
        joint.scale = rest.scale * (bones.is_affine ? cast<double>(bones.rest_stretch[b])
                                                    : vec3<double>{1, 1, 1});
        joint.tail = cast<double>(bones.tail_local[b]);
        joint.handle = bones.handle[b] != 0;
        builder.add(std::move(joint));
    }
    for (std::size_t h = 0; h < settings.helpers.size(); ++h) {
        const helper_entry& helper = settings.helpers[h];
        builder.add(rig_builder::segment{.name = helper.name,
                                         .parent = parents[h],
                                         .head = helper.head,
                                         .tail = helper.tail,
                                         .handle = is_point(helper)});
    }
    if (bones.is_affine) {
        builder.allow_non_uniform_scale();
    }
    builder.metres_per_unit(static_cast<double>(bones.metres_per_unit));
    return builder.build<float>();
}

/// Parents by index into the longer rig, looked up by name.
result<std::vector<std::int32_t>> parents_of(const gltf::model& to, const spring_file& settings) {
    const bone_finder finder(settings, to.bones);
    std::map<std::string, std::int32_t> added;
    std::vector<std::int32_t> out;
    for (std::size_t h = 0; h < settings.helpers.size(); ++h) {
        const helper_entry& helper = settings.helpers[h];
        const std::string pointer = "/helpers/" + std::to_string(h);
        const auto before = added.find(helper.parent);
        if (before != added.end()) {
            out.push_back(before->second);
        } else {
            const result<std::int32_t> found = finder.find(helper.parent, pointer + "/parent");
            if (!found) {
                return found.error();
            }
            out.push_back(*found);
        }
        const std::int32_t bone = to.bones.bone_count() + static_cast<std::int32_t>(h);
        const result<std::int32_t> taken = finder.find(helper.name, pointer);
        if (taken && is_baked_helper(to, *taken)) {
            return finder.wrong(errors::baked_already, pointer + "/name",
                                to.file.string() + " has the helper \"" + helper.name +
                                    "\" from a bake before, with its weights; bake the file that "
                                    "was baked from, or take the helper out of the settings");
        }
        if (taken || !added.emplace(helper.name, bone).second) {
            return finder.wrong(errors::duplicate_name, pointer + "/name",
                                "\"" + helper.name +
                                    "\" is the name of another bone; choose one "
                                    "that is not taken");
        }
    }
    return out;
}

/// From metres to units of the model.
spring_file in_units_of(const rig& bones, spring_file settings) {
    const double per_metre = 1 / static_cast<double>(bones.metres_per_unit);
    for (helper_entry& helper : settings.helpers) {
        helper.head = per_metre * helper.head;
        helper.tail = per_metre * helper.tail;
        helper.reach *= per_metre;
    }
    return settings;
}

} // namespace

result<added_helpers> add_helpers(gltf::model& to, const spring_file& in_metres) {
    added_helpers out;
    out.first_bone = to.bones.bone_count();
    out.count = static_cast<std::int32_t>(in_metres.helpers.size());
    out.changed.assign(to.meshes.size(), 0);
    if (out.count == 0) {
        return out;
    }
    const spring_file settings = in_units_of(to.bones, in_metres);
    const result<std::vector<std::int32_t>> parents = parents_of(to, settings);
    if (!parents) {
        return parents.error();
    }
    result<rig> longer = longer_rig(to, settings, *parents);
    if (!longer) {
        return error{longer.error().name,
                     settings.file.string() + ": /helpers: " + longer.error().message};
    }
    to.bones = *std::move(longer);
    for (std::int32_t h = 0; h < out.count; ++h) {
        to.node_of_bone.push_back(static_cast<std::int32_t>(to.bone_of_node.size()));
        to.bone_of_node.push_back(out.first_bone + h);
        to.is_joint.push_back(0);
    }
    if (!joint_list(to, out).extend()) {
        return error{errors::too_many_joints,
                     settings.file.string() + ": /helpers: are more joints than vertices can count "
                                              "(65536 in all); use fewer"};
    }
    std::map<std::int32_t, std::vector<std::int32_t>> siblings;
    for (std::int32_t h = 0; h < out.count; ++h) {
        siblings[(*parents)[at(h)]].push_back(h);
    }
    // A helper on a helper shares what that has got, so parents come first: their bones do.
    for (const auto& [parent, helpers] : siblings) {
        const weight_giver giver(to, settings, helpers, out.first_bone);
        bool any = false;
        for (std::size_t m = 0; m < to.meshes.size(); ++m) {
            if (giver.give(to.meshes[m])) {
                out.changed[m] = 1;
                any = true;
            }
        }
        if (!any) {
            out.warnings.push_back(settings.file.string() + ": /helpers/" +
                                   std::to_string(helpers.front()) + ": no vertex of \"" +
                                   to.bones.names[at(parent)] +
                                   "\" is within its reach, so it moves nothing; move it nearer, "
                                   "or give it more reach");
        }
    }
    return out;
}

bool is_baked_helper(const gltf::model& of, std::int32_t bone) {
    if (of.json.find(gltf::helper_key) == std::string::npos) {
        return false;
    }
    using ordered = nlohmann::ordered_json;
    const ordered document = ordered::parse(of.json, nullptr, false);
    return document.contains(ordered::json_pointer(
        "/nodes/" + std::to_string(of.node_of_bone[at(bone)]) + "/extras/" + gltf::helper_key));
}

} // namespace jounce::authoring
