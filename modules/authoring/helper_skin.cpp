#include <jounce/modules/authoring/helper_skin.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/helpers.hpp>
#include <jounce/modules/weights/mesh_weights.hpp>

#include <limits>
#include <map>
#include <utility>

namespace jounce::authoring {
namespace {} // namespace

affine<double> rest_of(const rig& bones, std::int32_t bone) {
    affine<double> out = to_affine(cast<double>(bones.rest_model[at(bone)]));
    if (bones.is_affine) {
        out.linear = cast<double>(bones.rest_linear[at(bone)]);
    }
    return out;
}

bool joint_list::extend() {
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

void joint_list::add_joint(std::int32_t bone, std::size_t first,
                           std::vector<bind_description>& out) {
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

bool weight_giver::give(gltf::mesh& mesh) const {
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
    std::vector<vec3<double>> places;
    for (const vec3<float>& p : mesh.vertices.positions) {
        places.push_back(to_model * cast<double>(p));
    }
    std::vector<weights::helper> helpers;
    for (const std::int32_t h : helpers_) {
        const helper_entry& helper = settings_.helpers[at(h)];
        helpers.push_back(
            {.bone = joint_of_bone.at(first_bone_ + h),
             .head = helper.head,
             .tail = helper.tail,
             .reach = helper.reach > 0 ? helper.reach : length(helper.tail - helper.head),
             .share = helper.share,
             .owner = helper.from_all ? -1 : from->second,
             .rule = helper.along_surface ? weights::helper_rule::heat
                                          : weights::helper_rule::distance});
    }
    const weights::weight_table before = weights::table_of(mesh.vertices);
    const result<weights::weight_table> after =
        weights::give_to_helpers({places, mesh.triangles}, before, helpers);
    if (!after || after->entries == before.entries) {
        return false; // numbers that the reader has let pass are good
    }
    weights::take_table(*after, mesh.vertices);
    return true;
}

} // namespace jounce::authoring
