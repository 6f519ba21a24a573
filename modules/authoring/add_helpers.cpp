#include <jounce/modules/authoring/add_helpers.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/spring_file/bone_finder.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace jounce::authoring {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

affine<double> rest_of(const rig& bones, std::int32_t bone) {
    affine<double> out = to_affine(cast<double>(bones.rest_model[at(bone)]));
    if (bones.is_affine) {
        out.linear = cast<double>(bones.rest_linear[at(bone)]);
    }
    return out;
}

double distance(const vec3<double>& p, const vec3<double>& a, const vec3<double>& b) {
    const vec3<double> along = b - a;
    const double whole = dot(along, along);
    const double share = whole > 0 ? std::clamp(dot(p - a, along) / whole, 0.0, 1.0) : 0;
    return length(p - (a + share * along));
}

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
        builder.add(rig_builder::segment{
            .name = helper.name, .parent = parents[h], .head = helper.head, .tail = helper.tail});
    }
    if (bones.is_affine) {
        builder.allow_non_uniform_scale();
    }
    builder.metres_per_unit(static_cast<double>(bones.metres_per_unit));
    return builder.build<float>();
}

/// Joints of the helpers, skin by skin, and where the others went.
class joint_list {
public:
    joint_list(gltf::model& to, const added_helpers& helpers) : model_(to), helpers_(helpers) {}

    /// False if a vertex cannot count them any more.
    bool extend() {
        std::vector<std::size_t> moved(model_.joints.size());
        std::vector<bind_description> out;
        std::size_t next = 0;
        for (gltf::skin& skin : model_.skins) {
            const std::size_t end = at(skin.first_joint + skin.joint_count);
            const std::size_t first = out.size();
            for (; next < end; ++next) {
                moved[next] = out.size();
                out.push_back(model_.joints[next]);
            }
            for (std::int32_t h = 0; h < helpers_.count; ++h) {
                add_joint(helpers_.first_bone + h, first, out);
            }
            skin.first_joint = static_cast<std::int32_t>(first);
            skin.joint_count = static_cast<std::int32_t>(out.size() - first);
        }
        for (; next < model_.joints.size(); ++next) {
            moved[next] = out.size();
            out.push_back(model_.joints[next]);
        }
        if (out.size() > std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1) {
            return false;
        }
        for (gltf::mesh& mesh : model_.meshes) {
            for (influence& one : mesh.vertices.influences) {
                one.joint = static_cast<std::uint16_t>(moved[one.joint]);
            }
        }
        model_.joints = std::move(out);
        return true;
    }

private:
    /// Where its parent is a joint of the skin too: bound so that at rest it moves nothing.
    void add_joint(std::int32_t bone, std::size_t first, std::vector<bind_description>& out) {
        const std::int32_t parent = model_.bones.parents[at(bone)];
        for (std::size_t j = first; j < out.size(); ++j) {
            if (out[j].bone == parent) {
                const affine<double> to_model = rest_of(model_.bones, parent) * out[j].inverse_bind;
                out.push_back({bone, inverse(rest_of(model_.bones, bone)) * to_model});
                model_.is_joint[at(bone)] = 1;
                return;
            }
        }
    }

    gltf::model& model_;
    const added_helpers& helpers_;
};

/// Gives the weight of one joint to helpers that hang on it.
class weight_giver {
public:
    weight_giver(const gltf::model& of, const spring_file& settings,
                 std::vector<std::int32_t> helpers, std::int32_t first_bone)
        : model_(of), settings_(settings), helpers_(std::move(helpers)), first_bone_(first_bone) {}

    bool give(gltf::mesh& mesh) const {
        if (mesh.skin < 0) {
            return false;
        }
        const gltf::skin& skin = model_.skins[at(mesh.skin)];
        std::map<std::int32_t, std::uint16_t> joint_of_bone;
        for (std::int32_t j = skin.first_joint; j < skin.first_joint + skin.joint_count; ++j) {
            joint_of_bone.emplace(model_.joints[at(j)].bone, static_cast<std::uint16_t>(j));
        }
        const std::int32_t parent = model_.bones.parents[at(first_bone_ + helpers_.front())];
        const auto from = joint_of_bone.find(parent);
        if (from == joint_of_bone.end()) {
            return false;
        }
        const affine<double> to_model =
            rest_of(model_.bones, parent) * model_.joints[from->second].inverse_bind;
        skinned_mesh& vertices = mesh.vertices;
        std::vector<influence> all;
        std::vector<std::uint32_t> first = {0};
        bool changed = false;
        for (std::size_t v = 0; v + 1 < vertices.first_influence.size(); ++v) {
            const std::vector<double> shares =
                shares_at(to_model * cast<double>(vertices.positions[v]));
            for (std::uint32_t i = vertices.first_influence[v]; i < vertices.first_influence[v + 1];
                 ++i) {
                const influence one = vertices.influences[i];
                if (one.joint != from->second || shares.empty()) {
                    all.push_back(one);
                    continue;
                }
                changed = true;
                const double whole = static_cast<double>(one.weight);
                double left = whole;
                for (std::size_t h = 0; h < shares.size(); ++h) {
                    if (shares[h] > 0) {
                        const std::uint16_t joint = joint_of_bone.at(first_bone_ + helpers_[h]);
                        all.push_back({joint, static_cast<float>(whole * shares[h])});
                        left -= whole * shares[h];
                    }
                }
                if (left > 1e-6 * whole) {
                    all.push_back({one.joint, static_cast<float>(left)});
                }
            }
            first.push_back(static_cast<std::uint32_t>(all.size()));
        }
        vertices.influences = std::move(all);
        vertices.first_influence = std::move(first);
        return changed;
    }

private:
    /// Of each helper at a place; empty if none reaches it.
    std::vector<double> shares_at(const vec3<double>& place) const {
        std::vector<double> out;
        double sum = 0;
        for (const std::int32_t h : helpers_) {
            const helper_entry& helper = settings_.helpers[at(h)];
            const double reach =
                helper.reach > 0 ? helper.reach : length(helper.tail - helper.head);
            const double t =
                std::clamp(1 - distance(place, helper.head, helper.tail) / reach, 0.0, 1.0);
            out.push_back(helper.share * t * t * (3 - 2 * t));
            sum += out.back();
        }
        for (double& share : out) {
            share /= std::max(sum, 1.0);
        }
        return sum > 0 ? out : std::vector<double>();
    }

    const gltf::model& model_;
    const spring_file& settings_;
    std::vector<std::int32_t> helpers_; ///< all that hang on one bone
    std::int32_t first_bone_;
};

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
            return finder.wrong("baked_already", pointer + "/name",
                                to.file.string() + " has the helper \"" + helper.name +
                                    "\" from a bake before, with its weights; bake the file that "
                                    "was baked from, or take the helper out of the settings");
        }
        if (taken || !added.emplace(helper.name, bone).second) {
            return finder.wrong("duplicate_name", pointer + "/name",
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
        return error{"too_many_joints", settings.file.string() +
                                            ": /helpers: are more joints than vertices can count "
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
    if (of.json.find(helper_key) == std::string::npos) {
        return false;
    }
    using ordered = nlohmann::ordered_json;
    const ordered document = ordered::parse(of.json, nullptr, false);
    return document.contains(ordered::json_pointer(
        "/nodes/" + std::to_string(of.node_of_bone[at(bone)]) + "/extras/" + helper_key));
}

} // namespace jounce::authoring
